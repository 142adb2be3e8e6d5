// Computes the layout of the grid: cells for the space that the boids occupy, or for a periodic
// box.
//
// Rounding must not separate two boids within reach of each other by more cells than the search
// covers: one beside the own cell in Y and Z, FINENESS in X. The cell of x is the integer part of
//
//     t(x) = (x - low) * cells_per_metre
//
// where the difference and the product each have a relative error of at most 2^-23, whichever way
// the GPU rounds. With an extent E of the flock along the axis, the error of t is at most 2^-22 * E
// * cells_per_metre. So for two boids whose coordinates differ by d,
//
//     |t(a) - t(b)| <= (d + 2^-21 * E) * cells_per_metre       with 2^-21 < 5e-7
//
// and where this bound is at most 1, the integer parts differ by at most 1. Boids within reach have
// d <= reach * (1 + 1e-6), including the rounding of the squared distance. In a periodic box, the
// period and the positions in the box are rounded as well, and the positions may be rounded
// differently in this pass and in the search. This error is at most 2^-20 of E, for boids no
// farther away than the box is wide. The width of a cell is
//
//     width = reach * (1 + 1e-5) + E * LAYOUT_ROUNDING       with LAYOUT_ROUNDING = 2e-6
//
// and the relative error of cells_per_metre is less than 1e-6, so the bound holds. In X all numbers
// are FINENESS times as large. The error of the distance of a boid from the edge of a cell, and so
// of a row, is at most E * LAYOUT_ROUNDING too; the slack is twice that. There are at most FINENESS
// / LAYOUT_ROUNDING cells in a row before they repeat, and single precision represents all integers
// in this range. Integer parts are taken before cells repeat, so the same holds for repeating
// cells.

@group(0) @binding(0) var<uniform> grid_settings: GridUniform;
@group(0) @binding(1) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(2) var<storage, read_write> bounds: array<u32, 6>;
@group(0) @binding(3) var<storage, read_write> grid: GridLayout;

const LAYOUT_ROUNDING = 2e-6;

// More than the number of steps in which three axes of 2^24 cells each are halved to one cell.
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

// Widths of the cells along each axis. Any width is right if all boids are at one point, or if
// there are no boids.
fn widths(extent: vec3<f32>) -> vec3<f32> {
    let widest = max(extent.x, max(extent.y, extent.z));
    var width = vec3<f32>(widest / grid_settings.divisions);
    if grid_settings.width > 0.0 {
        width = vec3<f32>(grid_settings.width) + extent * LAYOUT_ROUNDING;
    }
    width = select(vec3<f32>(1.0), width, width > vec3<f32>(1e-30));
    return width / vec3(f32(FINENESS), 1.0, 1.0);
}

// Number of cells along a periodic axis. It must not be two, since each cell would then be on both
// sides of the other.
fn in_box(cells: u32) -> u32 {
    return select(1u, cells, cells >= 3u);
}

fn is_too_many(cells: vec3<u32>) -> bool {
    // Computed in floats too, since the integer product overflows far beyond the limit.
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
    // The longest axis is never short here, since three short axes do not have too many cells.
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
