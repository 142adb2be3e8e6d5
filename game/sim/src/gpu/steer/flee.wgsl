// Flight from what scares the boids, as in flee.rs. The shader declares `frights`.

const MOST_FRIGHTS = 64u;

// What drives boids away.
struct Fright {
    // Where it is, in the world.
    point: vec3<f32>,
    // How far it reaches, in metres.
    radius: f32,
    // The acceleration at the point itself, in m/s²; towards the radius it falls to nothing.
    strength: f32,
}

// The acceleration of a boid that was as fast as this before. On the very point it flees along its velocity.
fn fled(fright: Fright, place: vec3<f32>, before: vec3<f32>) -> vec3<f32> {
    let offset = place - fright.point;
    let distance = length(offset);
    if !(distance < fright.radius) {
        return vec3(0.0);
    }
    let strength = fright.strength * (1.0 - distance / fright.radius);
    if distance > NO_DIRECTION {
        return strength * direction(offset);
    }
    return strength * direction(before);
}
