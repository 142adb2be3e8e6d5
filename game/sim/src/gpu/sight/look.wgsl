// A look around, and what a boid makes of it. The pass declares `lookout`, `directions` and `memory`.

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
            (*survey).rays += rest_of_four(ray);
            return direction;
        }
    }
    return (*survey).farthest_way;
}

// The processor casts rays in fours, and so up to three more than this one. They are counted, as they count for its budget.
fn rest_of_four(ray: u32) -> u32 {
    let others = 3u - (ray - lookout.examined) % 4u;
    return min(others, lookout.directions - 1u - ray);
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

// What comes of a look.
struct Outcome {
    // The direction found, as long as the obstacle is near; zero if nothing is in the way.
    warning: vec3<f32>,
    // When the boid looks again.
    next: u32,
    rays: u32,
}

fn look_of(boid: Due) -> Outcome {
    let velocity = in_plane(boid.velocity);
    let view = lookout.look_ahead * length(velocity);
    let next = memory[boid.slot].next;
    let eye = eye_at(boid.place, view, boid.clearance);
    let gaze = gaze_along(direction(velocity));
    var survey = Survey(eye, gaze, kept_by(boid.slot, next), 0u, view, CLEAR, vec3(0.0));
    let found = look_around(&survey);
    let nearness = select(0.0, max(1.0 - survey.nearest / view, FAINT), survey.farthest != CLEAR);
    let warning = found * nearness;
    let wait = wait_of(boid, view, nearness, next);
    return Outcome(warning, next_after(wait, any(warning != vec3(0.0))), survey.rays);
}
