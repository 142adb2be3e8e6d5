// Lets the boids look around that are to. Each looks along the directions from straight ahead outwards, one ray after the other.

@group(0) @binding(0) var<uniform> lookout: Lookout;
@group(0) @binding(1) var<uniform> field: Field;
@group(0) @binding(2) var<uniform> directions: array<vec4<f32>, 1000>;
@group(0) @binding(3) var<storage, read> blocks: array<u32>;
@group(0) @binding(4) var<storage, read> cells: array<u32>;
@group(0) @binding(5) var<storage, read> nodes: array<Node>;
@group(0) @binding(6) var<storage, read> triangles: array<Triangle>;
@group(0) @binding(7) var<storage, read> due: array<Due>;
@group(0) @binding(8) var<storage, read> due_count: u32;
@group(0) @binding(9) var<storage, read_write> memory: array<Memory>;
@group(0) @binding(10) var<storage, read_write> counters: array<atomic<u32>, COUNTERS>;

// The nearness of an obstacle at the very end of what a boid sees.
const FAINT = 1.1920929e-7;

// How far boids turn away from obstacles alongside.
const SHYNESS = 1.0;

// Share of the way to an obstacle after which a boid that sees it looks again.
const PATIENCE = 1.0 / 3.0;

// More steps than between any two looks, and as a number that is exact.
const MANY_STEPS = 1073741824.0;

// What a boid sees.
struct Survey {
    eye: Eye,
    gaze: Gaze,
    // The direction that it found before; zero if none.
    kept: vec3<f32>,
    rays: u32,
    // How far the nearest obstacle is that was seen along the examined directions.
    nearest: f32,
    // The direction along which the obstacle is farthest; the first of several.
    farthest: f32,
    farthest_way: vec3<f32>,
}

fn ray_along(survey: ptr<function, Survey>, direction: vec3<f32>) -> f32 {
    (*survey).rays += 1u;
    let obstacle = obstacle_along((*survey).eye, direction);
    if obstacle > (*survey).farthest {
        (*survey).farthest = obstacle;
        (*survey).farthest_way = direction;
    }
    return obstacle;
}

// Where to go; zero if nothing is in the way.
fn look_around(survey: ptr<function, Survey>) -> vec3<f32> {
    var is_ahead_free = false;
    var first_free = vec3(0.0);
    var blocked = vec3(0.0);
    for (var ray = 0u; ray < lookout.examined; ray++) {
        let direction = turned((*survey).gaze, directions[ray].xyz);
        let obstacle = ray_along(survey, direction);
        if obstacle != CLEAR {
            (*survey).nearest = min((*survey).nearest, obstacle);
            blocked += direction * (1.0 - obstacle / (*survey).eye.view);
        } else if all(first_free == vec3(0.0)) {
            first_free = direction;
        }
        if ray == 0u {
            is_ahead_free = obstacle == CLEAR;
        }
    }
    if (*survey).farthest == CLEAR {
        return vec3(0.0);
    }
    if is_ahead_free {
        return away_from(blocked, (*survey).gaze.ahead);
    }
    return way_out(survey, first_free);
}

// Ahead, turned away from what is alongside.
fn away_from(blocked: vec3<f32>, ahead: vec3<f32>) -> vec3<f32> {
    let away = ahead - blocked * SHYNESS;
    let size = length(away);
    return select(ahead, away / size, size > FAINT);
}

// Around what is ahead: the direction found before while it is free, else the first free one from straight ahead outwards, or
// the one along which the obstacle is farthest.
fn way_out(survey: ptr<function, Survey>, first_free: vec3<f32>) -> vec3<f32> {
    let kept = (*survey).kept;
    if any(kept != vec3(0.0)) && dot((*survey).gaze.ahead, kept) >= lookout.edge {
        (*survey).rays += 1u;
        if obstacle_along((*survey).eye, kept) == CLEAR {
            return kept;
        }
    }
    if any(first_free != vec3(0.0)) {
        return first_free;
    }
    for (var ray = lookout.examined; ray < lookout.directions; ray++) {
        let direction = turned((*survey).gaze, directions[ray].xyz);
        if ray_along(survey, direction) == CLEAR {
            return direction;
        }
    }
    return (*survey).farthest_way;
}

// Steps until the next look of a boid: a share of the time to get to what it saw, and of the time to get to any surface, whatever
// way it takes.
fn wait_of(boid: Due, view: f32, nearness: f32, next: u32) -> i32 {
    if !knows(next) {
        // Those that come near together look at different times from then on.
        return 1 + bitcast<i32>(boid.slot) % lookout.interval;
    }
    if !(view > 0.0) {
        return lookout.interval;
    }
    let free = max(boid.clearance - lookout.radius, 0.0) / view;
    let ahead = PATIENCE * (1.0 - nearness);
    let steps = i32(clamp(min(ahead, free) * lookout.view_steps, 0.0, MANY_STEPS));
    return max(min(steps, lookout.longest_wait), lookout.interval);
}

// The direction that a boid found before; zero if none.
fn kept_by(slot: u32, next: u32) -> vec3<f32> {
    if !is_warned(next) || !knows(next) {
        return vec3(0.0);
    }
    let warning = memory[slot].warning;
    let size = length(warning);
    return select(vec3(0.0), warning / size, size > 0.0);
}

@compute @workgroup_size(256)
fn sight_look(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x >= due_count {
        return;
    }
    let boid = due[thread.x];
    let velocity = in_plane(boid.velocity);
    let speed = length(velocity);
    let view = lookout.look_ahead * speed;
    // At rest, or too far away for what it sees after all.
    if !(speed > NO_DIRECTION) || !(boid.clearance < view + lookout.radius) {
        return;
    }
    let next = memory[boid.slot].next;
    let eye = eye_at(boid.place, view, boid.clearance);
    let gaze = gaze_along(direction(velocity));
    var survey = Survey(eye, gaze, kept_by(boid.slot, next), 0u, view, CLEAR, vec3(0.0));
    let found = look_around(&survey);
    let nearness = select(0.0, max(1.0 - survey.nearest / view, FAINT), survey.farthest != CLEAR);
    let warning = found * nearness;
    let has_warning = any(warning != vec3(0.0));
    memory[boid.slot].next = next_after(wait_of(boid, view, nearness, next), has_warning);
    if has_warning {
        memory[boid.slot].warning = warning;
    }
    atomicAdd(&counters[RAYS], survey.rays);
}
