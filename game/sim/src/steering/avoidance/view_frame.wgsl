// Directions of view, as in view_frame.rs. `avoidance` is the uniform of the pass.

// The part of a velocity within the plane of motion.
fn in_plane(velocity: vec3<f32>) -> vec3<f32> {
    return across(velocity, avoidance.normal);
}

// Unit vectors in the world, at right angles to each other.
struct ViewFrame {
    ahead: vec3<f32>,
    side: vec3<f32>,
    over: vec3<f32>,
}

fn view_frame_along(ahead: vec3<f32>) -> ViewFrame {
    var side = cross(avoidance.up, ahead);
    if length(side) < UPRIGHT_VIEW {
        side = cross(avoidance.substitute_up, ahead);
    }
    side *= 1.0 / max(length(side), NO_DIRECTION);
    return ViewFrame(ahead, side, cross(ahead, side));
}

// Direction in the world with these components ahead, to the side and over that.
fn view_frame_direction(frame: ViewFrame, part: vec3<f32>) -> vec3<f32> {
    return frame.ahead * part.x + frame.side * part.y + frame.over * part.z;
}
