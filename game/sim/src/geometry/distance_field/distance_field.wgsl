// The distance field, as in mod.rs. The pass declares `field`, `blocks` and `cells`.

// A lower bound of the distance from all surfaces, in metres; 0 for a position that is not finite.
fn clearance_at(place: vec3<f32>) -> f32 {
    var nearest = FIELD_FARTHEST;
    for (var i = 0u; i < field.count; i++) {
        let along = field_cells_to(i, place);
        if is_in_field(i, along) {
            return min(nearest, clearance_inside(i, along, place));
        }
        nearest = min(nearest, clearance_outside(i, place));
    }
    return nearest;
}

// The bound of a grid in which the position lies, `along` cells from its origin.
fn clearance_inside(i: u32, along: vec3<f32>, place: vec3<f32>) -> f32 {
    let cell = vec3<u32>(along);
    let block = block_of(i, cell);
    var bound: f32;
    if (block & FIELD_IS_DIVIDED) != 0u {
        let inner = cell & vec3(FIELD_BLOCK - 1u);
        let divided = field.grids[i].first_divided + (block & ~FIELD_IS_DIVIDED);
        let number = divided * (FIELD_BLOCK * FIELD_BLOCK * FIELD_BLOCK);
        let within = (inner.z * FIELD_BLOCK + inner.y) * FIELD_BLOCK + inner.x;
        let offset = offset_from(i, vec3<f32>(cell) + 0.5, place);
        bound = bound_of(i, cells[number + within], offset);
    } else {
        let center = vec3<f32>((cell & vec3(~(FIELD_BLOCK - 1u))) + FIELD_BLOCK / 2u);
        bound = bitcast<f32>(block) - length(offset_from(i, center, place)) * FIELD_ROUNDING;
    }
    return max(bound - field.grids[i].slack, 0.0);
}

// True if the bound is off by little, as it is next to surfaces.
fn is_fine(place: vec3<f32>) -> bool {
    let along = field_cells_to(0u, place);
    return is_in_field(0u, along) && (block_of(0u, vec3<u32>(along)) & FIELD_IS_DIVIDED) != 0u;
}

// Number of cells from the origin of a grid to a position, along each axis.
fn field_cells_to(i: u32, place: vec3<f32>) -> vec3<f32> {
    return (place - field.grids[i].origin) * field.grids[i].cells_per_metre;
}

fn is_in_field(i: u32, along: vec3<f32>) -> bool {
    return is_finite(along) && all(along >= vec3(0.0)) && all(along < field.grids[i].size - 0.5);
}

fn block_of(i: u32, cell: vec3<u32>) -> u32 {
    let block = (cell >> vec3(FIELD_BLOCK_BITS)) * field.grids[i].strides;
    return blocks[field.grids[i].first_block + block.x + block.y + block.z];
}

// Outside a grid only the box around its triangles is known.
fn clearance_outside(i: u32, place: vec3<f32>) -> f32 {
    let gap = max(max(field.grids[i].low - place, place - field.grids[i].high), vec3(0.0));
    let distance = length(gap) / FIELD_ROUNDING;
    return select(0.0, distance, is_finite(vec3(distance, 0.0, 0.0)) && is_finite(place));
}

// Offset of a position from a point given in cells from the origin.
fn offset_from(i: u32, point: vec3<f32>, place: vec3<f32>) -> vec3<f32> {
    return place - (field.grids[i].origin + point * field.grids[i].cell);
}

// Plane below the distances in a cell: height at the centre and slope, one byte each.
fn bound_of(i: u32, cell: u32, offset: vec3<f32>) -> f32 {
    let slope = vec3(
        f32(extractBits(bitcast<i32>(cell), 0u, 8u)),
        f32(extractBits(bitcast<i32>(cell), 8u, 8u)),
        f32(extractBits(bitcast<i32>(cell), 16u, 8u)),
    );
    let part = slope * (1.0 / FIELD_STEEPEST) * offset;
    let grid = field.grids[i];
    return f32(cell >> 24u) * grid.unit + grid.lowest + part.x + part.y + part.z;
}
