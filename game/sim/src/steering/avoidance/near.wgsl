// Which boids are near geometry, as in mod.rs.

// False for a boid that is sure to see no surface, without a root.
fn may_be_near(velocity: vec3<f32>, clearance: f32) -> bool {
    let gap = clearance - avoidance.radius;
    let view = avoidance.look_ahead;
    return gap <= 0.0 || gap * gap < view * view * dot(velocity, velocity);
}

// True for a moving boid that may see a surface.
fn is_near(velocity: vec3<f32>, clearance: f32) -> bool {
    if !may_be_near(velocity, clearance) {
        return false;
    }
    let speed = length(in_plane(velocity));
    return speed > NO_DIRECTION && clearance < avoidance.look_ahead * speed + avoidance.radius;
}
