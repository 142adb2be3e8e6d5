// Minimum image convention, as in minimum_image.rs.

// Offset to the nearest periodic image. Both boids are inside the box, so only the adjacent images
// come into question.
fn minimum_image(offset: vec3<f32>) -> vec3<f32> {
    let halves = 0.5 * boundary.periods;
    let back = select(vec3(0.0), boundary.periods, offset > halves);
    let forth = select(vec3(0.0), boundary.periods, offset < -halves);
    return offset - back + forth;
}
