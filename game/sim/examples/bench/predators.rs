//! Predators and panic in the workload.

use crate::{
    subject::DT,
    workload::{Workload, RADIUS},
};
use flock_sim::{
    threats::{Predator, PredatorId, Scare},
    Flock, SettingsError, Vec3,
};
use flock_testkit::random::Random;

/// Steps between two waves.
const WAVES: u32 = 180;

/// Predators that swim straight on at the speed at which boids turn, and the begins of waves.
pub struct Predators {
    all: Vec<(PredatorId, Predator)>,
    half_width: f32,
    panics: bool,
    random: Random,
    steps: u32,
}

impl Predators {
    /// Adds predators at random places, and switches on what they frighten.
    pub fn new(flock: &mut Flock, workload: &Workload) -> Result<Self, SettingsError> {
        let mut settings = flock.settings().clone();
        settings.fear.enabled = workload.predators > 0;
        settings.fear.radius = 5.0 * RADIUS;
        settings.panic.enabled = workload.panic;
        flock.set_settings(settings)?;
        let (mut random, half_width) = (Random(5), workload.half_width());
        let speed = 1.5 * flock.settings().motion.max_speed;
        let mut all = Vec::new();
        for _ in 0..workload.predators {
            let heading = random.in_ball().normalize();
            let predator = Predator::new(random.in_cube() * half_width, heading * speed);
            all.push((flock.add_predator(predator)?, predator));
        }
        Ok(Self {
            all,
            half_width,
            panics: workload.panic,
            random,
            steps: 0,
        })
    }

    /// Moves all of them by a step, and begins a wave now and then.
    pub fn go(&mut self, flock: &mut Flock) -> Result<(), SettingsError> {
        for (id, predator) in &mut self.all {
            for axis in 0..3 {
                if predator.point[axis].abs() > self.half_width {
                    let inward = -predator.point[axis].signum();
                    predator.velocity[axis] = inward * predator.velocity[axis].abs();
                }
            }
            predator.point += predator.velocity * DT;
            flock.move_predator(*id, *predator)?;
        }
        if self.panics && self.steps.is_multiple_of(WAVES) {
            let point: Vec3 = self.random.in_cube() * self.half_width;
            let (radius, strength, decay) = (2.0 * RADIUS, 1e-3, 1.0);
            flock.scare(Scare {
                point,
                radius,
                strength,
                decay,
            })?;
        }
        self.steps += 1;
        Ok(())
    }
}
