//! Over many steps a flock on a card is like one on the processor.

use crate::card::{self, assert_on_card};
use flock_sim::{Driver, Flock, Geometry, Measures, Placement, Preset, Settings};
use std::sync::Arc;

const STEPS: usize = 600;

/// Steps between two measurements in the second half.
const EVERY: usize = 20;

/// What is compared, averaged over the second half of the steps.
fn means(mut settings: Settings, driver: Driver, seed: u32) -> [f64; 4] {
    settings.simulation.driver = driver;
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
    if driver == Driver::Gpu {
        assert_on_card(&flock);
        assert_eq!(flock.statistics().steps, STEPS as u64);
    }
    sums.map(|sum| sum / f64::from(count))
}

/// The card's flock differs from the processor's no more than the processor's flocks of other seeds do from each other, and a
/// little more.
#[test]
fn statistics_agree_over_600_steps() {
    for preset in [Preset::FishSchool, Preset::Sardines, Preset::Starlings] {
        let mut settings = preset.settings();
        settings.spawn.count = settings.spawn.count.min(600);
        let of = |driver, seed| means(settings.clone(), driver, seed);
        let processor = [1, 2, 3, 4].map(|seed| of(Driver::AllThreads, seed));
        let card = [1, 2].map(|seed| of(card::driver(), seed));
        let names = ["polarisation", "mean speed", "nearest", "neighbours"];
        for (which, name) in names.into_iter().enumerate() {
            let values = processor.map(|means| means[which]);
            let (low, high) = (
                values.iter().copied().fold(f64::INFINITY, f64::min),
                values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            );
            let mean = values.iter().sum::<f64>() / 4.0;
            let slack = (high - low) + 0.05 * mean;
            println!(
                "{preset} {name}: {values:?}, card {:?}",
                card.map(|m| m[which])
            );
            for means in card {
                let found = means[which];
                let is_alike = (low - slack..=high + slack).contains(&found);
                assert!(is_alike, "{preset} {name}: {found} not in {low} to {high}");
            }
        }
    }
}
