//! The fish school that Intel's developer zone published in 2018, beside our speed.

use crate::{subject::Subject, Result};
use flock_sim::{settings::Backend, Flock, Geometry, Placement, Preset};
use flock_testkit::figures::{machine, with_commas};
use rayon::ThreadPool;
use serde::Serialize;
use std::{fmt, sync::Arc, time::Instant};

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

/// The published frames per second beside our steps per second.
#[derive(Serialize)]
pub struct School {
    threads: usize,
    sizes: Vec<Size>,
}

/// The school with so many fish.
#[derive(Serialize)]
struct Size {
    fish: u32,
    /// On one thread, many threads and the GPU.
    published: Option<[u32; 3]>,
    steps_per_second: f64,
    steps_per_second_all_threads: f64,
}

/// Measures at least so many steps of each school, on one thread and in a pool.
pub fn measure(pool: &ThreadPool, steps: u32) -> Result<School> {
    let mut sizes = Vec::new();
    for (fish, published) in PUBLISHED {
        let all = pool.install(|| steps_per_second(fish, Backend::AllThreads, steps))?;
        sizes.push(Size {
            fish,
            published,
            steps_per_second: steps_per_second(fish, Backend::SingleThread, steps)?,
            steps_per_second_all_threads: all,
        });
    }
    Ok(School {
        threads: pool.current_num_threads(),
        sizes,
    })
}

/// Steps per second of the fish school.
fn steps_per_second(boids: u32, backend: Backend, steps: u32) -> Result<f64> {
    let mut settings = Preset::FishSchool.settings();
    settings.spawn.count = boids;
    settings.simulation.backend = backend;
    let mut flock = Flock::new(settings, Placement::default(), Arc::new(Geometry::empty()))?;
    // Small schools are so fast that the clock would not see them.
    let start = Instant::now();
    flock.step();
    let least = (0.05 / start.elapsed().as_secs_f64()) as u32;
    let steps = steps.max(least.min(100_000));
    Ok(f64::from(steps) / Subject::of(flock).seconds(steps)?)
}

/// A table in Markdown.
impl fmt::Display for School {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(
            f,
            "| fish | published, one thread | many threads | GPU | ours, one thread | {} |",
            machine::threads(self.threads)
        )?;
        write!(f, "|---|---|---|---|---|---|")?;
        for size in &self.sizes {
            let [single, multi, gpu] = match size.published {
                Some(frames) => frames.map(|frames| frames.to_string()),
                None => [(); 3].map(|()| String::from("-")),
            };
            let [one, all] = [size.steps_per_second, size.steps_per_second_all_threads]
                .map(|steps| with_commas(steps as usize));
            let fish = with_commas(size.fish as usize);
            write!(
                f,
                "\n| {fish} | {single} | {multi} | {gpu} | {one} | {all} |"
            )?;
        }
        Ok(())
    }
}
