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
mod report;

use clap::Parser;
use drawing::Passes;
use flock_testkit::allocator::CountingAllocator;
use game::Game;
pub use level::Level;
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
    /// Prints one line of JSON for each part.
    #[arg(long)]
    json: bool,
    /// Measures some levels, and writes their table into the handbook's page of figures.
    #[arg(long, conflicts_with = "json")]
    report: bool,
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

/// The cost of the frames of a level.
pub struct Measured {
    parts: [Part; 3],
    /// Draw calls of all passes in the last frame.
    pub draw_calls: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    if arguments.report {
        return report::write(arguments.frames);
    }
    let measured = Measured::of(&arguments.level, arguments.frames)?;
    if arguments.json {
        measured.print_json(&arguments.level);
    } else {
        println!("{:?}, {} frames", arguments.level, arguments.frames);
        measured.print();
    }
    Ok(())
}

impl Measured {
    /// The most allocations of a frame: in the scripts without a step, with a step, and for the
    /// draw calls.
    pub fn most_allocations(&self) -> [usize; 3] {
        let most = |part: &Part| part.allocations.iter().copied().max();
        self.parts
            .each_ref()
            .map(|part| most(part).unwrap_or_default())
    }

    /// Plays the level for a number of frames.
    pub fn of(level: &Level, frames: u32) -> Result<Self, Box<dyn Error>> {
        let mut game = Game::new(level.scene(|| ALLOCATOR.allocations()))?;
        for _ in 0..WARM_UP {
            game.play_frame(STEP);
        }
        let passes = Passes::of(game.scene(), level.radius());
        let mut parts = [
            "scripts, without a step",
            "scripts, with a step",
            "draw calls",
        ]
        .map(Part::new);
        let mut draw_calls = 0;
        for _ in 0..frames {
            for (part, seconds) in parts.iter_mut().zip([NO_STEP, STEP]) {
                game.play_frame(seconds);
                let cost = Probe::cost().ok_or("the scripts were not updated")?;
                part.add(cost);
            }
            let (start, before) = (Instant::now(), ALLOCATOR.allocations());
            draw_calls = passes.collect(game.scene());
            parts[2].add(Cost {
                time: start.elapsed(),
                allocations: ALLOCATOR.allocations() - before,
            });
        }
        Ok(Self { parts, draw_calls })
    }

    fn print(&self) {
        for part in &self.parts {
            let (least, median, allocations) = part.summary();
            println!(
                "{least:8.3} ms at least, {median:8.3} ms in the median, {allocations:6} allocations: {}",
                part.name
            );
        }
        println!("{} draw calls", self.draw_calls);
    }

    fn print_json(&self, level: &Level) {
        for part in &self.parts {
            let (least, median, allocations) = part.summary();
            println!(
                "{{\"part\":\"{}\",\"least_ms\":{least:.4},\"median_ms\":{median:.4},\"allocations\":{allocations},\
                 \"boids\":{},\"flocks\":{},\"effects\":{},\"colliders\":{},\"cameras\":{}}}",
                part.name, level.boids, level.flocks, level.effects, level.colliders, level.cameras
            );
        }
    }
}
