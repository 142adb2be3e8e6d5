//! How far a formation shrinks where the level is too narrow for its places.

use super::order::Order;
use crate::{
    formations::Form,
    geometry::Geometry,
    math::Vec3,
    settings::{Plane, Settings},
};
use std::{f32::consts::PI, iter::successors};

/// Number of directions in which the outermost places are found.
const DIRECTIONS: usize = 48;

/// Factor between the sizes that are tried.
const SMALLER: f32 = 0.8;

/// Speed at which the outermost place moves while the size changes, as a share of the largest speed of
/// the boids.
const PACE: f32 = 0.5;

/// Longest time for which a formation looks ahead, in seconds.
const LONGEST_LOOK: f32 = 5.0;

/// The size of a formation, as a share of its full size.
#[derive(Clone, Debug)]
pub(super) struct Size {
    now: f32,
    /// The outermost places at full size, in the axes of the form.
    outline: Vec<Vec3>,
    /// Distance of the farthest one from the position of the formation, in metres.
    radius: f32,
    /// Distance between neighbours at full size, in metres.
    spacing: f32,
}

impl Size {
    /// The size of a formation without places.
    pub(super) fn new(now: f32) -> Self {
        Self {
            now,
            outline: Vec::new(),
            radius: 0.0,
            spacing: 0.0,
        }
    }

    pub(super) fn now(&self) -> f32 {
        self.now
    }

    /// Takes over other places, whose neighbours are `spacing` metres apart, or evenly distributed
    /// without one.
    pub(super) fn set_places(&mut self, places: &[Vec3], spacing: Option<f32>) {
        self.outline.clear();
        for direction in Form::Sphere.places(DIRECTIONS, 1.0, Plane::All) {
            let along = |place: &Vec3| direction.dot(place);
            let outermost = places.iter().max_by(|a, b| along(a).total_cmp(&along(b)));
            let outermost = outermost.filter(|it| !self.outline.contains(it));
            self.outline.extend(outermost.copied());
        }
        let distances = self.outline.iter().map(|it| it.norm());
        self.radius = distances.fold(0.0, f32::max);
        // Evenly in a disc.
        let even = || self.radius * (PI / places.len() as f32).sqrt();
        self.spacing = spacing.unwrap_or_else(even);
    }

    /// Prepares a step. True if the size has changed.
    pub(super) fn update(
        &mut self,
        order: &Order,
        geometry: &Geometry,
        settings: &Settings,
    ) -> bool {
        let wanted = match order.shrinks {
            true => self.fitting(order, geometry, settings),
            false => 1.0,
        };
        if wanted == self.now {
            return false;
        }
        let pace = PACE * settings.motion.max_speed * settings.simulation.time_step;
        let most = pace / self.radius.max(f32::MIN_POSITIVE);
        let before = self.now;
        self.now = wanted.clamp(before - most, before + most);
        self.now != before
    }

    /// The largest of the tried sizes at which the formation fits, where it is and where it moves.
    fn fitting(&self, order: &Order, geometry: &Geometry, settings: &Settings) -> f32 {
        if self.radius == 0.0 || geometry.triangle_count() == 0 {
            return 1.0;
        }
        let (body, origin) = (settings.collision.body_radius, order.frame.origin);
        if !geometry.is_clear(origin, body) {
            return self.now;
        }
        // Neighbours touch each other.
        let least = (2.0 * body / self.spacing).min(1.0);
        let speed = (PACE * settings.motion.max_speed).max(f32::MIN_POSITIVE);
        let shrinking = (1.0 - least) * self.radius / speed;
        let ahead = order.velocity * shrinking.min(LONGEST_LOOK);
        let free = geometry.sweep(origin, ahead, body);
        let in_frame = |place: &Vec3| order.frame.vector_to_world(*place);
        let passage = Passage {
            geometry,
            body,
            origin,
            outline: self.outline.iter().map(in_frame).collect(),
            way: ahead * free.map_or(1.0, |contact| contact.fraction),
        };
        let sizes = successors(Some(1.0), |size| Some(size * SMALLER));
        let mut sizes = sizes.take_while(|size| *size > least);
        let fitting = sizes.find(|size| passage.fits(*size));
        fitting.unwrap_or(least)
    }
}

/// A formation among surfaces.
struct Passage<'a> {
    geometry: &'a Geometry,
    /// Radius of a body, in metres.
    body: f32,
    origin: Vec3,
    /// The outermost places at full size, from the origin.
    outline: Vec<Vec3>,
    /// Where the formation moves while it might shrink.
    way: Vec3,
}

impl Passage<'_> {
    /// True if all outermost places can be reached from the middle, and move along the way without
    /// touching a surface.
    fn fits(&self, size: f32) -> bool {
        let is_free = |from: Vec3, way: Vec3| self.geometry.sweep(from, way, self.body).is_none();
        self.outline.iter().all(|place| {
            let place = place * size;
            is_free(self.origin, place) && is_free(self.origin + place, self.way)
        })
    }
}
