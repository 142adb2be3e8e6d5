// What boids see of an obstacle that moves, as in sight.rs.

struct Approach {
    is_meeting: bool,
    // Share of the time looked ahead until then.
    time: f32,
    // Unit vector from the obstacle to the boid where they meet.
    normal: vec3<f32>,
    // Velocity of the boid relative to the obstacle.
    relative_velocity: vec3<f32>,
}

const NO_APPROACH = Approach(false, 1.0, vec3<f32>(0.0), vec3<f32>(0.0));

// The encounter of a boid with the obstacle in the time that it looks ahead.
fn approach_of(obstacle: ObstacleUniform, place: vec3<f32>, velocity: vec3<f32>) -> Approach {
    let pose = obstacle_pose_at(obstacle, 0.0);
    let relative_velocity = velocity - obstacle_velocity_at(obstacle, place);
    let start = obstacle_point_to_local(pose, place);
    let way = obstacle_vector_to_local(pose, relative_velocity * moving.look_ahead);
    let now = shape_separation(obstacle, start);
    var met = Advance(true, 0.0, now);
    if now.distance > moving.sight_radius {
        met = advance_to(obstacle, start, way, moving.sight_radius, 0.0, now);
    } else if dot(now.outward, way) >= 0.0 {
        return NO_APPROACH;
    }
    if !met.is_reached {
        return NO_APPROACH;
    }
    let normal = obstacle_vector_to_world(pose, met.separation.outward);
    return Approach(true, met.time, normal, relative_velocity);
}
