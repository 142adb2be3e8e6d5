// Divides the space that the boids take up, or the box that they live in, into cells.
//
// No rounding may part two boids within reach of each other by more than the cells that the search looks at: one beside the
// boid's own in Y and Z, FINENESS in X. The cell of x is the whole part of
//
//     t(x) = (x - low) * cells_per_metre
//
// where the difference and the product are each off by at most 2^-23 of themselves, in whichever direction a card rounds. With
// an extent E of the flock along the axis, t is off by at most 2^-22 * E * cells_per_metre. So for two boids whose coordinates
// differ by d,
//
//     |t(a) - t(b)| <= (d + 2^-21 * E) * cells_per_metre       with 2^-21 < 5e-7
//
// and where that is at most 1, the whole parts differ by at most 1. Boids within reach have d <= reach * (1 + 1e-6), with the
// rounding of the squared distance. In a box that wraps round, the period and the places in the box are rounded as well, the
// latter not always alike in this pass and in the search: 2^-20 of E at most, for boids no farther away than the box is wide. A
// cell is
//
//     width = reach * (1 + 1e-5) + E * ROUNDING       with ROUNDING = 2e-6
//
// wide, and cells_per_metre is off by less than 1e-6 of itself; so the bound holds. In X all is FINENESS times as much. There
// are no more than FINENESS / ROUNDING cells in a row before they repeat, a range in which single precision has all whole
// numbers. Since whole parts are taken before that, the same holds for cells that repeat.

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> bounds: array<u32, 6>;
@group(0) @binding(2) var<storage, read_write> grid: Layout;

override FINENESS: f32;

const ROUNDING: f32 = 2e-6;

// Halving three axes of 2^24 cells each takes fewer steps.
const MOST_HALVINGS: u32 = 96u;

fn value(ordered: u32) -> f32 {
    return bitcast<f32>(select(~ordered, ordered & 0x7fffffffu, ordered >= 0x80000000u));
}

// The bounds, which are made ready for the next step.
fn take_bounds() -> array<vec3<f32>, 2> {
    var low = vec3<f32>(0.0);
    var high = vec3<f32>(0.0);
    for (var axis = 0u; axis < 3u; axis++) {
        if settings.seam.wraps[axis] != 0u && settings.seam.is_there != 0u {
            low[axis] = settings.seam.low[axis];
            high[axis] = settings.seam.high[axis];
        } else if bounds[3u + axis] != 0u {
            low[axis] = value(~bounds[axis]);
            high[axis] = value(bounds[3u + axis]);
        }
        bounds[axis] = 0u;
        bounds[3u + axis] = 0u;
    }
    return array<vec3<f32>, 2>(low, high);
}

// Of the cells along each axis. Boids all in one point and a flock without boids fit into a cell of any width.
fn widths(extent: vec3<f32>) -> vec3<f32> {
    let widest = max(extent.x, max(extent.y, extent.z));
    var width = vec3<f32>(widest / settings.divisions);
    if settings.width > 0.0 {
        width = vec3<f32>(settings.width) + extent * ROUNDING;
    }
    width = select(vec3<f32>(1.0), width, width > vec3<f32>(1e-30));
    return width / vec3<f32>(FINENESS, 1.0, 1.0);
}

// So many cells along an axis of a box that wraps round. Of fewer than three, one would be on both sides of another.
fn in_box(cells: u32) -> u32 {
    return select(1u, cells, cells >= 3u);
}

fn is_too_many(cells: vec3<u32>) -> bool {
    // The first product is far from the bound of integers where it is not far beyond the bound of cells.
    let about = f32(cells.x) * f32(cells.y) * f32(cells.z);
    return about > 2.0 * f32(settings.most_cells) || cells.x * cells.y * cells.z > settings.most_cells;
}

fn longest(cells: vec3<u32>) -> u32 {
    var longest = 0u;
    for (var axis = 1u; axis < 3u; axis++) {
        longest = select(longest, axis, cells[axis] >= cells[longest]);
    }
    return longest;
}

@compute @workgroup_size(256)
fn lay_out(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x != 0u {
        return;
    }
    let corners = take_bounds();
    let extent = corners[1] - corners[0];
    var cells_per_metre = 1.0 / widths(extent);
    let repeats = settings.seam.wraps * settings.seam.is_there;
    var wraps = vec3<u32>(0u);
    var cells = vec3<u32>(floor(extent * cells_per_metre));
    for (var axis = 0u; axis < 3u; axis++) {
        cells[axis] = select(cells[axis] + 1u, in_box(cells[axis]), repeats[axis] != 0u);
    }
    // An axis that is halved is never short, since there are too many cells for three short ones.
    for (var i = 0u; i < MOST_HALVINGS && is_too_many(cells); i++) {
        let axis = longest(cells);
        let fewer = (cells[axis] + 1u) / 2u;
        cells[axis] = select(fewer, in_box(fewer), repeats[axis] != 0u);
        wraps[axis] = 1u;
    }
    for (var axis = 0u; axis < 3u; axis++) {
        if repeats[axis] != 0u {
            cells_per_metre[axis] = f32(cells[axis]) / extent[axis];
            wraps[axis] = select(0u, 1u, cells[axis] >= 3u);
        }
    }
    grid.low = corners[0];
    grid.cells_per_metre = cells_per_metre;
    grid.cells = cells;
    grid.wraps = wraps;
}
