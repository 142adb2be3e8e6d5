// The wind of a step, as in air.rs. `motion` is the uniform of the pass.

// False in still air.
override HAS_WIND: bool = false;

// Velocity of the air at a place.
fn wind_at(position: vec3<f32>) -> vec3<f32> {
    var eddies = vec3(0.0);
    for (var i = 0u; i < motion.noise_count; i++) {
        if motion.noises[i].factor > 0.0 {
            eddies += curl_noise(motion.noises[i], position);
        }
    }
    return motion.steady_wind + across(eddies, motion.flat);
}
