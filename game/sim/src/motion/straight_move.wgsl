// Straight moves far from geometry, as in straight_move.rs.

// True if a sphere with this clearance is sure to meet nothing on its way. False for NaN.
fn is_far(clearance: f32, start: vec3<f32>, end: vec3<f32>, way: vec3<f32>) -> bool {
    let coordinates = dot(abs(start) + abs(end), vec3(1.0));
    let gap = clearance - motion.radius - MOVE_ROUNDING * coordinates;
    return gap > 0.0 && gap * gap > dot(way, way) * MOVE_LARGER && is_finite(end);
}
