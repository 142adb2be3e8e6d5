// Walk through the cells around a boid, row by row, as in rows.rs: rows whose nearest edge is beyond
// the reach are left out, and the others are as long as the rest of the reach along X. The pass visits
// each candidate in `visit`.

// A distance is longer than it seems by less than this factor and the slack of the grid.
const REACH_MARGIN = 1.0 + 1e-5;

struct CellBlock {
    x: Span,
    y: Span,
    z: Span,
}

// Visits the boids that may be within reach, in the cells around the own one.
fn visit_around(
    me: Looker,
    cell: u32,
    sums: ptr<function, Sums>,
    nearest: ptr<function, KNearest>,
) {
    let cells = grid.cells;
    let row = cell / cells.x;
    let own = vec3(cell % cells.x, row % cells.y, row / cells.y);
    let place = vec3(
        place_in_cell(me.place.x, own.x, 0u),
        place_in_cell(me.place.y, own.y, 1u),
        place_in_cell(me.place.z, own.z, 2u),
    );
    let y_span = span_around(own.y, 1u, 1u, 1u);
    let z_span = span_around(own.z, 1u, 1u, 2u);
    let reach = criteria.reach * REACH_MARGIN + grid.slack;
    for (var z = 0u; z < z_span.count; z++) {
        let z_cell = wrapped_cell(z_span.start + z, cells.z);
        let z_gap = gap(z_cell, own.z, place.z, 2u);
        for (var y = 0u; y < y_span.count; y++) {
            let y_cell = wrapped_cell(y_span.start + y, cells.y);
            let y_gap = gap(y_cell, own.y, place.y, 1u);
            let rest = reach * reach - y_gap * y_gap - z_gap * z_gap;
            if rest > 0.0 {
                let span = span_within(sqrt(rest), own.x, place.x);
                visit_row(me, (z_cell * cells.y + y_cell) * cells.x, span, false, sums, nearest);
            }
        }
    }
}

// Visits the images across the surface of a sphere of the boids of a block.
fn visit_images(
    me: Looker,
    block: CellBlock,
    sums: ptr<function, Sums>,
    nearest: ptr<function, KNearest>,
) {
    let cells = grid.cells;
    for (var z = 0u; z < block.z.count; z++) {
        let plane = wrapped_cell(block.z.start + z, cells.z) * cells.y;
        for (var y = 0u; y < block.y.count; y++) {
            let row = (plane + wrapped_cell(block.y.start + y, cells.y)) * cells.x;
            visit_row(me, row, block.x, true, sums, nearest);
        }
    }
}

// Distance of a boid from a cell beside its own along an axis, in metres.
fn gap(cell: u32, own: u32, place: f32, axis: u32) -> f32 {
    let is_before = cell + 1u == own || (own == 0u && grid.wraps[axis] == 1u && cell == grid.cells[axis] - 1u);
    let is_unknown = cell == own || place < 0.0;
    let cells = select(select(1.0 - place, place, is_before), 0.0, is_unknown);
    return cells / grid.cells_per_metre[axis];
}

// Cells of a row within `reach` metres along X.
fn span_within(reach: f32, own: u32, place: f32) -> Span {
    if place < 0.0 {
        return span_around(own, FINENESS, FINENESS, 0u);
    }
    let cells = reach * grid.cells_per_metre.x;
    let below = u32(max(cells - place + 1.0, 0.0));
    return span_around(own, min(below, FINENESS), min(u32(cells + place), FINENESS), 0u);
}

// Visits the boids in a span of a row, or their images.
fn visit_row(
    me: Looker,
    row: u32,
    span: Span,
    images: bool,
    sums: ptr<function, Sums>,
    nearest: ptr<function, KNearest>,
) {
    let cells = grid.cells;
    let end = span.start + span.count;
    visit_cells(me, row + span.start, row + min(end, cells.x), images, sums, nearest);
    if end > cells.x {
        visit_cells(me, row, row + end - cells.x, images, sums, nearest);
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
