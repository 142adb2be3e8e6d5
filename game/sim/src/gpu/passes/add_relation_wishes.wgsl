// Adds the wish to flee from the boids of another flock, or to hunt them.

// The boundary comes first, as in neighbour_loop.wgsl.
@group(0) @binding(0) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(1) var<uniform> criteria: CriteriaUniform;
@group(0) @binding(2) var<uniform> relation: RelationUniform;
@group(0) @binding(3) var<storage, read> grid: GridLayout;
@group(0) @binding(4) var<storage, read> search_places: array<BoidPlace>;
@group(0) @binding(5) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(6) var<storage, read> starts: array<u32>;
@group(0) @binding(7) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(8) var<storage, read> own_motions: array<BoidMotion>;
@group(0) @binding(9) var<storage, read_write> wishes: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn add_relation_wishes(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= relation.count || !steers(wishes[index].w) {
        return;
    }
    let found = sum_over_others(looker_among_others(index));
    let wish = relation.weight * direction(found.cohesion);
    wishes[index] += vec4(wish, 0.0);
}
