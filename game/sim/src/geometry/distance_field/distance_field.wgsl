// The distance field, as in mod.rs. The pass declares `field`, `blocks` and `cells`.

// A lower bound of the distance from all surfaces, in metres; 0 for a position that is not finite.
fn clearance_at(place: vec3<f32>) -> f32 {
    let along = field_cells_to(place);
    if !is_in_field(along) {
        return clearance_outside(place);
    }
    let cell = vec3<u32>(along);
    let block = block_of(cell);
    var bound: f32;
    if (block & FIELD_IS_DIVIDED) != 0u {
        let inner = cell & vec3(FIELD_BLOCK - 1u);
        let number = (block & ~FIELD_IS_DIVIDED) * (FIELD_BLOCK * FIELD_BLOCK * FIELD_BLOCK);
        let within = (inner.z * FIELD_BLOCK + inner.y) * FIELD_BLOCK + inner.x;
        bound = bound_of(cells[number + within], offset_from(vec3<f32>(cell) + 0.5, place));
    } else {
        let center = vec3<f32>((cell & vec3(~(FIELD_BLOCK - 1u))) + FIELD_BLOCK / 2u);
        bound = bitcast<f32>(block) - length(offset_from(center, place)) * FIELD_ROUNDING;
    }
    return max(bound - field.slack, 0.0);
}

// True if the bound is off by little, as it is next to surfaces.
fn is_fine(place: vec3<f32>) -> bool {
    let along = field_cells_to(place);
    return is_in_field(along) && (block_of(vec3<u32>(along)) & FIELD_IS_DIVIDED) != 0u;
}

// Number of cells from the origin of the field to a position, along each axis.
fn field_cells_to(place: vec3<f32>) -> vec3<f32> {
    return (place - field.origin) * field.cells_per_metre;
}

fn is_in_field(along: vec3<f32>) -> bool {
    return is_finite(along) && all(along >= vec3(0.0)) && all(along < field.size - 0.5);
}

fn block_of(cell: vec3<u32>) -> u32 {
    let block = (cell >> vec3(FIELD_BLOCK_BITS)) * field.strides;
    return blocks[block.x + block.y + block.z];
}

// Outside the field only the box around all triangles is known.
fn clearance_outside(place: vec3<f32>) -> f32 {
    let gap = max(max(field.low - place, place - field.high), vec3(0.0));
    let distance = length(gap) / FIELD_ROUNDING;
    return select(0.0, distance, is_finite(vec3(distance, 0.0, 0.0)) && is_finite(place));
}

// Offset of a position from a point given in cells from the origin.
fn offset_from(point: vec3<f32>, place: vec3<f32>) -> vec3<f32> {
    return place - (field.origin + point * field.cell);
}

// Plane below the distances in a cell: height at the centre and slope, one byte each.
fn bound_of(cell: u32, offset: vec3<f32>) -> f32 {
    let slope = vec3(
        f32(extractBits(bitcast<i32>(cell), 0u, 8u)),
        f32(extractBits(bitcast<i32>(cell), 8u, 8u)),
        f32(extractBits(bitcast<i32>(cell), 16u, 8u)),
    );
    let part = slope * (1.0 / FIELD_STEEPEST) * offset;
    return f32(cell >> 24u) * field.unit + field.lowest + part.x + part.y + part.z;
}
