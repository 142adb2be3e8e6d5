//! What ways cost a flock: steps of boids that are led along ways, and of boids that are led straight.

use flock_sim::{
    influences::{Influence, InfluenceKind},
    settings::{Backend, Plane, Region},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::figures::{digits, with_commas};
use std::{error::Error, sync::Arc, time::Instant};

/// The boids that are measured.
pub struct Crowd {
    pub boids: u32,
    pub steps: u32,
    /// Radius of their bodies, in metres.
    pub radius: f32,
    /// Edge of the cells, in metres.
    pub cell: f32,
    /// Half of the edges of the box in which they start, in metres.
    pub half: Vec3,
    /// Height of the plane in which they move, in metres, if they do not move in all directions.
    pub height: Option<f32>,
    pub goal: Vec3,
}

impl Crowd {
    /// Measures steps with and without ways in turn. Returns rows of a table.
    pub fn measure(&self, level: &Arc<Geometry>) -> Result<String, Box<dyn Error + Send + Sync>> {
        let backends = [
            (Backend::SingleThread, "one thread"),
            (Backend::AllThreads, "all threads"),
        ];
        let mut rows = String::new();
        for (backend, threads) in backends {
            let mut flocks = [false, true].map(|finds_way| self.flock(level, backend, finds_way));
            let mut best = [f64::INFINITY; 2];
            let mut sums = [0.0; 2];
            for _ in 0..self.steps {
                for (flock, (best, sum)) in flocks.iter_mut().zip(best.iter_mut().zip(&mut sums)) {
                    let flock = flock.as_mut().map_err(|error| error.to_string())?;
                    let start = Instant::now();
                    flock.step();
                    let seconds = start.elapsed().as_secs_f64();
                    *best = seconds.min(*best);
                    *sum += seconds;
                }
            }
            let [straight, led] = best.map(|seconds| digits(1e3 * seconds));
            rows += &format!(
                "| a step of {} boids, {threads} | {led} ms | {straight} ms if they are led straight: \
                 {:.3} times as long, by the sums {:.3} |\n",
                with_commas(self.boids as usize),
                best[1] / best[0],
                sums[1] / sums[0],
            );
        }
        Ok(rows)
    }

    /// Boids all over the level. The influence is so weak that they move alike with and without
    /// ways.
    fn flock(
        &self,
        level: &Arc<Geometry>,
        backend: Backend,
        finds_way: bool,
    ) -> Result<Flock, Box<dyn Error + Send + Sync>> {
        let mut settings = Settings::default();
        settings.spawn.count = self.boids;
        let (mut min, mut max) = (-self.half, self.half);
        if let Some(height) = self.height {
            settings.motion.plane = Plane::Xz;
            (min.y, max.y) = (height, height);
        }
        settings.spawn.region = Region::Box { min, max };
        settings.boundary.enabled = false;
        settings.collision.body_radius = self.radius;
        settings.way_finding.cell = self.cell;
        settings.way_finding.delay = 0;
        settings.simulation.backend = backend;
        let mut flock = Flock::new(settings, Placement::default(), level.clone())?;
        flock.add_influence(Influence {
            weight: 1e-3,
            reach: 1000.0,
            finds_way,
            ..Influence::new(InfluenceKind::Target {
                point: self.goal,
                slowing: 1.0,
            })
        })?;
        // The ways are found in the first step.
        (0..10).for_each(|_| flock.step());
        Ok(flock)
    }
}
