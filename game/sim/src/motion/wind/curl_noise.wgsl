// Curl noise, as in curl_noise.rs.

fn curl_noise(noise: CurlNoiseUniform, position: vec3<f32>) -> vec3<f32> {
    let place = position * noise.per_metre + noise.shift;
    let held = clamp(place, vec3(-NOISE_FARTHEST), vec3(NOISE_FARTHEST));
    let lower = floor(held);
    let point = bitcast<vec3<u32>>(vec3<i32>(lower));
    let t = held - lower;
    let share = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let slope = 30.0 * (t * t) * ((t - 1.0) * (t - 1.0));
    // The potential along the edges in X, and its differences across them.
    var edges: array<vec3<f32>, 4>;
    var across_x: array<vec3<f32>, 4>;
    for (var edge = 0u; edge < 4u; edge++) {
        let corner = point + vec3(0u, edge & 1u, edge >> 1u);
        let low = noise_vector(noise.seed, corner);
        across_x[edge] = noise_vector(noise.seed, corner + vec3(1u, 0u, 0u)) - low;
        edges[edge] = low + across_x[edge] * share.x;
    }
    let low_x = interpolated(across_x[0], across_x[1], share.y);
    let high_x = interpolated(across_x[2], across_x[3], share.y);
    let low = interpolated(edges[0], edges[1], share.y);
    let high = interpolated(edges[2], edges[3], share.y);
    let dx = interpolated(low_x, high_x, share.z) * slope.x;
    let dy = interpolated(edges[1] - edges[0], edges[3] - edges[2], share.z) * slope.y;
    let dz = (high - low) * slope.z;
    return vec3(dy.z - dz.y, dz.x - dx.z, dx.y - dy.x) * noise.factor;
}

fn interpolated(lower: vec3<f32>, upper: vec3<f32>, share: f32) -> vec3<f32> {
    return lower + (upper - lower) * share;
}

// The random vector at a lattice point, up to a constant vector, which has no curl.
fn noise_vector(seed: u32, point: vec3<u32>) -> vec3<f32> {
    let plane = mix_bits((seed + GOLDEN) ^ point.z);
    let row = mix_bits((plane + GOLDEN) ^ point.y);
    let bits = mix_bits((row + GOLDEN) ^ point.x);
    return vec3<f32>(vec3(bits, bits >> 10u, bits >> 20u) & vec3(1023u));
}
