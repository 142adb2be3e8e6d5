// Poses between two states, as in interpolation.rs.

// Between two phases of the beat, forward.
fn mix_phases(before: f32, after: f32, blend: f32) -> f32 {
    let beat = fraction(after - before + 1.0);
    return fraction(before + beat * blend);
}
