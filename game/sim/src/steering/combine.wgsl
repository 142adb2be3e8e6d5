// From wishes to a velocity, as in combine.rs.

// The velocity after so many seconds.
fn steered(
    velocity: vec3<f32>,
    wish_of_rules: vec3<f32>,
    avoidance_wish: vec3<f32>,
    dt: f32,
) -> vec3<f32> {
    let wish = flattened(velocity, wish_of_rules, dt);
    if any(avoidance_wish != vec3(0.0)) {
        return prioritized_velocity(velocity, wish, avoidance_wish, dt);
    }
    if steering.steers_velocity != 0u {
        return wish;
    }
    return velocity + wish * (dt * shortening(wish, steering.max_wish));
}

// Velocity of a boid with a wish of avoidance, which has priority: the rules get the rest of the
// largest wish.
fn prioritized_velocity(
    velocity: vec3<f32>,
    wish: vec3<f32>,
    avoidance_wish: vec3<f32>,
    dt: f32,
) -> vec3<f32> {
    let left = steering.max_wish - min(length(avoidance_wish), steering.max_wish);
    let both = avoidance_wish * shortening(avoidance_wish, steering.max_wish) + wish * shortening(wish, left);
    if steering.steers_velocity != 0u {
        return both;
    }
    return velocity + dt * both;
}

// Reduces the wish along the Y axis of the flock, and decelerates the velocity along it.
fn flattened(velocity: vec3<f32>, wish: vec3<f32>, dt: f32) -> vec3<f32> {
    // In a long step the velocity must not be reversed.
    let levelling = min(steering.levelling, 1.0 / dt);
    let removed = steering.flattening * dot(steering.up, wish) + levelling * dot(steering.up, velocity);
    return wish - steering.up * removed;
}
