// A boid that is to look around.
struct Due {
    place: vec3<f32>,
    slot: u32,
    velocity: vec3<f32>,
    clearance: f32,
}

// What a boid saw last.
struct Memory {
    // The direction found, as long as the obstacle is near.
    warning: vec3<f32>,
    // When the boid looks again: the number of the step, and in the lowest bit whether it is warned until then.
    next: u32,
}
