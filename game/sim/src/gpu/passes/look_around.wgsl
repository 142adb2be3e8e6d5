// Lets all boids look whose looks are due.

@group(0) @binding(0) var<uniform> avoidance: AvoidanceUniform;
@group(0) @binding(1) var<uniform> directions: array<vec4<f32>, MOST_DIRECTIONS>;
@group(0) @binding(2) var<uniform> field: DistanceFieldUniform;
@group(0) @binding(3) var<storage, read> blocks: array<u32>;
@group(0) @binding(4) var<storage, read> cells: array<u32>;
@group(0) @binding(5) var<storage, read> nodes: array<GpuNode>;
@group(0) @binding(6) var<storage, read> triangles: array<GpuTriangle>;
@group(0) @binding(7) var<storage, read> due: array<DueLook>;
@group(0) @binding(8) var<storage, read> due_count: u32;
@group(0) @binding(9) var<storage, read_write> memory: array<LookMemory>;
@group(0) @binding(10) var<storage, read_write> counters: array<atomic<u32>, COUNTERS>;

@compute @workgroup_size(WORKGROUP)
fn look_around(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x >= due_count {
        return;
    }
    let boid = due[thread.x];
    let result = look_of(boid);
    memory[boid.slot] = LookMemory(result.escape, result.next);
    atomicAdd(&counters[RAYS], result.rays);
}
