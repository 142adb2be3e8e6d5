// Counts the boids of each block of cells: the first part of the prefix sum.

@group(0) @binding(0) var<storage, read> grid: GridLayout;
@group(0) @binding(1) var<storage, read> counts: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> block_sums: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn sum_blocks(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if group.x >= block_count(grid.cells) {
        return;
    }
    let first = 2u * (group.x * WORKGROUP + local);
    let sum = sum_until(local, sum_of(counts[first]) + sum_of(counts[first + 1u]));
    if local == WORKGROUP - 1u {
        block_sums[group.x] = sum;
    }
}
