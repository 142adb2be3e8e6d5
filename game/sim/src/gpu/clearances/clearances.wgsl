// How far places are at least from all surfaces. The pass declares `field`, `blocks` and `cells`.

struct Field {
    origin: vec3<f32>,
    // Edge of a cell, in metres.
    cell: f32,
    // The box around all triangles.
    low: vec3<f32>,
    cells_per_metre: f32,
    high: vec3<f32>,
    // The height that a zero stands for, in metres.
    lowest: f32,
    // Number of cells along each axis.
    size: vec3<f32>,
    // From one number of a height to the next, in metres.
    unit: f32,
    // From one block to the next along each axis.
    strides: vec3<u32>,
    // What bounds may be too high by, in metres, because compilers may round where a cell is otherwise than it was measured.
    slack: f32,
}

const BLOCK_BITS = vec3<u32>(2u);
const BLOCK = 4u;
const IS_DIVIDED = 0x80000000u;
const EXPONENT = 0x7f800000u;
const STEEPEST = 127.0;

// Makes up for the rounding of a distance between two places.
const DISTANCE_ROUNDING = 1.0 + 2e-6;

// By its bits: compilers may take it for granted that numbers are finite.
fn is_number(number: f32) -> bool {
    return (bitcast<u32>(number) & EXPONENT) != EXPONENT;
}

// So many cells from the origin.
fn along_field(place: vec3<f32>) -> vec3<f32> {
    return (place - field.origin) * field.cells_per_metre;
}

fn is_in_field(along: vec3<f32>) -> bool {
    let are_numbers = is_number(along.x) && is_number(along.y) && is_number(along.z);
    return are_numbers && all(along >= vec3(0.0)) && all(along < field.size - 0.5);
}

fn block_of(cell: vec3<u32>) -> u32 {
    let block = (cell >> BLOCK_BITS) * field.strides;
    return blocks[block.x + block.y + block.z];
}

// Outside the grid the box around all triangles is what is known.
fn clearance_outside(place: vec3<f32>) -> f32 {
    let gap = max(max(field.low - place, place - field.high), vec3(0.0));
    let distance = length(gap) / DISTANCE_ROUNDING;
    let is_known = is_number(distance) && is_number(place.x) && is_number(place.y) && is_number(place.z);
    return select(0.0, distance, is_known);
}

// How far a place is from the centre of the cell or block that begins so many cells from the origin.
fn way_from(center: vec3<f32>, place: vec3<f32>) -> vec3<f32> {
    return place - (field.origin + center * field.cell);
}

// A plane below the clearances of a cell.
fn bound_of(cell: u32, way: vec3<f32>) -> f32 {
    let slope = vec3(
        f32(extractBits(bitcast<i32>(cell), 0u, 8u)),
        f32(extractBits(bitcast<i32>(cell), 8u, 8u)),
        f32(extractBits(bitcast<i32>(cell), 16u, 8u)),
    );
    let part = slope * (1.0 / STEEPEST) * way;
    return f32(cell >> 24u) * field.unit + field.lowest + part.x + part.y + part.z;
}

// At least how far a place is from every surface, in metres, and 0 for one that is not finite.
fn clearance_at(place: vec3<f32>) -> f32 {
    let along = along_field(place);
    if !is_in_field(along) {
        return clearance_outside(place);
    }
    let cell = vec3<u32>(along);
    let block = block_of(cell);
    var bound: f32;
    if (block & IS_DIVIDED) != 0u {
        let inner = cell & vec3(BLOCK - 1u);
        let number = (block & ~IS_DIVIDED) * (BLOCK * BLOCK * BLOCK);
        let within = (inner.z * BLOCK + inner.y) * BLOCK + inner.x;
        bound = bound_of(cells[number + within], way_from(vec3<f32>(cell) + 0.5, place));
    } else {
        let center = vec3<f32>((cell & vec3(~(BLOCK - 1u))) + BLOCK / 2u);
        bound = bitcast<f32>(block) - length(way_from(center, place)) * DISTANCE_ROUNDING;
    }
    return max(bound - field.slack, 0.0);
}

// Whether the clearance at a place is too small by little, as it is next to surfaces.
fn is_fine(place: vec3<f32>) -> bool {
    let along = along_field(place);
    return is_in_field(along) && (block_of(vec3<u32>(along)) & IS_DIVIDED) != 0u;
}
