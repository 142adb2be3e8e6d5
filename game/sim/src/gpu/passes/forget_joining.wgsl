// Resets the memories of boids that join, except boids that only moved to another place. Arrays of
// features that are off are shorter than the number of slots.

@group(0) @binding(0) var<uniform> changes: ChangesUniform;
@group(0) @binding(1) var<storage, read> joining: array<JoiningBoid>;
// One item for each slot.
@group(0) @binding(2) var<storage, read_write> levels: array<u32>;
@group(0) @binding(3) var<storage, read_write> notes: array<FearNotes>;
@group(0) @binding(4) var<storage, read_write> alarms: array<u32>;
@group(0) @binding(5) var<storage, read_write> marks: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn forget_joining(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x >= changes.joining {
        return;
    }
    if joining[thread.x].is_moved != 0u {
        return;
    }
    let slot = joining[thread.x].slot;
    unmark(slot);
    if slot < arrayLength(&levels) {
        levels[slot] = 0u;
    }
    if slot < arrayLength(&notes) {
        notes[slot].bits = 0u;
    }
    if slot < arrayLength(&alarms) {
        alarms[slot] = NOBODY_ALARMS;
    }
}
