// Computes the start of each cell among the sorted boids: the prefix sum over cells. Resets the
// counts for the next step.

@group(0) @binding(0) var<storage, read> grid: GridLayout;
@group(0) @binding(1) var<storage, read_write> counts: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> block_sums: array<u32>;
@group(0) @binding(3) var<storage, read_write> starts: array<vec4<u32>>;

@compute @workgroup_size(WORKGROUP)
fn find_starts(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if group.x >= block_count(grid.cells) {
        return;
    }
    let first = 2u * (group.x * WORKGROUP + local);
    let low = counts[first];
    let high = counts[first + 1u];
    counts[first] = vec4(0u);
    counts[first + 1u] = vec4(0u);
    let own = sum_of(low) + sum_of(high);
    let before = block_sums[group.x] + sum_until(local, own) - own;
    starts[first] = sums_before(low) + before;
    starts[first + 1u] = sums_before(high) + before + sum_of(low);
}
