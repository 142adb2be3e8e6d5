// Meshes as obstacles, in their own frames, as in mesh.rs. The pass declares `nodes` and `triangles`,
// which hold the trees of all meshes, and the constant or override HAS_MESHES, which is false if there
// are none.

fn is_mesh(obstacle: ObstacleUniform) -> bool {
    return HAS_MESHES && obstacle.kind == OBSTACLE_MESH;
}

// A mesh has no faces of its own; this field holds the root of its tree.
fn tree_of(obstacle: ObstacleUniform) -> u32 {
    return obstacle.first_face;
}

// First contact of a boid with a mesh. The contact of a refused sweep has no normal.
fn mesh_contact(
    obstacle: ObstacleUniform,
    start: vec3<f32>,
    way: vec3<f32>,
    stop: f32,
    rounding: f32,
) -> LocalContact {
    if all(way == vec3(0.0)) {
        return NO_CONTACT;
    }
    let contact = sweep_tree(tree_of(obstacle), start, Sweep(way, stop, rounding, length(way)));
    if contact.is_hit && contact.slack == 0.0 {
        return LocalContact(true, start, vec3(0.0), stop, 0.0);
    }
    return LocalContact(contact.is_hit, start + way * contact.fraction, contact.normal, stop, contact.slack);
}

// True if a mesh is nearer than a distance, or if the place is inside of one of its solids.
fn is_near_mesh(obstacle: ObstacleUniform, place: vec3<f32>, distance: f32) -> bool {
    let root = tree_of(obstacle);
    let box = nodes[root];
    if any(place < box.low - distance) || any(place > box.high + distance) {
        return false;
    }
    let has_solids = obstacle.face_count > 0u;
    return is_near_surface(root, place, distance) || has_solids && is_inside(root, place);
}

// The plane before the surface of a mesh that is nearest to a place; at `within` if none is nearer.
fn nearest_of_mesh(obstacle: ObstacleUniform, place: vec3<f32>, within: f32) -> BoundingPlane {
    let root = tree_of(obstacle);
    let rounding = PLACE_ROUNDING * amax(place);
    var near = segment(place, place, within + rounding);
    var nearest = BoundingPlane(vec3(0.0), within);
    var index = root;
    while finds_triangle(root, near, &index) {
        let plane = farthest_plane(relative_to(place, triangles[triangle_of(nodes[index])]), vec3(0.0));
        index += 1u;
        if plane.distance < nearest.distance {
            nearest = plane;
            near = segment(place, place, max(plane.distance, 0.0) + rounding);
        }
    }
    return nearest;
}
