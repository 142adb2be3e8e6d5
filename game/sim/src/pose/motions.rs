//! What drawn bodies do: how they turn, their effort, and whether they land, stand or are dead. A
//! renderer moves fins, wings and legs by this.

use super::{beside_bodies::split, orientation::OrientationParams};
use crate::{
    math::{
        lanes::{load, load_all, store, vector_at},
        orientation::{mix, MIN_SPEED},
        random::{hash_of, unit},
        simd::{LaneWork, SimdWidth},
        vector::{cross, dot, forward_and_up, length},
    },
    motion::loose_body::LooseBody,
    perches::stay::{Stay, StayPhase},
    settings::{Facing, Settings},
    state::boids::{BoidState, Boids},
};

/// Time in which a body gets its wings and legs into place, and time in which a dead body turns
/// over, in seconds.
const CHANGE: f32 = 0.35;
const DYING: f32 = 1.0;

/// Largest progress of an activity. It is below 1, because the whole number is the activity itself.
const DONE: f32 = 0.999;

/// Largest turn rate, in rad/s.
const MOST_TURN: f32 = 20.0;

/// What the boids do. `blend` is the share of the way from the previous to the current state.
#[derive(Clone, Copy)]
pub(crate) struct Motions<'a> {
    pub(crate) previous: &'a Boids,
    pub(crate) current: &'a Boids,
    pub(crate) bodies: &'a [LooseBody],
    pub(crate) blend: f32,
    pub(crate) measure: Measure,
    pub(crate) vectors: SimdWidth,
}

/// Computes turn rates and efforts from velocities.
#[derive(Clone, Copy)]
pub(crate) struct Measure {
    /// Turn rate at which a body points at right angles to its velocity, in rad/s; 0 if bodies do
    /// not follow their velocities.
    turn: f32,
    max_speed: f32,
}

impl Measure {
    pub(crate) fn new(settings: &Settings) -> Self {
        let body = &settings.body;
        let follows = body.facing == Facing::Velocity && body.turn_time > 0.0;
        Self {
            turn: if follows { 1.0 / body.turn_time } else { 0.0 },
            max_speed: settings.motion.max_speed,
        }
    }

    /// Turn rate towards the body's X axis, in rad/s, and effort, as a share of the largest speed.
    ///
    /// A body lags behind a turning velocity by the angle by which the velocity turns in
    /// `body.turn_time`. So the lag gives the turn rate, as smoothly as the body itself turns.
    #[inline(always)]
    fn of(&self, orientation: [f32; 4], velocity: [f32; 3]) -> [f32; 2] {
        let speed = length(velocity);
        let (forward, up) = forward_and_up(orientation);
        let sine = dot(cross(up, forward), velocity) / speed;
        let turn = (self.turn * sine).clamp(-MOST_TURN, MOST_TURN);
        let effort = speed / self.max_speed.max(MIN_SPEED);
        // The turn of a boid at rest is NaN.
        let moves = speed > MIN_SPEED;
        [
            if moves { turn } else { 0.0 },
            if moves { effort } else { 0.0 },
        ]
    }
}

/// Orientation and velocity of a body.
type Moving = ([f32; 4], [f32; 3]);

impl Motions<'_> {
    /// Writes the motions, starting with the body of index `first`: the boids, then the loose
    /// bodies.
    pub(crate) fn write(&self, first: usize, out: &mut [[f32; 4]]) {
        let (of_boids, of_bodies, first_body) = split(out, first, self.current.len());
        self.vectors.run(OfBoids {
            motions: self,
            first,
            out: of_boids,
        });
        for (texel, body) in of_bodies.iter_mut().zip(&self.bodies[first_body..]) {
            *texel = self.loose(body);
        }
    }

    /// The motions of `len` boids, starting with the boid of index `start`.
    #[inline(always)]
    fn boids<const LANES: usize>(&self, start: usize, len: usize) -> [[f32; 4]; LANES] {
        let before = MovingLanes::<LANES>::load(self.previous, start, len);
        let after = MovingLanes::<LANES>::load(self.current, start, len);
        let slots = load::<LANES, _>(&self.current.slot, start, len);
        let mut found = [[0.0; LANES]; 3];
        for lane in 0..LANES {
            let [turn, effort] = self.measured(before.at(lane), after.at(lane));
            found[0][lane] = turn;
            found[1][lane] = effort;
            found[2][lane] = variety(slots[lane]);
        }
        let mut texels = [[0.0; 4]; LANES];
        for lane in 0..LANES {
            texels[lane] = [found[0][lane], found[1][lane], 0.0, found[2][lane]];
        }
        texels
    }

    fn loose(&self, body: &LooseBody) -> [f32; 4] {
        let of = |state: &BoidState| (state.pose.orientation.coords.into(), state.velocity.into());
        let [turn, effort] = self.measured(of(&body.before), of(&body.state));
        [turn, effort, activity(body), variety(body.state.slot)]
    }

    /// Turn rate and effort between two states.
    #[inline(always)]
    fn measured(&self, before: Moving, after: Moving) -> [f32; 2] {
        let orientation = mix(before.0, after.0, self.blend);
        let along = |axis: usize| before.1[axis] + (after.1[axis] - before.1[axis]) * self.blend;
        let velocity = [along(0), along(1), along(2)];
        self.measure.of(orientation, velocity)
    }
}

