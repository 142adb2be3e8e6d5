// What all passes share.

// Where a boid is, in the world, and the slot by which it is known.
struct Place {
    position: vec3<f32>,
    slot: u32,
}

// How a boid moves, in the world, and the phase of its beat.
struct Motion {
    velocity: vec3<f32>,
    phase: f32,
}

// A vector no longer than this has no direction: the square of its length nears the end of single precision.
const NO_DIRECTION: f32 = 1e-15;

// The direction of a vector; zero for one without.
fn direction(vector: vec3<f32>) -> vec3<f32> {
    let size = length(vector);
    return vector * select(0.0, 1.0 / size, size > NO_DIRECTION);
}
