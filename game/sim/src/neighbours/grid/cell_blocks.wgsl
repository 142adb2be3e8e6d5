// Blocks of cells, one for each workgroup, over which boids are summed up.

// Cells of a thread, read as two vectors of four.
const CELLS_PER_THREAD = CELLS_PER_BLOCK / WORKGROUP;

// Number of blocks that hold all cells and one entry after the last.
fn block_count(cells: vec3<u32>) -> u32 {
    return (cells.x * cells.y * cells.z + CELLS_PER_BLOCK) / CELLS_PER_BLOCK;
}

fn sum_of(values: vec4<u32>) -> u32 {
    return values.x + values.y + values.z + values.w;
}

// Exclusive prefix sums of four values.
fn sums_before(values: vec4<u32>) -> vec4<u32> {
    let two = values.x + values.y;
    return vec4(0u, values.x, two, two + values.z);
}
