//! The measurement of one cell of the table.

use fyrox_flock::sim::{settings::Backend, Flock, Placement, Preset, Settings, SettingsError};
use std::time::{Duration, Instant};

/// Total time of steps after which the speed is known, in seconds.
const ENOUGH: f64 = 0.3;

/// Number of steps before the measured ones.
const WARM_UP: u32 = 5;

/// The settings of the published school.
pub(super) fn school(fish: u32, backend: Backend) -> Settings {
    let mut settings = Preset::FishSchool.settings();
    settings.spawn.count = fish;
    settings.simulation.backend = backend;
    settings
}

/// A school that makes steps as fast as possible, in parts between frames of the game.
#[derive(Debug)]
pub(super) struct Trial {
    flock: Flock,
    is_warm: bool,
    /// Number of steps between two readings of the clock.
    batch: u32,
    steps: u64,
    seconds: f64,
}

/// The outcome of a trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// Steps per second.
    Steps(f64),
    /// There is no GPU.
    Refused,
}

impl Trial {
    pub(super) fn new(fish: u32, backend: Backend) -> Result<Self, SettingsError> {
        let flock = Flock::new(
            school(fish, backend),
            Placement::default(),
            Default::default(),
        )?;
        Ok(Self {
            flock,
            is_warm: false,
            batch: 1,
            steps: 0,
            seconds: 0.0,
        })
    }

    /// Makes steps for about `time`. Returns the speed once it is known.
    pub(super) fn advance(&mut self, time: Duration) -> Option<Speed> {
        if !self.is_warm {
            self.make(WARM_UP);
            self.is_warm = true;
            let is_on_gpu = self.flock.adapter().is_some();
            if self.flock.settings().simulation.backend == Backend::Gpu && !is_on_gpu {
                return Some(Speed::Refused);
            }
        }
        let begin = Instant::now();
        while begin.elapsed() < time && self.seconds < ENOUGH {
            let before = Instant::now();
            self.make(self.batch);
            let taken = before.elapsed();
            self.seconds += taken.as_secs_f64();
            self.steps += u64::from(self.batch);
            // A step of a small school can be shorter than the resolution of the clock.
            if taken < time / 8 {
                self.batch = self.batch.saturating_mul(2);
            }
        }
        (self.seconds >= ENOUGH).then(|| Speed::Steps(self.steps as f64 / self.seconds))
    }

    fn make(&mut self, steps: u32) {
        (0..steps).for_each(|_| self.flock.step());
        self.flock.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(fish: u32, backend: Backend) -> Speed {
        let mut trial = Trial::new(fish, backend).unwrap();
        for _ in 0..10_000 {
            if let Some(speed) = trial.advance(Duration::from_millis(10)) {
                return speed;
            }
        }
        panic!("it takes too long")
    }

    #[test]
    fn more_fish_take_longer() {
        let speeds = [100, 10_000].map(|fish| run(fish, Backend::SingleThread));
        let [Speed::Steps(few), Speed::Steps(many)] = speeds else {
            panic!("{speeds:?}")
        };
        assert!(few > 3.0 * many && many > 1.0, "{few} {many}");
    }

    #[test]
    fn a_gpu_that_is_not_there_is_refused() {
        let mut trial = Trial::new(100, Backend::Gpu).unwrap();
        let first = trial.advance(Duration::ZERO);
        assert_eq!(
            first == Some(Speed::Refused),
            trial.flock.adapter().is_none()
        );
    }
}
