//! A look: rays along the directions of view, and the escape direction chosen from them.

use super::{directions::Directions, sphere_tracing::RAYS, view_frame::ViewFrame};
use crate::math::Vec3;
use std::ops::ControlFlow;

/// Result of a look.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ScanResult {
    /// Escape direction, of unit length; zero if nothing is in the way.
    pub(crate) direction: Vec3,
    /// Nearness of the nearest surface: 0 if nothing is in the way, 1 right before a surface.
    pub(crate) nearness: f32,
}

/// Nearness of a surface at the end of the range of view.
pub(crate) const FAINT: f32 = f32::EPSILON;

/// Strength with which boids turn away from surfaces alongside. A surface right beside the boid in
/// one examined direction turns the boid by about this factor times the angle of that direction, in
/// radians.
pub(crate) const SHYNESS: f32 = 1.0;

/// One look of a boid.
pub(super) struct ViewScan<'a> {
    pub(super) directions: &'a Directions,
    pub(super) frame: ViewFrame,
    /// Range of view, in metres.
    pub(super) view: f32,
    /// The last escape direction; zero if there is none.
    pub(super) kept: Vec3,
}

impl ViewScan<'_> {
    /// Runs the look. `cast` returns the distances to surfaces along at most [`RAYS`] directions.
    pub(super) fn run(&self, mut cast: impl FnMut(&[Vec3]) -> [Option<f32>; RAYS]) -> ScanResult {
        let (mut is_ahead_free, mut first_free) = (None, None);
        let mut farthest = Farthest::default();
        let (mut nearest, mut blocked) = (self.view, Vec3::zeros());
        self.look_along(
            self.directions.examined(),
            &mut cast,
            |direction, surface| {
                is_ahead_free.get_or_insert(surface.is_none());
                match surface {
                    None => first_free = first_free.or(Some(direction)),
                    Some(distance) => {
                        nearest = nearest.min(distance);
                        blocked += direction * (1.0 - distance / self.view);
                        farthest.offer(direction, distance);
                    }
                }
                ControlFlow::Continue(())
            },
        );
        if farthest.distance.is_none() {
            return ScanResult::default();
        }
        let direction = match is_ahead_free {
            Some(true) => self.away_from(blocked),
            _ => self.way_out(first_free, farthest, cast),
        };
        ScanResult {
            direction,
            nearness: (1.0 - nearest / self.view).max(FAINT),
        }
    }

    /// Calls `see` with the distance to a surface along each direction, in order, until it breaks
    /// off.
    fn look_along(
        &self,
        directions: &[[f32; 3]],
        cast: &mut impl FnMut(&[Vec3]) -> [Option<f32>; RAYS],
        mut see: impl FnMut(Vec3, Option<f32>) -> ControlFlow<()>,
    ) {
        for directions in directions.chunks(RAYS) {
            let mut rays = [Vec3::zeros(); RAYS];
            for (ray, direction) in rays.iter_mut().zip(directions) {
                *ray = self.frame.direction(*direction);
            }
            let rays = &rays[..directions.len()];
            for (direction, surface) in rays.iter().zip(cast(rays)) {
                if see(*direction, surface).is_break() {
                    return;
                }
            }
        }
    }

    /// The direction ahead, turned away from surfaces alongside. The blocked examined directions
    /// are summed, each weighted by the nearness of its surface, and subtracted.
    fn away_from(&self, blocked: Vec3) -> Vec3 {
        let away = self.frame.ahead - blocked * SHYNESS;
        away.try_normalize(FAINT).unwrap_or(self.frame.ahead)
    }

    /// Direction around a surface ahead.
    ///
    /// The last escape direction is kept while it is free, so that boids do not waver. Otherwise it
    /// is the first free direction from straight ahead outwards, or the one with the farthest
    /// surface if none is free.
    fn way_out(
        &self,
        first_free: Option<Vec3>,
        mut farthest: Farthest,
        mut cast: impl FnMut(&[Vec3]) -> [Option<f32>; RAYS],
    ) -> Vec3 {
        let sees_kept = self.directions.sees(self.frame.ahead.dot(&self.kept));
        if self.kept != Vec3::zeros() && sees_kept && cast(&[self.kept])[0].is_none() {
            return self.kept;
        }
        if let Some(direction) = first_free {
            return direction;
        }
        let others = &self.directions.all()[self.directions.examined().len()..];
        let mut free = None;
        self.look_along(others, &mut cast, |direction, surface| match surface {
            None => {
                free = Some(direction);
                ControlFlow::Break(())
            }
            Some(distance) => {
                farthest.offer(direction, distance);
                ControlFlow::Continue(())
            }
        });
        free.unwrap_or(farthest.direction)
    }
}

/// The direction with the farthest surface; the first if several are equally far.
#[derive(Clone, Copy, Default)]
struct Farthest {
    direction: Vec3,
    distance: Option<f32>,
}

impl Farthest {
    fn offer(&mut self, direction: Vec3, distance: f32) {
        if self.distance.is_none_or(|farthest| distance > farthest) {
            *self = Self {
                direction,
                distance: Some(distance),
            };
        }
    }
}
