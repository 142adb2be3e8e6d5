// Computes the keys of the due looks by their urgency: the shortest time until the boid can hit
// something.

@group(0) @binding(0) var<uniform> avoidance: AvoidanceUniform;
@group(0) @binding(1) var<storage, read> due: array<DueLook>;
@group(0) @binding(2) var<storage, read> due_count: u32;
@group(0) @binding(3) var<storage, read_write> selection: LookSelection;
@group(0) @binding(4) var<storage, read_write> keys: array<LookKey>;

@compute @workgroup_size(WORKGROUP)
fn weigh_looks(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index == 0u {
        selection = LookSelection(vec2(0u), vec2(0u), 0u, 0u, 0u, due_count);
    }
    if index >= due_count {
        return;
    }
    let speed = length(in_plane(due[index].velocity));
    let time = max(due[index].clearance - avoidance.radius, 0.0) / speed;
    let can_look = avoidance.budget >= most_rays();
    keys[index] = LookKey(bitcast<u32>(time), select(0u, 1u, can_look));
}
