//! Numbers that describe the flock as a whole.

use crate::{
    math::Vec3d,
    neighbours::{
        criteria::Criteria,
        survey::{surroundings, Proximity},
    },
    settings::Driver,
    state::boids::Boids,
    steering::fear::front::Front,
};

/// Numbers that describe the flock as a whole, from [`Flock::measure`](crate::Flock::measure).
///
/// With p and v the positions and velocities of N boids, h = v/|v| their headings (0 at rest), c
/// the mean of p and e = (p - c)/|p - c| (0 at c). Polarisation and milling are the group
/// polarisation and the group angular momentum of Couzin et al., Collective memory and spatial
/// sorting in animal groups, Journal of Theoretical Biology 218 (2002).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures {
    /// Number of boids; without any, all other numbers are 0.
    pub boids: usize,
    /// Smallest speed, in m/s.
    pub min_speed: f32,
    /// Mean speed, in m/s.
    pub mean_speed: f32,
    /// Largest speed, in m/s.
    pub max_speed: f32,
    /// |sum of h| / N: 1 where all boids go the same way, near 0 where every one goes its own. 0 to 1.
    pub polarisation: f32,
    /// |sum of e × h| / N: 1 where all boids circle the centre in the same sense, near 0 in a swarm or where all go the same
    /// way. 0 to 1.
    pub milling: f32,
    /// Smallest distance between two boids, in metres; 0 for a single boid.
    pub min_nearest: f32,
    /// Mean, over all boids, of the distance to the nearest other one, in metres; 0 for a single
    /// boid.
    pub mean_nearest: f32,
    /// Mean, over all boids, of the number of others nearer than the largest radius of the rules
    /// that act, in view or not; 0 if no rule acts.
    pub mean_neighbours: f32,
    /// Number of boids that have copied a panic, not longer ago than `panic.deaf_time`.
    pub panicked: usize,
    /// Speed of the front of their panic, in m/s: the slope of a line, by least squares, through the
    /// distances from the boids at which the waves began, over time. Measured in a frame that moves
    /// as these boids did. 0 for fewer than two times.
    pub panic_speed: f32,
    /// R² of that line: the share of the variance that it explains. 0 to 1.
    pub panic_fit: f32,
}

impl Measures {
    pub(crate) fn new(boids: &Boids, criteria: &Criteria, driver: Driver) -> Self {
        let mut measures = Self {
            boids: boids.len(),
            ..Self::default()
        };
        if boids.len() > 0 {
            measures.take_in_speeds(boids);
            measures.take_in_order(boids);
        }
        if boids.len() > 1 {
            measures.take_in_distances(&surroundings(boids, criteria, driver));
        }
        measures
    }

    /// With the front of the panic.
    pub(crate) fn with_front(self, front: &Front) -> Self {
        Self {
            panicked: front.boids,
            panic_speed: front.speed as f32,
            panic_fit: front.fit as f32,
            ..self
        }
    }

    fn take_in_speeds(&mut self, boids: &Boids) {
        let speeds = || (0..boids.len()).map(|index| velocity(boids, index).norm());
        self.min_speed = speeds().fold(f64::INFINITY, f64::min) as f32;
        self.mean_speed = (speeds().sum::<f64>() / boids.len() as f64) as f32;
        self.max_speed = speeds().fold(0.0, f64::max) as f32;
    }

    fn take_in_order(&mut self, boids: &Boids) {
        let count = boids.len() as f64;
        let center = (0..boids.len())
            .map(|index| position(boids, index))
            .sum::<Vec3d>()
            / count;
        let (mut headings, mut momentum) = (Vec3d::zeros(), Vec3d::zeros());
        for index in 0..boids.len() {
            let heading = direction(velocity(boids, index));
            headings += heading;
            momentum += direction(position(boids, index) - center).cross(&heading);
        }
        // Rounding may lead beyond 1.
        self.polarisation = (headings.norm() / count).min(1.0) as f32;
        self.milling = (momentum.norm() / count).min(1.0) as f32;
    }

    fn take_in_distances(&mut self, surroundings: &[Proximity]) {
        let count = surroundings.len() as f64;
        let distances = || surroundings.iter().map(Proximity::nearest);
        self.min_nearest = distances().fold(f64::INFINITY, f64::min) as f32;
        self.mean_nearest = (distances().sum::<f64>() / count) as f32;
        let neighbours: u64 = surroundings.iter().map(|it| u64::from(it.neighbours)).sum();
        self.mean_neighbours = (neighbours as f64 / count) as f32;
    }
}

fn position(boids: &Boids, index: usize) -> Vec3d {
    boids.position(index).cast()
}

fn velocity(boids: &Boids, index: usize) -> Vec3d {
    boids.velocity(index).cast()
}

/// The vector at length 1, or zero.
fn direction(vector: Vec3d) -> Vec3d {
    vector.try_normalize(0.0).unwrap_or_default()
}
