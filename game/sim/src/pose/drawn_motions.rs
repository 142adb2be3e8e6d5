//! The motions of the boids between two states on the CPU.

use super::{
    measure::{between, Measure, Moving},
    motions::MotionSource,
};
use crate::{
    math::{
        lanes::{load, load_all, store, vector_at},
        simd::{LaneWork, SimdWidth},
    },
    state::boids::Boids,
};

/// Motions of the boids. `blend` is the share of the way from the previous to the current state.
#[derive(Clone, Copy)]
pub(crate) struct DrawnMotions<'a> {
    pub(crate) previous: &'a Boids,
    pub(crate) current: &'a Boids,
    pub(crate) blend: f32,
    pub(crate) vectors: SimdWidth,
}

impl MotionSource for DrawnMotions<'_> {
    fn len(&self) -> usize {
        self.current.len()
    }

    fn write(&self, measure: &Measure, first: usize, out: &mut [[f32; 4]]) {
        self.vectors.run(OfBoids {
            motions: self,
            measure,
            first,
            out,
        });
    }
}

impl DrawnMotions<'_> {
    /// The motions of `len` boids, starting with the boid of index `start`.
    #[inline(always)]
    fn boids<const LANES: usize>(
        &self,
        measure: &Measure,
        start: usize,
        len: usize,
    ) -> [[f32; 4]; LANES] {
        let before = MovingLanes::<LANES>::load(self.previous, start, len);
        let after = MovingLanes::<LANES>::load(self.current, start, len);
        let slots = load::<LANES, _>(&self.current.slot, start, len);
        let mut found = [[0.0; LANES]; 3];
        for lane in 0..LANES {
            let (orientation, velocity) = between(before.at(lane), after.at(lane), self.blend);
            let [turn, effort] = measure.of(orientation, velocity);
            found[0][lane] = turn;
            found[1][lane] = effort;
            found[2][lane] = measure.variety(slots[lane]);
        }
        let mut texels = [[0.0; 4]; LANES];
        for lane in 0..LANES {
            texels[lane] = [found[0][lane], found[1][lane], 0.0, found[2][lane]];
        }
        texels
    }
}

/// Writes the motions of boids, starting with the boid of index `first`.
struct OfBoids<'a> {
    motions: &'a DrawnMotions<'a>,
    measure: &'a Measure<'a>,
    first: usize,
    out: &'a mut [[f32; 4]],
}

impl LaneWork for OfBoids<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let count = self.out.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let texels = self
                .motions
                .boids::<LANES>(self.measure, self.first + start, len);
            store(&texels, self.out, start, len);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::{random::pair_vector, Vec3},
        settings::Settings,
        state::{boid_id::BoidId, boids::BoidState, looks::Looks, pose::Pose},
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
        let mut settings = Settings::default();
        settings.body.turn_time = 0.25;
        settings.motion.max_speed = 2.0;
        let mut looks = Looks::default();
        looks.set(BoidId::new(12, 0), 500);
        let measure = Measure::new(&settings, &looks);
        for vectors in SimdWidth::available() {
            let motions = DrawnMotions {
                previous: &previous,
                current: &current,
                blend: 0.3,
                vectors,
            };
            let of = |boids: &Boids, index| {
                let lanes = MovingLanes::<1>::load(boids, index, 1);
                lanes.at(0)
            };
            for (first, len) in [(0, 83), (7, 64), (80, 3), (83, 0)] {
                let mut found = vec![[f32::NAN; 4]; len];
                motions.write(&measure, first, &mut found);
                for (index, found) in (first..).zip(found) {
                    let (before, after) = (of(&previous, index), of(&current, index));
                    let (orientation, velocity) = between(before, after, 0.3);
                    let [turn, effort] = measure.of(orientation, velocity);
                    let expected = [turn, effort, 0.0, measure.variety(current.slot[index])];
                    assert_eq!(found.map(f32::to_bits), expected.map(f32::to_bits));
                    assert!(found.iter().all(|it| it.is_finite()), "{found:?}");
                }
            }
        }
    }
}
