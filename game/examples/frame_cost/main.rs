//! Measures what flocks cost the main thread in a frame of a game, without a window: their scripts
//! (fields, effects, colliders, relations, events, texels) in a frame without a step, the same with
//! a step, and the draw calls of cameras and their shadow maps.
//!
//! ```text
//! cargo run --release -p fyrox-flock --example frame_cost -- --boids 100000
//! cargo run --release -p fyrox-flock --example frame_cost -- --boids 10000 --flocks 50 --effects 200 --colliders 2000
//! ```

mod drawing;
mod game;
mod level;
mod probe;

use clap::Parser;
use drawing::Passes;
use flock_testkit::allocator::CountingAllocator;
use game::Game;
use level::Level;
use probe::{Cost, Probe};
use std::{error::Error, time::Instant};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Frames before the measured ones.
const WARM_UP: usize = 60;

/// Duration of a frame in which each flock makes a step, in seconds.
const STEP: f32 = 1.0 / 60.0;

/// Duration of a frame that is too short for a step, in seconds.
const NO_STEP: f32 = 1e-6;

/// Measures what flocks cost the main thread in a frame of a game.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    level: Level,
    /// Number of frames that are measured.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    frames: u32,
    /// Prints one line of JSON.
    #[arg(long)]
    json: bool,
}

/// A part of a frame.
struct Part {
    name: &'static str,
    milliseconds: Vec<f64>,
    allocations: Vec<usize>,
}

impl Part {
    fn new(name: &'static str) -> Self {
        Self {
            name,
            milliseconds: Vec::new(),
            allocations: Vec::new(),
        }
    }

    fn add(&mut self, cost: Cost) {
        self.milliseconds.push(1e3 * cost.time.as_secs_f64());
        self.allocations.push(cost.allocations);
    }

    /// Least time, median time, and median of the allocations.
    fn summary(&self) -> (f64, f64, usize) {
        let mut times = self.milliseconds.clone();
        times.sort_by(f64::total_cmp);
        let mut allocations = self.allocations.clone();
        allocations.sort_unstable();
        let middle = times.len() / 2;
        (times[0], times[middle], allocations[middle])
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let allocations = || ALLOCATOR.allocations();
    let mut game = Game::new(arguments.level.scene(allocations))?;
    for _ in 0..WARM_UP {
        game.play_frame(STEP);
    }
    let passes = Passes::of(game.scene(), arguments.level.radius());
    let mut parts = [
        Part::new("scripts, without a step"),
        Part::new("scripts, with a step"),
        Part::new("draw calls"),
    ];
    let mut calls = 0;
    for _ in 0..arguments.frames {
        for (part, seconds) in parts.iter_mut().zip([NO_STEP, STEP]) {
            game.play_frame(seconds);
            let cost = Probe::cost().ok_or("the scripts were not updated")?;
            part.add(cost);
        }
        let (start, before) = (Instant::now(), ALLOCATOR.allocations());
        calls = passes.collect(game.scene());
        parts[2].add(Cost {
            time: start.elapsed(),
            allocations: ALLOCATOR.allocations() - before,
        });
    }
    print(&arguments, &parts, calls);
    Ok(())
}

fn print(arguments: &Arguments, parts: &[Part], calls: usize) {
    let level = &arguments.level;
    if arguments.json {
        for part in parts {
            let (least, median, allocations) = part.summary();
            println!(
                "{{\"part\":\"{}\",\"least_ms\":{least:.4},\"median_ms\":{median:.4},\"allocations\":{allocations},\
                 \"boids\":{},\"flocks\":{},\"effects\":{},\"colliders\":{},\"cameras\":{}}}",
                part.name, level.boids, level.flocks, level.effects, level.colliders, level.cameras
            );
        }
        return;
    }
    println!("{level:?}, {} frames", arguments.frames);
    for part in parts {
        let (least, median, allocations) = part.summary();
        println!(
            "{least:8.3} ms at least, {median:8.3} ms in the median, {allocations:6} allocations: {}",
            part.name
        );
    }
    println!("{calls} draw calls");
}
