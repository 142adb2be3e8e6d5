// A boid that is to look around.
struct Due {
    place: vec3<f32>,
    slot: u32,
    velocity: vec3<f32>,
    clearance: f32,
}
