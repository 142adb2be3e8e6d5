//! What is measured: a flock or a world, with what moves in it.

use crate::{bodies::Bodies, predators::Predators, voyage::Voyage, workload::Workload, Result};
use flock_sim::{Flock, World};
use flock_testkit::{figures::machine, processor};
use std::time::Instant;

/// Time of a step and of a frame, in seconds.
pub const DT: f32 = 1.0 / 60.0;

/// A flock or a world, and the game that moves things in it.
pub struct Subject {
    boids: Boids,
    bodies: Option<Bodies>,
    predators: Option<Predators>,
    voyage: Option<Voyage>,
}

enum Boids {
    Flock(Box<Flock>),
    World(Box<World>),
}

impl Subject {
    /// What a workload describes, where the processor would use so many threads.
    pub fn new(workload: &Workload, threads: usize) -> Result<Self> {
        if workload.is_world() {
            return Ok(Self {
                boids: Boids::World(Box::new(workload.any_world(threads)?)),
                bodies: None,
                predators: None,
                voyage: None,
            });
        }
        let mut flock = workload.flock(threads)?;
        let half_width = workload.half_width();
        let predators = workload.has_fear();
        let predators = predators.then(|| Predators::new(&mut flock, workload));
        let bodies = (workload.obstacles > 0 || workload.ship) && predators.is_none();
        let bodies = bodies.then(|| Bodies::new(&mut flock, workload, half_width));
        Ok(Self {
            bodies: bodies.transpose()?,
            predators: predators.transpose()?,
            voyage: workload.voyage.then(Voyage::default),
            boids: Boids::Flock(Box::new(flock)),
        })
    }

    /// A flock in which nothing else moves.
    pub fn of(flock: Flock) -> Self {
        Self {
            boids: Boids::Flock(Box::new(flock)),
            bodies: None,
            predators: None,
            voyage: None,
        }
    }

    pub fn flocks(&self) -> Vec<&Flock> {
        match &self.boids {
            Boids::Flock(flock) => vec![flock],
            Boids::World(world) => world.flocks().map(|(_, flock)| flock).collect(),
        }
    }

    /// What simulates the flocks. Fails if it should be a graphics card and is none.
    pub fn processor(&self, threads: usize) -> Result<String> {
        let mut name = machine::threads(threads);
        for flock in self.flocks() {
            name = processor::name(flock, threads)?;
        }
        Ok(name)
    }

    /// Seconds that so many steps take until the last one is done, after some to warm up.
    pub fn seconds(&mut self, steps: u32) -> Result<f64> {
        self.run(steps.div_ceil(10))?;
        self.wait();
        let start = Instant::now();
        self.run(steps)?;
        self.wait();
        Ok(start.elapsed().as_secs_f64())
    }

    /// Milliseconds that the passes of a step take on the graphics card, by its own clock, over so
    /// many frames of a step.
    pub fn milliseconds_on_gpu(&mut self, frames: u32) -> Result<f64> {
        for _ in 0..frames {
            self.go()?;
            match &mut self.boids {
                Boids::Flock(flock) => _ = flock.advance(DT),
                Boids::World(world) => _ = world.advance(DT)?,
            }
            self.wait();
        }
        self.processor(0)?;
        let each = self.flocks();
        let each = each.iter().map(|it| it.statistics().step_milliseconds);
        Ok(each.map(f64::from).sum())
    }

    fn run(&mut self, steps: u32) -> Result<()> {
        for _ in 0..steps {
            self.go()?;
            match &mut self.boids {
                Boids::Flock(flock) => flock.step(),
                Boids::World(world) => world.step()?,
            }
        }
        Ok(())
    }

    /// Moves what moves in a step.
    fn go(&mut self) -> Result<()> {
        let Boids::Flock(flock) = &mut self.boids else {
            return Ok(());
        };
        if let Some(bodies) = &mut self.bodies {
            bodies.go(flock)?;
        }
        if let Some(predators) = &mut self.predators {
            predators.go(flock)?;
        }
        if let Some(voyage) = &mut self.voyage {
            voyage.go(flock)?;
        }
        Ok(())
    }

    fn wait(&self) {
        self.flocks().iter().for_each(|flock| flock.wait());
    }
}
