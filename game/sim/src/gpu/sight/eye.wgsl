// How far a body could go from where it is. The pass declares `lookout`.

// How far, in units of what the clearances may be off, the triangles decide what is in the way of a boid.
const EXACT = 0.25;

// The shortest way, in the same units, that it is worth while to go by a clearance.
const LEAST = 0.05;

// Most places on a ray at which it is worth while to look up a clearance, and most pieces of it along which the triangles decide.
const MOST_PLACES = 256.0;
const MOST_PIECES = 16.0;

// Bounds the rounding of places and distances, as a share of the coordinates.
const PLACE_ROUNDING = 2e-6;

// More than the places and the pieces of any ray.
const MOST_STEPS = 300u;

// In place of how far an obstacle is: there is none.
const CLEAR = -1.0;

struct Eye {
    place: vec3<f32>,
    // How far it sees, in metres.
    view: f32,
    // What is this far from all surfaces is a place where the body is free for certain.
    margin: f32,
    // How far from here the body is free in all directions.
    free: f32,
    // How far the triangles decide what is in the way.
    exact: f32,
    // The shortest way that it is worth while to go by a clearance.
    least: f32,
}

fn eye_at(place: vec3<f32>, view: f32, clearance: f32) -> Eye {
    let size = abs(place);
    let margin = lookout.radius + PLACE_ROUNDING * (max(max(size.x, size.y), size.z) + view);
    let free = max(clearance - margin, 0.0);
    let exact = EXACT * min(lookout.error, view);
    let least = max(LEAST * lookout.error, view / MOST_PLACES);
    return Eye(place, view, margin, free, exact, least);
}

// How far the body could go along a unit direction before it meets a surface; CLEAR if it sees no surface there.
fn obstacle_along(eye: Eye, direction: vec3<f32>) -> f32 {
    var way = eye.free;
    for (var step = 0u; step < MOST_STEPS; step++) {
        if way >= eye.view {
            return CLEAR;
        }
        let free = clearance_at(eye.place + direction * way) - eye.margin;
        if free > eye.least {
            way += free;
            continue;
        }
        let end = min(end_of_close_look(eye, direction, way), eye.view);
        if end <= way {
            return way;
        }
        let piece = end - way;
        let obstacle = cast_sphere(eye.place + direction * way, direction, piece, lookout.radius);
        if obstacle < piece {
            return way + obstacle;
        }
        way = end;
    }
    return way;
}

// How far the triangles decide what is in the way, from where the clearances do not let the body go on; no farther if there is an
// obstacle.
fn end_of_close_look(eye: Eye, direction: vec3<f32>, way: f32) -> f32 {
    if way < eye.exact {
        return eye.exact;
    }
    if lookout.is_coarse == 1u || !is_fine(eye.place + direction * way) {
        return way + max(lookout.block, eye.view / MOST_PIECES);
    }
    return way;
}
