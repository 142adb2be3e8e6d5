// What the passes share that sum up the boids of the cells.

// Cells of a workgroup: PER_THREAD for each of its threads. Twice four of them are read at a time.
const PER_THREAD: u32 = 8u;
const BLOCK: u32 = 2048u;

// The blocks of cells, with one entry after the last cell.
fn blocks(cells: vec3<u32>) -> u32 {
    return (cells.x * cells.y * cells.z + BLOCK) / BLOCK;
}

fn sum_of(values: vec4<u32>) -> u32 {
    return values.x + values.y + values.z + values.w;
}

// The sums of the values before each.
fn sums_before(values: vec4<u32>) -> vec4<u32> {
    let two = values.x + values.y;
    return vec4<u32>(0u, values.x, two, two + values.z);
}
