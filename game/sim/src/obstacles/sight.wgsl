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

// When and where a boid comes near an obstacle, in the frame of the obstacle.
struct Meeting {
    is_met: bool,
    // Share of the way until then.
    time: f32,
    // Unit vector from the obstacle to the boid.
    outward: vec3<f32>,
}

const NO_MEETING = Meeting(false, 1.0, vec3<f32>(0.0));

const NO_APPROACH = Approach(false, 1.0, vec3<f32>(0.0), vec3<f32>(0.0));

// The encounter of a boid with the obstacle in the time that it looks ahead.
fn approach_of(obstacle: ObstacleUniform, place: vec3<f32>, velocity: vec3<f32>) -> Approach {
    let pose = obstacle_pose_at(obstacle, 0.0);
    let relative_velocity = velocity - obstacle_velocity_at(obstacle, place);
    let start = obstacle_point_to_local(pose, place);
    let way = obstacle_vector_to_local(pose, relative_velocity * moving.look_ahead);
    var met = NO_MEETING;
    if is_mesh(obstacle) {
        met = mesh_meeting(obstacle, start, way, moving.sight_radius);
    } else {
        met = shape_meeting(obstacle, start, way, moving.sight_radius);
    }
    if !met.is_met {
        return NO_APPROACH;
    }
    return Approach(true, met.time, obstacle_vector_to_world(pose, met.outward), relative_velocity);
}

// When and where a boid comes within a distance of a convex shape.
fn shape_meeting(obstacle: ObstacleUniform, start: vec3<f32>, way: vec3<f32>, distance: f32) -> Meeting {
    let now = shape_separation(obstacle, start);
    if now.distance <= distance {
        return Meeting(dot(now.outward, way) < 0.0, 0.0, now.outward);
    }
    let met = advance_to(obstacle, start, way, distance, 0.0, now);
    return Meeting(met.is_reached, met.time, met.separation.outward);
}

// When and where a boid comes within a distance of a mesh. One that is nearer and moves away from the
// nearest surface meets the first surface that it would come nearer to.
fn mesh_meeting(obstacle: ObstacleUniform, start: vec3<f32>, way: vec3<f32>, distance: f32) -> Meeting {
    let rounding = PLACE_ROUNDING * max(amax(start), amax(start + way));
    let now = nearest_of_mesh(obstacle, start, distance);
    var stop = distance;
    if now.distance < distance {
        if dot(now.normal, way) < 0.0 {
            return Meeting(true, 0.0, now.normal);
        }
        stop = OBSTACLE_LEAVING * now.distance;
    }
    if stop <= rounding || all(way == vec3(0.0)) {
        return NO_MEETING;
    }
    sweep_work = 0u;
    let contact = sweep_tree(tree_of(obstacle), start, Sweep(way, stop, rounding, length(way)));
    return Meeting(contact.is_hit && contact.slack > 0.0, contact.fraction, contact.normal);
}
