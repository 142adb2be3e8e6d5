// Computes the number of boids before each block of cells: the prefix sum over blocks. A single
// workgroup processes one part of the blocks after the other.

@group(0) @binding(0) var<storage, read> grid: GridLayout;
@group(0) @binding(1) var<storage, read_write> block_sums: array<u32>;

var<workgroup> total: u32;

@compute @workgroup_size(WORKGROUP)
fn scan_blocks(@builtin(local_invocation_index) local: u32) {
    let count = block_count(grid.cells);
    var before = 0u;
    for (var start = 0u; start < count; start += CELLS_PER_BLOCK) {
        let first = start + CELLS_PER_THREAD * local;
        let end = min(first + CELLS_PER_THREAD, count);
        var own = 0u;
        for (var i = first; i < end; i++) {
            own += block_sums[i];
        }
        let until = sum_until(local, own);
        if local == WORKGROUP - 1u {
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
