// Time of impact of a moving sphere on a triangle, as in sweep_sphere_triangle.rs. gpu/geometry.rs
// proves that nothing is crossed.

// Half of the distance from 1 to the next number of single precision.
const UNIT = 5.9604645e-8;

// Rounding of a distance: share of the distance of the farthest corner, and share of the length of
// the move and of the radius.
const CORNER_NOISE = 6.0 * UNIT;
const MOVE_NOISE = 24.0 * UNIT;

// Rounding of a position, as a share of its coordinates.
const PLACE_ROUNDING = 8.0 * UNIT;

// Smallest share of its limit to which a sphere may be pressed that starts nearer than its limit.
const LEAST_SHARE = 0.0009765625;

// Largest extent; its square is far from the end of single precision. A larger move is refused.
const LARGEST_EXTENT = 1e15;

// An iteration halves the distance to a double root; this number of them resolves it down to
// rounding.
const MOST_ITERATIONS = 24u;

// Number of nodes that the sweeps of this thread have visited, and of their iterations.
var<private> sweep_work: u32 = 0u;

// True if the sweeps of this thread have taken so much work that they are refused.
fn is_exceeded() -> bool {
    return sweep_work > MOST_SWEEP_WORK;
}

// Contact of a moving sphere with a surface.
struct Contact {
    is_hit: bool,
    // Time of impact: the share of the displacement that the sphere can make, 0 to 1.
    fraction: f32,
    // Unit vector from the surface to the centre of the sphere at the contact.
    normal: vec3<f32>,
    // Distance by which the sphere may come nearer to that triangle than its radius.
    slack: f32,
}

const FREE = Contact(false, 1.0, vec3<f32>(0.0, 0.0, 0.0), 0.0);
const REFUSED = Contact(true, 0.0, vec3<f32>(0.0, 1.0, 0.0), 0.0);

// A straight move of a sphere.
struct Sweep {
    way: vec3<f32>,
    radius: f32,
    // Rounding of positions on the way.
    rounding: f32,
    // Length of the way.
    length: f32,
}

// Distances that a sphere may keep that starts too near to surfaces, as shares of its limit.
struct Nearness {
    // Distance from the nearest triangle.
    nearest: f32,
    // Distance down to which it may move along both sides of a gap. A power of two, so that a
    // sphere is not pressed nearer step by step.
    lowest: f32,
}

const KEEPS_AWAY = Nearness(1.0, 1.0);

// Nearness of a sphere at a distance: a little less, so that it can move along surfaces; but a
// little more for the power of two, since after a move at that distance the sphere may seem nearer.
fn nearness(distance: f32, limit: f32, noise: f32) -> Nearness {
    let nearest = clamp((distance - 2.0 * noise) / limit, LEAST_SHARE, 1.0);
    let lowest = clamp((distance + 3.0 * noise) / limit, LEAST_SHARE, 1.0);
    return Nearness(nearest, bitcast<f32>(bitcast<u32>(lowest) & 0x7f800000u));
}

struct SweepResult {
    contact: Contact,
    start: Nearness,
}

// Time of impact on a triangle, by conservative advancement. The sphere stops at its radius, and
// only if it would otherwise come nearer than its limit.
fn sweep_sphere_triangle(triangle: Triangle, sweep: Sweep, may: Nearness, latest: f32) -> SweepResult {
    let farthest = extent(triangle);
    let noise = CORNER_NOISE * farthest + MOVE_NOISE * (sweep.length + sweep.radius) + 0.25 * sweep.rounding;
    let radius = max(sweep.radius, 2.0 * sweep.rounding + 8.0 * noise);
    let slack = SWEEP_SKIN * radius + sweep.rounding + 4.0 * noise;
    let limit = radius - slack;
    if !(farthest + sweep.length < LARGEST_EXTENT) {
        return SweepResult(REFUSED, KEEPS_AWAY);
    }
    let face = plane_of_face(triangle, vec3(0.0));
    let face_before = face.distance - radius;
    if face_before > 0.0 && face_before + dot(face.normal, sweep.way) > 0.0 {
        return SweepResult(FREE, KEEPS_AWAY);
    }

    var plane = farthest_plane(triangle, vec3(0.0));
    let start = plane.distance - noise;
    var kept = KEEPS_AWAY;
    if start < limit {
        if start + 3.0 * noise < limit {
            kept = nearness(start, limit, noise);
        }
        // It may leave by more than the rounding, or move along in a gap.
        let is_low = start < max(may.lowest * limit, 2.0 * noise);
        let least = select(-noise, noise, is_low);
        let may_go = start > 0.0 && dot(plane.normal, sweep.way) >= least;
        return SweepResult(Contact(!may_go, 0.0, plane.normal, slack), kept);
    }
    let floor = max(may.nearest * limit, 2.0 * noise);

    var stop = Contact(false, 0.0, vec3(0.0), slack);
    var time = 0.0;
    for (var i = 0u; i < MOST_ITERATIONS; i++) {
        sweep_work += 1u;
        let slope = dot(plane.normal, sweep.way);
        if slope >= 0.0 {
            return SweepResult(FREE, kept);
        }
        var excess = plane.distance - radius;
        if !stop.is_hit && excess <= 0.5 * noise {
            stop = Contact(true, time, plane.normal, slack);
        }
        if stop.is_hit {
            excess = plane.distance - noise - floor;
            if excess <= noise {
                return SweepResult(stop, kept);
            }
        }
        time -= excess / slope;
        if time > select(latest, 1.0, stop.is_hit) {
            return SweepResult(FREE, kept);
        }
        plane = farthest_plane(triangle, sweep.way * time);
    }
    if stop.is_hit {
        return SweepResult(stop, kept);
    }
    return SweepResult(Contact(true, time, plane.normal, slack), kept);
}
