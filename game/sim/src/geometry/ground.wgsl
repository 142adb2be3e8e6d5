// The map of the ground, as in ground.rs. `influences` is the uniform of the pass.

// Height of the ground below a place (x), and 1 if there is any (y).
fn ground_below(place: vec3<f32>) -> vec2<f32> {
    let size = influences.ground_size;
    let at = (place.xz - influences.ground_low) / influences.ground_cell;
    let last = size - 1u;
    if any(size == vec2(0u)) || !(all(at >= vec2(0.0)) && all(at <= vec2<f32>(last))) {
        return vec2(0.0);
    }
    let column = min(vec2<u32>(at), last - 1u);
    let share = at - vec2<f32>(column);
    var sum = 0.0;
    var weights = 0.0;
    for (var corner = 0u; corner < 4u; corner++) {
        let side = vec2(corner & 1u, corner >> 1u);
        let weight = select(1.0 - share, share, side == vec2(1u));
        let floor = ground_floor((column.y + side.y) * size.x + column.x + side.x, place.y);
        sum += weight.x * weight.y * floor.x * floor.y;
        weights += weight.x * weight.y * floor.y;
    }
    if weights > GROUND_LEAST_WEIGHT {
        return vec2(sum / weights, 1.0);
    }
    return vec2(0.0);
}

// The floor of the gap of a column in which, or near which, a height lies (x), and 1 if there is one (y).
fn ground_floor(column: u32, height: f32) -> vec2<f32> {
    let first = influences.ground_first;
    let gaps = first + influences.ground_size.x * influences.ground_size.y + 1u;
    var near = vec2(0.0);
    for (var i = fields[first + column]; i < fields[first + column + 1u]; i++) {
        let floor = bitcast<f32>(fields[gaps + 2u * i]);
        let ceiling = bitcast<f32>(fields[gaps + 2u * i + 1u]);
        if floor <= height && height <= ceiling {
            return vec2(floor, 1.0);
        }
        let cell = influences.ground_cell;
        if near.y == 0.0 && floor <= height + cell && height <= ceiling + cell {
            near = vec2(floor, 1.0);
        }
        if floor <= height {
            break;
        }
    }
    return near;
}
