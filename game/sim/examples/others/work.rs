//! The work that every program does in a step: sums over neighbours, and from them the next
//! velocity and position.

use flock_sim::{Settings, Vec3};
use rayon::prelude::*;

/// Boids in plain arrays, in the order in which they were spawned.
#[derive(Clone, Default)]
pub struct Boids {
    pub positions: Vec<[f32; 3]>,
    pub velocities: Vec<Vec3>,
}

impl Boids {
    /// Offset between two boids, in metres.
    pub fn offset(&self, from: usize, to: usize) -> Vec3 {
        Vec3::from(self.positions[to]) - Vec3::from(self.positions[from])
    }

    /// Sorts the boids along a grid of cells of this size.
    pub fn sort(&mut self, size: f32) {
        let cell = |position: &[f32; 3]| position.map(|x| (x / size).floor() as i32);
        let mut order: Vec<usize> = (0..self.positions.len()).collect();
        order.sort_by_key(|boid| cell(&self.positions[*boid]));
        *self = Self {
            positions: order.iter().map(|boid| self.positions[*boid]).collect(),
            velocities: order.iter().map(|boid| self.velocities[*boid]).collect(),
        };
    }
}

/// Radius and weight of a rule.
#[derive(Clone, Copy)]
pub struct Rule {
    pub radius: f32,
    pub weight: f32,
}

/// The rules of a flock, and its limits.
#[derive(Clone, Copy)]
pub struct Rules {
    pub cohesion: Rule,
    pub separation: Rule,
    pub alignment: Rule,
    pub max_acceleration: f32,
    pub max_speed: f32,
    pub dt: f32,
}

impl Rules {
    pub fn new(settings: &Settings) -> Self {
        let rule = |rule: &flock_sim::settings::Rule| Rule {
            radius: rule.radius,
            weight: rule.weight,
        };
        Self {
            cohesion: rule(&settings.cohesion),
            separation: rule(&settings.separation),
            alignment: rule(&settings.alignment),
            max_acceleration: settings.motion.max_acceleration,
            max_speed: settings.motion.max_speed,
            dt: settings.simulation.time_step,
        }
    }

    /// The largest radius.
    pub fn reach(&self) -> f32 {
        let near = self.separation.radius.max(self.alignment.radius);
        self.cohesion.radius.max(near)
    }

    /// The velocity of a boid after a step.
    pub fn velocity(&self, velocity: Vec3, sums: &Sums) -> Vec3 {
        let wish = |rule: Rule, sum: Vec3| {
            let direction = sum.try_normalize(0.0).unwrap_or_default();
            direction * rule.weight
        };
        let wishes = wish(self.cohesion, sums.cohesion) - wish(self.separation, sums.separation)
            + wish(self.alignment, sums.alignment);
        let velocity = velocity + wishes.cap_magnitude(self.max_acceleration) * self.dt;
        velocity.cap_magnitude(self.max_speed)
    }
}

/// Sums over the neighbours of a boid.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// Offsets to the neighbours of cohesion, in metres.
    pub cohesion: Vec3,
    /// Offsets to the neighbours of separation, in metres.
    pub separation: Vec3,
    /// Velocities of the neighbours of alignment, in m/s.
    pub alignment: Vec3,
}

impl Sums {
    /// Adds another boid if it is within a radius.
    pub fn add(&mut self, rules: &Rules, offset: Vec3, velocity: Vec3) {
        let distance_squared = offset.norm_squared();
        let is_within = |rule: Rule| distance_squared < rule.radius * rule.radius;
        if is_within(rules.cohesion) {
            self.cohesion += offset;
        }
        if is_within(rules.separation) {
            self.separation += offset;
        }
        if is_within(rules.alignment) {
            self.alignment += velocity;
        }
    }
}

/// A neighbour search.
pub trait Search: Send {
    /// Builds the search for the boids anew, and computes the sums of every boid.
    fn sums(&mut self, boids: &Boids, rules: &Rules, is_parallel: bool, sums: &mut [Sums]);
}

/// Computes the sums of every boid, on one thread or on all.
pub fn fill(sums: &mut [Sums], is_parallel: bool, of_boid: impl Fn(usize) -> Sums + Sync) {
    let set = |(boid, sums): (usize, &mut Sums)| *sums = of_boid(boid);
    if is_parallel {
        sums.par_iter_mut().enumerate().for_each(set);
    } else {
        sums.iter_mut().enumerate().for_each(set);
    }
}

/// Moves the boids by a step.
pub fn advance(boids: &mut Boids, rules: &Rules, is_parallel: bool, sums: &[Sums]) {
    let advance = |((position, velocity), sums): ((&mut [f32; 3], &mut Vec3), &Sums)| {
        *velocity = rules.velocity(*velocity, sums);
        *position = (Vec3::from(*position) + *velocity * rules.dt).into();
    };
    let (positions, velocities) = (&mut boids.positions, &mut boids.velocities);
    if is_parallel {
        let both = positions.par_iter_mut().zip(velocities);
        both.zip(sums).for_each(advance);
    } else {
        let both = positions.iter_mut().zip(velocities);
        both.zip(sums).for_each(advance);
    }
}
