// Adds the sums over the boids of another flock with which the flock flocks.

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
@group(0) @binding(9) var<storage, read_write> other_sums: array<OtherSums>;

@compute @workgroup_size(WORKGROUP)
fn sum_others(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= relation.count {
        return;
    }
    let found = sum_over_others(looker_among_others(index));
    var all = OtherSums();
    if relation.is_first == 0u {
        all = other_sums[index];
    }
    all.cohesion += relation.weight * found.cohesion;
    all.separation += relation.weight * found.separation;
    all.alignment += relation.weight * found.alignment;
    all.counts += relation.weight * found.counts;
    other_sums[index] = all;
}
