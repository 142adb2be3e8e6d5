// Orientations and phases of the beat, as in orientation.rs.

// Between two orientations the short way round: q and -q are the same orientation.
fn mix_orientations(before: vec4<f32>, after: vec4<f32>, blend: f32) -> vec4<f32> {
    let share = select(blend, -blend, dot(before, after) < 0.0);
    let mixed = before * (1.0 - blend) + after * share;
    return mixed / length(mixed);
}

// Fractional part of a number that is not negative.
fn fraction(value: f32) -> f32 {
    return value - floor(value);
}
