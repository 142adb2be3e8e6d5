//! Displacements that lead through a wrapping boundary.

use crate::{boundary::Containment, math::Vec3};

/// Maximum number of straight pieces in one step: one for each side of the boundary, and one more.
pub(crate) const MOST_PASSAGES: usize = 4;

/// Straight piece of a path through a wrapping boundary.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathSegment {
    pub(super) from: Vec3,
    pub(super) to: Vec3,
    /// True if the boid enters at the begin of this piece.
    pub(super) enters: bool,
    /// True if it leaves at the end of this piece.
    pub(super) leaves: bool,
}

/// End of a displacement that leads through a wrapping boundary, if `may_go` returns true for all
/// of its pieces, in order. `None` also for a displacement that does not lead through one.
pub(super) fn pass_through(
    containment: &Containment,
    start: Vec3,
    displacement: Vec3,
    mut may_go: impl FnMut(PathSegment) -> bool,
) -> Option<Vec3> {
    let goal = containment.fold(start + displacement)?;
    let inside = containment.fold(start);
    let mut segment = PathSegment {
        from: inside.unwrap_or(start),
        to: goal,
        enters: inside.is_some(),
        leaves: false,
    };
    let mut end = segment.from + displacement;
    for _ in 0..MOST_PASSAGES {
        let passage = containment.passage(segment.from, end);
        segment.to = passage.map_or(goal, |passage| passage.exit);
        segment.leaves = passage.is_some();
        if !may_go(segment) {
            return None;
        }
        let Some(passage) = passage else {
            return Some(goal);
        };
        end = passage.end;
        segment.from = passage.entry;
        segment.enters = true;
    }
    None
}
