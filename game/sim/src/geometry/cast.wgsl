// Sphere cast, as in cast.rs. For looks, not for moves: it proves nothing.

// Distance, in metres, that a sphere can go along a unit direction before it touches a surface; at
// most `most`.
fn cast_sphere(start: vec3<f32>, direction: vec3<f32>, most: f32, radius: f32) -> f32 {
    let rounding = PLACE_ROUNDING * max(amax(start), amax(start + direction * most));
    let its_radius = max(radius, 2.0 * rounding);
    let sphere = SphereCast(direction, its_radius * (1.0 - CAST_SKIN) - rounding);
    let reach = its_radius + 2.0 * rounding;
    var near = segment(start, start + direction * most, reach);
    var first = most;
    var index = STATIC_TREE;
    while finds_triangle(STATIC_TREE, near, &index) {
        let triangle = relative_to(start, triangles[triangle_of(nodes[index])]);
        index += 1u;
        let way = cast_sphere_triangle(sphere, triangle, first);
        if way < first {
            first = way;
            near = segment(start, start + direction * way, reach);
        }
    }
    return first;
}
