// How many boids each block of cells has.

@group(0) @binding(0) var<storage, read> grid: Layout;
@group(0) @binding(1) var<storage, read> counts: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> block_sums: array<u32>;

@compute @workgroup_size(256)
fn sum_blocks(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if group.x >= blocks(grid.cells) {
        return;
    }
    let first = 2u * (group.x * 256u + local);
    let sum = sum_until(local, sum_of(counts[first]) + sum_of(counts[first + 1u]));
    if local == 255u {
        block_sums[group.x] = sum;
    }
}
