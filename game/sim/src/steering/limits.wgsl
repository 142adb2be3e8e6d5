// Limits of motion: plane, turn rate and speed, as in limits.rs.

// `which` are the limits for 1, 2, 4 or 8 steps.
fn limited(velocity: vec3<f32>, velocity_before: vec3<f32>, slot: u32, which: u32) -> vec3<f32> {
    var limited = at_most_max_speed(velocity);
    let before = across(velocity_before, limits.normal);
    if limits.turns != 0u {
        limited = limit_turn(before, limited, which);
    }
    if limits.min_speed > 0.0 {
        limited = with_start_velocity(at_least_min_speed(limited, before), slot);
    }
    return limited;
}

// The velocity within the plane of motion and the largest speed.
fn at_most_max_speed(velocity: vec3<f32>) -> vec3<f32> {
    let flat = across(velocity, limits.normal);
    return flat * shortening(flat, limits.max_speed);
}

// The velocity at the smallest speed or more. One without a direction gets that of the velocity
// before the step; zero if that has none either.
fn at_least_min_speed(velocity: vec3<f32>, before: vec3<f32>) -> vec3<f32> {
    if !(length(velocity) < limits.min_speed) {
        return velocity;
    }
    let ahead = heading_in_plane(velocity);
    if dot(ahead, ahead) > 0.0 {
        return ahead * limits.min_speed;
    }
    return heading_in_plane(before) * limits.min_speed;
}

// Direction of a velocity within the plane of motion. Zero without one, and for a velocity across
// the plane, of which only rounding is left in it.
fn heading_in_plane(velocity: vec3<f32>) -> vec3<f32> {
    let flat = across(direction(velocity), limits.normal);
    let share = length(flat);
    return flat * select(0.0, 1.0 / share, share > IN_PLANE);
}

// The smallest speed in a direction of the boid's own, for a velocity of zero.
fn with_start_velocity(velocity: vec3<f32>, slot: u32) -> vec3<f32> {
    if all(velocity == vec3(0.0)) {
        return any_direction(limits.starts, slot) * limits.min_speed;
    }
    return velocity;
}
