//! The game whose frames are measured: a flock in a cave.

use crate::{
    workload::{Workload, RADIUS},
    worst::{
        change::{Change, MORE},
        clock::Spent,
    },
    Result,
};
use flock_sim::{
    geometry::shapes,
    settings::{Boundary, Collision, Motion, Region, Rule, Simulation, Spawn, Wander},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_terrain::Terrain;
use std::sync::Arc;

/// Width, height and depth of the cave in cells of its noise, and cubes along a cell: so many that
/// there are more than 200,000 triangles.
const CELLS: Vec3 = Vec3::new(1.6, 1.4, 1.6);
const CUBES: f32 = 130.0;

/// Share of the block that is hollow.
const HOLLOW: f32 = 0.3;

const FRAME: f32 = 1.0 / 60.0;

/// The game: a flock in a cave, and the two states of the cave.
pub struct Game {
    pub flock: Flock,
    geometries: [Arc<Geometry>; 2],
    texels: Vec<[f32; 4]>,
    /// Number of changes so far.
    changes: u32,
}

impl Game {
    pub fn new(workload: &Workload, threads: usize) -> Result<Self> {
        // Opens the graphics card, if there is one, so that geometry is prepared for it.
        workload.processor.found(threads)?;
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

    /// Triangles of the cave.
    pub fn triangles(&self) -> usize {
        self.geometries[0].triangle_count()
    }

    /// Times of a frame that begins with a change, if one is due, and of that change.
    pub fn frame(&mut self, change: Option<Change>) -> Result<[Spent; 2]> {
        let mut changed = Ok(());
        let of_change = Spent::on(|| {
            if let Some(change) = change {
                changed = self.change(change);
            }
        });
        changed?;
        let of_steps = Spent::on(|| _ = self.flock.advance(FRAME));
        // Not measured: a renderer's texture grows by itself.
        self.texels.resize(2 * self.flock.len(), [0.0; 4]);
        let of_instances = Spent::on(|| self.flock.write_instances(&mut self.texels));
        Ok([of_change + of_steps + of_instances, of_change])
    }

    fn change(&mut self, change: Change) -> Result<()> {
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
