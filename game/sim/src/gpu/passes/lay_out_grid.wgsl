// The layout of the grid: cells for the space that the boids take up, or for a periodic box.
//
// Rounding must not part two boids within reach of each other by more cells than the search covers:
// one beside the own cell in Y and Z, FINENESS in X. The cell of x is the whole part of
//
//     t(x) = (x - low) * cells_per_metre
//
// where the difference and the product are each off by at most 2^-23 of themselves, whichever way
// the GPU rounds. With an extent E of the flock along the axis, t is off by at most 2^-22 * E *
// cells_per_metre. So for two boids whose coordinates differ by d,
//
//     |t(a) - t(b)| <= (d + 2^-21 * E) * cells_per_metre       with 2^-21 < 5e-7
//
// and where that is at most 1, the whole parts differ by at most 1. Boids within reach have d <=
// reach * (1 + 1e-6), with the rounding of the squared distance. In a periodic box, the period and
// the positions in the box are rounded as well, the latter not always alike in this pass and in the
// search: 2^-20 of E at most, for boids no farther away than the box is wide. A cell is
//
//     width = reach * (1 + 1e-5) + E * LAYOUT_ROUNDING       with LAYOUT_ROUNDING = 2e-6
//
// wide, and cells_per_metre is off by less than 1e-6 of itself; so the bound holds. In X all is
// FINENESS times as much. The distances of boids from edges of cells, and so of rows, are off by no
// more than E * LAYOUT_ROUNDING either; the slack is twice that. There are no more than FINENESS / LAYOUT_ROUNDING cells in a row before
// they repeat, a range in which single precision has all whole numbers. Since whole parts are taken
// before that, the same holds for cells that repeat.

@group(0) @binding(0) var<uniform> grid_settings: GridUniform;
@group(0) @binding(1) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(2) var<storage, read_write> bounds: array<u32, 6>;
@group(0) @binding(3) var<storage, read_write> grid: GridLayout;

const LAYOUT_ROUNDING = 2e-6;

// More than the steps in which three axes of 2^24 cells each are halved.
const MOST_HALVINGS = 96u;

fn value(ordered: u32) -> f32 {
    return bitcast<f32>(select(~ordered, ordered & 0x7fffffffu, ordered >= 0x80000000u));
}

// Reads the bounds and resets them for the next step.
fn take_bounds() -> array<vec3<f32>, 2> {
    var low = vec3<f32>(0.0);
    var high = vec3<f32>(0.0);
    for (var axis = 0u; axis < 3u; axis++) {
        if is_periodic(axis) {
            low[axis] = boundary.low[axis];
            high[axis] = boundary.high[axis];
        } else if bounds[3u + axis] != 0u {
            low[axis] = value(~bounds[axis]);
            high[axis] = value(bounds[3u + axis]);
        }
        bounds[axis] = 0u;
        bounds[3u + axis] = 0u;
    }
    return array<vec3<f32>, 2>(low, high);
}

// Widths of the cells along each axis. Any width serves boids that are all at one point, and a
// flock without boids.
fn widths(extent: vec3<f32>) -> vec3<f32> {
    let widest = max(extent.x, max(extent.y, extent.z));
    var width = vec3<f32>(widest / grid_settings.divisions);
    if grid_settings.width > 0.0 {
        width = vec3<f32>(grid_settings.width) + extent * LAYOUT_ROUNDING;
    }
    width = select(vec3<f32>(1.0), width, width > vec3<f32>(1e-30));
    return width / vec3(f32(FINENESS), 1.0, 1.0);
}

// Number of cells along a periodic axis. Of fewer than three, one would be on both sides of
// another.
fn in_box(cells: u32) -> u32 {
    return select(1u, cells, cells >= 3u);
}

fn is_too_many(cells: vec3<u32>) -> bool {
    // A product near the end of integers is far beyond the limit of cells.
    let about = f32(cells.x) * f32(cells.y) * f32(cells.z);
    return about > 2.0 * f32(grid_settings.most_cells) || cells.x * cells.y * cells.z > grid_settings.most_cells;
}

fn longest(cells: vec3<u32>) -> u32 {
    var longest = 0u;
    for (var axis = 1u; axis < 3u; axis++) {
        longest = select(longest, axis, cells[axis] >= cells[longest]);
    }
    return longest;
}

@compute @workgroup_size(WORKGROUP)
fn lay_out_grid(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x != 0u {
        return;
    }
    let corners = take_bounds();
    let extent = corners[1] - corners[0];
    var cells_per_metre = 1.0 / widths(extent);
    var wraps = vec3<u32>(0u);
    var cells = vec3<u32>(floor(extent * cells_per_metre));
    for (var axis = 0u; axis < 3u; axis++) {
        cells[axis] = select(cells[axis] + 1u, in_box(cells[axis]), is_periodic(axis));
    }
    // The longest axis is never short here, since there are too many cells for three short axes.
    for (var i = 0u; i < MOST_HALVINGS && is_too_many(cells); i++) {
        let axis = longest(cells);
        let fewer = (cells[axis] + 1u) / 2u;
        cells[axis] = select(fewer, in_box(fewer), is_periodic(axis));
        wraps[axis] = 1u;
    }
    for (var axis = 0u; axis < 3u; axis++) {
        if is_periodic(axis) {
            cells_per_metre[axis] = f32(cells[axis]) / extent[axis];
            wraps[axis] = select(0u, 1u, cells[axis] >= 3u);
        }
    }
    grid.low = corners[0];
    grid.slack = 2.0 * LAYOUT_ROUNDING * max(extent.x, max(extent.y, extent.z));
    grid.cells_per_metre = cells_per_metre;
    grid.cells = cells;
    grid.wraps = wraps;
}
