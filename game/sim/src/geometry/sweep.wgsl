// Continuous collision detection of a moving sphere, as in sweep.rs.

struct SweepSearch {
    first: Contact,
    // Minimum over all triangles.
    start: Nearness,
}

// First contact with any triangle of a tree on a move from `start`.
fn first_contact(root: u32, start: vec3<f32>, sweep: Sweep, reach: f32, may: Nearness) -> SweepSearch {
    var found = SweepSearch(FREE, KEEPS_AWAY);
    var near = segment(start, start + sweep.way, reach);
    let end = end_of(root);
    var index = root;
    while index < end && !is_exceeded() {
        sweep_work += 1u;
        let node = nodes[index];
        if !touches(near, node) {
            index = skipped(index, node);
            continue;
        }
        index += 1u;
        if is_inner(node) {
            continue;
        }
        let triangle = relative_to(start, triangles[triangle_of(node)]);
        let result = sweep_sphere_triangle(triangle, sweep, may, found.first.fraction);
        found.start.nearest = min(found.start.nearest, result.start.nearest);
        found.start.lowest = min(found.start.lowest, result.start.lowest);
        let contact = result.contact;
        if contact.is_hit && (!found.first.is_hit || contact.fraction < found.first.fraction) {
            found.first = contact;
            near = segment(start, start + sweep.way * contact.fraction, reach);
        }
    }
    return found;
}

// First contact of a sphere that moves straight from one point to another. It can be moved to `end`
// without a contact, and to `start + (end - start) * fraction` at a contact.
fn sweep(start: vec3<f32>, end: vec3<f32>, radius: f32) -> Contact {
    let way = end - start;
    if !is_finite(start) || !is_finite(end) || !is_finite(way) {
        return REFUSED;
    }
    if all(way == vec3(0.0)) {
        return FREE;
    }
    let rounding = PLACE_ROUNDING * max(amax(start), amax(end));
    let its_radius = max(radius, 2.0 * rounding);
    return sweep_tree(STATIC_TREE, start, Sweep(way, its_radius, rounding, length(way)));
}

// First contact of a sphere with the triangles of a tree. The way is finite and has a length.
fn sweep_tree(root: u32, start: vec3<f32>, sweep: Sweep) -> Contact {
    let reach = sweep.radius + 2.0 * sweep.rounding;
    var may = KEEPS_AWAY;
    var first = FREE;
    for (var round = 0u; round < 2u; round++) {
        let found = first_contact(root, start, sweep, reach, may);
        first = found.first;
        if found.start.nearest >= 1.0 {
            break;
        }
        may = found.start;
        first.fraction = 0.0;
    }
    if is_exceeded() {
        return REFUSED;
    }
    return first;
}
