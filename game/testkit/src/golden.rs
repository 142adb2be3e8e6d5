//! The states of presets that are recorded in `game/sim/tests/contract/golden.txt`.

use crate::flocks::in_the_open;
use flock_sim::{settings::Backend, Preset};

/// Number of steps.
pub const STEPS: usize = 500;

/// Largest number of boids of a preset that are simulated, to save time.
pub const BOIDS: u32 = 1000;

/// Hash of the state of a preset after [`STEPS`] steps.
pub fn hash(preset: Preset, backend: Backend) -> u64 {
    let mut settings = preset.settings();
    settings.spawn.count = settings.spawn.count.min(BOIDS);
    settings.simulation.backend = backend;
    let mut flock = in_the_open(settings);
    (0..STEPS).for_each(|_| flock.step());
    flock.state_hash()
}
