// Inertia in a frame that moves, as in inertia.rs.

fn with_inertia(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    let kick = steering.kick + steering.kick_gradient * place;
    let start = velocity + kick;
    let turned = start + cross(start, steering.turn);
    let rotated = start + cross(turned, steering.turn) * steering.turn_factor;
    return at_most_max_speed(rotated + kick);
}
