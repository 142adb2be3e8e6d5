// Begins the panics that the looks found, after all boids have looked.

@group(0) @binding(0) var<uniform> fear: FearUniform;
@group(0) @binding(1) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(2) var<storage, read> beginning: array<PanicNotes>;
@group(0) @binding(3) var<storage, read_write> notes: array<FearNotes>;
@group(0) @binding(4) var<storage, read_write> panics: array<PanicNotes>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>, COUNTERS>;

@compute @workgroup_size(WORKGROUP)
fn begin_panics(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= fear.count {
        return;
    }
    let slot = places[index].slot;
    let bits = notes[slot].bits;
    if (bits & BEGINS) == 0u {
        return;
    }
    let panic = beginning[index];
    notes[slot].bits = (bits & ~(BEGINS | OTHER_SIDE)) | panic.side | PANICKED | TURNS;
    notes[slot].onset = fear.step + 1u;
    panics[slot] = panic;
    atomicAdd(&counters[PANICS], 1u);
}
