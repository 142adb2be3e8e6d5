//! Over many steps a flock on the GPU has the statistics of one on the CPU.

use crate::backend::gpu_backend;
use flock_sim::{
    settings::Backend, statistics::Measures, Flock, Geometry, Placement, Preset, Settings,
};
use flock_testkit::backends::assert_on_gpu;
use std::sync::Arc;

const STEPS: usize = 600;

/// Steps between two measurements in the second half.
const EVERY: usize = 20;

/// The compared measures, averaged over the second half of the steps.
fn means(mut settings: Settings, backend: Backend, seed: u32) -> [f64; 4] {
    settings.simulation.backend = backend;
    settings.spawn.seed = seed;
    let mut flock = Flock::new(settings, Placement::default(), Arc::<Geometry>::default()).unwrap();
    let (mut sums, mut count) = ([0.0; 4], 0);
    for step in 0..STEPS {
        flock.step();
        if step >= STEPS / 2 && step % EVERY == 0 {
            let Measures {
                polarisation,
                mean_speed,
                mean_nearest,
                mean_neighbours,
                ..
            } = flock.measure();
            let measured = [polarisation, mean_speed, mean_nearest, mean_neighbours];
            (0..4).for_each(|which| sums[which] += f64::from(measured[which]));
            count += 1;
        }
    }
    if backend == Backend::Gpu {
        assert_on_gpu(&flock);
        assert_eq!(flock.statistics().steps, STEPS as u64);
    }
    sums.map(|sum| sum / f64::from(count))
}

/// The flock on the GPU differs from that on the CPU hardly more than flocks of other seeds on the
/// CPU do from each other.
#[test]
fn statistics_agree_over_600_steps() {
    for preset in [Preset::FishSchool, Preset::Sardines, Preset::Starlings] {
        let mut settings = preset.settings();
        settings.spawn.count = settings.spawn.count.min(600);
        let of = |backend, seed| means(settings.clone(), backend, seed);
        let cpu = [1, 2, 3, 4].map(|seed| of(Backend::AllThreads, seed));
        let gpu = [1, 2].map(|seed| of(gpu_backend(), seed));
        let names = ["polarisation", "mean speed", "nearest", "neighbours"];
        for (which, name) in names.into_iter().enumerate() {
            let values = cpu.map(|means| means[which]);
            let (low, high) = (
                values.iter().copied().fold(f64::INFINITY, f64::min),
                values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            );
            let mean = values.iter().sum::<f64>() / 4.0;
            let slack = (high - low) + 0.05 * mean;
            println!(
                "{preset} {name}: {values:?}, GPU {:?}",
                gpu.map(|m| m[which])
            );
            for means in gpu {
                let found = means[which];
                let is_alike = (low - slack..=high + slack).contains(&found);
                assert!(is_alike, "{preset} {name}: {found} not in {low} to {high}");
            }
        }
    }
}
