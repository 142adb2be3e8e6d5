//! A look around, and what a boid makes of it.

use super::{directions::Directions, gaze::Gaze};
use crate::Vec3;

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
    /// What the boid sees, if `cast` tells how far an obstacle is along a direction.
    pub(super) fn take(&self, mut cast: impl FnMut(Vec3) -> Option<f32>) -> Impression {
        let mut first_free = None;
        let mut farthest = Farthest::default();
        let (mut nearest, mut blocked) = (self.view, Vec3::zeros());
        for (index, direction) in self.directions.examined().iter().enumerate() {
            let direction = self.gaze.direction(*direction);
            match cast(direction) {
                None => first_free = first_free.or(Some((index, direction))),
                Some(distance) => {
                    nearest = nearest.min(distance);
                    blocked += direction * (1.0 - distance / self.view);
                    farthest.offer(direction, distance);
                }
            }
        }
        let direction = match first_free {
            Some((0, _)) if farthest.distance.is_none() => return Impression::default(),
            Some((0, _)) => self.away_from(blocked),
            _ => self.way_out(first_free.map(|(_, direction)| direction), farthest, cast),
        };
        Impression {
            direction,
            nearness: (1.0 - nearest / self.view).max(FAINT),
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
        mut cast: impl FnMut(Vec3) -> Option<f32>,
    ) -> Vec3 {
        let sees_kept = self.directions.sees(self.gaze.ahead.dot(&self.kept));
        if self.kept != Vec3::zeros() && sees_kept && cast(self.kept).is_none() {
            return self.kept;
        }
        if let Some(direction) = first_free {
            return direction;
        }
        let examined = self.directions.examined().len();
        for direction in &self.directions.all()[examined..] {
            let direction = self.gaze.direction(*direction);
            match cast(direction) {
                None => return direction,
                Some(distance) => farthest.offer(direction, distance),
            }
        }
        farthest.direction
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
