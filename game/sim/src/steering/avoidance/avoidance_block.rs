//! Avoidance of a block of boids, as the following stages of a step read it.

use super::avoidance_wish::{Avoid, AvoidanceParams};
use crate::math::{simd::SimdWidth, Vec3};

/// Avoidance of a block of at most `N` boids.
pub(crate) struct AvoidanceBlock<const N: usize> {
    wish: [[f32; N]; 3],
    fade: [f32; N],
    /// True if any boid has an escape vector.
    is_any: bool,
}

/// Wishes of some boids to avoid geometry.
#[derive(Clone, Copy)]
pub(crate) struct AvoidanceWishes<'a> {
    /// Wishes, which come before those of the rules: accelerations in m/s², or velocities in m/s.
    pub(crate) wish: [&'a [f32]; 3],
    /// Factors of cohesion.
    pub(crate) fade: &'a [f32],
}

impl<const N: usize> AvoidanceBlock<N> {
    pub(crate) fn new() -> Self {
        Self {
            wish: [[0.0; N]; 3],
            fade: [1.0; N],
            is_any: false,
        }
    }

    /// Forgets the wishes.
    pub(crate) fn clear(&mut self) {
        if self.is_any {
            *self = Self::new();
        }
    }

    /// Sets the escape vector of a boid.
    pub(super) fn set_escape(&mut self, index: usize, escape: Vec3) {
        for axis in 0..3 {
            self.wish[axis][index] = escape[axis];
        }
        self.is_any = true;
    }

    /// Replaces the escape vectors by wishes.
    pub(super) fn finish(
        &mut self,
        avoidance_params: &AvoidanceParams,
        velocity: [&[f32]; 3],
        vectors: SimdWidth,
    ) {
        if self.is_any {
            let len = velocity[0].len();
            vectors.run(Avoid {
                avoidance_params,
                velocity,
                wish: self.wish.each_mut().map(|values| &mut values[..len]),
                fade: &mut self.fade[..len],
            });
        }
    }

    /// Adds a wish to that of a boid, and lets its cohesion fade to this factor at most.
    pub(super) fn add_wish(&mut self, index: usize, wish: Vec3, fade: f32) {
        for axis in 0..3 {
            self.wish[axis][index] += wish[axis];
        }
        self.fade[index] = self.fade[index].min(fade);
        self.is_any = true;
    }

    /// Multiplies the cohesion of a boid by a factor, beside what avoidance leaves of it.
    pub(crate) fn scale_cohesion(&mut self, index: usize, factor: f32) {
        self.fade[index] *= factor;
        self.is_any = true;
    }

    /// Wishes of the first `len` boids; `None` if none of the block has one.
    pub(crate) fn wishes(&self, len: usize) -> Option<AvoidanceWishes<'_>> {
        self.is_any.then(|| AvoidanceWishes {
            wish: self.wish.each_ref().map(|values| &values[..len]),
            fade: &self.fade[..len],
        })
    }
}
