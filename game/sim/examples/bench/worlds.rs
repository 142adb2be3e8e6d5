//! The worlds that are measured.

use crate::{
    workload::{Workload, RADIUS},
    Result,
};
use flock_sim::{
    world::{FlockId, Relation, RelationKind},
    Flock, Placement, World,
};
use serde::Serialize;
use std::fmt;

impl Workload {
    /// The world of several flocks.
    pub fn any_world(&self, threads: usize) -> Result<World> {
        match self.feared {
            0 => self.world(threads),
            _ => self.feared_world(threads),
        }
    }

    /// A world of flocks with equal parts of the boids, which all flock with each other.
    fn world(&self, threads: usize) -> Result<World> {
        let mut world = World::new();
        let part = Self {
            boids: self.boids / self.flocks,
            ..self.clone()
        };
        for flock in 0..self.flocks {
            let mut settings = part.settings(threads);
            let cube = self.settings(threads);
            (settings.spawn.region, settings.boundary) = (cube.spawn.region, cube.boundary);
            settings.spawn.seed = 1 + flock;
            world.add(Flock::new(
                settings,
                Placement::default(),
                Default::default(),
            )?);
        }
        let ids: Vec<FlockId> = world.flocks().map(|(id, _)| id).collect();
        let relation = Relation {
            kind: RelationKind::FlockWith,
            ..Relation::default()
        };
        for of in &ids {
            for to in ids.iter().filter(|to| *to != of) {
                world.set_relation(*of, *to, relation)?;
            }
        }
        Ok(world)
    }

    /// A world of the flock and another one that it fears.
    fn feared_world(&self, threads: usize) -> Result<World> {
        let others = Self {
            boids: self.feared,
            ..self.clone()
        };
        let mut settings = [self, &others].map(|it| it.settings(threads));
        settings[1].spawn.region = settings[0].spawn.region;
        settings[1].boundary = settings[0].boundary;
        settings[0].fear.enabled = true;
        let mut world = World::new();
        for settings in settings {
            world.add(Flock::new(
                settings,
                Placement::default(),
                Default::default(),
            )?);
        }
        let ids: Vec<FlockId> = world.flocks().map(|(id, _)| id).collect();
        let relation = Relation {
            kind: RelationKind::Flee,
            radius: 2.0 * RADIUS,
            ..Relation::default()
        };
        world.set_relation(ids[0], ids[1], relation)?;
        Ok(world)
    }
}

/// The figures of a world.
#[derive(Serialize)]
pub struct MeasuredWorld {
    boids: usize,
    flocks: usize,
    processor: String,
    steps: u32,
    ms_per_step: f64,
}

impl MeasuredWorld {
    /// The flocks after so many steps that took so many seconds.
    pub fn new(flocks: &[&Flock], processor: String, steps: u32, seconds: f64) -> Self {
        Self {
            boids: flocks.iter().map(|flock| flock.len()).sum(),
            flocks: flocks.len(),
            processor,
            steps,
            ms_per_step: 1e3 * seconds / f64::from(steps),
        }
    }
}

impl fmt::Display for MeasuredWorld {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "{} boids in {} flocks, {}: {:.3} ms per step",
            self.boids, self.flocks, self.processor, self.ms_per_step
        )
    }
}
