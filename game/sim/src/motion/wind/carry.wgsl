// How the wind carries boids, as in carry.rs.

// The velocity over ground of a boid that leaves no boundary with the wind.
fn carried(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    if !HAS_WIND {
        return velocity;
    }
    let over_ground = velocity + wind_at(place);
    let held = hold(place + velocity * motion.dt, place + over_ground * motion.dt);
    return select(over_ground, (held.place - place) / motion.dt, held.is_folded);
}
