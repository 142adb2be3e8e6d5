//! Measures the simulation on the usual workload: a uniform cube of boids, as many neighbours each as asked for within the
//! radius of cohesion and alignment, half that radius for separation, no geometry, the cube as boundary.
//!
//! ```text
//! cargo run --release -p flock-sim --example bench -- --boids 100000 --neighbours 30 --threads 2 --steps 100
//! ```

use clap::Parser;
use flock_sim::{
    Boid, Boundary, Driver, Flock, Geometry, Motion, Placement, Region, Rule, Settings,
    SettingsError, Simulation, Spawn, Vec3,
};
use std::{collections::HashMap, sync::Arc, time::Instant};

/// Radius of cohesion and alignment, in metres. The workload has no other length, so any would do.
const RADIUS: f32 = 1.0;

/// Measures the flock simulation.
#[derive(Parser)]
struct Arguments {
    /// Number of boids.
    #[arg(long, default_value_t = 100_000)]
    boids: u32,
    /// Neighbours that a boid far from the boundary has on average.
    #[arg(long, default_value_t = 30.0)]
    neighbours: f32,
    /// Number of threads; 1 is the single-thread driver, 0 all that the machine has.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Number of steps that are measured.
    #[arg(long, default_value_t = 100)]
    steps: u32,
    /// Prints one line of JSON.
    #[arg(long)]
    json: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let has_neighbours = arguments.neighbours > 0.0;
    if arguments.steps == 0 || !has_neighbours {
        return Err("--steps and --neighbours must be above 0".into());
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads)
        .build()?;
    let threads = pool.current_num_threads();
    let mut flock = workload(&arguments)?;
    let warm_up = arguments.steps.div_ceil(10);
    let seconds = pool.install(|| {
        (0..warm_up).for_each(|_| flock.step());
        let start = Instant::now();
        (0..arguments.steps).for_each(|_| flock.step());
        start.elapsed().as_secs_f64()
    });
    report(&arguments, threads, seconds, neighbours_per_boid(&flock));
    Ok(())
}

/// The boids move slowly, so that the cube stays uniform while it is measured.
fn workload(arguments: &Arguments) -> Result<Flock, SettingsError> {
    let density = arguments.neighbours / (4.0 / 3.0 * std::f32::consts::PI * RADIUS.powi(3));
    let half = (arguments.boids as f32 / density).cbrt() / 2.0;
    let (min, max) = (Vec3::repeat(-half), Vec3::repeat(half));
    let settings = Settings {
        spawn: Spawn {
            count: arguments.boids,
            region: Region::Box { min, max },
            speed: 0.02,
            seed: 1,
        },
        cohesion: Rule::new(1.0, RADIUS),
        separation: Rule::new(1.0, RADIUS / 2.0),
        alignment: Rule::new(1.0, RADIUS),
        motion: Motion {
            max_speed: 0.02,
            ..Motion::default()
        },
        boundary: Boundary::new(Region::Box { min, max }),
        simulation: Simulation {
            driver: match arguments.threads {
                1 => Driver::SingleThread,
                _ => Driver::AllThreads,
            },
            ..Simulation::default()
        },
        ..Settings::default()
    };
    Flock::new(settings, Placement::default(), Arc::new(Geometry::empty()))
}

fn report(arguments: &Arguments, threads: usize, seconds: f64, neighbours: f64) {
    let Arguments { boids, steps, .. } = arguments;
    let milliseconds = seconds * 1000.0 / f64::from(*steps);
    let rate = f64::from(*boids) * f64::from(*steps) / seconds;
    if arguments.json {
        println!(
            "{{\"boids\":{boids},\"threads\":{threads},\"steps\":{steps},\"neighbours_per_boid\":{neighbours:.2},\
             \"ms_per_step\":{milliseconds:.4},\"boid_steps_per_second\":{rate:.0}}}"
        );
    } else {
        println!(
            "{boids} boids, {threads} threads, {steps} steps: {milliseconds:.3} ms per step, \
             {:.2} million boid-steps/s, {neighbours:.1} neighbours per boid",
            rate / 1e6
        );
    }
}

/// Mean number of neighbours within [`RADIUS`] at the end of the measurement, counted independently of the simulation.
fn neighbours_per_boid(flock: &Flock) -> f64 {
    let cell = |position: &Vec3| position.map(|x| (x / RADIUS).floor() as i32);
    let mut cells: HashMap<_, Vec<Boid>> = HashMap::new();
    for boid in flock.boids() {
        cells.entry(cell(&boid.position)).or_default().push(boid);
    }
    let count = |boid: Boid| {
        let home = cell(&boid.position);
        let around = (0..27).map(|i| home + nalgebra::vector![i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1]);
        around
            .filter_map(|cell| cells.get(&cell))
            .flatten()
            .filter(|other| other.id != boid.id && (other.position - boid.position).norm() < RADIUS)
            .count()
    };
    let pairs: usize = flock.boids().map(count).sum();
    pairs as f64 / (flock.len() as f64).max(1.0)
}
