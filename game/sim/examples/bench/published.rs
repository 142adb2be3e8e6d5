//! The fish school that Intel's developer zone published in 2018, beside our speed.

use crate::workload::measure;
use flock_sim::{settings::Backend, Flock, Geometry, Placement, Preset};
use std::{error::Error, sync::Arc, time::Instant};

/// Number of fish, and the published frames per second on one thread, many threads and the graphics
/// card of a laptop (i7-3632QM, GeForce GT 730M), each at most 62. The article has no row for fewer
/// than 1,000.
const PUBLISHED: [(u32, Option<[u32; 3]>); 10] = [
    (100, None),
    (500, None),
    (1_000, Some([62, 62, 62])),
    (2_000, Some([28, 55, 62])),
    (3_000, Some([14, 30, 62])),
    (5_000, Some([5, 14, 47])),
    (8_000, Some([1, 6, 24])),
    (10_000, Some([0, 3, 18])),
    (15_000, Some([0, 0, 10])),
    (20_000, Some([0, 0, 1])),
];

/// Prints the published frames per second beside our steps per second.
pub fn print_table(steps: u32) -> Result<(), Box<dyn Error>> {
    println!("The published figures are frames per second of a game, at most 62, on a laptop of 2012; ours are steps per");
    println!(
        "second of the simulation alone, on this machine with {} threads.",
        rayon::current_num_threads()
    );
    println!();
    println!("| fish | published, one thread | many threads | GPU | ours, one thread | ours, all threads |");
    println!("|---|---|---|---|---|---|");
    for (boids, published) in PUBLISHED {
        let [single, multi, gpu] = match published {
            Some(frames) => frames.map(|frames| frames.to_string()),
            None => [(); 3].map(|()| String::from("-")),
        };
        let one = steps_per_second(boids, Backend::SingleThread, steps)?;
        let all = steps_per_second(boids, Backend::AllThreads, steps)?;
        println!("| {boids} | {single} | {multi} | {gpu} | {one:.0} | {all:.0} |");
    }
    Ok(())
}

/// Steps per second of the fish school.
fn steps_per_second(boids: u32, backend: Backend, steps: u32) -> Result<f64, Box<dyn Error>> {
    let mut settings = Preset::FishSchool.settings();
    settings.spawn.count = boids;
    settings.simulation.backend = backend;
    let mut flock = Flock::new(settings, Placement::default(), Arc::new(Geometry::empty()))?;
    // Small schools are so fast that the clock would not see them.
    let start = Instant::now();
    flock.step();
    let least = (0.05 / start.elapsed().as_secs_f64()) as u32;
    let steps = steps.max(least.min(100_000));
    Ok(f64::from(steps) / measure(&mut flock, steps))
}
