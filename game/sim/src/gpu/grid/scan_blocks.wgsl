// How many boids are in the blocks of cells before each: one workgroup, which goes on from block to block.

@group(0) @binding(0) var<storage, read> grid: Layout;
@group(0) @binding(1) var<storage, read_write> block_sums: array<u32>;

var<workgroup> total: u32;

@compute @workgroup_size(256)
fn scan_blocks(@builtin(local_invocation_index) local: u32) {
    let count = blocks(grid.cells);
    var before = 0u;
    for (var start = 0u; start < count; start += BLOCK) {
        let first = start + PER_THREAD * local;
        let end = min(first + PER_THREAD, count);
        var own = 0u;
        for (var i = first; i < end; i++) {
            own += block_sums[i];
        }
        let until = sum_until(local, own);
        if local == 255u {
            total = until;
        }
        var sum = before + until - own;
        for (var i = first; i < end; i++) {
            let here = block_sums[i];
            block_sums[i] = sum;
            sum += here;
        }
        before += workgroupUniformLoad(&total);
    }
}
