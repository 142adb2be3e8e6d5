// Adds the wishes of boids that hunt in attacks.

@group(0) @binding(0) var<uniform> motion: MotionUniform;
@group(0) @binding(1) var<storage, read> places: array<BoidPlace>;
// One wish for each slot.
@group(0) @binding(2) var<storage, read> attacks: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> wishes: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn attack(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < motion.count && steers(wishes[index].w) {
        wishes[index] += attacks[places[index].slot];
    }
}
