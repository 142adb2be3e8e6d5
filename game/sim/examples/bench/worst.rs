//! The worst frame of a game in which geometry, number of boids and settings change.

use crate::workload::{milliseconds, Workload, RADIUS};
use flock_sim::{
    geometry::shapes,
    settings::{Boundary, Collision, Motion, Region, Rule, Simulation, Spawn, Wander},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_terrain::Terrain;
use std::{error::Error, fmt, sync::Arc};

/// Width, height and depth of the cave in cells of its noise, and cubes along a cell: so many that
/// there are more than 200,000 triangles.
const CELLS: Vec3 = Vec3::new(1.6, 1.4, 1.6);
const CUBES: f32 = 130.0;

/// Share of the block that is hollow.
const HOLLOW: f32 = 0.3;

/// Frames between two changes.
const BETWEEN: u32 = 50;

/// Frames of which the first ones are not measured.
const WARM_UP: u32 = 200;

/// Boids that come and go.
const MORE: u32 = 10_000;

const FRAME: f32 = 1.0 / 60.0;

/// What changes, in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Geometry,
    MoreBoids,
    Weights,
    Radius,
    Bodies,
    Avoidance,
    FewerBoids,
}

const CHANGES: [Change; 7] = [
    Change::Geometry,
    Change::MoreBoids,
    Change::Weights,
    Change::Radius,
    Change::Bodies,
    Change::Avoidance,
    Change::FewerBoids,
];

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Geometry => "other geometry",
            Self::MoreBoids => "10,000 boids more",
            Self::Weights => "other weights",
            Self::Radius => "another radius of cohesion",
            Self::Bodies => "other bodies",
            Self::Avoidance => "other avoidance",
            Self::FewerBoids => "10,000 boids fewer",
        })
    }
}

/// The game: a flock in a cave, and the two states of the cave.
struct Game {
    flock: Flock,
    geometries: [Arc<Geometry>; 2],
    texels: Vec<[f32; 4]>,
    /// Number of changes so far.
    changes: u32,
}

/// Prints the median and the worst of so many frames, and the worst frame after each change.
pub fn print(
    workload: &Workload,
    threads: usize,
    frames: u32,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut game = Game::new(workload, threads)?;
    for _ in 0..WARM_UP {
        game.frame(None)?;
    }
    let mut times = Vec::new();
    let mut found = CHANGES.map(|_| [(); 2].map(|()| AfterChange::default()));
    for frame in 0..frames {
        let (turn, since) = ((frame / BETWEEN) as usize, (frame % BETWEEN) as usize);
        let (which, back) = (turn % CHANGES.len(), turn / CHANGES.len() % 2);
        let change = (since == 0).then_some(CHANGES[which]);
        let [milliseconds, of_change] = game.frame(change)?;
        times.push(milliseconds);
        found[which][back].add(since, milliseconds, of_change);
    }
    times.sort_by(f64::total_cmp);
    let median = times[times.len() / 2];
    let last = times[times.len() - 1];
    let statistics = game.flock.statistics();
    println!(
        "{}, {} threads, {frames} frames of simulation and instances in milliseconds:",
        game,
        rayon::current_num_threads()
    );
    println!(
        "{median:8.2} in the median, {last:.2} the worst; {} moved out of geometry",
        statistics.rescued
    );
    println!(
        "the worst of the {BETWEEN} frames from a change on, there and back: beyond the others by the least time of each \
         frame over all repetitions; beyond the median in the median of the repetitions, and at most; the change alone"
    );
    for (change, both) in CHANGES.into_iter().zip(found) {
        let [there, back] = both.map(|mut it| it.summary(median));
        println!("{there}   {back}   {change}");
    }
    Ok(())
}

/// Times, in milliseconds, of the frames from a change on to the next, over all repetitions.
struct AfterChange {
    /// The least time of each frame. What else runs on the machine seldom meets the same frame each
    /// time.
    least: [f64; BETWEEN as usize],
    /// The worst frame of each repetition.
    worst: Vec<f64>,
    /// The least time of the change alone.
    alone: f64,
}

impl Default for AfterChange {
    fn default() -> Self {
        Self {
            least: [f64::INFINITY; BETWEEN as usize],
            worst: Vec::new(),
            alone: f64::INFINITY,
        }
    }
}

impl AfterChange {
    fn add(&mut self, since: usize, milliseconds: f64, of_change: f64) {
        self.least[since] = milliseconds.min(self.least[since]);
        if since == 0 {
            self.alone = of_change.min(self.alone);
            self.worst.push(0.0);
        }
        if let Some(worst) = self.worst.last_mut() {
            *worst = milliseconds.max(*worst);
        }
    }

