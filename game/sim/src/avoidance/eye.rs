//! How far a body could go from where it is.

use super::Observer;
use crate::{geometry::Clearances, Geometry, Settings, Vec3};

/// Clearances are coarse if they may be off by more than this share of what boids see at their largest speed.
const COARSE: f32 = 0.5;

/// How far, in units of what the clearances may be off, the triangles decide what is in the way of a boid: right at a surface it
/// would be stuck by the clearances.
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

/// What boids look with in a step.
#[derive(Clone, Copy)]
pub(super) struct Lens<'a> {
    geometry: &'a Geometry,
    clearances: &'a Clearances,
    /// Of the body and the gap that it keeps.
    radius: f32,
    /// Cosine of the angle around the way ahead within which boids always look.
    cosine: f32,
    /// Whether the triangles decide everywhere what boids see, since the clearances tell too little.
    is_coarse: bool,
}

impl<'a> Lens<'a> {
    pub(super) fn new(
        settings: &Settings,
        geometry: &'a Geometry,
        clearances: &'a Clearances,
        cosine: f32,
    ) -> Self {
        let view = settings.avoidance.look_ahead * settings.motion.max_speed;
        Self {
            geometry,
            clearances,
            radius: settings.collision.body_radius + settings.collision.skin,
            cosine,
            is_coarse: clearances.error() > COARSE * view,
        }
    }

    /// The radius of what is swept, in metres.
    pub(super) fn radius(&self) -> f32 {
        self.radius
    }
}

/// A body at a place from where it looks around.
#[derive(Clone, Copy)]
pub(super) struct Eye<'a> {
    lens: &'a Lens<'a>,
    place: Vec3,
    ahead: Vec3,
    /// How far it sees, in metres.
    view: f32,
    /// What is this far from all surfaces is a place where the body is free for certain.
    margin: f32,
    /// How far from here the body is free in all directions, and where it always looks.
    free: f32,
    free_ahead: f32,
    /// How far the triangles decide what is in the way.
    exact: f32,
    /// The shortest way that it is worth while to go by a clearance.
    least: f32,
}

impl<'a> Eye<'a> {
    pub(super) fn new(lens: &'a Lens<'a>, observer: &Observer) -> Self {
        let Observer { place, view, .. } = *observer;
        let error = lens.clearances.error();
        let margin = lens.radius + ROUNDING * (place.amax() + view);
        let free = (observer.clearance - margin).max(0.0);
        let mut eye = Self {
            lens,
            place,
            ahead: observer.ahead.into(),
            view,
            margin,
            free,
            free_ahead: free,
            exact: EXACT * error.min(view),
            least: (LEAST * error).max(view / MOST_PLACES),
        };
        eye.fill_cone();
        eye
    }

    /// How far from a place on the way the body is free in all directions.
    #[inline(always)]
    fn free_at(&self, direction: &Vec3, distance: f32) -> f32 {
        let place = self.place + direction * distance;
        self.lens.clearances.at(place.into()) - self.margin
    }

    /// The same by a closer look.
    fn closely_free_at(&self, direction: &Vec3, distance: f32) -> f32 {
        let place = self.place + direction * distance;
        self.lens.clearances.closely_at(place.into()) - self.margin
    }

    /// Finds out how far the clearances alone show that the body is free to go ahead, along every direction where it always
    /// looks: by balls, each of which fills a further part of that cone.
    fn fill_cone(&mut self) {
        let cosine = self.lens.cosine;
        let sine_squared = 1.0 - cosine * cosine;
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
            let (middle, half) = (filled * cosine, half_squared.sqrt());
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
    /// It goes as far as the clearances let it, from place to place. Where they do not, there is a surface, or may be one;
    /// only where they are coarse the triangles decide.
    pub(super) fn obstacle(&self, direction: &Vec3) -> Option<f32> {
        let is_ahead = self.ahead.dot(direction) >= self.lens.cosine;
        let mut way = if is_ahead { self.free_ahead } else { self.free };
        while way < self.view {
            let free = match self.free_at(direction, way) {
                free if free > self.least => free,
                _ => self.closely_free_at(direction, way),
            };
            if free > self.least {
                way += free;
                continue;
            }
            let end = match way < self.exact {
                true => self.exact,
                false if self.is_vague(direction, way) => way + self.piece(),
                false => return Some(way),
            };
            let (from, piece) = (self.place + direction * way, end.min(self.view) - way);
            let Lens {
                geometry, radius, ..
            } = self.lens;
            if let Some(obstacle) = geometry.cast(from, direction * piece, *radius) {
                return Some(way + obstacle);
            }
            way += piece;
        }
        None
    }

    /// Whether the clearance at a place on the way tells too little.
    fn is_vague(&self, direction: &Vec3, way: f32) -> bool {
        let place = self.place + direction * way;
        self.lens.is_coarse || !self.lens.clearances.is_fine(place.into())
    }

    /// Length, in metres, of the piece of a way along which the triangles decide, before clearances are tried again.
    fn piece(&self) -> f32 {
        self.lens.clearances.block().max(self.view / MOST_PIECES)
    }
}
