//! The work that sweeps may still do.

use std::{cell::Cell, ops::ControlFlow};

/// Maximum number of triangles that the sweeps of one move test. There are far fewer around a body,
/// unless it is many times as large as the triangles.
const MOST_TESTS: u32 = 4096;

/// A sweep that was aborted because it would have to test too many triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyTriangles;

/// Number of triangles that sweeps may still test.
#[derive(Debug)]
pub(crate) struct SweepWork(Cell<u32>);

impl SweepWork {
    /// The work that is permitted in one move.
    pub(crate) fn of_move() -> Self {
        Self(Cell::new(MOST_TESTS))
    }

    /// Work without a limit in practice.
    pub(super) fn unlimited() -> Self {
        Self(Cell::new(u32::MAX))
    }

    /// True if a sweep was aborted.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.0.get() == 0
    }

    pub(super) fn spend(&self) -> ControlFlow<()> {
        self.0.set(self.0.get().saturating_sub(1));
        if self.is_exceeded() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    pub(super) fn result(&self) -> Result<(), TooManyTriangles> {
        if self.is_exceeded() {
            Err(TooManyTriangles)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::{shapes, Geometry},
        math::Vec3,
    };

    #[test]
    fn a_sweep_with_too_little_work_says_so() {
        let triangles: Vec<_> = shapes::ball(1.0, 3);
        let geometry = Geometry::new(&triangles).0;
        let sweep =
            |work: &SweepWork| geometry.sweep_within(Vec3::x() * 2.0, Vec3::x() * -1.0, 0.5, work);
        let enough = SweepWork::of_move();
        let contact = geometry.sweep(Vec3::x() * 2.0, Vec3::x() * -1.0, 0.5);
        assert_eq!(sweep(&enough), Ok(contact));
        assert!(!enough.is_exceeded());
        let needed = MOST_TESTS - enough.0.get();
        assert!(needed > 1, "{needed}");
        for too_little in [1, needed] {
            assert_eq!(
                sweep(&SweepWork(Cell::new(too_little))),
                Err(TooManyTriangles)
            );
        }
        assert_eq!(sweep(&SweepWork(Cell::new(needed + 1))), Ok(contact));
    }
}
