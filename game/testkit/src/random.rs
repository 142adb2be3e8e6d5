//! Random numbers that need not be good, the same in every run.

use flock_sim::Vec3;

/// A linear congruential generator, made of its seed.
pub struct Random(pub u64);

impl Random {
    /// In [-1, 1).
    fn signed_unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    pub fn in_cube(&mut self) -> Vec3 {
        Vec3::from_fn(|_, _| self.signed_unit())
    }

    pub fn in_ball(&mut self) -> Vec3 {
        loop {
            let point = self.in_cube();
            if point.norm_squared() <= 1.0 {
                return point;
            }
        }
    }
}
