// Computes the wish of each boid to avoid geometry, from the memory of its last look.

@group(0) @binding(0) var<uniform> avoidance: AvoidanceUniform;
@group(0) @binding(1) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(2) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(3) var<storage, read> memory: array<LookMemory>;
@group(0) @binding(4) var<storage, read> clearances: array<f32>;
@group(0) @binding(5) var<storage, read_write> avoidance_wishes: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> due_count: u32;
@group(0) @binding(7) var<storage, read> terms: array<InfluenceTermUniform>;
@group(0) @binding(8) var<storage, read> fields: array<u32>;

// Free direction of the last look, with the nearness of the surface as length; zero if nothing is
// in the way, and for a boid that follows a way past all surfaces.
fn escape_of(index: u32, velocity: vec3<f32>) -> vec3<f32> {
    if !may_be_near(velocity, clearances[index]) {
        return vec3(0.0);
    }
    let place = places[index];
    let kept = memory[place.slot];
    let is_known = has_escape(kept.next) && knows(kept.next);
    // A boid that waits for rays uses its last look.
    let is_due = avoidance.budget == 0u && !rests(kept.next);
    if !is_known || is_due {
        return vec3(0.0);
    }
    if HAS_WAYS && is_led_past_surfaces(avoidance.term_count, place.slot, place.position, velocity) {
        return vec3(0.0);
    }
    return kept.escape;
}

@compute @workgroup_size(WORKGROUP)
fn avoid(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index == 0u {
        // Reset for the next step.
        due_count = 0u;
    }
    if index >= avoidance.count {
        return;
    }
    let velocity = motions[index].velocity;
    let escape = escape_of(index, velocity);
    let nearness = length(escape);
    var result = vec4(vec3(0.0), 1.0);
    if nearness > 0.0 {
        let wish = avoidance_wish(velocity, direction(escape), nearness);
        result = vec4(wish, 1.0 - avoidance.cohesion_fade * nearness);
    }
    avoidance_wishes[index] = result;
}
