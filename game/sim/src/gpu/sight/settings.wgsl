// What boids look out for in a step, and how they avoid what they see.

struct Lookout {
    // What is upright, what is in place of it for boids that move along it, and the normal of the plane of a planar flock, or zero.
    up: vec3<f32>,
    // Of the body and the gap that it keeps, in metres.
    radius: f32,
    instead: vec3<f32>,
    // How far boids see, in seconds of travel.
    look_ahead: f32,
    normal: vec3<f32>,
    // Steps in which a boid gets as far as it sees.
    view_steps: f32,
    // The force is this much of the weight, and so much more of it for each nearness and for its square.
    growth: vec3<f32>,
    weight: f32,
    turn: f32,
    eagerness: f32,
    cohesion_fade: f32,
    // Cosine of half the field of view.
    edge: f32,
    // By how much clearances may be too small next to surfaces, and the edge of a block, in metres.
    error: f32,
    block: f32,
    // 1 if the triangles decide everywhere what boids see.
    is_coarse: u32,
    // Number of boids.
    count: u32,
    // The number of the step.
    step: u32,
    // Steps from one look of a boid to its next, and after which it has forgotten what it saw.
    interval: i32,
    longest_wait: i32,
    forgotten: i32,
    // How many directions there are, and how many of them are looked along in every case.
    directions: u32,
    examined: u32,
    // 1 if boids see anything.
    sees: u32,
    // Most rays of the step; 0: as many as boids need.
    budget: u32,
}
