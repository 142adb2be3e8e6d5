//! How far a body could go from where it is.

use crate::{Geometry, Vec3};

/// How far, in units of what the clearances may be off, a boid tells exactly where a surface is.
const EXACT: f32 = 0.5;

/// The shortest way, in the same units, that it is worth while to go by a clearance.
const LEAST: f32 = 0.05;

/// How much farther each ball of clearance has to reach into the cone than the one before.
const PROGRESS: f32 = 1.1;

/// Balls of clearance after which it is not worth while to try to fill the cone.
const MOST_BALLS: usize = 8;

/// Bounds the rounding of places and distances, as a share of the coordinates.
const ROUNDING: f32 = 2e-6;

/// A body at a place from where it looks around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye<'a> {
    geometry: &'a Geometry,
    place: Vec3,
    /// How far it sees, in metres.
    view: f32,
    radius: f32,
    /// What is this far from all surfaces is a place where the body is free for certain.
    margin: f32,
    /// How far from here the body is free in all directions.
    free: f32,
    /// How far it sees surfaces where they are, and not only where they may be.
    exact: f32,
    /// The shortest way that it is worth while to go by a clearance.
    least: f32,
}

impl<'a> Eye<'a> {
    /// At a place with this clearance.
    pub(super) fn new(
        geometry: &'a Geometry,
        place: Vec3,
        radius: f32,
        view: f32,
        clearance: f32,
    ) -> Self {
        let margin = radius + ROUNDING * (place.amax() + view);
        Self {
            geometry,
            place,
            view,
            radius,
            margin,
            free: (clearance - margin).max(0.0),
            exact: EXACT * geometry.clearance_error(),
            least: LEAST * geometry.clearance_error(),
        }
    }

    /// How far from a place on the way the body is free in all directions.
    fn free_at(&self, direction: &Vec3, distance: f32) -> f32 {
        self.geometry.clearance(self.place + direction * distance) - self.margin
    }

    /// Whether the clearances alone show that the body is free to go as far as it sees along every direction whose angle to
    /// `ahead` has at least this cosine. They do so by balls, each of which fills a further part of the cone.
    pub(super) fn cone_is_free(&self, ahead: &Vec3, cosine: f32) -> bool {
        let sine_squared = 1.0 - cosine * cosine;
        let mut filled = self.free;
        for _ in 0..MOST_BALLS {
            if filled >= self.view {
                return true;
            }
            // A ball around a place on the axis reaches the rim of the cone from `middle - half` to `middle + half`.
            let ball = self.free_at(ahead, filled);
            let half_squared = ball * ball - filled * filled * sine_squared;
            if ball <= 0.0 || half_squared <= 0.0 {
                return false;
            }
            let (middle, half) = (filled * cosine, half_squared.sqrt());
            if middle - half > filled || middle + half < PROGRESS * filled {
                return false;
            }
            filled = middle + half;
        }
        false
    }

    /// How far the body could go along a unit direction before it meets a surface; none if it sees no surface there.
    ///
    /// It goes as far as the clearances let it, from place to place. Where they do not, the triangles decide nearby; farther
    /// off, where a surface may be is as good as where it is.
    pub(super) fn obstacle(&self, direction: &Vec3) -> Option<f32> {
        let mut way = self.free;
        while way < self.view {
            let free = self.free_at(direction, way);
            if free > self.least {
                way += free;
                continue;
            }
            let piece = self.exact.min(self.view) - way;
            if piece <= 0.0 {
                return Some(way);
            }
            let from = self.place + direction * way;
            if let Some(obstacle) = self.geometry.cast(from, direction * piece, self.radius) {
                return Some(way + obstacle);
            }
            way += piece;
        }
        None
    }
}
