//! The simulation of this crate, with everything off that the other programs do not have.

use crate::{contenders::Program, work::Boids};
use flock_sim::{
    saving::Snapshot,
    settings::{Backend, Boundary, Region, Spawn},
    statistics::StepShares,
    Flock, Placement, Settings, SettingsError, Vec3,
};
use flock_testkit::flocks;

/// Steps after which the boids have become a flock.
const PREPARATION: u32 = 300;

/// Boids in a cubic metre before the preparation. The preparation gathers them; afterwards a boid has
/// about 30 neighbours within the radius of cohesion.
const DENSITY: f32 = 6.5;

/// The default settings without a boundary.
pub fn settings(backend: Backend) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    settings.boundary.enabled = false;
    settings.simulation.backend = backend;
    settings
}

/// Boids that have flocked for some hundred steps within a box.
pub fn prepared(count: u32) -> Result<Boids, SettingsError> {
    let mut settings = settings(Backend::AllThreads);
    let cube = Region::cube((count as f32 / DENSITY).cbrt() / 2.0);
    settings.spawn = Spawn {
        count,
        region: cube,
        ..Spawn::default()
    };
    settings.boundary = Boundary::new(cube);
    let mut flock = Flock::new(settings, Placement::default(), Default::default())?;
    (0..PREPARATION).for_each(|_| flock.step());
    Ok(boids(&flock))
}

/// The boids of a flock in the order in which they were spawned.
pub fn boids(flock: &Flock) -> Boids {
    let boids = flocks::by_id(flock);
    Boids {
        positions: boids.iter().map(|boid| boid.position.into()).collect(),
        velocities: boids.iter().map(|boid| boid.velocity).collect(),
    }
}

/// A flock of these boids.
pub fn flock(boids: &Boids, backend: Backend) -> Flock {
    let both = boids.positions.iter().zip(&boids.velocities);
    let both: Vec<_> = both
        .map(|(position, velocity)| (Vec3::from(*position), *velocity))
        .collect();
    flocks::flock(settings(backend), Placement::default(), &both)
}

/// The simulation of this crate.
pub struct Ours {
    start: Snapshot,
    flock: Flock,
}

impl Ours {
    pub fn new(boids: &Boids, backend: Backend) -> Self {
        let flock = flock(boids, backend);
        let start = flock.snapshot();
        Self { start, flock }
    }
}

impl Program for Ours {
    fn restart(&mut self) {
        let restored = Flock::restore(&self.start, self.flock.geometry().clone());
        self.flock = restored.expect("the snapshot is of this version");
    }

    fn step(&mut self) {
        self.flock.step();
    }

    fn wait(&self) {
        self.flock.wait();
    }

    #[cfg(test)]
    fn boids(&self) -> Boids {
        boids(&self.flock)
    }

    fn shares(&self) -> Option<StepShares> {
        Some(self.flock.statistics().shares)
    }
}
