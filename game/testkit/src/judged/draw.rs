//! Values drawn at random, the same for the same seed.

use crate::{fuzz::Choice, random::Random};
use flock_sim::Vec3;
use nalgebra::UnitQuaternion;
use std::f32::consts::PI;

pub struct Draw(Choice);

impl Draw {
    pub fn new(seed: u64) -> Self {
        Self(Choice::new(seed))
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.0.percent(chance)
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there is none.
    pub fn of<T: Clone>(&mut self, items: &[T]) -> T {
        self.0.of(items).expect("there are items").clone()
    }

    /// A whole number from `low` to `high`, both included.
    pub fn whole(&mut self, low: usize, high: usize) -> usize {
        low + self.0.below(high - low + 1)
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        let share = (self.0.seed() >> 40) as f32 / (1 << 24) as f32;
        low + (high - low) * share
    }

    /// A number whose logarithm is evenly spread.
    pub fn of_any_size(&mut self, low: f32, high: f32) -> f32 {
        low * (high / low).powf(self.between(0.0, 1.0))
    }

    /// Each component from -1 to 1.
    pub fn in_cube(&mut self) -> Vec3 {
        Vec3::from_fn(|_, _| self.between(-1.0, 1.0))
    }

    pub fn rotation(&mut self) -> UnitQuaternion<f32> {
        UnitQuaternion::from_scaled_axis(self.in_cube() * PI)
    }

    pub fn seed(&mut self) -> u32 {
        self.0.seed() as u32
    }

    /// A generator of its own, for trials that take one.
    pub fn random(&mut self) -> Random {
        Random(self.0.seed())
    }
}
