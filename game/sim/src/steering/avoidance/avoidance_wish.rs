//! Wishes of boids to avoid geometry, computed from their escape vectors.

use super::view_frame::ReferenceAxes;
use crate::{
    math::{
        lanes::{load_all, store, store_all, vector_at},
        simd::LaneWork,
        vector::{direction, length, scaled, shortening},
    },
    settings::{Avoidance, AvoidanceSteering, Growth},
};

/// Gain of turning, per radian. A boid turns with full force if the direction is farther from its
/// heading than the reciprocal of the gain, and with proportionally less force if it is nearer, so
/// that it does not overshoot.
const EAGERNESS: f32 = 4.0;

/// Parameters of the wish. All are numbers instead of choices, so that all lanes run the same
/// instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AvoidanceParams {
    pub(crate) weight: f32,
    /// Coefficients of the polynomial in the nearness that scales the weight: constant, linear,
    /// quadratic.
    pub(crate) growth: [f32; 3],
    /// Factor of the heading that is subtracted from the escape direction: 1 to turn, 0 to go
    /// toward it.
    pub(crate) turn: f32,
    /// Factor of the difference between escape direction and heading.
    pub(crate) eagerness: f32,
    pub(crate) cohesion_fade: f32,
    reference_axes: ReferenceAxes,
}

impl AvoidanceParams {
    pub(super) fn new(
        avoidance: Avoidance,
        steering: AvoidanceSteering,
        reference_axes: ReferenceAxes,
    ) -> Self {
        let (turn, eagerness) = match steering {
            AvoidanceSteering::Turn => (1.0, EAGERNESS),
            AvoidanceSteering::Toward => (0.0, 1.0),
        };
        Self {
            weight: avoidance.weight,
            growth: match avoidance.growth {
                Growth::Constant => [1.0, 0.0, 0.0],
                Growth::Linear => [0.0, 1.0, 0.0],
                Growth::Quadratic => [0.0, 0.0, 1.0],
            },
            turn,
            eagerness,
            cohesion_fade: avoidance.cohesion_fade,
            reference_axes,
        }
    }

    /// Wish of a boid: an acceleration in m/s², or a velocity in m/s with velocity steering.
    ///
    /// `clear` is the escape direction, `nearness` the nearness of the surface, 0 to 1.
    #[inline(always)]
    fn wish(&self, velocity: [f32; 3], clear: [f32; 3], nearness: f32) -> [f32; 3] {
        let velocity = self.reference_axes.in_plane(velocity);
        let ahead = direction(velocity, length(velocity));
        let part = |axis: usize| self.eagerness * (clear[axis] - self.turn * ahead[axis]);
        let way = [part(0), part(1), part(2)];
        scaled(way, shortening(way, 1.0) * self.strength(nearness))
    }

    /// Largest length of the wish at a nearness, in m/s² or m/s.
    #[inline(always)]
    pub(super) fn strength(&self, nearness: f32) -> f32 {
        let [constant, linear, quadratic] = self.growth;
        let growth = constant + nearness * (linear + nearness * quadratic);
        self.weight * growth
    }

    /// Factor of cohesion at a nearness.
    #[inline(always)]
    pub(super) fn fade(&self, nearness: f32) -> f32 {
        1.0 - self.cohesion_fade * nearness
    }
}

/// Replaces the escape vectors of boids by wishes.
pub(super) struct Avoid<'a> {
    pub(super) avoidance_params: &'a AvoidanceParams,
    pub(super) velocity: [&'a [f32]; 3],
    /// In: escape vectors, whose length is the nearness of the surface, or zero. Out: the wishes.
    pub(super) wish: [&'a mut [f32]; 3],
    /// Factor of cohesion for each boid.
    pub(super) fade: &'a mut [f32],
}

impl LaneWork for Avoid<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let count = self.fade.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let mut lanes = load_all::<LANES, 3>(&self.wish, start, len);
            if lanes == [[0.0; LANES]; 3] {
                continue;
            }
            let velocity = load_all::<LANES, 3>(&self.velocity, start, len);
            let mut fade = [0.0; LANES];
            for lane in 0..LANES {
                let escape = vector_at(&lanes, lane);
                let nearness = length(escape);
                let clear = direction(escape, nearness);
                let wish = self
                    .avoidance_params
                    .wish(vector_at(&velocity, lane), clear, nearness);
                let has_escape = nearness > 0.0;
                for axis in 0..3 {
                    lanes[axis][lane] = if has_escape { wish[axis] } else { 0.0 };
                }
                fade[lane] = self.avoidance_params.fade(nearness);
            }
            store_all(&lanes, &mut self.wish, start, len);
            store(&fade, self.fade, start, len);
        }
    }
}
