//! How far a body could go from where it is.

use super::Observer;
use crate::{geometry::Clearances, Geometry, Vec3};

/// How far, in units of what the clearances may be off, a boid tells exactly where a surface is.
const EXACT: f32 = 0.25;

/// The shortest way, in the same units, that it is worth while to go by a clearance.
const LEAST: f32 = 0.05;

/// Most places on a ray at which it is worth while to look up a clearance, and most pieces of it along which the triangles decide.
const MOST_PLACES: f32 = 256.0;
const MOST_PIECES: f32 = 16.0;

/// How much farther each ball of clearance has to reach into the cone than the one before.
const PROGRESS: f32 = 1.1;

/// Balls of clearance after which it is not worth while to try to fill the cone.
const MOST_BALLS: usize = 8;

/// Bounds the rounding of places and distances, as a share of the coordinates.
const ROUNDING: f32 = 2e-6;

/// A body at a place from where it looks around.
#[derive(Clone, Copy)]
pub(super) struct Eye<'a> {
    geometry: &'a Geometry,
    clearances: &'a Clearances,
    place: Vec3,
    ahead: Vec3,
    /// How far it sees, in metres.
    view: f32,
    radius: f32,
    /// What is this far from all surfaces is a place where the body is free for certain.
    margin: f32,
    /// How far from here the body is free in all directions.
    free: f32,
    /// Cosine of the angle around the way ahead within which it always looks, and how far it is free to go there.
    cosine: f32,
    free_ahead: f32,
    /// How far it sees surfaces where they are, and not only where they may be.
    exact: f32,
    /// The shortest way that it is worth while to go by a clearance.
    least: f32,
}

impl<'a> Eye<'a> {
    pub(super) fn new(
        geometry: &'a Geometry,
        clearances: &'a Clearances,
        observer: &Observer,
        radius: f32,
        cosine: f32,
    ) -> Self {
        let Observer { place, view, .. } = *observer;
        let margin = radius + ROUNDING * (place.amax() + view);
        let free = (observer.clearance - margin).max(0.0);
        let mut eye = Self {
            geometry,
            clearances,
            place,
            ahead: observer.ahead.into(),
            view,
            radius,
            margin,
            free,
            cosine,
            free_ahead: free,
            exact: EXACT * clearances.error(),
            least: (LEAST * clearances.error()).max(view / MOST_PLACES),
        };
        eye.fill_cone();
        eye
    }

    /// How far from a place on the way the body is free in all directions.
    #[inline(always)]
    fn free_at(&self, direction: &Vec3, distance: f32) -> f32 {
        let place = self.place + direction * distance;
        self.clearances.at(place.into()) - self.margin
    }

    /// Finds out how far the clearances alone show that the body is free to go ahead, along every direction where it always
    /// looks: by balls, each of which fills a further part of that cone.
    fn fill_cone(&mut self) {
        let sine_squared = 1.0 - self.cosine * self.cosine;
        for _ in 0..MOST_BALLS {
            let filled = self.free_ahead;
            if filled >= self.view {
                return;
            }
            // A ball around a place on the axis reaches the rim of the cone from `middle - half` to `middle + half`.
            let ball = self.free_at(&self.ahead, filled);
            let half_squared = ball * ball - filled * filled * sine_squared;
            if ball <= 0.0 || half_squared <= 0.0 {
                return;
            }
            let (middle, half) = (filled * self.cosine, half_squared.sqrt());
            if middle - half > filled || middle + half < PROGRESS * filled {
                return;
            }
            self.free_ahead = middle + half;
        }
    }

    /// Whether nothing is in the way where it always looks.
    pub(super) fn sees_nothing(&self) -> bool {
        self.free_ahead >= self.view
    }

    /// How far the body could go along a unit direction before it meets a surface; none if it sees no surface there.
    ///
    /// It goes as far as the clearances let it, from place to place. Where they do not, the triangles decide nearby, and where
    /// the clearances are coarse; elsewhere, where a surface may be is as good as where it is.
    pub(super) fn obstacle(&self, direction: &Vec3) -> Option<f32> {
        let is_ahead = self.ahead.dot(direction) >= self.cosine;
        let mut way = if is_ahead { self.free_ahead } else { self.free };
        while way < self.view {
            let free = self.free_at(direction, way);
            if free > self.least {
                way += free;
                continue;
            }
            let from = self.place + direction * way;
            let end = match way < self.exact {
                true => self.exact,
                false if self.clearances.is_fine(from.into()) => return Some(way),
                false => way + self.clearances.block().max(self.view / MOST_PIECES),
            };
            let piece = end.min(self.view) - way;
            if let Some(obstacle) = self.geometry.cast(from, direction * piece, self.radius) {
                return Some(way + obstacle);
            }
            way += piece;
        }
        None
    }
}
