// The boundary, as in containment.rs. `boundary` is the uniform of the pass.

// Unit vectors inward from each wall that a point is beyond: the first `count`.
struct Inward {
    normals: array<vec3<f32>, 3>,
    count: u32,
}

// Point at which a boid re-enters that left a periodic boundary, or at which the wall holds one in the
// wind. Its own position if it did not leave, or if there is no opposite side.
struct Folded {
    place: vec3<f32>,
    is_folded: bool,
}

// Exit through a periodic boundary.
struct Passage {
    exit: vec3<f32>,
    // The same point on the opposite side.
    entry: vec3<f32>,
    // End of the displacement as seen from the opposite side.
    end: vec3<f32>,
    // False if the displacement ends inside; the other fields are meaningless then.
    leads_out: bool,
}

// The velocity, turned so that it leads no farther out. A periodic boundary may be left where it
// has an opposite side.
fn turn_inward(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    if lets_through(place) {
        return velocity;
    }
    return reverse(place, velocity);
}

// True if boids may leave here, to re-enter on the opposite side.
fn lets_through(place: vec3<f32>) -> bool {
    return boundary.wraps != 0u && (boundary.shape != SPHERE || sphere_reaches(place));
}

// The velocity, turned so that it leads no farther out. One that leads inward stays as it is.
fn reverse(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    switch boundary.shape {
        case BOX: { return cuboid_reverse(place, velocity); }
        case SPHERE: { return sphere_reverse(place, velocity); }
        default: { return velocity; }
    }
}

// End of a displacement in wind: no farther out than where the boid's own motion leads, or than the
// wall. Folded where that changes it.
fn hold(own: vec3<f32>, end: vec3<f32>) -> Folded {
    if lets_through(end) {
        return Folded(end, false);
    }
    switch boundary.shape {
        case BOX: { return cuboid_hold(own, end); }
        case SPHERE: { return sphere_hold(own, end); }
        default: { return Folded(end, false); }
    }
}

fn inward(place: vec3<f32>) -> Inward {
    switch boundary.shape {
        case BOX: { return cuboid_inward(place); }
        case SPHERE: { return sphere_inward(place); }
        default: { return Inward(); }
    }
}

// Lower bound of the distance of a point outside; not above 0 inside.
fn distance_outside(place: vec3<f32>) -> f32 {
    switch boundary.shape {
        case BOX: { return cuboid_distance_outside(place); }
        case SPHERE: { return sphere_distance_outside(place); }
        default: { return 0.0; }
    }
}

fn fold(place: vec3<f32>) -> Folded {
    if boundary.wraps == 0u {
        return Folded(place, false);
    }
    switch boundary.shape {
        case BOX: { return cuboid_fold(place); }
        case SPHERE: { return sphere_fold(place); }
        default: { return Folded(place, false); }
    }
}

// True for a point beyond a periodic boundary.
fn is_passing(place: vec3<f32>) -> bool {
    if boundary.wraps == 0u {
        return false;
    }
    switch boundary.shape {
        case BOX: { return cuboid_is_outside(place); }
        case SPHERE: { return sphere_is_outside(place); }
        default: { return false; }
    }
}

// First passage through a periodic boundary on a straight line that begins inside.
fn passage(start: vec3<f32>, end: vec3<f32>) -> Passage {
    if boundary.wraps == 0u {
        return Passage();
    }
    switch boundary.shape {
        case BOX: { return cuboid_passage(start, end); }
        case SPHERE: { return sphere_passage(start, end); }
        default: { return Passage(); }
    }
}

// Interpolation between two points, through a periodic boundary where that is shorter.
fn between(start: vec3<f32>, end: vec3<f32>, share: f32) -> vec3<f32> {
    // The end itself is not folded: that would round it.
    if boundary.wraps == 0u || share >= 1.0 {
        return lerp(start, end, share);
    }
    switch boundary.shape {
        case BOX: { return fold(lerp(start, nearest_image(end, start), share)).place; }
        case SPHERE: { return fold(lerp(start, sphere_nearest_image(end, start), share)).place; }
        default: { return lerp(start, end, share); }
    }
}

fn lerp(start: vec3<f32>, end: vec3<f32>, share: f32) -> vec3<f32> {
    return start * (1.0 - share) + end * share;
}
