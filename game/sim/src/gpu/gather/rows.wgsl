// The walk through cells of the grid, row by row, to the boids in them.

// Cells along X in the reach of the rules.
override FINENESS: u32;

// Cells that follow each other along an axis, none of them twice; after the last of the axis comes its first.
struct Span {
    start: u32,
    count: u32,
}

struct Block {
    x: Span,
    y: Span,
    z: Span,
}

// A cell and `more` on either side, as far as there are that many.
fn span_around(cell: u32, more: u32, axis: u32) -> Span {
    let cells = grid.cells[axis];
    if grid.wraps[axis] == 0u {
        let start = max(cell, more) - more;
        return Span(start, min(cell + more + 1u, cells) - start);
    }
    let count = 2u * more + 1u;
    if count >= cells {
        return Span(0u, cells);
    }
    return Span(folded(cell + cells - more, cells), count);
}

fn folded(cell: u32, cells: u32) -> u32 {
    return select(cell, cell - cells, cell >= cells);
}

// The cells in which the neighbours of a boid are.
fn block_around(cell: u32) -> Block {
    let cells = grid.cells;
    let row = cell / cells.x;
    return Block(
        span_around(cell % cells.x, FINENESS, 0u),
        span_around(row % cells.y, 1u, 1u),
        span_around(row / cells.y, 1u, 2u),
    );
}

// Meets the boids in a block, or what is seen of them across the surface of a sphere.
fn meet_block(
    me: Looker,
    block: Block,
    across: bool,
    sums: ptr<function, Sums>,
    nearest: ptr<function, Nearest>,
) {
    let cells = grid.cells;
    let end = block.x.start + block.x.count;
    for (var z = 0u; z < block.z.count; z++) {
        let plane = folded(block.z.start + z, cells.z) * cells.y;
        for (var y = 0u; y < block.y.count; y++) {
            let row = (plane + folded(block.y.start + y, cells.y)) * cells.x;
            meet_cells(me, row + block.x.start, row + min(end, cells.x), across, sums, nearest);
            if end > cells.x {
                meet_cells(me, row, row + end - cells.x, across, sums, nearest);
            }
        }
    }
}

// Meets the boids in the cells of a row, which follow each other in memory.
fn meet_cells(
    me: Looker,
    start: u32,
    end: u32,
    across: bool,
    sums: ptr<function, Sums>,
    nearest: ptr<function, Nearest>,
) {
    let last = min(starts[end], settings.count);
    for (var other = starts[start]; other < last; other++) {
        meet(me, other, across, sums, nearest);
    }
}
