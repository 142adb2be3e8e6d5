//! The stages of a step for one block of boids, in their order.

use super::{
    counters::{StepCounters, StepPart, Stopwatch},
    pace::Pace,
    parameters::Step,
    sorting::Sorted,
    velocities::{Block, Scratch},
};
use crate::{
    boundary::{Contain, Containment},
    motion::wind::{
        air::{Air, Blow, WindBlock},
        carry::Carry,
    },
    pose::orientation::Orient,
    settings::Facing,
    state::{
        boids::{borrow, Boids, BoidsMut, BoidsPart},
        threads::BLOCK,
    },
};

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
                self.blow(air, &before, &mut wind_of_block);
                watch.end(StepPart::Motion);
                Some(&mut wind_of_block)
            }
            None => None,
        };
        let mut paces = [Pace::ALWAYS; BLOCK];
        let block = Block {
            paces: self.find_paces(sorted.boids, first, &mut paces[..len]),
            wind: wind_block.as_ref().map(|it| it.wind(len)),
            clearances,
        };
        self.change_velocities(sorted, block, scratch, &mut next, watch);
        self.contain(
            self.containment.as_ref(),
            before.position,
            &mut next.velocity,
        );
        if let Some(block) = wind_block.as_deref_mut() {
            self.carry(&before, &next, block);
        }
        watch.end(StepPart::Motion);
        let over_ground = wind_block.as_ref().map(|it| it.over_ground(len));
        watch.counters += self
            .swept_move
            .all(&before, clearances, over_ground, &mut next);
        watch.end(StepPart::Geometry);
        let containment = self.containment.as_ref().map(Containment::after_move);
        let position = next.position.each_ref().map(|values| &**values);
        self.contain(containment.as_ref(), position, &mut next.velocity);
        watch.end(StepPart::Motion);
        next.keep_identity(sorted.boids);
        self.orient(sorted, &before, scratch, next);
        watch.end(StepPart::Poses);
    }

    /// Finds the wind at the places of a block.
    fn blow(&self, air: &Air, before: &BoidsPart, block: &mut WindBlock) {
        let len = before.slot.len();
        self.vectors.run(Blow {
            air,
            position: before.position,
            wind: block.wind.each_mut().map(|values| &mut values[..len]),
        });
    }

    /// Finds how often boids from `first` on steer; none if all do in every step.
    fn find_paces<'p>(&self, boids: &Boids, first: usize, paces: &'p mut [Pace]) -> &'p [Pace] {
        match &self.paces {
            Some(it) => {
                it.find(boids, first, self.vectors, paces);
                paces
            }
            None => &[],
        }
    }

    /// Turns the velocities of boids outside or near the walls.
    fn contain(
        &self,
        containment: Option<&Containment>,
        position: [&[f32]; 3],
        velocity: &mut [&mut [f32]; 3],
    ) {
        if let Some(containment) = containment {
            self.vectors.run(Contain {
                containment,
                position,
                velocity: borrow(velocity),
            });
        }
    }

    /// Finds the velocities over ground in the wind of a block.
    fn carry(&self, before: &BoidsPart, next: &BoidsMut, block: &mut WindBlock) {
        self.vectors.run(Carry {
            containment: self.containment.as_ref(),
            dt: self.dt,
            position: before.position,
            velocity: next.velocity.each_ref().map(|values| &**values),
            block,
        });
    }

    /// Writes the poses of a block, which depend on its next velocities.
    fn orient(&self, sorted: Sorted, before: &BoidsPart, scratch: &Scratch, mut next: BoidsMut) {
        let (first, len) = (next.first, next.len());
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
    }

    fn find_clearances(&self, before: &BoidsPart, clearances: &mut [f32]) {
        if let Some(geometry) = self.geometry {
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
