//! Trials: a flock that is driven hard against a level and judged after every step.

pub mod levels;
pub mod short_stops;

use super::judge::Judge;
use flock_sim::{
    settings::{Backend, Boundary, CollisionResponse, Region, Rule},
    Boid, Flock, Geometry, Placement, Settings, Vec3,
};
use rayon::prelude::*;
use std::sync::Arc;

pub const RADIUS: f32 = 0.05;

pub const RESPONSES: [CollisionResponse; 3] = [
    CollisionResponse::Reverse,
    CollisionResponse::Bounce,
    CollisionResponse::Slide,
];

/// Speeds in m/s and time steps in seconds: from 8 mm in a step to 20 m.
pub const PACES: [(f32, f32); 7] = [
    (1.0, 1.0 / 120.0),
    (3.0, 1.0 / 60.0),
    (10.0, 1.0 / 30.0),
    (200.0, 1.0 / 120.0),
    (50.0, 1.0 / 60.0),
    (30.0, 0.1),
    (200.0, 0.1),
];

/// Least mean speed of the boids at the slowest pace, as a share of the largest speed. At faster
/// paces every surface is within a few steps, and boids that slide may stand still for most of the
/// time.
const LEAST_SHARE: f64 = 0.5;

/// The size of a trial.
#[derive(Clone, Copy)]
pub struct Effort {
    pub boids: u32,
    /// Steps at each pace with each response.
    pub steps: usize,
}

impl Effort {
    /// The size chosen by `FLOCK_LONG_TESTS`. With 1, the five levels with seven paces, each
    /// response and avoidance take 4,000 boids through more boid-steps than 20,000 boids in 10,000
    /// steps.
    pub fn chosen() -> Self {
        match std::env::var("FLOCK_LONG_TESTS").as_deref() {
            Ok("1") => Self {
                boids: 4000,
                steps: 500,
            },
            _ => Self {
                boids: 500,
                steps: 20,
            },
        }
    }
}

/// Geometry and the box in which boids fly.
pub struct Level {
    pub name: &'static str,
    pub triangles: Vec<[Vec3; 3]>,
    /// Half the size of the box around the origin in which the boids are.
    pub half_size: Vec3,
}

impl Level {
    pub fn settings(
        &self,
        (speed, time_step): (f32, f32),
        response: CollisionResponse,
    ) -> Settings {
        let region = Region::cuboid(self.half_size);
        let mut settings = Settings::default();
        settings.spawn.region = region;
        settings.boundary = Boundary::new(region);
        // Strong enough to press boids hard against surfaces.
        settings.cohesion = Rule::new(20.0 * speed, 1.0);
        settings.separation = Rule::new(20.0 * speed, 0.3);
        settings.alignment = Rule::new(10.0 * speed, 0.8);
        settings.motion.max_speed = speed;
        settings.motion.min_speed = 0.5 * speed;
        settings.motion.max_acceleration = 30.0 * speed;
        settings.simulation.time_step = time_step;
        // With avoidance they would hardly meet anything.
        settings.avoidance.enabled = false;
        settings.collision.body_radius = RADIUS;
        settings.collision.response = response;
        settings.collision.check_crossings = true;
        settings
    }

    pub fn flock(&self, boids: u32) -> Flock {
        let (geometry, report) = Geometry::new(&self.triangles);
        assert_eq!(report.dropped(), 0);
        let mut settings = self.settings(PACES[0], RESPONSES[0]);
        settings.spawn.count = boids;
        settings.spawn.speed = 1.0;
        let flock = Flock::new(settings, Placement::default(), Arc::new(geometry)).unwrap();
        assert_eq!(flock.not_placed(), 0);
        flock
    }

    /// Drives boids at every pace against the level: with every response, and with avoidance.
    pub fn check(&self) {
        self.check_on(Backend::AllThreads);
    }

    /// The same with this backend.
    pub fn check_on(&self, backend: Backend) {
        let Effort { boids, steps } = Effort::chosen();
        let judge = Judge::new(&self.triangles, 0.25);
        let mut flock = self.flock(boids);
        let variants = RESPONSES.map(|response| (response, false));
        let variants = variants.iter().chain(&[(CollisionResponse::Slide, true)]);
        let trials = variants.flat_map(|variant| PACES.map(|pace| (pace, *variant)));
        for (pace, (response, sees)) in trials {
            let mut settings = self.settings(pace, response);
            settings.avoidance.enabled = sees;
            settings.spawn.count = boids;
            settings.spawn.speed = 1.0;
            settings.simulation.backend = backend;
            flock.set_settings(settings).unwrap();
            let (contacts, rays) = (flock.statistics().contacts, flock.statistics().rays);
            let mut way = 0.0;
            for _ in 0..steps {
                let before = positions(&flock);
                flock.step();
                way += judged(&flock, &before, &judge);
            }
            if backend == Backend::Gpu {
                crate::backends::assert_on_gpu(&flock);
            }
            let contacts = flock.statistics().contacts - contacts;
            let time = f64::from(pace.1) * steps as f64 * f64::from(boids);
            let share = way / (time * f64::from(pace.0));
            println!(
                "{}: {response:?} at {pace:?}, {}: {share:.2} of the speed, {contacts} contacts",
                self.name,
                if sees { "with avoidance" } else { "without" }
            );
            let has_cast = flock.statistics().rays > rays;
            assert!(
                has_cast == sees,
                "{}: rays are cast with avoidance only",
                self.name
            );
            // At the slowest pace a short trial may have no contact.
            let may_miss = sees || pace == PACES[0];
            assert!(contacts > 0 || may_miss, "{}: no contact", self.name);
            assert!(pace != PACES[0] || share > LEAST_SHARE, "they hardly move");
        }
        let statistics = flock.statistics();
        assert_eq!((statistics.crossings, statistics.rescued), (0, 0));
        assert!(
            statistics.contacts > u64::from(boids),
            "too few contacts prove little"
        );
    }
}

/// Positions of the boids by their slots.
pub fn positions(flock: &Flock) -> Vec<Vec3> {
    let mut positions = vec![Vec3::repeat(f32::NAN); flock.len()];
    for boid in flock.boids() {
        positions[boid.id.slot() as usize] = boid.position;
    }
    positions
}

/// Judges the last step of a flock and returns the sum of the ways of its boids.
fn judged(flock: &Flock, before: &[Vec3], judge: &Judge) -> f64 {
    let boids: Vec<Boid> = flock.boids().collect();
    let way = |boid: &Boid| {
        let from = before[boid.id.slot() as usize];
        let crossed = judge.crossed(from, boid.position);
        assert_eq!(crossed, None, "{boid:?} came from {from:?}");
        let nearest = judge.nearest(boid.position, f64::from(RADIUS));
        let allowed = f64::from(RADIUS) * (1.0 - 1e-3);
        let is_clear = nearest.is_none_or(|distance| distance >= allowed);
        assert!(is_clear, "{boid:?} is {nearest:?} m from a surface");
        f64::from((boid.position - from).norm())
    };
    boids.par_iter().map(way).sum()
}
