// The check of moves that were made, as in crossing_check.rs.

// Share of a coordinate by which two shader compilations of one sum may differ.
const CONTRACTION: f32 = 4e-6;

// True if the move of a boid crossed a surface.
fn has_crossed(start: vec3<f32>, made: Arrival) -> bool {
    if WRAPS && made.has_passed {
        let goal = pass_through(start, made.way, true);
        let rounding = CONTRACTION * (abs(start) + abs(made.position) + abs(made.way));
        return !goal.is_folded || !all(abs(goal.place - made.position) <= rounding);
    }
    return crosses(start, made.position);
}
