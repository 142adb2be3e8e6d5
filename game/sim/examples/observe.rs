//! Runs a preset and prints once a simulated second what the flock is like: a way to tune settings
//! by numbers.
//!
//! ```text
//! cargo run --release -p flock-sim --example observe -- starlings --seconds 60
//! cargo run --release -p flock-sim --example observe -- my_preset.ron --boids 500
//! ```

use clap::Parser;
use flock_sim::{settings::Region, BoidId, Flock, Placement, Preset, Settings, Vec3};
use std::{collections::HashSet, error::Error, path::Path};

/// A boid is near the boundary if it is outside of a copy of the volume that is so much smaller.
const INNER: f32 = 0.8;

#[derive(Parser)]
#[command(about = "Runs a preset and prints once a simulated second what the flock is like")]
struct Arguments {
    /// Name of a preset that comes with the crate, or a file
    preset: String,
    /// How long to run, in simulated seconds
    #[arg(long, default_value_t = 30)]
    seconds: u32,
    /// Number of boids instead of the preset's own
    #[arg(long)]
    boids: Option<u32>,
    /// Seed instead of the preset's own
    #[arg(long)]
    seed: Option<u32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let settings = settings(&arguments)?;
    for advice in settings.advice() {
        println!("advice: {advice}");
    }
    let steps = (1.0 / settings.simulation.time_step).round() as u32;
    let mut flock = Flock::new(settings, Placement::default(), Default::default())?;
    println!("{HEADER}");
    for second in 0..=arguments.seconds {
        if second > 0 {
            (0..steps).for_each(|_| flock.step());
        }
        println!("{second:4} {}", line(&flock));
    }
    Ok(())
}

fn settings(arguments: &Arguments) -> Result<Settings, Box<dyn Error>> {
    let name = &arguments.preset;
    let mut settings = match Preset::named(name) {
        Some(preset) => preset.settings(),
        None if Path::new(name).exists() => Settings::load(name)?,
        None => {
            let names: Vec<&str> = Preset::all().map(Preset::name).collect();
            let names = names.join(", ");
            return Err(format!("{name} is neither a file nor a preset; presets: {names}").into());
        }
    };
    settings.spawn.count = arguments.boids.unwrap_or(settings.spawn.count);
    settings.spawn.seed = arguments.seed.unwrap_or(settings.spawn.seed);
    Ok(settings)
}

const HEADER: &str =
    "time | speed min  mean   max | order mill | nearest min  mean | neighbours | groups largest | spread | at boundary";

fn line(flock: &Flock) -> String {
    let measures = flock.measure();
    let groups = groups(flock);
    format!(
        "| {:9.2} {:5.2} {:5.2} | {:5.2} {:4.2} | {:11.3} {:5.3} | {:10.1} | {:6} {:6.0}% | {:6.2} | {:10.0}%",
        measures.min_speed,
        measures.mean_speed,
        measures.max_speed,
        measures.polarisation,
        measures.milling,
        measures.min_nearest,
        measures.mean_nearest,
        measures.mean_neighbours,
        groups.len(),
        100.0 * share(groups.iter().max().copied().unwrap_or_default(), flock),
        spread(flock),
        100.0 * share_at_boundary(flock),
    )
}

/// How many boids there are in each group. A boid belongs to the group of every other one within
/// half of the reach of cohesion; loners are no group.
fn groups(flock: &Flock) -> Vec<usize> {
    let link = flock.settings().cohesion.radius / 2.0;
    let mut left: HashSet<BoidId> = flock.boids().map(|boid| boid.id).collect();
    let mut groups = Vec::new();
    for boid in flock.boids() {
        if !left.remove(&boid.id) {
            continue;
        }
        let (mut size, mut border) = (0, vec![boid.position]);
        while let Some(position) = border.pop() {
            size += 1;
            let near = flock.in_sphere(position, link);
            border.extend(
                near.filter(|boid| left.remove(&boid.id))
                    .map(|boid| boid.position),
            );
        }
        groups.push(size);
    }
    groups.retain(|size| *size > 1);
    groups
}

fn share(boids: usize, flock: &Flock) -> f32 {
    boids as f32 / flock.len().max(1) as f32
}

/// Root mean square distance of the boids from their centre, in metres.
fn spread(flock: &Flock) -> f32 {
    let count = flock.len().max(1) as f32;
    let center = flock.boids().map(|boid| boid.position).sum::<Vec3>() / count;
    let squares = flock
        .boids()
        .map(|boid| (boid.position - center).norm_squared());
    (squares.sum::<f32>() / count).sqrt()
}

fn share_at_boundary(flock: &Flock) -> f32 {
    let boundary = &flock.settings().boundary;
    if !boundary.enabled {
        return 0.0;
    }
    let is_near = |position: Vec3| match boundary.shape {
        Region::Sphere { center, radius } => (position - center).norm() > INNER * radius,
        Region::Box { min, max } => {
            let (center, half) = ((min + max) / 2.0, (max - min) / 2.0);
            (0..3).any(|axis| (position - center)[axis].abs() > INNER * half[axis])
        }
    };
    let near = flock.boids().filter(|boid| is_near(boid.position)).count();
    share(near, flock)
}
