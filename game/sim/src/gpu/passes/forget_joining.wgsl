// Boids that join begin anew: nothing is known of them.

@group(0) @binding(0) var<uniform> changes: ChangesUniform;
@group(0) @binding(1) var<storage, read> joining: array<JoiningBoid>;
// By slot; too short for any while there are no levels.
@group(0) @binding(2) var<storage, read_write> levels: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn forget_joining(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x < changes.joining {
        let slot = joining[thread.x].slot;
        if slot < arrayLength(&levels) {
            levels[slot] = 0u;
        }
    }
}
