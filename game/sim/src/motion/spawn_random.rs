//! Random numbers for the start of a boid.

use crate::{
    math::{orientation::facing, random::unit, Vec3},
    settings::{Plane, Region},
    state::{boid_id::BoidId, pose::Pose},
};
use rand_xoshiro::{
    rand_core::{Rng, SeedableRng},
    Xoshiro256PlusPlus,
};

/// Squared length below which random vectors are drawn again, because their directions would be
/// coarse.
const SHORTEST_SQUARED: f32 = 0.01;

/// Odd number with well mixed bits that separates the seeds of a slot's generations. With the
/// constant that the generator's own seeding uses, boids would share random numbers.
const GENERATION_STEP: u64 = 0xda94_2042_e4dd_58b5;

/// Random numbers of one boid (xoshiro256++). They go only through arithmetic that rounds alike on
/// every platform.
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(super) fn new(seed: u32, id: BoidId) -> Self {
        let seed = (u64::from(seed) << 32) | u64::from(id.slot());
        let generation = u64::from(id.generation()).wrapping_mul(GENERATION_STEP);
        Self(Xoshiro256PlusPlus::seed_from_u64(seed ^ generation))
    }

    /// Number in [0, 1), with all 24 bits of single precision.
    fn unit(&mut self) -> f32 {
        unit(self.0.next_u32())
    }

    /// Number in [-1, 1).
    fn signed_unit(&mut self) -> f32 {
        self.unit() * 2.0 - 1.0
    }

    /// Point drawn uniformly from the unit ball by rejection. If `flat_axis` is given, from the
    /// disc through its centre at right angles to that axis.
    fn in_ball(&mut self, flat_axis: Option<usize>) -> Vec3 {
        loop {
            let mut point = Vec3::from_fn(|_, _| self.signed_unit());
            if let Some(axis) = flat_axis {
                point[axis] = 0.0;
            }
            if point.norm_squared() <= 1.0 {
                return point;
            }
        }
    }

    pub(super) fn point_in(&mut self, region: &Region) -> Vec3 {
        match region {
            Region::Sphere { center, radius } => center + self.in_ball(None) * *radius,
            Region::Box { min, max } => Vec3::from_fn(|axis, _| {
                let share = self.unit();
                min[axis] * (1.0 - share) + max[axis] * share
            }),
        }
    }

    /// Pose of a body that points along a unit vector, with random phase and variation.
    pub(super) fn pose(&mut self, heading: Vec3) -> Pose {
        Pose {
            orientation: facing(heading),
            phase: self.unit(),
            variation: self.signed_unit(),
        }
    }

    /// Random direction in the plane of the flock.
    pub(super) fn heading_in(&mut self, plane: Plane) -> Vec3 {
        loop {
            let point = self.in_ball(plane.flat_axis());
            if point.norm_squared() >= SHORTEST_SQUARED {
                return point.normalize();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_fill_their_region() {
        let regions = [
            Region::Sphere {
                center: Vec3::new(5.0, 6.0, 7.0),
                radius: 2.0,
            },
            Region::Box {
                min: Vec3::new(3.0, 4.0, 5.0),
                max: Vec3::new(7.0, 8.0, 9.0),
            },
        ];
        for region in regions {
            let points: Vec<Vec3> = (0..2000)
                .map(|slot| {
                    Random::new(1, BoidId::new(slot, 0)).point_in(&region)
                        - Vec3::new(5.0, 6.0, 7.0)
                })
                .collect();
            assert!(points.iter().all(|point| point.amax() <= 2.0));
            let mean = points.iter().sum::<Vec3>() / points.len() as f32;
            assert!(mean.amax() < 0.1, "{mean}");
            assert!(points.iter().any(|point| point.x > 1.6) && points.iter().any(|p| p.z < -1.6));
        }
    }

    #[test]
    fn planar_flocks_start_in_their_plane() {
        for (plane, axis) in [(Plane::Yz, 0), (Plane::Xz, 1), (Plane::Xy, 2)] {
            for slot in 0..100 {
                let heading = Random::new(1, BoidId::new(slot, 0)).heading_in(plane);
                assert_eq!(heading[axis], 0.0);
                assert!((heading.norm() - 1.0).abs() < 1e-6);
            }
        }
    }
}
