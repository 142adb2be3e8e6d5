//! The flocks that are measured.

use clap::{Args, ValueEnum};
use flock_sim::{
    settings::{Boundary, BoundaryMode, Motion, Neighbours, Region, Rule, Simulation, Spawn},
    Flock, Geometry, Placement, Settings, SettingsError, Vec3,
};
use flock_testkit::{processor::Processor, random::Random};
use std::{f32::consts::PI, sync::Arc, time::Instant};

/// Radius of cohesion and alignment, in metres. The workload has no other length, so any would do.
pub const RADIUS: f32 = 1.0;

/// Largest speed, in m/s: slow, so that the flock stays as it is while it is measured.
pub const SPEED: f32 = 0.02;

/// How far three quarters of the boids are from a viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Far {
    /// A quarter of all each steers every second, fourth and eighth step.
    Quarters,
    /// All three steer every eighth step.
    Eighth,
}

/// What is simulated.
#[derive(Args, Clone, Debug)]
pub struct Workload {
    /// Number of boids.
    #[arg(long, default_value_t = 100_000)]
    pub boids: u32,
    /// Neighbours that a boid far from the boundary has on average.
    #[arg(long, default_value_t = 30.0)]
    pub neighbours: f32,
    /// How the boids are spread.
    #[arg(long, value_enum, default_value_t = Spread::Uniform)]
    pub spread: Spread,
    /// Field of view of all rules, in degrees.
    #[arg(long, default_value_t = 360.0)]
    pub view: f32,
    /// Only so many of the nearest boids count.
    #[arg(long)]
    pub nearest: Option<u32>,
    /// Makes the cube a periodic box.
    #[arg(long)]
    pub wrap: bool,
    /// Number of flocks, each with an equal part of the boids, that flock with each other.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    pub flocks: u32,
    /// Bounded influences spread over the cube; one reaches a boid on average.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=256))]
    pub influences: u32,
    /// Lets the boids fly in wind with gusts and eddies.
    #[arg(long)]
    pub wind: bool,
    /// Adds a pen of a closed mesh, a ball around the cube, which reaches all boids.
    #[arg(long)]
    pub mesh: bool,
    /// Moving obstacles of about a metre, all on their ways, spread over the cube.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=256))]
    pub obstacles: u32,
    /// A ship of 20,480 triangles, half as long as the cube, that sails to and fro and turns.
    #[arg(long)]
    pub ship: bool,
    /// Lets the boids live on a ship in waves, of whose motion they feel everything.
    #[arg(long, conflicts_with_all = ["flocks", "feared"])]
    pub voyage: bool,
    /// Predators that swim through the cube, from which boids within five radii flee.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=256))]
    pub predators: u32,
    /// Waves of panic that begin somewhere every three seconds.
    #[arg(long)]
    pub panic: bool,
    /// Lets the boids far from a viewer steer less often.
    #[arg(long, value_enum, num_args = 0..=1, default_missing_value = "quarters")]
    pub detail: Option<Far>,
    /// Perches of 16 spots, spread over the cube.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=256))]
    pub perches: u32,
    /// Boids of another flock in the cube, each of which the boids fear within two radii.
    #[arg(long, default_value_t = 0, conflicts_with = "flocks")]
    pub feared: u32,
    #[command(flatten)]
    pub processor: Processor,
}

/// How the boids are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Spread {
    /// Evenly over the cube.
    Uniform,
    /// In balls of 1,000 boids, with the cube almost empty between them.
    Clumps,
}

/// Boids in a clump.
const CLUMP: u32 = 1000;

/// The cube holds so many times the volume of its clumps.
const EMPTINESS: f32 = 30.0;

impl Workload {
    /// Whether there is anything to measure.
    pub fn check(&self) -> Result<(), String> {
        if self.neighbours > 0.0 {
            Ok(())
        } else {
            Err(format!(
                "--neighbours is {}; allowed: above 0",
                self.neighbours
            ))
        }
    }

    /// Whether it is a world of several flocks.
    pub fn is_world(&self) -> bool {
        self.flocks > 1 || self.feared > 0
    }

    /// Whether there is anything to be afraid of.
    pub fn has_fear(&self) -> bool {
        self.predators > 0 || self.panic
    }

    pub fn flock(&self, threads: usize) -> Result<Flock, SettingsError> {
        let flock =
            |settings| Flock::new(settings, Placement::default(), Arc::new(Geometry::empty()));
        let mut settings = self.settings(threads);
        let is_uniform = self.spread == Spread::Uniform;
        if !is_uniform {
            settings.spawn.count = 0;
        }
        let mut flock = flock(settings)?;
        if !is_uniform {
            self.fill_clumps(&mut flock)?;
        }
        self.add_influences(&mut flock)?;
        self.add_wind_and_mesh(&mut flock)?;
        self.add_perches(&mut flock)?;
        if let Some(far) = self.detail {
            self.see_from_aside(&mut flock, far)?;
        }
        Ok(flock)
    }

    pub fn settings(&self, threads: usize) -> Settings {
        let half = self.half_width();
        let cube = Region::cube(half);
        let rule = |radius| Rule {
            field_of_view: self.view,
            ..Rule::new(1.0, radius)
        };
        Settings {
            spawn: Spawn {
                count: self.boids,
                region: cube,
                speed: SPEED,
                seed: 1,
            },
            cohesion: rule(RADIUS),
            separation: rule(RADIUS / 2.0),
            alignment: rule(RADIUS),
            neighbours: Neighbours {
                nearest_only: self.nearest.is_some(),
                nearest: self.nearest.unwrap_or(1),
                ..Neighbours::default()
            },
            motion: Motion {
                max_speed: SPEED,
                inertia: f32::from(u8::from(self.voyage)),
                ..Motion::default()
            },
            boundary: Boundary::new(cube).with_mode(if self.wrap {
                BoundaryMode::Wrap
            } else {
                BoundaryMode::Reflect
            }),
            simulation: Simulation {
                backend: self.processor.backend(threads),
                ..Simulation::default()
            },
            ..Settings::default()
        }
    }

    /// Boids in a cubic metre, where there are any.
    pub fn density(&self) -> f32 {
        self.neighbours / (4.0 / 3.0 * PI * RADIUS.powi(3))
    }

    pub fn half_width(&self) -> f32 {
        let filled = self.boids as f32 / self.density();
        let volume = match self.spread {
            Spread::Uniform => filled,
            Spread::Clumps => filled * EMPTINESS,
        };
        volume.cbrt() / 2.0
    }

    fn fill_clumps(&self, flock: &mut Flock) -> Result<(), SettingsError> {
        let radius = (CLUMP as f32 / self.density() / (4.0 / 3.0 * PI)).cbrt();
        let mut random = Random(1);
        let mut centre = Vec3::zeros();
        for index in 0..self.boids {
            if index % CLUMP == 0 {
                centre = random.in_cube() * (self.half_width() - radius).max(0.0);
            }
            let place = centre + random.in_ball() * radius;
            flock.spawn_at(place, random.in_ball() * SPEED)?;
        }
        flock.step();
        Ok(())
    }
}

/// Milliseconds that some work takes.
pub fn milliseconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    1e3 * start.elapsed().as_secs_f64()
}
