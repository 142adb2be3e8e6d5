// What decides how far boids get. `Packed` in mod.rs.
struct Travel {
    dt: f32,
    // Of the body and the gap that it keeps.
    radius: f32,
    // Of the body alone.
    body_radius: f32,
    count: u32,
    // Unit vector, in the world, along which nothing moves; zero if everything may move.
    flat: vec3<f32>,
}
