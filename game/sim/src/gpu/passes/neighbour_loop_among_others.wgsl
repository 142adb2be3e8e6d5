// Computes the wish of each boid as in neighbour_loop.wgsl, with the sums over the flocks with
// which its flock flocks.

// The boundary comes first, as in neighbour_loop.wgsl.
@group(0) @binding(0) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(1) var<uniform> criteria: CriteriaUniform;
@group(0) @binding(2) var<uniform> rules: RulesUniform;
@group(0) @binding(3) var<uniform> wander: WanderUniform;
@group(0) @binding(4) var<storage, read> grid: GridLayout;
// Positions in the frame of the search: the world, or the frame of a periodic box.
@group(0) @binding(5) var<storage, read> search_places: array<BoidPlace>;
@group(0) @binding(6) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(7) var<storage, read> cells: array<u32>;
@group(0) @binding(8) var<storage, read> starts: array<u32>;
// The factor of cohesion is stored in w.
@group(0) @binding(9) var<storage, read> avoidance_wishes: array<vec4<f32>>;
@group(0) @binding(10) var<storage, read_write> wishes: array<vec4<f32>>;
@group(0) @binding(11) var<storage, read_write> facings: array<vec4<f32>>;
@group(0) @binding(12) var<storage, read> other_sums: array<OtherSums>;

@compute @workgroup_size(WORKGROUP)
fn neighbour_loop_among_others(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= criteria.count || !has_turn(index) {
        return;
    }
    let me = looker(index);
    var sums = sum(me, cells[index]);
    let others = other_sums[index];
    sums.cohesion += others.cohesion;
    sums.separation += others.separation;
    sums.alignment += others.alignment;
    sums.counts += others.counts;
    store_wish(me, sums);
}
