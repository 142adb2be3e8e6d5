// Cells along the axes of the grid, as in axis.rs. `grid` is the layout of the grid.

// Single precision has every whole number up to this one.
const LAST_WHOLE = 16777215.0;

// Cell of a position.
fn cell_of(place: vec3<f32>) -> u32 {
    let whole = vec3(unbounded_cell(place.x, 0u), unbounded_cell(place.y, 1u), unbounded_cell(place.z, 2u));
    let cell = select(min(whole, grid.cells - vec3(1u)), whole % grid.cells, grid.wraps == vec3(1u));
    return (cell.z * grid.cells.y + cell.y) * grid.cells.x + cell.x;
}

// Cell of a coordinate along an axis of endless cells; 0 below the first one.
fn unbounded_cell(coordinate: f32, axis: u32) -> u32 {
    return u32(along(coordinate, axis));
}

// Place of a coordinate, in endless cells.
fn along(coordinate: f32, axis: u32) -> f32 {
    let along = (coordinate - grid.low[axis]) * grid.cells_per_metre[axis];
    return clamp(along, 0.0, LAST_WHOLE);
}

// Place of a coordinate in its cell: 0 at the lower edge, 1 at the upper one. Less than 0 if rounding
// has moved the boid to another cell, so that nothing is known of it.
fn place_in_cell(coordinate: f32, cell: u32, axis: u32) -> f32 {
    let place = along(coordinate, axis);
    let whole = u32(place);
    let cells = grid.cells[axis];
    let is_there = select(min(whole, cells - 1u), whole % cells, grid.wraps[axis] == 1u) == cell;
    return select(-1.0, place - f32(whole), is_there);
}

// Cells that cover the interval between two coordinates.
fn span_between(low: f32, high: f32, axis: u32) -> Span {
    let cells = grid.cells[axis];
    let start = unbounded_cell(low, axis);
    let end = unbounded_cell(high, axis);
    if grid.wraps[axis] == 0u {
        let first = min(start, cells - 1u);
        return Span(first, min(end, cells - 1u) - first + 1u);
    }
    if end - start >= cells - 1u {
        return Span(0u, cells);
    }
    return Span(start % cells, end - start + 1u);
}

// Cells that follow each other along an axis, each once; the first cell of the axis comes after its
// last.
struct Span {
    start: u32,
    count: u32,
}

// A cell, `below` before it and `above` after it, as far as there are that many.
fn span_around(cell: u32, below: u32, above: u32, axis: u32) -> Span {
    let cells = grid.cells[axis];
    if grid.wraps[axis] == 0u {
        let start = max(cell, below) - below;
        return Span(start, min(cell + above + 1u, cells) - start);
    }
    let count = below + above + 1u;
    if count >= cells {
        return Span(0u, cells);
    }
    return Span(wrapped_cell(cell + cells - below, cells), count);
}

fn wrapped_cell(cell: u32, cells: u32) -> u32 {
    return select(cell, cell - cells, cell >= cells);
}
