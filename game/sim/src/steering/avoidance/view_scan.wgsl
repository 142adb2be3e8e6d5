// Looks of a boid, as in view_scan.rs. The pass declares `avoidance`, `directions` and `memory`.

// More steps than between any two looks; exact in single precision.
const MANY_STEPS = 1073741824.0;

// A scan of the view in progress.
struct ViewScan {
    tracer: SphereTracer,
    frame: ViewFrame,
    // Direction found by the look before; zero if none.
    kept: vec3<f32>,
    rays: u32,
    // Distance of the nearest surface along the examined directions.
    nearest: f32,
    // Direction with the farthest surface; the first of several.
    farthest: f32,
    farthest_direction: vec3<f32>,
}

fn cast_ray(scan: ptr<function, ViewScan>, direction: vec3<f32>) -> f32 {
    (*scan).rays += 1u;
    let surface = surface_along((*scan).tracer, direction);
    if surface > (*scan).farthest {
        (*scan).farthest = surface;
        (*scan).farthest_direction = direction;
    }
    return surface;
}

// Direction to go; zero if nothing is in the way.
fn run_scan(scan: ptr<function, ViewScan>) -> vec3<f32> {
    var is_ahead_free = false;
    var first_free = vec3(0.0);
    var blocked = vec3(0.0);
    for (var ray = 0u; ray < avoidance.examined; ray++) {
        let direction = view_frame_direction((*scan).frame, directions[ray].xyz);
        let surface = cast_ray(scan, direction);
        if surface != CLEAR {
            (*scan).nearest = min((*scan).nearest, surface);
            blocked += direction * (1.0 - surface / (*scan).tracer.view);
        } else if all(first_free == vec3(0.0)) {
            first_free = direction;
        }
        if ray == 0u {
            is_ahead_free = surface == CLEAR;
        }
    }
    if (*scan).farthest == CLEAR {
        return vec3(0.0);
    }
    if is_ahead_free {
        return away_from(blocked, (*scan).frame.ahead);
    }
    return way_out(scan, first_free);
}

// Straight ahead, turned away from surfaces alongside.
fn away_from(blocked: vec3<f32>, ahead: vec3<f32>) -> vec3<f32> {
    let away = ahead - blocked * SHYNESS;
    let size = length(away);
    return select(ahead, away / size, size > FAINT);
}

// Around the surface ahead: the direction found before while it is free, else the first free one
// from straight ahead outwards, or the one with the farthest surface.
fn way_out(scan: ptr<function, ViewScan>, first_free: vec3<f32>) -> vec3<f32> {
    let kept = (*scan).kept;
    if any(kept != vec3(0.0)) && dot((*scan).frame.ahead, kept) >= avoidance.edge {
        (*scan).rays += 1u;
        if surface_along((*scan).tracer, kept) == CLEAR {
            return kept;
        }
    }
    if any(first_free != vec3(0.0)) {
        return first_free;
    }
    for (var ray = avoidance.examined; ray < avoidance.directions; ray++) {
        let direction = view_frame_direction((*scan).frame, directions[ray].xyz);
        if cast_ray(scan, direction) == CLEAR {
            (*scan).rays += rest_of_group(ray);
            return direction;
        }
    }
    return (*scan).farthest_direction;
}

// The CPU casts RAYS_AT_ONCE rays together. The other rays of the group are counted, as they count
// for its budget.
fn rest_of_group(ray: u32) -> u32 {
    let others = RAYS_AT_ONCE - 1u - (ray - avoidance.examined) % RAYS_AT_ONCE;
    return min(others, avoidance.directions - 1u - ray);
}

// Number of steps until the next look: a share of the time to the surface, and at most the time to
// any surface.
fn wait_of(boid: DueLook, view: f32, nearness: f32, next: u32) -> i32 {
    if !knows(next) {
        // Boids that come near together look at different times from then on.
        return 1 + bitcast<i32>(boid.slot) % avoidance.interval;
    }
    if !(view > 0.0) {
        return avoidance.interval;
    }
    let free = max(boid.clearance - avoidance.radius, 0.0) / view;
    let ahead = PATIENCE * (1.0 - nearness);
    let steps = i32(clamp(min(ahead, free) * avoidance.view_steps, 0.0, MANY_STEPS));
    return max(min(steps, avoidance.longest_wait), avoidance.interval);
}

// Direction found by the look before; zero if none.
fn kept_direction(slot: u32, next: u32) -> vec3<f32> {
    if !has_escape(next) || !knows(next) {
        return vec3(0.0);
    }
    let escape = memory[slot].escape;
    let size = length(escape);
    return select(vec3(0.0), escape / size, size > 0.0);
}

struct LookResult {
    // Direction found, of the length of the nearness of the surface; zero if nothing is in the way.
    escape: vec3<f32>,
    // Next look.
    next: u32,
    rays: u32,
}

fn look_of(boid: DueLook) -> LookResult {
    let velocity = in_plane(boid.velocity);
    let view = avoidance.look_ahead * length(velocity);
    let next = memory[boid.slot].next;
    let tracer = tracer_at(boid.place, view, boid.clearance);
    let frame = view_frame_along(direction(velocity));
    var scan = ViewScan(tracer, frame, kept_direction(boid.slot, next), 0u, view, CLEAR, vec3(0.0));
    let found = run_scan(&scan);
    let nearness = select(0.0, max(1.0 - scan.nearest / view, FAINT), scan.farthest != CLEAR);
    let escape = found * nearness;
    let wait = wait_of(boid, view, nearness, next);
    return LookResult(escape, next_after(wait, any(escape != vec3(0.0))), scan.rays);
}
