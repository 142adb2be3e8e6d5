// From what the rules ask for to the velocity that a boid would like to have, as in steering.rs.

fn steered(velocity: vec3<f32>, wish_of_rules: vec3<f32>, push: vec3<f32>) -> vec3<f32> {
    let wish = flattened(wish_of_rules);
    if any(push != vec3(0.0)) {
        return pushed(velocity, wish, push);
    }
    if settings.steers_velocity != 0u {
        return wish;
    }
    return velocity + wish * (settings.dt * shortening(wish, settings.most));
}

// The velocity of a boid that is pushed by what it avoids, which comes first: the rules get what is left of the most that can
// be asked for.
fn pushed(velocity: vec3<f32>, wish: vec3<f32>, push: vec3<f32>) -> vec3<f32> {
    let left = settings.most - min(length(push), settings.most);
    let both = push * shortening(push, settings.most) + wish * shortening(wish, left);
    if settings.steers_velocity != 0u {
        return both;
    }
    return velocity + settings.dt * both;
}

fn flattened(wish: vec3<f32>) -> vec3<f32> {
    return wish - settings.up * (settings.flattening * dot(settings.up, wish));
}

// The factor that shortens a vector to `most` if it is longer.
fn shortening(vector: vec3<f32>, most: f32) -> f32 {
    let size = length(vector);
    return select(1.0, most / size, size > most);
}
