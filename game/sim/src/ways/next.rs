//! Where the way of each cell leads next: what a boid looks up in each step.

use super::{octree::Octree, search::Corner};
use crate::math::Vec3;

/// Where the way of a cell leads next, in the layout that shaders read.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "gpu", derive(bytemuck::Pod, bytemuck::Zeroable))]
#[repr(C)]
pub(crate) struct Next {
    /// The next corner, or the goal, in metres.
    pub(crate) point: [f32; 3],
    /// Length of the way from the corner on, in metres. -1 - number if the goal with this number is
    /// next. Infinite if no way leads from the cell. Of ways away from threats, the length of the way
    /// from a threat to the cell, or the largest number out of their reach.
    pub(crate) beyond: f32,
}

/// The number of the goal that is next, if one is, for [`Next::beyond`].
pub(crate) fn goal_of(beyond: f32) -> Option<usize> {
    (beyond < 0.0).then(|| (-1.0 - beyond) as usize)
}

impl Next {
    /// No way leads from the cell to a goal.
    pub(super) const NOWHERE: Self = Self {
        point: [0.0; 3],
        beyond: f32::INFINITY,
    };

    /// The corner at `point`, or the goal there, on a way of `length` metres from `place`.
    pub(super) fn new(corner: Corner, point: Vec3, place: Vec3, length: f32) -> Self {
        Self {
            point: point.into(),
            beyond: match corner {
                Corner::Cell(_) => (length - (point - place).norm()).max(0.0),
                Corner::Goal(number) => -1.0 - number as f32,
            },
        }
    }

    /// The cell with this place is out of the reach of threats.
    pub(super) fn out_of_reach(place: Vec3) -> Self {
        Self {
            point: place.into(),
            beyond: f32::MAX,
        }
    }

    pub(super) fn is_out_of_reach(&self) -> bool {
        self.beyond == f32::MAX
    }

    /// True if a way leads from the cell to a goal.
    pub(crate) fn leads(&self) -> bool {
        self.beyond < f32::INFINITY
    }

    /// Length of the way from the point on, in metres; infinite without one.
    pub(super) fn length_beyond(&self) -> f32 {
        self.beyond.max(0.0)
    }
}

/// The cell half a cell beside a position where the body does not fit.
#[inline(never)]
pub(super) fn cell_beside(octree: &Octree, at: &Vec3) -> Option<u32> {
    let half = 0.5 * octree.grid.finest;
    let mut beside = (0..6).map(|side| {
        let sign = [half, -half][side / 3];
        at + Vec3::ith(side % 3, sign)
    });
    beside.find_map(|at| octree.cell_at(&at))
}