    /// The frame whose least time is the largest, beyond the median of the least times.
    fn repeated(&self) -> f64 {
        let mut least = self.least;
        least.sort_by(f64::total_cmp);
        least[least.len() - 1] - least[least.len() / 2]
    }

    /// A row's numbers, for this time of a frame in the median of all.
    fn summary(&mut self, median: f64) -> String {
        self.worst.sort_by(f64::total_cmp);
        let (count, alone) = (self.worst.len(), self.alone);
        if count == 0 || !self.repeated().is_finite() {
            return format!("{:35}", "too few frames");
        }
        let [typical, most] = [count / 2, count - 1].map(|it| self.worst[it] - median);
        let repeated = self.repeated();
        format!("{repeated:8.2} {typical:8.2} {most:8.2} {alone:8.2}")
    }
}

impl Game {
    fn new(workload: &Workload, threads: usize) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let density = workload.density();
        let volume = workload.boids as f32 / density / HOLLOW;
        let scale = (volume / CELLS.product()).cbrt();
        let size = CELLS * scale;
        let terrain = Terrain {
            size,
            cube: scale / CUBES,
            scale,
            threshold: 0.5,
            margin: 0.25 * scale,
            seed: 1,
            ..Terrain::default()
        };
        let mut triangles = terrain.triangles()?;
        let without = prepared(&triangles);
        // A wall across the hollow, as a gate that closes.
        let wall = shapes::cuboid(Vec3::new(0.2, 0.5 * size.y, 0.5 * size.z));
        triangles.extend(wall);
        let geometries = [without, prepared(&triangles)];
        let settings = settings(workload, threads, size / 2.0);
        let flock = Flock::new(settings, Placement::default(), geometries[0].clone())?;
        Ok(Self {
            flock,
            geometries,
            texels: Vec::new(),
            changes: 0,
        })
    }

    /// Milliseconds of a frame that begins with a change, if one is due, and of that change.
    fn frame(&mut self, change: Option<Change>) -> Result<[f64; 2], Box<dyn Error + Send + Sync>> {
        let mut changed = Ok(());
        let of_change = milliseconds(|| {
            if let Some(change) = change {
                changed = self.change(change);
            }
        });
        changed?;
        let of_steps = milliseconds(|| _ = self.flock.advance(FRAME));
        // Not measured: a renderer's texture grows by itself.
        self.texels.resize(2 * self.flock.len(), [0.0; 4]);
        let of_instances = milliseconds(|| self.flock.write_instances(&mut self.texels));
        Ok([of_change + of_steps + of_instances, of_change])
    }

    fn change(&mut self, change: Change) -> Result<(), Box<dyn Error + Send + Sync>> {
        let mut settings = self.flock.settings().clone();
        let turn = |number: &mut f32, to: f32| *number = if *number < to { to } else { 0.9 * to };
        match change {
            Change::Geometry => {
                self.changes += 1;
                let geometry = &self.geometries[self.changes as usize % 2];
                self.flock.set_geometry(geometry.clone());
                return Ok(());
            }
            Change::MoreBoids => settings.spawn.count += MORE,
            Change::FewerBoids => settings.spawn.count -= MORE,
            Change::Weights => turn(&mut settings.cohesion.weight, 0.5),
            Change::Radius => turn(&mut settings.cohesion.radius, RADIUS),
            Change::Bodies => turn(&mut settings.collision.body_radius, 0.08),
            Change::Avoidance => turn(&mut settings.avoidance.look_ahead, 1.0),
        }
        Ok(self.flock.set_settings(settings)?)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let triangles = self.geometries[0].triangle_count();
        write!(
            f,
            "{} boids in a cave of {triangles} triangles",
            self.flock.len()
        )
    }
}

/// Geometry as the plugin hands it over, built beside the game.
fn prepared(triangles: &[[Vec3; 3]]) -> Arc<Geometry> {
    let (geometry, _) = Geometry::new(triangles);
    geometry.prepare();
    Arc::new(geometry)
}

fn settings(workload: &Workload, threads: usize, half_size: Vec3) -> Settings {
    let region = Region::cuboid(half_size);
    Settings {
        spawn: Spawn {
            count: workload.boids,
            region,
            speed: 0.6,
            seed: 1,
        },
        boundary: Boundary::new(region),
        cohesion: Rule::new(0.5, RADIUS),
        separation: Rule::new(2.0, RADIUS / 2.0),
        alignment: Rule::new(0.4, RADIUS),
        wander: Wander {
            enabled: true,
            weight: 1.0,
            ..Wander::default()
        },
        motion: Motion {
            max_speed: 1.2,
            max_acceleration: 6.0,
            ..Motion::default()
        },
        collision: Collision {
            body_radius: 0.08,
            ..Collision::default()
        },
        simulation: Simulation {
            backend: workload.processor.backend(threads),
            ..Simulation::default()
        },
        ..Settings::default()
    }
}
