// Curl noise, as in curl_noise.rs.

fn curl_noise(noise: CurlNoiseUniform, position: vec3<f32>) -> vec3<f32> {
    let place = position * noise.per_metre + noise.shift;
    let held = clamp(place, vec3(-NOISE_FARTHEST), vec3(NOISE_FARTHEST));
    let lower = floor(held);
    let point = bitcast<vec3<u32>>(vec3<i32>(lower));
    let t = held - lower;
    let upper = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let slope = 30.0 * (t * t) * ((t - 1.0) * (t - 1.0));
    var sum = vec3(0.0);
    for (var corner = 0u; corner < 8u; corner++) {
        let is_upper = vec3((corner & 1u) != 0u, (corner & 2u) != 0u, (corner & 4u) != 0u);
        let weight = select(1.0 - upper, upper, is_upper);
        let change = select(-slope, slope, is_upper);
        let gradient = change * weight.yxx * weight.zzy;
        sum += cross(gradient, noise_vector(noise.seed, point + vec3<u32>(is_upper)));
    }
    return sum * noise.factor;
}

// The random vector at a lattice point.
fn noise_vector(seed: u32, point: vec3<u32>) -> vec3<f32> {
    let plane = mix_bits((seed + GOLDEN) ^ point.z);
    let row = mix_bits((plane + GOLDEN) ^ point.y);
    let bits = mix_bits((row + GOLDEN) ^ point.x);
    return vec3<f32>(vec3(bits, bits >> 10u, bits >> 20u) & vec3(1023u)) - NOISE_MIDDLE;
}
