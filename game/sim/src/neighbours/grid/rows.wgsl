// Walk through the cells around a boid, row by row. The pass visits each candidate in `visit`.

struct CellBlock {
    x: Span,
    y: Span,
    z: Span,
}

// The cells with the neighbours of the boids of a cell.
fn block_around(cell: u32) -> CellBlock {
    let cells = grid.cells;
    let row = cell / cells.x;
    return CellBlock(
        span_around(cell % cells.x, FINENESS, 0u),
        span_around(row % cells.y, 1u, 1u),
        span_around(row / cells.y, 1u, 2u),
    );
}

// Visits the boids of a block, or their images across the surface of a sphere.
fn visit_block(
    me: Looker,
    block: CellBlock,
    images: bool,
    sums: ptr<function, Sums>,
    nearest: ptr<function, KNearest>,
) {
    let cells = grid.cells;
    let end = block.x.start + block.x.count;
    for (var z = 0u; z < block.z.count; z++) {
        let plane = wrapped_cell(block.z.start + z, cells.z) * cells.y;
        for (var y = 0u; y < block.y.count; y++) {
            let row = (plane + wrapped_cell(block.y.start + y, cells.y)) * cells.x;
            visit_cells(me, row + block.x.start, row + min(end, cells.x), images, sums, nearest);
            if end > cells.x {
                visit_cells(me, row, row + end - cells.x, images, sums, nearest);
            }
        }
    }
}

// Visits the boids in consecutive cells of a row, which follow each other in memory.
fn visit_cells(
    me: Looker,
    start: u32,
    end: u32,
    images: bool,
    sums: ptr<function, Sums>,
    nearest: ptr<function, KNearest>,
) {
    let last = min(starts[end], criteria.count);
    for (var other = starts[start]; other < last; other++) {
        visit(me, other, images, sums, nearest);
    }
}
