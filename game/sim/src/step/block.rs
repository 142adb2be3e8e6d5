//! The stages of a step for one block of boids, in their order.

use super::{
    counters::{StepCounters, StepPart, Stopwatch},
    pace::Pace,
    velocities::{Block, Scratch},
    Step,
};
use crate::{
    boundary::Contain,
    motion::wind::{
        air::{Blow, WindBlock},
        carry::Carry,
    },
    neighbours::{grid::Grid, inputs::NeighbourInputs},
    pose::orientation::Orient,
    settings::Facing,
    state::{
        boids::{borrow, Boids, BoidsMut, BoidsPart},
        threads::BLOCK,
    },
};

/// The boids before the step, sorted along the grid, with the inputs of the neighbour search.
#[derive(Clone, Copy)]
pub(super) struct Sorted<'a> {
    pub(super) boids: &'a Boids,
    pub(super) grid: &'a Grid,
    pub(super) inputs: &'a NeighbourInputs,
}

impl Step<'_> {
    /// Writes the next state of a part of the boids, and returns the counters.
    pub(super) fn advance(&self, sorted: Sorted, part: BoidsMut) -> StepCounters {
        let (mut rest, mut watch) = (part, Stopwatch::start());
        let mut scratch = Scratch::new(self.paces.is_some());
        while rest.len() > 0 {
            let most = rest.len().min(BLOCK);
            let (len, is_asleep) = match &self.paces {
                Some(paces) => paces.alike_in_sleep(sorted.boids, rest.first, most),
                None => (most, false),
            };
            let (block, others) = rest.split_at(len);
            rest = others;
            if is_asleep {
                self.let_sleep(sorted, block, &mut watch)
            } else {
                self.advance_block(sorted, block, &mut scratch, &mut watch)
            }
        }
        watch.counters
    }

    /// Writes the next state of a block of awake boids.
    fn advance_block(
        &self,
        sorted: Sorted,
        mut next: BoidsMut<'_>,
        scratch: &mut Scratch,
        watch: &mut Stopwatch,
    ) {
        let (first, len) = (next.first, next.len());
        let before = sorted.boids.part(first..first + len);
        let mut clearances = [0.0; BLOCK];
        let clearances = &mut clearances[..len];
        self.find_clearances(&before, clearances);
        // A large buffer, so it is built in place and only if it is needed.
        let mut wind_of_block;
        let mut wind_block = match &self.air {
            Some(air) => {
                wind_of_block = WindBlock::new();
                self.vectors.run(Blow {
                    air,
                    position: before.position,
                    wind: wind_of_block
                        .wind
                        .each_mut()
                        .map(|values| &mut values[..len]),
                });
                watch.end(StepPart::Motion);
                Some(&mut wind_of_block)
            }
            None => None,
        };
        let wind = wind_block.as_ref().map(|it| it.wind(len));
        let mut paces = [Pace::ALWAYS; BLOCK];
        let paces = match &self.paces {
            Some(it) => {
                it.find(sorted.boids, first, self.vectors, &mut paces[..len]);
                &paces[..len]
            }
            None => &[],
        };
        let block = Block {
            paces,
            wind,
            clearances,
        };
        self.change_velocities(sorted, block, scratch, &mut next, watch);
        if let Some(containment) = &self.containment {
            self.vectors.run(Contain {
                containment,
                position: before.position,
                velocity: borrow(&mut next.velocity),
            });
        }
        if let Some(block) = wind_block.as_deref_mut() {
            self.vectors.run(Carry {
                containment: self.containment.as_ref(),
                dt: self.dt,
                position: before.position,
                velocity: next.velocity.each_ref().map(|values| &**values),
                block,
            });
        }
        watch.end(StepPart::Motion);
        let over_ground = wind_block.as_ref().map(|it| it.over_ground(len));
        watch.counters += self
            .swept_move
            .all(&before, clearances, over_ground, &mut next);
        watch.end(StepPart::Geometry);
        if let Some(containment) = &self.containment {
            let position = next.position.each_ref().map(|values| &**values);
            self.vectors.run(Contain {
                containment: &containment.after_move(),
                position,
                velocity: borrow(&mut next.velocity),
            });
        }
        watch.end(StepPart::Motion);
        next.keep_identity(sorted.boids);
        let velocity = next.velocity.each_ref().map(|values| &**values);
        let (orientation_before, phase_before) = sorted.boids.pose_part(first..first + len);
        self.vectors.run(Orient {
            orientation_params: &self.orientation_params,
            before: before.velocity,
            velocity,
            heading: match self.facing {
                Facing::Velocity => velocity,
                Facing::Alignment => scratch.wishes.facing(0..len),
            },
            orientation_before,
            phase_before,
            orientation: borrow(&mut next.orientation),
            phase: next.phase,
        });
        watch.end(StepPart::Poses);
    }

    fn find_clearances(&self, before: &BoidsPart, clearances: &mut [f32]) {
        if let Some(geometry) = self.obstacles {
            geometry.clearances_at(before.position, self.vectors, clearances);
        }
    }

    /// Leaves sleeping boids where they are, except that moving obstacles push them. They keep
    /// their velocities until they wake.
    fn let_sleep(&self, sorted: Sorted, mut next: BoidsMut<'_>, watch: &mut Stopwatch) {
        next.stay(sorted.boids);
        if self.swept_move.moving.is_none() {
            return watch.end(StepPart::Motion);
        }
        let before = sorted.boids.part(next.first..next.first + next.len());
        let mut clearances = [0.0; BLOCK];
        let clearances = &mut clearances[..before.slot.len()];
        self.find_clearances(&before, clearances);
        next.velocity.iter_mut().for_each(|values| values.fill(0.0));
        watch.counters += self.swept_move.all(&before, clearances, None, &mut next);
        next.keep_velocity(sorted.boids);
        watch.end(StepPart::Geometry);
    }
}
