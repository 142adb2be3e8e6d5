// The moving sphere against all triangles. See the module's documentation for why nothing slips through.

// Half of the distance from 1 to the next number of single precision.
const UNIT = 5.9604645e-8;

// Bounds the rounding of a distance, as a share of how far the corners and the end of the way are.
const NOISE = 24.0 * UNIT;

// Bounds the rounding of a place, as a share of its coordinates.
const ROUNDING = 8.0 * UNIT;

// Share of the radius by which a sphere may come nearer without touching.
const SKIN = 5e-5;

// Of a sphere that starts nearer than that: the least share of the distance it may then be pressed to.
const LEAST_SHARE = 0.0009765625;

// Where nothing can be told any more: squares near the end of single precision.
const FAR = 1e15;

// Of a double root each iteration halves the rest; these resolve it to what rounding leaves of it.
const MOST_ITERATIONS = 24u;

// Where a moving sphere meets a surface.
struct Contact {
    is_hit: bool,
    // How much of the way the sphere can make, 0 to 1.
    fraction: f32,
    // Unit vector from the surface to the centre of the sphere at the contact.
    normal: vec3<f32>,
    // By how much nearer than its radius the sphere may come to that triangle.
    slack: f32,
}

const FREE = Contact(false, 1.0, vec3<f32>(0.0, 0.0, 0.0), 0.0);
const REFUSED = Contact(true, 0.0, vec3<f32>(0.0, 1.0, 0.0), 0.0);

// A straight way of a sphere.
struct Sweep {
    way: vec3<f32>,
    radius: f32,
    // Bounds the rounding of places on the way.
    rounding: f32,
    // The length of the way.
    length: f32,
}

// How near a sphere that starts too near to surfaces may be, as shares of what it has to keep away.
struct Nearness {
    // To the nearest triangle.
    nearest: f32,
    // Down to here it may move along both sides of a gap. A power of two, so that a sphere is not pressed nearer step by step.
    lowest: f32,
}

const KEEPS_AWAY = Nearness(1.0, 1.0);

// Of a sphere at a distance: a little less, so that it can go along surfaces; but for the power of two a little more, since what
// moved at that distance may seem to be nearer afterwards.
fn nearness(distance: f32, limit: f32, noise: f32) -> Nearness {
    let nearest = clamp((distance - 2.0 * noise) / limit, LEAST_SHARE, 1.0);
    let lowest = clamp((distance + 3.0 * noise) / limit, LEAST_SHARE, 1.0);
    return Nearness(nearest, bitcast<f32>(bitcast<u32>(lowest) & 0x7f800000u));
}

struct Meeting {
    contact: Contact,
    start: Nearness,
}

// When the sphere has to stop for a triangle, if it is not stopped earlier: where it comes as near as its radius, if it would
// then come nearer than it may.
fn meet(seen: Seen, sweep: Sweep, may: Nearness, latest: f32) -> Meeting {
    let size = extent(seen) + sweep.length;
    let noise = NOISE * size + 0.25 * sweep.rounding;
    let radius = max(sweep.radius, 2.0 * sweep.rounding + 8.0 * noise);
    let slack = SKIN * radius + sweep.rounding + 4.0 * noise;
    let limit = radius - slack;
    if !(size < FAR) {
        return Meeting(REFUSED, KEEPS_AWAY);
    }
    let face = plane_of_face(seen, vec3(0.0));
    let face_before = face.distance - radius;
    if face_before > 0.0 && face_before + dot(face.normal, sweep.way) > 0.0 {
        return Meeting(FREE, KEEPS_AWAY);
    }

    var plane = farthest_plane(seen, vec3(0.0));
    let start = plane.distance - noise;
    var kept = KEEPS_AWAY;
    if start < limit {
        if start + 3.0 * noise < limit {
            kept = nearness(start, limit, noise);
        }
        // It may leave, by more than rounding hides, or go along in a gap.
        let is_low = start < max(may.lowest * limit, 2.0 * noise);
        let least = select(-noise, noise, is_low);
        let may_go = start > 0.0 && dot(plane.normal, sweep.way) >= least;
        return Meeting(Contact(!may_go, 0.0, plane.normal, slack), kept);
    }
    let floor = max(may.nearest * limit, 2.0 * noise);

    var stop = Contact(false, 0.0, vec3(0.0), slack);
    var time = 0.0;
    for (var i = 0u; i < MOST_ITERATIONS; i++) {
        let slope = dot(plane.normal, sweep.way);
        if slope >= 0.0 {
            return Meeting(FREE, kept);
        }
        var excess = plane.distance - radius;
        if !stop.is_hit && excess <= 0.5 * noise {
            stop = Contact(true, time, plane.normal, slack);
        }
        if stop.is_hit {
            excess = plane.distance - noise - floor;
            if excess <= noise {
                return Meeting(stop, kept);
            }
        }
        time -= excess / slope;
        if time > select(latest, 1.0, stop.is_hit) {
            return Meeting(FREE, kept);
        }
        plane = farthest_plane(seen, sweep.way * time);
    }
    if stop.is_hit {
        return Meeting(stop, kept);
    }
    return Meeting(Contact(true, time, plane.normal, slack), kept);
}

struct Search {
    first: Contact,
    // The least of all triangles.
    start: Nearness,
}

// The first contact with any triangle on a way from `start`.
fn search(start: vec3<f32>, sweep: Sweep, near: Along, may: Nearness) -> Search {
    var found = Search(FREE, KEEPS_AWAY);
    var index = 0u;
    while finds_triangle(near, &index) {
        let triangle = triangles[triangle_of(nodes[index])];
        index += 1u;
        let seen = seen_from(start, triangle);
        let meeting = meet(seen, sweep, may, found.first.fraction);
        found.start.nearest = min(found.start.nearest, meeting.start.nearest);
        found.start.lowest = min(found.start.lowest, meeting.start.lowest);
        let contact = meeting.contact;
        if contact.is_hit && (!found.first.is_hit || contact.fraction < found.first.fraction) {
            found.first = contact;
        }
    }
    return found;
}

// Where a sphere that goes straight from one place to another first meets a surface. Without a contact it may be put to `end`,
// and at a contact to `start + (end - start) * fraction`.
fn sweep(start: vec3<f32>, end: vec3<f32>, radius: f32) -> Contact {
    let way = end - start;
    if !is_finite(start) || !is_finite(end) || !is_finite(way) {
        return REFUSED;
    }
    if all(way == vec3(0.0)) {
        return FREE;
    }
    let rounding = ROUNDING * max(largest(start), largest(end));
    let its_radius = max(radius, 2.0 * rounding);
    let moving = Sweep(way, its_radius, rounding, length(way));
    let near = along(start, end, its_radius + 2.0 * rounding);
    var may = KEEPS_AWAY;
    var first = FREE;
    for (var round = 0u; round < 2u; round++) {
        let found = search(start, moving, near, may);
        first = found.first;
        if found.start.nearest >= 1.0 {
            break;
        }
        may = found.start;
        first.fraction = 0.0;
    }
    return first;
}
