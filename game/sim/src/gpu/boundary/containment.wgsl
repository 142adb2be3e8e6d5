// The boundary, as in boundary/mod.rs. The shader that includes this declares
//     @group(0) @binding(..) var<uniform> containment: Containment;

// The volume that boids stay in, and how they do. `Packed` in containment.rs.
struct Containment {
    // From the frame of a box to the world.
    to_world: mat3x3<f32>,
    origin: vec3<f32>,
    shape: u32,
    // Corners of a box in its frame; FAR along an axis that nothing moves along.
    low: vec3<f32>,
    wraps: u32,
    high: vec3<f32>,
    // Distance from the walls at which boids begin to turn away before they move; 0 if they turn outside only.
    margin: f32,
    // Of a sphere, in the world.
    center: vec3<f32>,
    radius: f32,
    // Unit vector, in the world, along which nothing moves; zero if everything may move.
    normal: vec3<f32>,
    // A boid turns as on a way of its speed times the first, in seconds, plus the second, in metres.
    dt: f32,
    way: f32,
}

// Which shape is which.
const NO_BOUNDARY = 0u;
const BOX = 1u;
const SPHERE = 2u;

const MIN_POSITIVE: f32 = 1.17549435e-38;

// Unit vectors inward from each wall that a place is beyond: the first `count`.
struct Inward {
    normals: array<vec3<f32>, 3>,
    count: u32,
}

// Where a boid comes in again that left a wrapping boundary; where it is if it has not, or if there is no other side.
struct Fold {
    place: vec3<f32>,
    is_folded: bool,
}

// A way out through a wrapping boundary.
struct Passage {
    // Where the way leads out.
    exit: vec3<f32>,
    // The same place on the opposite side.
    entry: vec3<f32>,
    // Where the way ends, as seen from there.
    end: vec3<f32>,
    // Whether the way leads out at all; else nothing of the above counts.
    leads_out: bool,
}

fn has_boundary() -> bool {
    return containment.shape != NO_BOUNDARY;
}

// The velocity of a boid at a place before the move.
fn contain(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    if !has_boundary() {
        return velocity;
    }
    if containment.margin > 0.0 {
        return turn_inward(place, curve_away(place, velocity));
    }
    return turn_inward(place, velocity);
}

// The velocity of a boid at a place after the move.
fn contain_after_move(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    return turn_inward(place, velocity);
}

// The velocity, turned away from the walls within the margin.
fn curve_away(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    if containment.shape == BOX {
        return curve_follow(velocity, cuboid_push(place));
    }
    return curve_follow(velocity, ball_push(place));
}

// The velocity of a boid at a place, turned so that it leads no farther out. Through a boundary that wraps it may, if there
// is another side.
fn turn_inward(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    if lets_through(place) {
        return velocity;
    }
    return reverse(place, velocity);
}

// Whether boids at this place may leave, to come in on the other side.
fn lets_through(place: vec3<f32>) -> bool {
    return containment.wraps != 0u && (containment.shape != SPHERE || ball_reaches(place));
}

// The velocity of a boid at a place, turned so that it leads no farther out. What leads inward already is never touched.
fn reverse(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    switch containment.shape {
        case BOX: { return cuboid_reverse(place, velocity); }
        case SPHERE: { return ball_reverse(place, velocity); }
        default: { return velocity; }
    }
}

// Unit vectors inward from each wall that a place is beyond.
fn inward(place: vec3<f32>) -> Inward {
    switch containment.shape {
        case BOX: { return cuboid_inward(place); }
        case SPHERE: { return ball_inward(place); }
        default: { return Inward(); }
    }
}

// Whether a place is beyond a wrapping boundary.
fn is_passing(place: vec3<f32>) -> bool {
    if containment.wraps == 0u {
        return false;
    }
    switch containment.shape {
        case BOX: { return cuboid_is_outside(place); }
        case SPHERE: { return ball_is_outside(place); }
        default: { return false; }
    }
}

// Where a boid comes in again that left a wrapping boundary.
fn fold(place: vec3<f32>) -> Fold {
    if containment.wraps == 0u {
        return Fold(place, false);
    }
    switch containment.shape {
        case BOX: { return cuboid_fold(place); }
        case SPHERE: { return ball_fold(place); }
        default: { return Fold(place, false); }
    }
}

// The first passage through a wrapping boundary on a way that begins inside.
fn passage(start: vec3<f32>, end: vec3<f32>) -> Passage {
    if containment.wraps == 0u {
        return Passage();
    }
    switch containment.shape {
        case BOX: { return cuboid_passage(start, end); }
        case SPHERE: { return ball_passage(start, end); }
        default: { return Passage(); }
    }
}

// A place between two, `share` of the way, which leads through a wrapping boundary where that is shorter.
fn between(start: vec3<f32>, end: vec3<f32>, share: f32) -> vec3<f32> {
    // The end itself is drawn where it is, not folded to there with rounding.
    if containment.wraps == 0u || share >= 1.0 {
        return lerp(start, end, share);
    }
    switch containment.shape {
        case BOX: { return fold(lerp(start, cuboid_nearest_image(end, start), share)).place; }
        case SPHERE: { return fold(lerp(start, ball_nearest_image(end, start), share)).place; }
        default: { return lerp(start, end, share); }
    }
}

fn lerp(start: vec3<f32>, end: vec3<f32>, share: f32) -> vec3<f32> {
    return start * (1.0 - share) + end * share;
}

// The coordinate between `low` and `high` that is a whole number of periods away, as in seam.rs. Counted from the side that
// it is beyond, so that what is near the side loses nothing to rounding, though there is no double precision.
fn fold_coordinate(coordinate: f32, low: f32, high: f32) -> f32 {
    if low <= coordinate && coordinate < high {
        return coordinate;
    }
    let period = high - low;
    let is_above = coordinate >= high;
    let beyond = coordinate - select(low, high, is_above);
    let rest = beyond - trunc(beyond / period) * period;
    let folded = select(high, low, is_above) + rest;
    // Rounding may put it onto the upper side.
    if folded < high {
        return max(folded, low);
    }
    return low;
}
