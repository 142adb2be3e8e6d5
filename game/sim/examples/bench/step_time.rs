//! The time of the steps of a workload.

use crate::{
    bodies::Bodies,
    predators::Predators,
    workload::{measure, measure_world, Workload},
    Result,
};
use flock_sim::{Flock, SettingsError, World};

impl Workload {
    /// Whether it is a world of several flocks.
    pub fn is_world(&self) -> bool {
        self.flocks > 1 || self.feared > 0
    }

    /// The world of several flocks.
    pub fn any_world(&self, threads: usize) -> Result<World> {
        Ok(match self.feared {
            0 => self.world(threads)?,
            _ => self.feared_world(threads)?,
        })
    }

    /// Seconds that steps of the flock take, after some to warm up.
    pub fn seconds(
        &self,
        flock: &mut Flock,
        steps: u32,
    ) -> std::result::Result<f64, SettingsError> {
        match (self.has_fear(), self.obstacles) {
            (true, _) => Predators::new(flock, self)?.measure(flock, steps),
            (_, 0) => Ok(measure(flock, steps)),
            (_, count) => Bodies::new(flock, count, self.half_width())?.measure(flock, steps),
        }
    }

    /// Milliseconds of a step, in the current pool of threads.
    pub fn step_milliseconds(&self, threads: usize, steps: u32) -> Result<f64> {
        let seconds = if self.is_world() {
            measure_world(&mut self.any_world(threads)?, steps)?
        } else {
            self.seconds(&mut self.flock(threads)?, steps)?
        };
        Ok(1e3 * seconds / f64::from(steps))
    }
}
