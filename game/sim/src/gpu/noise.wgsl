// Random vectors that follow from a seed and whole numbers alone, with the same bits as on the processor up to where they
// are brought to unit length; see noise.rs.

// The golden ratio as a fraction of 2^32.
const GOLDEN = 0x9e3779b9u;

// Mean of the sum of four bytes.
const MEAN_OF_BYTES = 510.0;

// Shorter vectors are too coarse to have a direction.
const SHORTEST = 3.0;

// Another number for each number, without any likeness: the last steps of MurmurHash3.
fn mixed_up(number: u32) -> u32 {
    let once = (number ^ (number >> 16u)) * 0x85ebca6bu;
    let twice = (once ^ (once >> 13u)) * 0xc2b2ae35u;
    return twice ^ (twice >> 16u);
}

// The number that stands for two others.
fn hash(seed: u32, number: u32, index: u32) -> u32 {
    return mixed_up((mixed_up(seed ^ number) + GOLDEN) ^ index);
}

// A vector in the flock's frame, in which boids move along these axes.
fn random_vector(hash: u32, axes: vec3<f32>) -> vec3<f32> {
    return axes * vec3(random_component(hash, 1u), random_component(hash, 2u), random_component(hash, 3u));
}

// A sum of four bytes, which is nearly a normal distribution.
fn random_component(hash: u32, which: u32) -> f32 {
    let bytes = mixed_up(hash + GOLDEN * which);
    let pairs = (bytes & 0x00ff00ffu) + ((bytes >> 8u) & 0x00ff00ffu);
    return f32((pairs & 0xffffu) + (pairs >> 16u)) - MEAN_OF_BYTES;
}
