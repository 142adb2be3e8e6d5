// The limit of turning, as in turning.rs.

// Sine of the angle below which the plane of two directions is noise.
const SAME_LINE: f32 = 1e-5;

// Sine of the angle to the vertical below which there is no level turn.
const UPRIGHT: f32 = 0.1;

// The velocity that is wished for, turned back towards the one before if it is too far from it. A boid at rest may start in
// any direction.
fn turned_within_limit(before: vec3<f32>, wished: vec3<f32>) -> vec3<f32> {
    let speed = length(wished);
    if !(length(before) > NO_DIRECTION && speed > NO_DIRECTION) {
        return wished;
    }
    let heading = direction(before);
    let aim = direction(wished);
    let axis = turning_axis(heading, aim);
    let along = dot(heading, aim);
    let aside = length(axis);
    // The sine of the difference of the angles, which is exact for small angles too.
    let too_far = aside * settings.turning_cosine > along * settings.turning_sine;
    // Also if the sine of either is nothing.
    let backward = along < 0.0 && settings.turning_cosine > 0.0;
    if too_far || backward {
        return turned_heading(heading, axis, aside) * speed;
    }
    return wished;
}

// The axis of the turn from one direction to another, as long as the sine of the angle.
fn turning_axis(heading: vec3<f32>, aim: vec3<f32>) -> vec3<f32> {
    let axis = cross(heading, aim);
    if settings.turning_is_planar != 0u {
        return settings.turning_up * dot(settings.turning_up, axis);
    }
    return axis;
}

// The heading, turned as far as may be.
fn turned_heading(heading: vec3<f32>, axis: vec3<f32>, sine: f32) -> vec3<f32> {
    var aside = cross(axis, heading);
    if sine < SAME_LINE {
        aside = cross(settings.turning_up, heading);
        if length(aside) < UPRIGHT {
            aside = cross(settings.turning_side, heading);
        }
    }
    return heading * settings.turning_cosine + direction(aside) * settings.turning_sine;
}
