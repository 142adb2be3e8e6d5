// Resets the fear of boids that leave for good, so that boids that copy panic find none.

@group(0) @binding(0) var<uniform> changes: ChangesUniform;
// Bit set of slots.
@group(0) @binding(1) var<storage, read> forgotten: array<u32>;
@group(0) @binding(2) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(3) var<storage, read_write> notes: array<FearNotes>;

@compute @workgroup_size(WORKGROUP)
fn forget_leaving(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x < changes.count {
        let slot = places[thread.x].slot;
        if (forgotten[slot / 32u] >> (slot % 32u) & 1u) != 0u {
            notes[slot].bits = 0u;
        }
    }
}
