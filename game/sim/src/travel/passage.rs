//! Ways that lead through a wrapping boundary.

use crate::{boundary::Containment, Vec3};

/// How often a boid may pass through a wrapping boundary in one step: once through each side, and once more.
const MOST_PASSAGES: usize = 4;

/// A straight piece of a way through a wrapping boundary.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    pub(super) from: Vec3,
    pub(super) to: Vec3,
    /// Whether the boid comes in where this piece begins.
    pub(super) comes_in: bool,
}

/// Where a way that leads through a wrapping boundary ends, if `may_go` holds for all of its pieces, which it is asked for one
/// after the other. None also for a way that does not lead through one.
pub(super) fn pass_through(
    containment: &Containment,
    start: Vec3,
    way: Vec3,
    mut may_go: impl FnMut(Leg) -> bool,
) -> Option<Vec3> {
    let goal = containment.fold(start + way)?;
    let inside = containment.fold(start);
    let mut leg = Leg {
        from: inside.unwrap_or(start),
        to: goal,
        comes_in: inside.is_some(),
    };
    let mut end = leg.from + way;
    for _ in 0..MOST_PASSAGES {
        let passage = containment.passage(leg.from, end);
        leg.to = passage.map_or(goal, |passage| passage.exit);
        if !may_go(leg) {
            return None;
        }
        let Some(passage) = passage else {
            return Some(goal);
        };
        end = passage.end;
        leg.from = passage.entry;
        leg.comes_in = true;
    }
    None
}
