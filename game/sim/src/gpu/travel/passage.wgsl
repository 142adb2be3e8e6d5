// Ways that lead through a wrapping boundary, as in travel/passage.rs.

// How often a boid may pass through a wrapping boundary in one step: once through each side, and once more.
const MOST_PASSAGES = 4u;

// Share of the radius that must be free where a boid comes in through a wrapping boundary.
const CLEAR_SHARE = 0.999;

// A straight piece of a way through a wrapping boundary.
struct Leg {
    start: vec3<f32>,
    end: vec3<f32>,
    // Whether the boid comes in where this piece begins.
    comes_in: bool,
}

// Whether nothing is in the way of a piece. Tells of a piece that was gone along, by other means, if it is checked.
fn is_open(leg: Leg, is_checked: bool) -> bool {
    if is_checked {
        return !crosses(leg.start, leg.end);
    }
    let has_room = !leg.comes_in || is_clear(leg.start, CLEAR_SHARE * travel.radius);
    return has_room && !sweep(leg.start, leg.end, travel.radius).is_hit;
}

// Where a way that leads through a wrapping boundary ends, if nothing is in the way on either side; not folded if something is, or if
// the way does not lead through one.
fn pass_through(start: vec3<f32>, way: vec3<f32>, is_checked: bool) -> Fold {
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
            return Fold(start, false);
        }
        if !out.leads_out {
            return goal;
        }
        end = out.end;
        leg = Leg(out.entry, goal.place, true);
    }
    return Fold(start, false);
}
