// Lets all boids look around that are to.

@group(0) @binding(0) var<uniform> lookout: Lookout;
@group(0) @binding(1) var<uniform> field: Field;
@group(0) @binding(2) var<uniform> directions: array<vec4<f32>, 1000>;
@group(0) @binding(3) var<storage, read> blocks: array<u32>;
@group(0) @binding(4) var<storage, read> cells: array<u32>;
@group(0) @binding(5) var<storage, read> nodes: array<Node>;
@group(0) @binding(6) var<storage, read> triangles: array<Triangle>;
@group(0) @binding(7) var<storage, read> due: array<Due>;
@group(0) @binding(8) var<storage, read> due_count: u32;
@group(0) @binding(9) var<storage, read_write> memory: array<Memory>;
@group(0) @binding(10) var<storage, read_write> counters: array<atomic<u32>, COUNTERS>;

@compute @workgroup_size(256)
fn sight_look(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x >= due_count {
        return;
    }
    let boid = due[thread.x];
    let outcome = look_of(boid);
    memory[boid.slot] = Memory(outcome.warning, outcome.next);
    atomicAdd(&counters[RAYS], outcome.rays);
}
