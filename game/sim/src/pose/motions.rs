//! What drawn bodies do: how they turn, their effort, and whether they land, stand or are dead. A
//! renderer moves fins, wings and legs by this.

use super::{
    beside_bodies::split,
    measure::{between, Measure},
    orientation::OrientationParams,
};
use crate::{
    motion::loose_body::LooseBody,
    perches::stay::{Stay, StayPhase},
    state::boids::BoidState,
};

/// Time in which a body gets its wings and legs into place, and time in which a dead body turns
/// over, in seconds.
const CHANGE: f32 = 0.35;
const DYING: f32 = 1.0;

/// Largest progress of an activity. It is below 1, because the whole number is the activity itself.
const DONE: f32 = 0.999;

/// A source of the motions of boids.
pub(crate) trait MotionSource: Sync {
    /// Number of boids.
    fn len(&self) -> usize;

    /// Writes the motions of boids, starting with the boid of index `first`, until `out` is full.
    fn write(&self, measure: &Measure, first: usize, out: &mut [[f32; 4]]);
}

/// Motions of the boids, and after them of the loose bodies. `blend` is the share of the way from
/// the previous to the current state.
#[derive(Clone, Copy)]
pub(crate) struct Motions<'a> {
    pub(crate) boids: &'a dyn MotionSource,
    pub(crate) bodies: &'a [LooseBody],
    pub(crate) blend: f32,
    pub(crate) measure: Measure<'a>,
}

impl Motions<'_> {
    /// Number of boids and loose bodies.
    pub(crate) fn len(&self) -> usize {
        self.boids.len() + self.bodies.len()
    }

    /// Writes the motions, starting with the body of index `first`.
    pub(crate) fn write(&self, first: usize, out: &mut [[f32; 4]]) {
        let (of_boids, of_bodies, first_body) = split(out, first, self.boids.len());
        if !of_boids.is_empty() {
            self.boids.write(&self.measure, first, of_boids);
        }
        for (texel, body) in of_bodies.iter_mut().zip(&self.bodies[first_body..]) {
            *texel = self.loose(body);
        }
    }

    fn loose(&self, body: &LooseBody) -> [f32; 4] {
        let of = |state: &BoidState| (state.pose.orientation.coords.into(), state.velocity.into());
        let (orientation, velocity) = between(of(&body.before), of(&body.state), self.blend);
        let [turn, effort] = self.measure.of(orientation, velocity);
        [
            turn,
            effort,
            activity(body),
            self.measure.variety(body.state.slot),
        ]
    }
}

/// The number of what a loose body does, plus its progress as the fraction.
fn activity(body: &LooseBody) -> f32 {
    let after = |seconds: f32, time: f32| (seconds / time).min(DONE);
    if body.death.is_some() {
        return 4.0 + after(body.seconds as f32, DYING);
    }
    match body.stay {
        None => 0.0,
        Some(Stay {
            phase,
            seconds,
            stood,
            ..
        }) => match phase {
            StayPhase::Approach => 0.0,
            StayPhase::Descent => 1.0 + after(seconds, CHANGE),
            StayPhase::Stand => 2.0 + after(seconds, CHANGE),
            // The body leaves its rest from the progress that it had reached.
            StayPhase::TakeOff => {
                let rest = (stood / CHANGE).min(1.0) * (1.0 - after(seconds, CHANGE));
                3.0 + (1.0 - rest).min(DONE)
            }
        },
    }
}

impl OrientationParams {
    /// Advances the beat of a boid that flies to a perch or away from it.
    pub(crate) fn beat(&self, body: &mut LooseBody) {
        let flies = body.stay.is_some_and(|stay| stay.phase != StayPhase::Stand);
        if flies {
            let speed = body.state.velocity.norm();
            body.state.pose.phase = self.phase(body.state.pose.phase, speed);
        }
    }
}
