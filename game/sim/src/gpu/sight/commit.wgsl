// Lets boids that there were rays for remember what they saw. The others keep what they saw last.

@group(0) @binding(0) var<storage, read> due: array<Due>;
@group(0) @binding(1) var<storage, read> keys: array<Key>;
@group(0) @binding(2) var<storage, read> selection: Selection;
@group(0) @binding(3) var<storage, read_write> memory: array<Memory>;
@group(0) @binding(4) var<storage, read_write> counters: array<atomic<u32>, COUNTERS>;

@compute @workgroup_size(256)
fn sight_commit(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= selection.count {
        return;
    }
    let slot = due[index].slot;
    if !is_selected(keys[index], slot) {
        atomicAdd(&counters[DELAYED_LOOKS], 1u);
        return;
    }
    memory[slot] = Memory(due[index].place, bitcast<u32>(due[index].clearance));
    atomicAdd(&counters[RAYS], keys[index].rays);
}
