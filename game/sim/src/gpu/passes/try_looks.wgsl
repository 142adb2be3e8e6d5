// Lets the boids look that the ray budget may reach if the boids before them use the smallest
// number of rays. The results replace the due looks until the numbers of their rays are known.

@group(0) @binding(0) var<uniform> avoidance: AvoidanceUniform;
@group(0) @binding(1) var<uniform> directions: array<vec4<f32>, MOST_DIRECTIONS>;
@group(0) @binding(2) var<uniform> field: DistanceFieldUniform;
@group(0) @binding(3) var<storage, read> blocks: array<u32>;
@group(0) @binding(4) var<storage, read> cells: array<u32>;
@group(0) @binding(5) var<storage, read> nodes: array<GpuNode>;
@group(0) @binding(6) var<storage, read> triangles: array<GpuTriangle>;
@group(0) @binding(7) var<storage, read_write> due: array<DueLook>;
@group(0) @binding(8) var<storage, read> memory: array<LookMemory>;
@group(0) @binding(9) var<storage, read> selection: LookSelection;
@group(0) @binding(10) var<storage, read_write> keys: array<LookKey>;

@compute @workgroup_size(WORKGROUP)
fn try_looks(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= selection.count {
        return;
    }
    let boid = due[index];
    if !is_selected(keys[index], boid.slot) {
        keys[index].rays = 0u;
        return;
    }
    let result = look_of(boid);
    keys[index].rays = result.rays;
    due[index].place = result.escape;
    due[index].clearance = bitcast<f32>(result.next);
}