/// The number of a boid for colours and patterns.
#[inline(always)]
fn variety(slot: u32) -> f32 {
    // Hashed twice, because hashed once it would be the number that also determines the size.
    unit(hash_of(hash_of(slot)))
}

/// Writes the motions of boids, starting with the boid of index `first`.
struct OfBoids<'a> {
    motions: &'a Motions<'a>,
    first: usize,
    out: &'a mut [[f32; 4]],
}

impl LaneWork for OfBoids<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let Self {
            motions,
            first,
            out,
        } = self;
        let count = out.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let texels = motions.boids::<LANES>(first + start, len);
            store(&texels, out, start, len);
        }
    }
}

/// Orientations and velocities of some boids.
struct MovingLanes<const LANES: usize> {
    orientation: [[f32; LANES]; 4],
    velocity: [[f32; LANES]; 3],
}

impl<const LANES: usize> MovingLanes<LANES> {
    #[inline(always)]
    fn load(boids: &Boids, start: usize, len: usize) -> Self {
        Self {
            orientation: load_all(&boids.orientation, start, len),
            velocity: load_all(&boids.velocity, start, len),
        }
    }

    #[inline(always)]
    fn at(&self, lane: usize) -> Moving {
        let [i, j, k, w] = &self.orientation;
        (
            [i[lane], j[lane], k[lane], w[lane]],
            vector_at(&self.velocity, lane),
        )
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::{random::pair_vector, Vec3},
        state::pose::Pose,
    };
    use nalgebra::{Quaternion, UnitQuaternion};

    /// Boids that differ in everything; every fifth one is at rest.
    fn boids(count: u32, seed: u32) -> Boids {
        let mut boids = Boids::default();
        for slot in 0..count {
            let [x, y, z] = pair_vector(slot, seed);
            let [i, j, k] = pair_vector(seed + 1, slot);
            let moves = if slot % 5 == 0 { 0.0 } else { 0.01 };
            boids.push(&BoidState {
                position: Vec3::zeros(),
                velocity: Vec3::new(x, y, z) * moves,
                slot,
                pose: Pose {
                    orientation: UnitQuaternion::new_normalize(Quaternion::new(i, j, k, x)),
                    ..Pose::default()
                },
            });
        }
        boids
    }

    #[test]
    fn all_widths_write_the_bits_that_a_single_boid_gives() {
        let (previous, current) = (boids(83, 1_000), boids(83, 2_000));
        let measure = Measure {
            turn: 4.0,
            max_speed: 2.0,
        };
        for vectors in SimdWidth::available() {
            let motions = Motions {
                previous: &previous,
                current: &current,
                bodies: &[],
                blend: 0.3,
                measure,
                vectors,
            };
            let of = |boids: &Boids, index| {
                let lanes = MovingLanes::<1>::load(boids, index, 1);
                lanes.at(0)
            };
            for (first, len) in [(0, 83), (7, 64), (80, 3), (83, 0)] {
                let mut found = vec![[f32::NAN; 4]; len];
                motions.write(first, &mut found);
                for (index, found) in (first..).zip(found) {
                    let (before, after) = (of(&previous, index), of(&current, index));
                    let [turn, effort] = motions.measured(before, after);
                    let expected = [turn, effort, 0.0, variety(current.slot[index])];
                    assert_eq!(found.map(f32::to_bits), expected.map(f32::to_bits));
                    assert!(found.iter().all(|it| it.is_finite()), "{found:?}");
                }
            }
        }
    }
}
