//! Displacements that lead through a periodic boundary.

use crate::{boundary::Containment, math::Vec3};

/// Largest number of straight pieces of a path in one step: one for each passage along an axis, and
/// one more.
pub(crate) const MOST_PASSAGES: usize = 4;

/// Share of the body's radius that must be free where a boid enters through a periodic boundary.
/// The rest is for the rounding of a body that moves along a surface.
pub(crate) const ENTRY_CLEAR_SHARE: f32 = 0.999;

/// Straight piece of a path through a periodic boundary.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathSegment {
    pub(super) from: Vec3,
    pub(super) to: Vec3,
    /// True if the boid enters at the start of this piece.
    pub(super) enters: bool,
    /// True if the boid leaves at the end of this piece.
    pub(super) leaves: bool,
}

/// End of a displacement through a periodic boundary. `None` if the displacement does not pass one,
/// or if `may_go` returns false for one of its pieces.
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
