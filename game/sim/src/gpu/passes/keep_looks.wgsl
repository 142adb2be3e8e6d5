// Stores the looks within the ray budget in the memory of their boids. The other boids keep their
// last look.

@group(0) @binding(0) var<storage, read> due: array<DueLook>;
@group(0) @binding(1) var<storage, read> keys: array<LookKey>;
@group(0) @binding(2) var<storage, read> selection: LookSelection;
@group(0) @binding(3) var<storage, read_write> memory: array<LookMemory>;
@group(0) @binding(4) var<storage, read_write> counters: array<atomic<u32>, COUNTERS>;

@compute @workgroup_size(WORKGROUP)
fn keep_looks(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= selection.count {
        return;
    }
    let slot = due[index].slot;
    if !is_selected(keys[index], slot) {
        atomicAdd(&counters[DELAYED_LOOKS], 1u);
        return;
    }
    memory[slot] = LookMemory(due[index].place, bitcast<u32>(due[index].clearance));
    atomicAdd(&counters[RAYS], keys[index].rays);
}
