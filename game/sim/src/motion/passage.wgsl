// Moves through a periodic boundary, as in passage.rs.

// A straight piece of a move through a periodic boundary.
struct Leg {
    start: vec3<f32>,
    end: vec3<f32>,
    // True if the boid re-enters at the start of this piece.
    enters: bool,
}

// True for a piece without obstacles. A piece of a move that was made is checked by the crossing
// test.
fn is_open(leg: Leg, is_checked: bool) -> bool {
    if is_checked {
        return !crosses(leg.start, leg.end);
    }
    let is_free = !leg.enters || is_clear(STATIC_TREE, leg.start, ENTRY_CLEAR_SHARE * motion.radius);
    return is_free && !sweep(leg.start, leg.end, motion.radius).is_hit;
}

// End of a move through a periodic boundary without obstacles on either side. Not folded if there
// is an obstacle, or if the move does not lead through the boundary.
fn pass_through(start: vec3<f32>, way: vec3<f32>, is_checked: bool) -> Folded {
    let goal = fold(start + way);
    if !goal.is_folded {
        return goal;
    }
    let inside = fold(start);
    var leg = Leg(inside.place, goal.place, inside.is_folded);
    var end = leg.start + way;
    for (var i = 0u; i < MOST_PASSAGES; i++) {
        let out = passage(leg.start, end);
        leg.end = select(goal.place, out.exit, out.leads_out);
        if !is_open(leg, is_checked) {
            return Folded(start, false);
        }
        if !out.leads_out {
            return goal;
        }
        end = out.end;
        leg = Leg(out.entry, goal.place, true);
    }
    return Folded(start, false);
}
