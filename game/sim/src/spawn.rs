//! Where boids start.

use crate::{
    boids::State,
    driver::{run, Part},
    motion::flat_axis,
    placement::Frame,
    pose::{facing, Pose},
    Geometry, Placement, Plane, Settings, SpawnRegion, Vec3,
};
use rand_xoshiro::{
    rand_core::{Rng, SeedableRng},
    Xoshiro256PlusPlus,
};

/// Places tried for each boid before it is given up. With a tenth of the region free, one boid in a thousand fails.
const ATTEMPTS: u32 = 64;

/// Shorter random vectors, squared, are drawn anew: their direction would be coarse.
const SHORTEST_SQUARED: f32 = 0.01;

/// Draws boids at places clear of geometry; those that find none are left out. Each boid is drawn from a generator of its
/// own, seeded by the flock's seed and the boid's id, so its start does not depend on how many others there are.
pub(crate) fn spawn(
    ids: &[u32],
    settings: &Settings,
    placement: &Placement,
    geometry: &Geometry,
) -> Vec<State> {
    let frame = Frame::new(placement);
    let mut drawn = vec![None; ids.len()];
    run(
        settings.simulation.driver,
        Part::whole(&mut drawn),
        |part| {
            for (offset, state) in part.items.iter_mut().enumerate() {
                *state = draw_boid(ids[part.first + offset], settings, &frame, geometry);
            }
            0
        },
    );
    drawn.into_iter().flatten().collect()
}

fn draw_boid(id: u32, settings: &Settings, frame: &Frame, geometry: &Geometry) -> Option<State> {
    let mut random = Random::new(settings.spawn.seed, id);
    let heading = frame.vector_to_world(random.heading_in(settings.motion.plane));
    // Drawn before the place is looked for, so that a boid keeps its looks wherever it starts.
    let pose = Pose {
        orientation: facing(heading),
        phase: random.unit(),
        variation: random.signed_unit(),
    };
    let collision = &settings.collision;
    let position = (0..ATTEMPTS).find_map(|_| {
        let position = frame.point_to_world(random.point_in(&settings.spawn.region));
        let free = !collision.enabled || geometry.is_clear(position, collision.body_radius);
        free.then_some(position)
    })?;
    Some(State {
        position,
        velocity: heading * settings.spawn.speed,
        id,
        pose,
    })
}

/// The random numbers of one boid. Only arithmetic that every platform rounds alike is done with them.
struct Random(Xoshiro256PlusPlus);

impl Random {
    fn new(seed: u32, id: u32) -> Self {
        let seed = (u64::from(seed) << 32) | u64::from(id);
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// In [0, 1), with all 24 bits that single precision has.
    fn unit(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / (1 << 24) as f32
    }

    /// In [-1, 1).
    fn signed_unit(&mut self) -> f32 {
        self.unit() * 2.0 - 1.0
    }

    /// Uniform in the unit ball, or in its section across `flat_axis`.
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

    fn point_in(&mut self, region: &SpawnRegion) -> Vec3 {
        match region {
            SpawnRegion::Sphere { center, radius } => center + self.in_ball(None) * *radius,
            SpawnRegion::Box { min, max } => Vec3::from_fn(|axis, _| {
                let share = self.unit();
                min[axis] * (1.0 - share) + max[axis] * share
            }),
        }
    }

    /// A direction in the plane of the flock.
    fn heading_in(&mut self, plane: Plane) -> Vec3 {
        loop {
            let point = self.in_ball(flat_axis(plane));
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
    fn boids_do_not_depend_on_each_other() {
        let settings = Settings::default();
        let place = |ids: &[u32]| spawn(ids, &settings, &Placement::default(), &Geometry::empty());
        let ids: Vec<u32> = (0..100).collect();
        assert_eq!(place(&ids)[60..], place(&ids[60..]));
    }

    #[test]
    fn points_fill_their_region() {
        let regions = [
            SpawnRegion::Sphere {
                center: Vec3::new(5.0, 6.0, 7.0),
                radius: 2.0,
            },
            SpawnRegion::Box {
                min: Vec3::new(3.0, 4.0, 5.0),
                max: Vec3::new(7.0, 8.0, 9.0),
            },
        ];
        for region in regions {
            let points: Vec<Vec3> = (0..2000)
                .map(|id| Random::new(1, id).point_in(&region) - Vec3::new(5.0, 6.0, 7.0))
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
            for id in 0..100 {
                let heading = Random::new(1, id).heading_in(plane);
                assert_eq!(heading[axis], 0.0);
                assert!((heading.norm() - 1.0).abs() < 1e-6);
            }
        }
    }
}
