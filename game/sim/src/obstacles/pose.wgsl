// Where an obstacle is in a step, as in pose.rs.

struct ObstaclePose {
    origin: vec3<f32>,
    rotation: vec4<f32>,
}

fn rotated(rotation: vec4<f32>, vector: vec3<f32>) -> vec3<f32> {
    let twice = 2.0 * cross(rotation.xyz, vector);
    return vector + rotation.w * twice + cross(rotation.xyz, twice);
}

fn obstacle_point_to_local(pose: ObstaclePose, point: vec3<f32>) -> vec3<f32> {
    return obstacle_vector_to_local(pose, point - pose.origin);
}

fn obstacle_vector_to_local(pose: ObstaclePose, vector: vec3<f32>) -> vec3<f32> {
    return rotated(vec4(-pose.rotation.xyz, pose.rotation.w), vector);
}

fn obstacle_vector_to_world(pose: ObstaclePose, vector: vec3<f32>) -> vec3<f32> {
    return rotated(pose.rotation, vector);
}

// The pose at a share of the step.
fn obstacle_pose_at(obstacle: ObstacleUniform, share: f32) -> ObstaclePose {
    if share <= 0.0 {
        return ObstaclePose(obstacle.begin, obstacle.begin_rotation);
    }
    if share >= 1.0 {
        return ObstaclePose(obstacle.end, obstacle.end_rotation);
    }
    return ObstaclePose(
        mix(obstacle.begin, obstacle.end, share),
        mix_orientations(obstacle.begin_rotation, obstacle.end_rotation, share),
    );
}

// Velocity at a place that moves with the obstacle.
fn obstacle_velocity_at(obstacle: ObstacleUniform, place: vec3<f32>) -> vec3<f32> {
    return obstacle.velocity + cross(obstacle.spin, place - obstacle.begin);
}
