// A periodic box, as in periodic_box.rs.

// True in passes that are compiled for a boundary that is such a box; others ask has_periodic_box.
override PERIODIC_BOX: bool = false;

fn has_periodic_box() -> bool {
    return boundary.shape == BOX && boundary.wraps != 0u;
}

// True for an axis of a periodic box; not for one across a plane of motion.
fn is_periodic(axis: u32) -> bool {
    return has_periodic_box() && boundary.periods[axis] < FAR_AWAY;
}

// Position inside the periodic box, in its frame, of a point in the world. Never on the upper side.
fn place_in_box(point: vec3<f32>) -> vec3<f32> {
    let local = point_to_local(boundary.origin, boundary.to_world, point);
    return vec3(
        fold_coordinate(local.x, boundary.low.x, boundary.high.x),
        fold_coordinate(local.y, boundary.low.y, boundary.high.y),
        fold_coordinate(local.z, boundary.low.z, boundary.high.z),
    );
}

// The coordinate in [low, high) that is a whole number of periods away; `low` for NaN and infinity.
// Measured from the side that the coordinate is beyond, so that one near the side is not rounded,
// although there is no double precision.
fn fold_coordinate(coordinate: f32, low: f32, high: f32) -> f32 {
    if low <= coordinate && coordinate < high {
        return coordinate;
    }
    let period = high - low;
    let is_above = coordinate >= high;
    let beyond = coordinate - select(low, high, is_above);
    let rest = beyond - trunc(beyond / period) * period;
    let folded = select(high, low, is_above) + rest;
    // Rounding can reach the upper side.
    if folded < high {
        return max(folded, low);
    }
    return low;
}

// The periodic image of a point that is nearest to another point.
fn nearest_image(point: vec3<f32>, to: vec3<f32>) -> vec3<f32> {
    let offset = (to - point) * boundary.to_world;
    let widths = offset / boundary.periods;
    let times = sign(widths) * floor(abs(widths) + 0.5);
    if all(times == vec3(0.0)) {
        return point;
    }
    return point + boundary.to_world * (times * boundary.periods);
}

// The same of a point in the box. One outside has no other image than itself.
fn nearest_image_in_box(point: vec3<f32>, to: vec3<f32>) -> vec3<f32> {
    let local = point_to_local(boundary.origin, boundary.to_world, point);
    let slack = BOX_SLACK * boundary.periods;
    if any(local < boundary.low - slack) || any(local > boundary.high + slack) {
        return point;
    }
    return nearest_image(point, to);
}
