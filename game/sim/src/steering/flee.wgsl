// Flight from scares, as in flee.rs.

// Acceleration of a boid with this velocity before the step. At the point of the scare itself it
// flees along its velocity.
fn flee_acceleration(source: FleeSourceUniform, place: vec3<f32>, before: vec3<f32>) -> vec3<f32> {
    let offset = place - source.point;
    let distance = length(offset);
    if !(distance < source.radius) {
        return vec3(0.0);
    }
    let strength = source.strength * (1.0 - distance / source.radius);
    if distance > NO_DIRECTION {
        return strength * direction(offset);
    }
    return strength * direction(before);
}
