// Step part 5: each boid goes where its velocity leads, as far as the geometry lets it. As in travel/mod.rs.

// Whether the boundary wraps round.
override WRAPS: bool = false;

// Whether every move is tested once more.
override IS_CHECKED: bool = false;

@group(0) @binding(0) var<storage, read> places: array<Place>;
@group(0) @binding(1) var<storage, read> clearances: array<f32>;
@group(0) @binding(2) var<storage, read_write> motions: array<Motion>;
@group(0) @binding(3) var<storage, read_write> arrivals: array<Place>;
@group(0) @binding(4) var<storage, read_write> counters: array<atomic<u32>, COUNTERS>;
@group(0) @binding(5) var<storage, read> nodes: array<Node>;
@group(0) @binding(6) var<storage, read> triangles: array<Triangle>;
@group(0) @binding(7) var<uniform> travel: Travel;
@group(0) @binding(8) var<uniform> containment: Containment;

// Bounds, as a share of a coordinate, how far places and the radius that a sweep takes may be off.
const GLIDE_ROUNDING = 32.0 * UNIT;

// Makes a square larger than its rounding.
const LARGER = 1.000001;

// Whether a sphere with this clearance is sure to meet nothing on its way. Not if it is not a number.
fn is_far(clearance: f32, start: vec3<f32>, end: vec3<f32>, way: vec3<f32>) -> bool {
    let coordinates = dot(abs(start) + abs(end), vec3(1.0));
    let room = clearance - travel.radius - GLIDE_ROUNDING * coordinates;
    return room > 0.0 && room * room > dot(way, way) * LARGER && is_finite(end);
}

// Moves a boid, through a wrapping boundary if it leads there. One that is outside, and has no room on the other side, comes in on
// its own side.
fn arrive(start: vec3<f32>, velocity: vec3<f32>) -> Arrival {
    if !WRAPS {
        return go(start, velocity);
    }
    var way = velocity * travel.dt;
    var heading = velocity;
    var is_outside = false;
    var result = arrival(start, velocity, false);
    // First as it likes; then as the geometry lets it, if what became of that leads out too.
    for (var i = 0u; i < 2u; i++) {
        let passed = pass_through(start, way, false);
        if passed.is_folded {
            return Arrival(passed.place, result.velocity, result.is_contact, true, way);
        }
        if i == 1u {
            // It stays where it is rather than leave.
            return arrival(start, result.velocity, true);
        }
        // Unless it comes in by itself.
        if fold(start + way).is_folded && fold(start).is_folded {
            is_outside = true;
            heading = reverse(start, velocity);
        }
        result = go(start, heading);
        if is_outside || !fold(result.position).is_folded {
            return result;
        }
        if !result.is_contact {
            return arrival(start, -velocity, true);
        }
        way = result.position - start;
    }
    return arrival(start, velocity, true);
}

// Share of a coordinate by which compilers may let one sum made in two places differ.
const CONTRACTION: f32 = 4e-6;

// Whether the move of a boid crossed a surface.
fn has_crossed(start: vec3<f32>, made: Arrival) -> bool {
    if WRAPS && made.has_passed {
        let goal = pass_through(start, made.way, true);
        let rounding = CONTRACTION * (abs(start) + abs(made.position) + abs(made.way));
        return !goal.is_folded || !all(abs(goal.place - made.position) <= rounding);
    }
    return crosses(start, made.position);
}

@compute @workgroup_size(256)
fn travel_among_obstacles(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= travel.count {
        return;
    }
    let start = places[index].position;
    let velocity = motions[index].velocity;
    let way = velocity * travel.dt;
    var made = arrival(start + way, velocity, false);
    let passes = WRAPS && is_passing(made.position);
    if passes || !is_far(clearances[index], start, made.position, way) {
        made = arrive(start, velocity);
        motions[index].velocity = made.velocity;
    }
    arrivals[index] = Place(made.position, places[index].slot);
    if made.is_contact {
        atomicAdd(&counters[CONTACTS], 1u);
    }
    if IS_CHECKED && has_crossed(start, made) {
        atomicAdd(&counters[CROSSINGS], 1u);
    }
}
