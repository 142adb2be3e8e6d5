//! What a flock shows of its boids to the flocks that see it.

use crate::{
    math::frame_motion::FrameMotion,
    neighbours::{criteria::Criteria, grid::Grid, inputs::NeighbourInputs},
    settings::Backend,
    state::boids::Boids,
    step::sort,
};
use std::{any::Any, mem::take, sync::Arc};

/// Data of a flock on a device that other flocks see. Only the device knows the type.
pub(crate) type OnDevice = Arc<dyn Any + Send + Sync>;

/// The boids of a flock as other flocks see them in a step: their state before it, sorted along a
/// grid.
#[derive(Debug, Default)]
pub(crate) struct Sighting {
    pub(super) grid: Grid,
    pub(super) boids: Boids,
    /// Headings of the boids, for flocks that align to them.
    pub(super) inputs: NeighbourInputs,
    /// The boids in the coordinates of another frame, before they are sorted.
    changed: Boids,
    /// Replaces all other fields on a GPU.
    pub(crate) on_device: Option<OnDevice>,
}

/// What the flocks that see a flock need of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Demand {
    /// Largest reach of their searches, in metres.
    pub(crate) reach: f32,
    /// True if one of them aligns to headings.
    pub(crate) headings: bool,
}

impl Demand {
    /// The demand that covers both demands.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            reach: self.reach.max(other.reach),
            headings: self.headings || other.headings,
        }
    }
}

impl Sighting {
    /// Copies and sorts the boids of a flock in another frame for a step. `motion` is that frame's
    /// in the frame of the flock that sees them.
    pub(crate) fn prepare_across(
        &mut self,
        boids: &Boids,
        motion: &FrameMotion,
        demand: &Demand,
        backend: Backend,
    ) {
        let mut changed = take(&mut self.changed);
        changed.copy_from(boids);
        for index in 0..boids.len() {
            let (position, velocity) = (boids.position(index), boids.velocity(index));
            changed.set_position(index, motion.point_out(position));
            let velocity = motion.velocity_out(position, velocity);
            for axis in 0..3 {
                changed.velocity[axis][index] = velocity[axis];
            }
        }
        self.prepare(&changed, demand, backend);
        self.changed = changed;
    }

    /// Copies and sorts the boids for a step.
    pub(crate) fn prepare(&mut self, boids: &Boids, demand: &Demand, backend: Backend) {
        if self.boids.len() != boids.len() {
            self.boids.copy_from(boids);
        }
        let criteria = Criteria {
            aligns_to_headings: demand.headings,
            ..Criteria::within(demand.reach)
        };
        sort(&mut self.grid, &mut self.boids, boids, &criteria, backend);
        self.inputs.prepare(&self.boids, &criteria, backend);
    }
}
