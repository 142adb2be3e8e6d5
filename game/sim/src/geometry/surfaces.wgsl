// Points inside of solids, as in surfaces.rs.

// True for a ray that touches a box up to rounding. No component of `inverse` is infinite.
fn ray_touches(place: vec3<f32>, inverse: vec3<f32>, node: GpuNode) -> bool {
    let rounding = PLACE_ROUNDING * max(amax(place), max(amax(node.low), amax(node.high)));
    let to_low = (node.low - rounding - place) * inverse;
    let to_high = (node.high + rounding - place) * inverse;
    let enter = min(to_low, to_high);
    let leave = max(to_low, to_high);
    return max(enter.x, max(enter.y, max(enter.z, 0.0))) <= min(leave.x, min(leave.y, leave.z));
}

// True if a ray leaves more solids of a tree than it enters, less the solids that rooms hollow out.
fn is_enclosed_along(root: u32, place: vec3<f32>, direction: vec3<f32>) -> bool {
    let inverse = 1.0 / direction;
    var count = 0;
    let end = end_of(root);
    var index = root;
    while index < end {
        let node = nodes[index];
        if !ray_touches(place, inverse, node) {
            index = skipped(index, node);
            continue;
        }
        index += 1u;
        if !is_inner(node) && weight_of(node) != 0 {
            let triangle = relative_to(place, triangles[triangle_of(node)]);
            count += weight_of(node) * cross_ray_triangle(direction, triangle);
        }
    }
    return count > 0;
}

// True inside of a solid of a tree: by a majority of three rays.
fn is_inside(root: u32, place: vec3<f32>) -> bool {
    var directions = PARITY_DIRECTIONS;
    var votes = 0u;
    for (var i = 0u; i < 3u; i++) {
        votes += u32(is_enclosed_along(root, place, directions[i]));
    }
    return votes >= 2u;
}
