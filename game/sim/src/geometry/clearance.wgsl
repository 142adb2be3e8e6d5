// Test for a free position, as in clearance.rs.

// True if a surface of a tree is nearer than the radius.
fn is_near_surface(root: u32, place: vec3<f32>, radius: f32) -> bool {
    let near = segment(place, place, radius + PLACE_ROUNDING * amax(place));
    var index = root;
    while finds_triangle(root, near, &index) {
        let triangle = relative_to(place, triangles[triangle_of(nodes[index])]);
        index += 1u;
        if farthest_plane(triangle, vec3(0.0)).distance < radius {
            return true;
        }
    }
    return false;
}

// True if a sphere is free here: no surface is nearer than its radius, and it is not inside of a
// solid of the tree.
fn is_clear(root: u32, place: vec3<f32>, radius: f32) -> bool {
    return is_finite(place) && !is_near_surface(root, place, radius) && !is_inside(root, place);
}
