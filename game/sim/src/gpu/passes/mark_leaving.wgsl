// Marks the boids that leave the flock.

@group(0) @binding(0) var<uniform> changes: ChangesUniform;
// Bit set of slots.
@group(0) @binding(1) var<storage, read> leaving: array<u32>;
@group(0) @binding(2) var<storage, read_write> places: array<BoidPlace>;

@compute @workgroup_size(WORKGROUP)
fn mark_leaving(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < changes.count {
        let slot = places[index].slot;
        if (leaving[slot / 32u] >> (slot % 32u) & 1u) != 0u {
            places[index].slot = GONE;
        }
    }
}
