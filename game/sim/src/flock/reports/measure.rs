//! Measures that describe a flock as a whole.

use crate::{
    math::Vec3d,
    neighbours::{
        criteria::Criteria,
        survey::{surroundings, Proximity},
    },
    settings::Backend,
    state::boids::Boids,
    steering::fear::front::Front,
};

/// Measures that describe a flock as a whole, from [`Flock::measure`](crate::Flock::measure).
///
/// The formulas use the positions p and velocities v of N boids in the flock's frame, their
/// headings h = v/|v| (0 at rest), the mean c of p, and e = (p - c)/|p - c| (0 at c). Polarisation
/// and milling are the group polarisation and the group angular momentum of Couzin et al.,
/// Collective memory and spatial sorting in animal groups, Journal of Theoretical Biology 218
/// (2002).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures {
    /// Number of boids; if it is 0, all other numbers are 0.
    pub boids: usize,
    /// Smallest speed, in m/s.
    pub min_speed: f32,
    /// Mean speed, in m/s.
    pub mean_speed: f32,
    /// Largest speed, in m/s.
    pub max_speed: f32,
    /// |sum of h| / N, 0 to 1: 1 if all boids head the same way, near 0 if the headings are random.
    pub polarisation: f32,
    /// |sum of e × h| / N, 0 to 1: 1 if all boids circle the centre in the same sense, near 0 in a
    /// swarm or if all boids head the same way.
    pub milling: f32,
    /// Smallest distance between two boids, in metres; 0 for a single boid.
    pub min_nearest: f32,
    /// Mean distance of a boid to its nearest neighbour, in metres; 0 for a single boid.
    pub mean_nearest: f32,
    /// Mean number of other boids within the largest radius of the active rules, in view or not; 0
    /// if no rule is active.
    pub mean_neighbours: f32,
    /// Number of boids that copied a panic within the last `panic.deaf_time`.
    pub panicked: usize,
    /// Speed of the front of the panic, in m/s.
    ///
    /// It is the slope of a least-squares line through distance over time. The distance is measured
    /// from the boid at which the wave began, in a frame that moves with these boids. 0 if there
    /// are fewer than two different times.
    pub panic_speed: f32,
    /// R² of this line, the share of the variance that it explains, 0 to 1.
    pub panic_fit: f32,
}

impl Measures {
    pub(crate) fn new(boids: &Boids, criteria: &Criteria, backend: Backend) -> Self {
        let mut measures = Self {
            boids: boids.len(),
            ..Self::default()
        };
        if boids.len() > 0 {
            measures.take_in_speeds(boids);
            measures.take_in_order(boids);
        }
        if boids.len() > 1 {
            measures.take_in_distances(&surroundings(boids, criteria, backend));
        }
        measures
    }

    /// Adds the measures of a panic's front.
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
        // Rounding may give a value above 1.
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

/// The vector scaled to length 1; a zero vector stays zero.
fn direction(vector: Vec3d) -> Vec3d {
    vector.try_normalize(0.0).unwrap_or_default()
}
