//! Wishes to avoid geometry and obstacles for a block of boids, as later stages of a step read
//! them.

use super::avoidance_wish::{Avoid, AvoidanceParams};
use crate::math::{simd::SimdWidth, Vec3};

/// Avoidance wishes and cohesion factors of a block of at most `N` boids.
pub(crate) struct AvoidanceBlock<const N: usize> {
    wish: [[f32; N]; 3],
    fade: [f32; N],
    /// True if any boid of the block has an escape vector, a wish or a changed cohesion factor.
    is_any: bool,
}

/// Wishes of some boids to avoid geometry and obstacles.
#[derive(Clone, Copy)]
pub(crate) struct AvoidanceWishes<'a> {
    /// Accelerations in m/s², or velocities in m/s. They take precedence over the wishes of the
    /// rules.
    pub(crate) wish: [&'a [f32]; 3],
    /// Factor of cohesion for each boid.
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

    /// Resets all wishes and factors.
    pub(crate) fn clear(&mut self) {
        if self.is_any {
            *self = Self::new();
        }
    }

    /// Sets the escape vector of a boid: the escape direction, with the nearness as its length.
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

    /// Adds a wish to the wish of a boid, and limits its cohesion factor to `fade`.
    pub(super) fn add_wish(&mut self, index: usize, wish: Vec3, fade: f32) {
        for axis in 0..3 {
            self.wish[axis][index] += wish[axis];
        }
        self.fade[index] = self.fade[index].min(fade);
        self.is_any = true;
    }

    /// Multiplies the cohesion factor of a boid.
    pub(crate) fn scale_cohesion(&mut self, index: usize, factor: f32) {
        self.fade[index] *= factor;
        self.is_any = true;
    }

    /// Wishes of the first `len` boids; `None` if no boid of the block has one.
    pub(crate) fn wishes(&self, len: usize) -> Option<AvoidanceWishes<'_>> {
        self.is_any.then(|| AvoidanceWishes {
            wish: self.wish.each_ref().map(|values| &values[..len]),
            fade: &self.fade[..len],
        })
    }
}
