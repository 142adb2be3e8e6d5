// The seam of a box that wraps round: where a boid is in the box, in the frame of the box.

struct Seam {
    to_local: mat3x3<f32>,
    to_world: mat3x3<f32>,
    // Of the frame, in the world.
    origin: vec3<f32>,
    // 1 if there is a seam. Without one, nothing else here has a meaning.
    is_there: u32,
    // Corners in the frame; as far away as numbers reach along an axis where nothing wraps round.
    low: vec3<f32>,
    high: vec3<f32>,
    // Lengths after which the box repeats; the largest number along an axis where it does not.
    periods: vec3<f32>,
    // 1 along the axes that wrap round.
    wraps: vec3<u32>,
}

// The place in the box, in the frame of the box, of a point anywhere in the world. Never on the upper side itself.
fn seam_place(seam: Seam, point: vec3<f32>) -> vec3<f32> {
    let local = seam.to_local * (point - seam.origin);
    return vec3<f32>(
        fold(local.x, seam.low.x, seam.high.x, seam.periods.x),
        fold(local.y, seam.low.y, seam.high.y, seam.periods.y),
        fold(local.z, seam.low.z, seam.high.z, seam.periods.z),
    );
}

// The coordinate between `low` and `high` that is a whole number of periods away.
fn fold(coordinate: f32, low: f32, high: f32, period: f32) -> f32 {
    if low <= coordinate && coordinate < high {
        return coordinate;
    }
    let folded = coordinate - floor((coordinate - low) / period) * period;
    // Rounding may put it onto a side or beyond.
    return select(low, max(folded, low), folded < high);
}
