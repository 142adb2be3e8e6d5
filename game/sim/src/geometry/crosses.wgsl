// The crossing test of a segment, as in crosses.rs.

// True for a segment that touches a surface or is not finite.
fn crosses(start: vec3<f32>, end: vec3<f32>) -> bool {
    if !is_finite(start) || !is_finite(end) {
        return true;
    }
    let near = segment(start, end, 2.0 * PLACE_ROUNDING * max(amax(start), amax(end)));
    var index = STATIC_TREE;
    while finds_triangle(STATIC_TREE, near, &index) {
        let triangle = relative_to(start, triangles[triangle_of(nodes[index])]);
        index += 1u;
        if cross_segment_triangle(end - start, triangle) {
            return true;
        }
    }
    return false;
}
