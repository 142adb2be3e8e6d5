// Finds out how urgent the looks are.

@group(0) @binding(0) var<uniform> lookout: Lookout;
@group(0) @binding(1) var<storage, read> due: array<Due>;
@group(0) @binding(2) var<storage, read> due_count: u32;
@group(0) @binding(3) var<storage, read_write> selection: Selection;
@group(0) @binding(4) var<storage, read_write> keys: array<Key>;

@compute @workgroup_size(256)
fn sight_weigh(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index == 0u {
        selection = Selection(vec2(0u), vec2(0u), 0u, 0u, 0u, due_count);
    }
    if index >= due_count {
        return;
    }
    let time = max(due[index].clearance - lookout.radius, 0.0) / length(in_plane(due[index].velocity));
    let can_look = lookout.budget >= most_rays();
    keys[index] = Key(bitcast<u32>(time), select(0u, 1u, can_look));
}
