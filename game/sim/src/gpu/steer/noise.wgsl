// Random vectors that follow from whole numbers alone, as in noise.rs. The shader declares `settings` with their seed, their
// axes and the frame of the flock.

// The golden ratio as a fraction of 2^32.
const GOLDEN = 0x9e3779b9u;

// Mean of the sum of four bytes.
const NOISE_MEAN: f32 = 510.0;

// Shorter vectors are too coarse to have a direction.
const NOISE_SHORTEST: f32 = 3.0;

// Another number for each number, without any likeness.
fn noise_mix(number: u32) -> u32 {
    let once = (number ^ (number >> 16u)) * 0x85ebca6bu;
    let twice = (once ^ (once >> 13u)) * 0xc2b2ae35u;
    return twice ^ (twice >> 16u);
}

// The number that stands for two others.
fn noise_hash(number: u32, index: u32) -> u32 {
    return noise_mix((noise_mix(settings.noise_seed ^ number) + GOLDEN) ^ index);
}

// A vector in the flock's frame.
fn noise_vector(hash: u32) -> vec3<f32> {
    return vec3(noise_component(hash, 1u), noise_component(hash, 2u), noise_component(hash, 3u)) * settings.noise_axes;
}

fn noise_component(hash: u32, factor: u32) -> f32 {
    let bytes = noise_mix(hash + GOLDEN * factor);
    let pairs = (bytes & 0x00ff00ffu) + ((bytes >> 8u) & 0x00ff00ffu);
    return f32((pairs & 0xffffu) + (pairs >> 16u)) - NOISE_MEAN;
}

// A direction in the world for each number.
fn noise_any_direction(number: u32) -> vec3<f32> {
    let vector = noise_vector(noise_hash(number, 0u));
    let squared = dot(vector, vector);
    let axis = settings.noise_axes.x;
    // The square is a whole number, hence exact; its root is not on every card.
    let is_short = squared < NOISE_SHORTEST * NOISE_SHORTEST;
    let local = select(vector / max(sqrt(squared), NOISE_SHORTEST), vec3(axis, 1.0 - axis, 0.0), is_short);
    return settings.to_world * local;
}
