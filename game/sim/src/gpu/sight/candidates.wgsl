// Lets those look around that may have rays left for them, if the boids before them cast no more than they must. What they see is
// kept in place of them, until it is known how many rays they needed.

@group(0) @binding(0) var<uniform> lookout: Lookout;
@group(0) @binding(1) var<uniform> field: Field;
@group(0) @binding(2) var<uniform> directions: array<vec4<f32>, 1000>;
@group(0) @binding(3) var<storage, read> blocks: array<u32>;
@group(0) @binding(4) var<storage, read> cells: array<u32>;
@group(0) @binding(5) var<storage, read> nodes: array<Node>;
@group(0) @binding(6) var<storage, read> triangles: array<Triangle>;
@group(0) @binding(7) var<storage, read_write> due: array<Due>;
@group(0) @binding(8) var<storage, read> memory: array<Memory>;
@group(0) @binding(9) var<storage, read> selection: Selection;
@group(0) @binding(10) var<storage, read_write> keys: array<Key>;

@compute @workgroup_size(256)
fn sight_candidates(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= selection.count {
        return;
    }
    let boid = due[index];
    if !is_selected(keys[index], boid.slot) {
        keys[index].rays = 0u;
        return;
    }
    let outcome = look_of(boid);
    keys[index].rays = outcome.rays;
    due[index].place = outcome.warning;
    due[index].clearance = bitcast<f32>(outcome.next);
}
