//! A look around, and what a boid makes of it.

use super::{directions::Directions, eye::RAYS, gaze::Gaze};
use crate::Vec3;
use std::ops::ControlFlow;

/// What a boid saw.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Impression {
    /// Where to go, of unit length; zero if nothing is in the way.
    pub(crate) direction: Vec3,
    /// 0 if nothing is in the way, and up to 1 right before an obstacle.
    pub(crate) nearness: f32,
}

/// The nearness of an obstacle at the very end of what a boid sees.
const FAINT: f32 = f32::EPSILON;

/// How far boids turn away from obstacles alongside: from one that is right beside one of the directions where they always look,
/// by about this angle times that of the direction, in radians.
const SHYNESS: f32 = 1.0;

/// One look around.
pub(super) struct Look<'a> {
    pub(super) directions: &'a Directions,
    pub(super) gaze: Gaze,
    /// How far the boid sees, in metres.
    pub(super) view: f32,
    /// The direction that it found before; zero if none.
    pub(super) kept: Vec3,
}

impl Look<'_> {
    /// What the boid sees, if `cast` tells how far obstacles are along at most [`RAYS`] directions at a time.
    pub(super) fn take(&self, mut cast: impl FnMut(&[Vec3]) -> [Option<f32>; RAYS]) -> Impression {
        let (mut is_ahead_free, mut first_free) = (None, None);
        let mut farthest = Farthest::default();
        let (mut nearest, mut blocked) = (self.view, Vec3::zeros());
        self.look_along(
            self.directions.examined(),
            &mut cast,
            |direction, obstacle| {
                is_ahead_free.get_or_insert(obstacle.is_none());
                match obstacle {
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
            return Impression::default();
        }
        let direction = match is_ahead_free {
            Some(true) => self.away_from(blocked),
            _ => self.way_out(first_free, farthest, cast),
        };
        Impression {
            direction,
            nearness: (1.0 - nearest / self.view).max(FAINT),
        }
    }

    /// Hands out what is seen along each of these directions, in their order, until `see` breaks off.
    fn look_along(
        &self,
        directions: &[[f32; 3]],
        cast: &mut impl FnMut(&[Vec3]) -> [Option<f32>; RAYS],
        mut see: impl FnMut(Vec3, Option<f32>) -> ControlFlow<()>,
    ) {
        for directions in directions.chunks(RAYS) {
            let mut rays = [Vec3::zeros(); RAYS];
            for (ray, direction) in rays.iter_mut().zip(directions) {
                *ray = self.gaze.direction(*direction);
            }
            let rays = &rays[..directions.len()];
            for (direction, obstacle) in rays.iter().zip(cast(rays)) {
                if see(*direction, obstacle).is_break() {
                    return;
                }
            }
        }
    }

    /// Ahead, turned away from what is alongside: from the sum of the examined directions that are blocked, each by how near
    /// the obstacle is there.
    fn away_from(&self, blocked: Vec3) -> Vec3 {
        let away = self.gaze.ahead - blocked * SHYNESS;
        away.try_normalize(FAINT).unwrap_or(self.gaze.ahead)
    }

    /// Around what is ahead: the direction found before while it is free, so that boids do not waver; else the first free one
    /// from straight ahead outwards, or the one along which the obstacle is farthest.
    fn way_out(
        &self,
        first_free: Option<Vec3>,
        mut farthest: Farthest,
        mut cast: impl FnMut(&[Vec3]) -> [Option<f32>; RAYS],
    ) -> Vec3 {
        let sees_kept = self.directions.sees(self.gaze.ahead.dot(&self.kept));
        if self.kept != Vec3::zeros() && sees_kept && cast(&[self.kept])[0].is_none() {
            return self.kept;
        }
        if let Some(direction) = first_free {
            return direction;
        }
        let others = &self.directions.all()[self.directions.examined().len()..];
        let mut free = None;
        self.look_along(others, &mut cast, |direction, obstacle| match obstacle {
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

/// The direction along which the obstacle is farthest; the first of several.
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
