// The limit of the turn rate, as in turn_rate.rs.

// The velocity, turned back towards the one before the step if the angle is too large. A boid at
// rest may start in any direction. `which` are the limits for 1, 2, 4 or 8 steps.
fn limit_turn(before: vec3<f32>, wished: vec3<f32>, which: u32) -> vec3<f32> {
    let speed = length(wished);
    if !(length(before) > NO_DIRECTION && speed > NO_DIRECTION) {
        return wished;
    }
    let heading = direction(before);
    let aim = direction(wished);
    let axis = turn_axis(heading, aim);
    let along = dot(heading, aim);
    let aside = length(axis);
    // Sine of the difference of the angles, which is exact for small angles too.
    let too_far = aside * limits.turn_cosines[which] > along * limits.turn_sines[which];
    // Also if one of the sines is zero.
    let backward = along < 0.0 && limits.turn_cosines[which] > 0.0;
    if too_far || backward {
        return turned_heading(heading, axis, aside, which) * speed;
    }
    return wished;
}

// Axis of the turn from one direction to another; its length is the sine of the angle.
fn turn_axis(heading: vec3<f32>, aim: vec3<f32>) -> vec3<f32> {
    let axis = cross(heading, aim);
    if limits.turn_is_planar != 0u {
        return limits.turn_up * dot(limits.turn_up, axis);
    }
    return axis;
}

// The heading, turned by the largest angle.
fn turned_heading(heading: vec3<f32>, axis: vec3<f32>, sine: f32, which: u32) -> vec3<f32> {
    var aside = cross(axis, heading);
    if sine < SAME_LINE {
        aside = cross(limits.turn_up, heading);
        if length(aside) < UPRIGHT_TURN {
            aside = cross(limits.turn_side, heading);
        }
    }
    return heading * limits.turn_cosines[which] + direction(aside) * limits.turn_sines[which];
}
