// Signed distance to a convex shape in its own frame, as in convex.rs. The pass declares `faces`.

struct ShapeSeparation {
    // Negative inside.
    distance: f32,
    // Unit vector away from the shape.
    outward: vec3<f32>,
}

// For a place outside of a core, at this offset from its nearest point.
fn separation_outside(offset: vec3<f32>) -> ShapeSeparation {
    let distance = length(offset);
    if distance > 0.0 {
        return ShapeSeparation(distance, offset / distance);
    }
    return ShapeSeparation(0.0, vec3(0.0, 1.0, 0.0));
}

fn shape_separation(obstacle: ObstacleUniform, place: vec3<f32>) -> ShapeSeparation {
    var of_core: ShapeSeparation;
    switch obstacle.kind {
        case OBSTACLE_SEGMENT: { of_core = separation_from_segment(obstacle, place); }
        case OBSTACLE_BOX: { of_core = separation_from_box(obstacle.core, place); }
        default: { of_core = separation_from_hull(obstacle, place); }
    }
    return ShapeSeparation(of_core.distance - obstacle.rounding, of_core.outward);
}

fn separation_from_segment(obstacle: ObstacleUniform, place: vec3<f32>) -> ShapeSeparation {
    let along = obstacle.along;
    let offset = place - obstacle.core;
    let squared = dot(along, along);
    var share = 0.0;
    if squared > 0.0 {
        share = clamp(dot(offset, along) / squared, 0.0, 1.0);
    }
    return separation_outside(offset - along * share);
}

fn separation_from_box(half: vec3<f32>, place: vec3<f32>) -> ShapeSeparation {
    let beyond = abs(place) - half;
    let sides = select(vec3(-1.0), vec3(1.0), place >= vec3(0.0));
    let most = max(beyond.x, max(beyond.y, beyond.z));
    if most > 0.0 {
        return separation_outside(max(beyond, vec3(0.0)) * sides);
    }
    if beyond.x == most {
        return ShapeSeparation(most, vec3(sides.x, 0.0, 0.0));
    }
    if beyond.y == most {
        return ShapeSeparation(most, vec3(0.0, sides.y, 0.0));
    }
    return ShapeSeparation(most, vec3(0.0, 0.0, sides.z));
}

fn separation_from_hull(obstacle: ObstacleUniform, place: vec3<f32>) -> ShapeSeparation {
    var highest = ShapeSeparation(-MOST_DISTANCE, vec3(0.0, 1.0, 0.0));
    var nearest = BoundingPlane(vec3(0.0), MOST_DISTANCE);
    let end = obstacle.first_face + obstacle.face_count;
    for (var i = obstacle.first_face; i < end; i++) {
        let face = relative_to(place, faces[i]);
        let height = -dot(face.normal, face.a);
        if height > highest.distance {
            highest = ShapeSeparation(height, face.normal);
        }
        let plane = farthest_plane(face, vec3(0.0));
        if plane.distance < nearest.distance {
            nearest = plane;
        }
    }
    if highest.distance <= 0.0 {
        return highest;
    }
    // All of the hull lies behind the farther of the two planes, whatever rounding made of them.
    var support = MOST_DISTANCE;
    for (var i = obstacle.first_face; i < end; i++) {
        let face = relative_to(place, faces[i]);
        support = min(support, plane_across(face, nearest.normal, vec3(0.0)).distance);
    }
    if support > highest.distance {
        return ShapeSeparation(support, nearest.normal);
    }
    return highest;
}
