//! Measures what hard levels cost: the time that the geometry takes to be built and prepared, and
//! that of a step of a flock in it. The boids move by `--stride` metres in a step at their largest
//! speed.
//!
//! ```text
//! cargo run --release -p flock-sim --example level -- hills --stray 10000
//! cargo run --release -p flock-sim --example level -- labyrinth --boids 300 --radius 0.9 --stride 20 --steps 20
//! cargo run --release -p flock-sim --example level -- heap --boids 300 --radius 0.3 --stride 6 --steps 20
//! ```

use clap::{Parser, ValueEnum};
use flock_sim::{
    settings::{Boundary, Region},
    Flock, Geometry, Placement, Settings, SettingsError, Vec3,
};
use flock_testkit::scenes::{dense, levels, Triangles};
use std::{process::ExitCode, sync::Arc, time::Instant};

/// Measures a hard level.
#[derive(Parser)]
struct Arguments {
    #[arg(value_enum)]
    level: Level,
    /// Distance in metres of one stray triangle from the level; 0 for none.
    #[arg(long, default_value_t = 0.0)]
    stray: f32,
    /// Number of boids; 0 measures the geometry alone.
    #[arg(long, default_value_t = 0)]
    boids: u32,
    /// Radius of a body, in metres.
    #[arg(long, default_value_t = 0.05)]
    radius: f32,
    /// Distance in metres that a boid moves in a step of 0.1 s at its largest speed.
    #[arg(long, default_value_t = 0.1)]
    stride: f32,
    /// Number of measured steps.
    #[arg(long, default_value_t = 20)]
    steps: u32,
    /// Boids do not see the geometry.
    #[arg(long)]
    blind: bool,
    /// Tests every move for having crossed a triangle; the program fails if one did.
    #[arg(long)]
    check: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Level {
    /// Hills of 60,552 triangles in 100 m.
    Hills,
    /// Hills of 174,050 triangles in 100 m.
    FineHills,
    /// Two triangles of a wall along two axes.
    Wall,
    /// The same wall, tilted.
    TiltedWall,
    /// A smooth labyrinth of 100,000 triangles with a period of 10 m, in a cube of 20 m.
    Labyrinth,
    /// The same labyrinth of 420,000 triangles.
    FineLabyrinth,
    /// 3,000 triangles of 20 m at random in a cube of 50 m.
    Heap,
}

impl Level {
    fn triangles(self) -> Triangles {
        match self {
            Self::Hills => levels::hills(100.0, 174),
            Self::FineHills => levels::hills(100.0, 295),
            Self::Wall => wall(0.0),
            Self::TiltedWall => wall(0.3),
            Self::Labyrinth => dense::labyrinth(10.0, 2, 25),
            Self::FineLabyrinth => dense::labyrinth(10.0, 2, 50),
            Self::Heap => dense::heap(3000, 20.0, 25.0),
        }
    }

    /// Half the size of the box in which boids fly.
    fn half_size(self) -> Vec3 {
        match self {
            Self::Hills | Self::FineHills => Vec3::new(50.0, 5.0, 50.0),
            Self::Wall | Self::TiltedWall => Vec3::repeat(10.0),
            Self::Labyrinth | Self::FineLabyrinth => Vec3::repeat(10.0),
            Self::Heap => Vec3::repeat(25.0),
        }
    }
}

/// A square of 10 m, tilted by an angle in radians.
fn wall(angle: f32) -> Triangles {
    let (sin, cos) = angle.sin_cos();
    let corner = |x: f32, y: f32| Vec3::new(5.0 * x, 5.0 * y * cos, 5.0 * (x + y) * sin);
    let [a, b, c, d] = [
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ];
    vec![[a, b, c], [a, c, d]]
}

fn main() -> ExitCode {
    match measure(&Arguments::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(crossings) => {
            eprintln!("error: {crossings} moves crossed the geometry");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures, prints a line, and returns the number of crossings.
fn measure(arguments: &Arguments) -> Result<u64, SettingsError> {
    let mut triangles = arguments.level.triangles();
    if arguments.stray > 0.0 {
        let corners = [Vec3::zeros(), Vec3::x(), Vec3::y()];
        triangles.push(corners.map(|corner| corner + Vec3::new(arguments.stray, 0.0, 0.0)));
    }
    let start = Instant::now();
    let (geometry, _) = Geometry::new(&triangles);
    let built = start.elapsed().as_secs_f64();
    geometry.prepare();
    let prepared = start.elapsed().as_secs_f64() - built;
    println!(
        "{} triangles: built in {built:.4} s, prepared in {prepared:.4} s",
        geometry.triangle_count()
    );
    match arguments.boids {
        0 => Ok(0),
        _ => fly(arguments, Arc::new(geometry)),
    }
}

fn fly(arguments: &Arguments, geometry: Arc<Geometry>) -> Result<u64, SettingsError> {
    let mut flock = Flock::new(settings(arguments), Placement::default(), geometry)?;
    let mut milliseconds: Vec<f64> = (0..arguments.steps)
        .map(|_| {
            let start = Instant::now();
            flock.step();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    milliseconds.sort_by(f64::total_cmp);
    let statistics = flock.statistics();
    println!(
        "{} boids: {:.3} ms per step at least, {:.3} in the middle; {} contacts, {} rays, {} crossings, {} stopped short, state {:016x}",
        flock.len(),
        milliseconds[0],
        milliseconds[milliseconds.len() / 2],
        statistics.contacts,
        statistics.rays,
        statistics.crossings,
        statistics.stopped_short,
        flock.state_hash()
    );
    Ok(statistics.crossings)
}

fn settings(arguments: &Arguments) -> Settings {
    let half_size = arguments.level.half_size();
    let region = Region::cuboid(half_size);
    let mut settings = Settings::default();
    settings.spawn.count = arguments.boids;
    settings.spawn.region = region;
    settings.boundary = Boundary::new(region);
    settings.simulation.time_step = 0.1;
    let speed = arguments.stride / settings.simulation.time_step;
    settings.spawn.speed = speed;
    settings.motion.max_speed = speed;
    settings.motion.min_speed = 0.5 * speed;
    settings.motion.max_acceleration = 3.0 * speed;
    settings.avoidance.enabled = !arguments.blind;
    settings.collision.body_radius = arguments.radius;
    settings.collision.check_crossings = arguments.check;
    settings
}
