//! Containment of many boids: whole lanes of them are asked whether it concerns any, and only then each by itself.

use super::{Containment, Shape};
use crate::{
    rules::Lanes,
    vectors::{load, Work},
    Vec3,
};

/// Turns the velocities of boids outside or near the walls.
pub(crate) struct Contain<'a> {
    pub(crate) containment: &'a Containment,
    pub(crate) position: [&'a [f32]; 3],
    pub(crate) velocity: [&'a mut [f32]; 3],
}

impl Work for Contain<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let Self {
            containment,
            position,
            velocity,
        } = self;
        let Containment { shape, margin, .. } = containment;
        let count = position[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let places = position.map(|values| load::<LANES>(values, start, len));
            if !shape.is_any_near(&places, *margin) {
                continue;
            }
            for index in start..start + len {
                let place = Vec3::from_fn(|axis, _| position[axis][index]);
                if !shape.is_any_near(&place.data.0[0].map(|x| [x]), *margin) {
                    continue;
                }
                let before = Vec3::from_fn(|axis, _| velocity[axis][index]);
                let after = containment.turn(place, before);
                for axis in 0..3 {
                    velocity[axis][index] = after[axis];
                }
            }
        }
    }
}

/// Lets boids that left a wrapping boundary come in again.
pub(super) struct Fold<'a> {
    pub(super) containment: &'a Containment,
    pub(super) position: [&'a mut [f32]; 3],
}

impl Work for Fold<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let [x, y, z] = self.position;
        let count = x.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let places = [
                load::<LANES>(x, start, len),
                load::<LANES>(y, start, len),
                load::<LANES>(z, start, len),
            ];
            if !self.containment.shape.is_any_near(&places, 0.0) {
                continue;
            }
            for index in start..start + len {
                let place = Vec3::new(x[index], y[index], z[index]);
                if let Some(folded) = self.containment.fold(place) {
                    [x[index], y[index], z[index]] = folded.into();
                }
            }
        }
    }
}

impl Shape {
    /// Whether any of these places is outside, or nearer to a wall than the margin.
    #[inline(always)]
    fn is_any_near<const LANES: usize>(&self, places: &Lanes<LANES>, margin: f32) -> bool {
        let [x, y, z] = places;
        let mut is_any = false;
        match self {
            Self::Box(cuboid) => {
                for lane in 0..LANES {
                    is_any |= cuboid.is_near([x[lane], y[lane], z[lane]], margin);
                }
            }
            Self::Sphere(ball) => {
                for lane in 0..LANES {
                    is_any |= ball.is_near([x[lane], y[lane], z[lane]], margin);
                }
            }
        }
        is_any
    }
}
