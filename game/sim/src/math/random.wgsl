// Random directions by hashing, as in random.rs: the same bits as on the CPU until a vector is
// normalised.

// Hash of two numbers.
fn hash(seed: u32, number: u32, index: u32) -> u32 {
    return mix_bits((mix_bits(seed ^ number) + GOLDEN) ^ index);
}

// A vector in the flock's frame, zero along an axis without motion.
fn random_vector(random: RandomDirectionsUniform, hash: u32) -> vec3<f32> {
    let vector = vec3(random_component(hash, 1u), random_component(hash, 2u), random_component(hash, 3u));
    return vector * random.axes;
}

// A vector, about 256 long, that belongs to a pair of different numbers; the opposite one belongs
// to the pair in reverse order.
fn pair_vector(start: u32, end: u32) -> vec3<f32> {
    let pair = hash(0u, min(start, end), max(start, end));
    let vector = vec3(random_component(pair, 1u), random_component(pair, 2u), random_component(pair, 3u)) + 0.5;
    return select(-vector, vector, start < end);
}

// Sum of four random bytes, close to a normal distribution.
fn random_component(hash: u32, which: u32) -> f32 {
    let bytes = mix_bits(hash + GOLDEN * which);
    let pairs = (bytes & 0x00ff00ffu) + ((bytes >> 8u) & 0x00ff00ffu);
    return f32((pairs & 0xffffu) + (pairs >> 16u)) - MEAN_OF_BYTES;
}

// Direction in the world of a random vector; shorter than 1 for a vector that has none.
fn random_direction(random: RandomDirectionsUniform, vector: vec3<f32>) -> vec3<f32> {
    return random.to_world * (vector * (1.0 / max(length(vector), SHORTEST_RANDOM)));
}

// A direction in the world for each number.
fn any_direction(random: RandomDirectionsUniform, number: u32) -> vec3<f32> {
    let vector = random_vector(random, hash(random.seed, number, 0u));
    let squared = dot(vector, vector);
    // The square is a whole number and exact; its root is not exact on every GPU.
    let is_short = squared < SHORTEST_RANDOM * SHORTEST_RANDOM;
    let substitute = vec3(random.axes.x, 1.0 - random.axes.x, 0.0);
    return random.to_world * select(vector / max(sqrt(squared), SHORTEST_RANDOM), substitute, is_short);
}

// Finalizer of MurmurHash3.
fn mix_bits(number: u32) -> u32 {
    let once = (number ^ (number >> 16u)) * MIX_FACTOR_1;
    let twice = (once ^ (once >> 13u)) * MIX_FACTOR_2;
    return twice ^ (twice >> 16u);
}

// A hash of a number, evenly spread over all values.
fn hash_of(number: u32) -> u32 {
    return mix_bits(mix_bits(number + GOLDEN));
}
