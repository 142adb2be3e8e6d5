//! Containment of many boids. A group of lanes without a boid near a wall is skipped.

use super::{containment::Containment, shape::BoundaryShape};
use crate::math::{
    lanes::{load_all, store_all, Lanes},
    simd::{LaneWork, SimdWidth},
    Vec3,
};

/// Turns the velocities of boids that are outside or near the walls.
pub(crate) struct Contain<'a> {
    pub(crate) containment: &'a Containment,
    pub(crate) position: [&'a [f32]; 3],
    pub(crate) velocity: [&'a mut [f32]; 3],
}

impl LaneWork for Contain<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let Containment { shape, margin, .. } = self.containment;
        let position = self.position;
        let count = position[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let places = load_all::<LANES, 3>(&position, start, len);
            if !shape.is_any_near(&places, *margin) {
                continue;
            }
            if *margin > 0.0 {
                let mut velocities = load_all(&self.velocity, start, len);
                self.containment.curve_away(&places, &mut velocities);
                store_all(&velocities, &mut self.velocity, start, len);
            }
            // Few boids are outside, so each is handled separately.
            if shape.is_any_near(&places, 0.0) {
                let [vx, vy, vz] = &mut self.velocity;
                for index in start..start + len {
                    let place = Vec3::from_fn(|axis, _| position[axis][index]);
                    let velocity = Vec3::new(vx[index], vy[index], vz[index]);
                    let turned = self.containment.turn_inward(place, velocity);
                    [vx[index], vy[index], vz[index]] = turned.into();
                }
            }
        }
    }
}

/// Folds positions outside of a periodic boundary to the inside.
struct Fold<'a> {
    containment: &'a Containment,
    position: [&'a mut [f32]; 3],
}

impl LaneWork for Fold<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let count = self.position[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let places = load_all::<LANES, 3>(&self.position, start, len);
            if !self.containment.shape.is_any_near(&places, 0.0) {
                continue;
            }
            let [x, y, z] = &mut self.position;
            for index in start..start + len {
                let place = Vec3::new(x[index], y[index], z[index]);
                if let Some(folded) = self.containment.fold(place) {
                    [x[index], y[index], z[index]] = folded.into();
                }
            }
        }
    }
}

impl Containment {
    /// Folds positions outside of a periodic boundary to the inside.
    pub(crate) fn fold_all(&self, vectors: SimdWidth, position: [&mut [f32]; 3]) {
        if self.wraps {
            vectors.run(Fold {
                containment: self,
                position,
            });
        }
    }

    /// Turns the velocities of boids within the margin away from the walls.
    #[inline(always)]
    fn curve_away<const LANES: usize>(&self, places: &Lanes<LANES>, velocities: &mut Lanes<LANES>) {
        let margin = self.margin;
        match &self.shape {
            BoundaryShape::Box(cuboid) => self.curve.turn_all(
                places,
                velocities,
                #[inline(always)]
                |place| cuboid.wall_turn(place, margin),
            ),
            BoundaryShape::Sphere(sphere) => self.curve.turn_all(
                places,
                velocities,
                #[inline(always)]
                |place| sphere.wall_turn(place, margin),
            ),
        }
    }
}
