// Velocities at the boundary, as in contain.rs.

// The velocity of a boid before its move.
fn contain(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    if boundary.margin > 0.0 {
        return turn_inward(place, curve_away(place, velocity));
    }
    return turn_inward(place, velocity);
}

// The velocity of a boid after its move: without the soft turn.
fn contain_after_move(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    return turn_inward(place, velocity);
}

// The velocity, turned away from the walls within the margin.
fn curve_away(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    switch boundary.shape {
        case BOX: { return soft_turn_turned(velocity, cuboid_wall_turn(place)); }
        case SPHERE: { return soft_turn_turned(velocity, sphere_wall_turn(place)); }
        default: { return velocity; }
    }
}
