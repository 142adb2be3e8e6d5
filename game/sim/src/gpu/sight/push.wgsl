// From what boids see to what they ask for because of it.

@group(0) @binding(0) var<uniform> lookout: Lookout;
@group(0) @binding(1) var<storage, read> places: array<Place>;
@group(0) @binding(2) var<storage, read> motions: array<Motion>;
@group(0) @binding(3) var<storage, read> memory: array<Memory>;
@group(0) @binding(4) var<storage, read> clearances: array<f32>;
@group(0) @binding(5) var<storage, read_write> pushes: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> due_count: u32;

// The acceleration that a boid asks for; where boids steer by velocity, the velocity.
fn evasion(velocity: vec3<f32>, clear: vec3<f32>, nearness: f32) -> vec3<f32> {
    let growth = lookout.growth.x + nearness * (lookout.growth.y + nearness * lookout.growth.z);
    let way = lookout.eagerness * (clear - lookout.turn * direction(in_plane(velocity)));
    let shortening = 1.0 / max(length(way), 1.0);
    return way * (shortening * (lookout.weight * growth));
}

// What a boid is warned of: the direction where it found a way, as long as the obstacle is near, or zero.
fn warning_of(index: u32, velocity: vec3<f32>) -> vec3<f32> {
    if lookout.sees == 0u || !may_be_near(velocity, clearances[index]) {
        return vec3(0.0);
    }
    let kept = memory[places[index].slot];
    let is_known = is_warned(kept.next) && knows(kept.next);
    // Who waits for rays goes by what it saw last.
    let is_due = lookout.budget == 0u && !rests(kept.next);
    return select(vec3(0.0), kept.warning, is_known && !is_due);
}

@compute @workgroup_size(256)
fn sight_push(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index == 0u {
        // For the next step.
        due_count = 0u;
    }
    if index >= lookout.count {
        return;
    }
    let velocity = motions[index].velocity;
    let warning = warning_of(index, velocity);
    let nearness = length(warning);
    var push = vec4(vec3(0.0), 1.0);
    if nearness > 0.0 {
        let asked = evasion(velocity, direction(warning), nearness);
        push = vec4(asked, 1.0 - lookout.cohesion_fade * nearness);
    }
    pushes[index] = push;
}
