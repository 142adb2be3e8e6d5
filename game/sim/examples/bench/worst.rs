//! The worst frame of a game in which geometry, number of boids and settings change.

use crate::workload::{milliseconds, Workload, RADIUS};
use flock_sim::{
    shapes, Boundary, Collision, Flock, Geometry, Motion, Placement, Region, Rule, Settings,
    Simulation, Spawn, Vec3, Wander,
};
use flock_terrain::Terrain;
use std::{error::Error, fmt, sync::Arc};

/// Width, height and depth of the cave in cells of its noise, and cubes along a cell: so many that there are more than
/// 200,000 triangles.
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
    // The worst frame from each change to the next.
    let (mut worst, mut least) = (CHANGES.map(|_| Vec::new()), CHANGES.map(|_| f64::INFINITY));
    for frame in 0..frames {
        let (turn, is_due) = (frame / BETWEEN, frame % BETWEEN == 0);
        let which = turn as usize % CHANGES.len();
        let change = is_due.then_some(CHANGES[which]);
        let [milliseconds, of_change] = game.frame(change)?;
        least[which] = if is_due {
            of_change.min(least[which])
        } else {
            least[which]
        };
        times.push(milliseconds);
        match (is_due, worst[which].last_mut()) {
            (false, Some(worst)) => *worst = milliseconds.max(*worst),
            _ => worst[which].push(milliseconds),
        }
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
    println!("the worst of the {BETWEEN} frames from a change on, beyond the median: at least, in the median, at most; the change alone, at least");
    for ((change, mut worst), of_change) in CHANGES.into_iter().zip(worst).zip(least) {
        worst.sort_by(f64::total_cmp);
        if let [least, .., most] = worst[..] {
            let middle = worst[worst.len() / 2];
            let [least, middle, most] = [least, middle, most].map(|it| it - median);
            println!("{least:8.2} {middle:8.2} {most:8.2} {of_change:8.2}   {change}");
        }
    }
    Ok(())
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
    let region = Region::Box {
        min: -half_size,
        max: half_size,
    };
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
            driver: workload.processor.driver(threads),
            ..Simulation::default()
        },
        ..Settings::default()
    }
}
