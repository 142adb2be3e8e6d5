//! Where boids start.

use crate::{
    boids::State,
    driver::{run, Part},
    limits::flat_axis,
    placement::Frame,
    pose::{facing, Pose},
    Geometry, Placement, Plane, Region, Settings, Vec3,
};
use rand_xoshiro::{
    rand_core::{Rng, SeedableRng},
    Xoshiro256PlusPlus,
};

/// Places tried for each boid before it is given up. With a tenth of the region free, one boid in a thousand fails.
const ATTEMPTS: usize = 64;

/// Places looked at beforehand, to find out how much of the region is free.
const PROBES: u32 = 4096;

/// A region of which less than one place in so many is free is crowded.
const CROWDED: usize = 16;

/// Places tried in a crowded region for all boids together, if there are fewer boids than that.
const ATTEMPTS_IN_CROWD: usize = 1 << 20;

/// Shorter random vectors, squared, are drawn anew: their direction would be coarse.
const SHORTEST_SQUARED: f32 = 0.01;

/// Boids drawn before they are handed over: enough for all threads, little beside the flock itself.
const BLOCK: usize = 1 << 14;

/// Draws boids at places clear of geometry and hands them to `place`; those that find none are left out. Each boid is drawn from a generator of its
/// own, seeded by the flock's seed and the boid's id, so its start does not depend on the others. Only in a region with hardly
/// a free place does their number count, since the search for all of them together is then bounded.
pub(crate) fn spawn(
    ids: &[u32],
    settings: &Settings,
    placement: &Placement,
    geometry: &Geometry,
    mut place: impl FnMut(&State),
) {
    let spawner = Spawner {
        settings,
        frame: Frame::new(placement),
        geometry,
    };
    let attempts = spawner.attempts(ids.len());
    let mut drawn = vec![None; ids.len().min(BLOCK)];
    for ids in ids.chunks(BLOCK) {
        let drawn = &mut drawn[..ids.len()];
        run(settings.simulation.driver, Part::whole(drawn), |part| {
            for (offset, state) in part.items.iter_mut().enumerate() {
                *state = spawner.draw(ids[part.first + offset], attempts);
            }
        });
        drawn.iter().flatten().for_each(&mut place);
    }
}

struct Spawner<'a> {
    settings: &'a Settings,
    frame: Frame,
    geometry: &'a Geometry,
}

impl Spawner<'_> {
    /// How many places to try for each of so many boids.
    fn attempts(&self, boids: usize) -> usize {
        match self.free_probes() {
            0 => 0,
            free if free * CROWDED < PROBES as usize => {
                (ATTEMPTS_IN_CROWD / boids.max(1)).clamp(1, ATTEMPTS)
            }
            _ => ATTEMPTS,
        }
    }

    fn free_probes(&self) -> usize {
        let mut is_free = vec![false; PROBES as usize];
        let driver = self.settings.simulation.driver;
        run(driver, Part::whole(&mut is_free), |part| {
            for (offset, is_free) in part.items.iter_mut().enumerate() {
                // Counted from the end, where no boid has its id.
                let id = u32::MAX - (part.first + offset) as u32;
                let mut random = Random::new(self.settings.spawn.seed, id);
                *is_free = self.free_place(&mut random).is_some();
            }
        });
        is_free.iter().filter(|is_free| **is_free).count()
    }

    fn draw(&self, id: u32, attempts: usize) -> Option<State> {
        let spawn = &self.settings.spawn;
        let mut random = Random::new(spawn.seed, id);
        let heading = random.heading_in(self.settings.motion.plane);
        let heading = self.frame.vector_to_world(heading);
        // Drawn before the place is looked for, so that a boid keeps its looks wherever it starts.
        let pose = Pose {
            orientation: facing(heading),
            phase: random.unit(),
            variation: random.signed_unit(),
        };
        let position = (0..attempts).find_map(|_| self.free_place(&mut random))?;
        Some(State {
            position,
            velocity: heading * spawn.speed,
            id,
            pose,
        })
    }

    /// A random place in the region, if it is clear of geometry.
    fn free_place(&self, random: &mut Random) -> Option<Vec3> {
        let (region, collision) = (&self.settings.spawn.region, &self.settings.collision);
        let place = self.frame.point_to_world(random.point_in(region));
        let is_free = !collision.enabled || self.geometry.is_clear(place, collision.body_radius);
        is_free.then_some(place)
    }
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

    fn point_in(&mut self, region: &Region) -> Vec3 {
        match region {
            Region::Sphere { center, radius } => center + self.in_ball(None) * *radius,
            Region::Box { min, max } => Vec3::from_fn(|axis, _| {
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

    fn spawned(ids: &[u32], settings: &Settings, geometry: &Geometry) -> Vec<State> {
        let mut placed = Vec::new();
        let placement = Placement::default();
        spawn(ids, settings, &placement, geometry, |state| {
            placed.push(*state)
        });
        placed
    }

    #[test]
    fn boids_do_not_depend_on_each_other() {
        let settings = Settings::default();
        let place = |ids: &[u32]| spawned(ids, &settings, &Geometry::empty());
        let ids: Vec<u32> = (0..100).collect();
        assert_eq!(place(&ids)[60..], place(&ids[60..]));
    }

    fn attempts(boids: usize, region: Region) -> usize {
        let mut settings = Settings::default();
        settings.spawn.region = region;
        // A solid block from -1 to 1.
        let block = Geometry::new(&crate::shapes::cuboid(Vec3::repeat(1.0))).0;
        let spawner = Spawner {
            settings: &settings,
            frame: Frame::new(&Placement::default()),
            geometry: &block,
        };
        spawner.attempts(boids)
    }

    fn cube(half_size: f32) -> Region {
        Region::Box {
            min: Vec3::repeat(-half_size),
            max: Vec3::repeat(half_size),
        }
    }

    #[test]
    fn the_search_for_free_places_is_bounded() {
        assert_eq!(attempts(10_000_000, cube(2.0)), ATTEMPTS);
        // 1.5% of this region is free.
        assert_eq!(attempts(1_000, cube(1.055)), ATTEMPTS);
        assert_eq!(attempts(100_000, cube(1.055)), 10);
        assert_eq!(attempts(10_000_000, cube(1.055)), 1);
        assert_eq!(attempts(10_000_000, cube(1.0)), 0);
    }

    #[test]
    fn a_crowded_region_fills_alike_every_time() {
        let mut settings = Settings::default();
        settings.spawn.region = cube(1.055);
        let block = Geometry::new(&crate::shapes::cuboid(Vec3::repeat(1.0))).0;
        let ids: Vec<u32> = (0..40_000).collect();
        let mut place = |driver| {
            settings.simulation.driver = driver;
            spawned(&ids, &settings, &block)
        };
        let placed = place(crate::Driver::SingleThread);
        assert!(
            placed.len() > 10_000 && placed.len() < 30_000,
            "{}",
            placed.len()
        );
        assert!(placed == place(crate::Driver::AllThreads));
    }

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
