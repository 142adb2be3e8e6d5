// Where boids look. The pass declares `lookout`.

// The part of a velocity that counts: all of it, or in a planar flock what lies in the plane.
fn in_plane(velocity: vec3<f32>) -> vec3<f32> {
    return velocity - lookout.normal * dot(lookout.normal, velocity);
}

// Whether a boid may see a surface, which is all that is worked out about most.
fn may_be_near(velocity: vec3<f32>, clearance: f32) -> bool {
    let gap = clearance - lookout.radius;
    let view = lookout.look_ahead;
    return gap <= 0.0 || gap * gap < view * view * dot(velocity, velocity);
}

// Whether a boid that is not at rest may see a surface.
fn is_near(velocity: vec3<f32>, clearance: f32) -> bool {
    if !may_be_near(velocity, clearance) {
        return false;
    }
    let speed = length(in_plane(velocity));
    return speed > NO_DIRECTION && clearance < lookout.look_ahead * speed + lookout.radius;
}

// Sine of the angle to the vertical below which a heading is upright.
const UPRIGHT = 0.1;

// Unit vectors in the world, at right angles to each other.
struct Gaze {
    ahead: vec3<f32>,
    side: vec3<f32>,
    over: vec3<f32>,
}

fn gaze_along(ahead: vec3<f32>) -> Gaze {
    var side = cross(lookout.up, ahead);
    if length(side) < UPRIGHT {
        side = cross(lookout.instead, ahead);
    }
    side *= 1.0 / max(length(side), NO_DIRECTION);
    return Gaze(ahead, side, cross(ahead, side));
}

// The direction in the world with these components ahead, to the side and over that.
fn turned(gaze: Gaze, part: vec3<f32>) -> vec3<f32> {
    return gaze.ahead * part.x + gaze.side * part.y + gaze.over * part.z;
}
