//! How far a formation shrinks where the level is too narrow for its places.

use super::order::Order;
use crate::{
    formations::Form,
    geometry::Geometry,
    math::{frame::Frame, Vec3},
    settings::{Plane, Settings},
};
use std::iter::successors;

/// Number of directions in which the outermost places are found.
const DIRECTIONS: usize = 48;

/// Largest number of places whose nearest neighbours are found.
const SPACINGS: usize = 49;

/// Factor between the sizes that are tried.
const SMALLER: f32 = 0.8;

/// Speed at which the outermost place moves while the size changes, as a share of the largest speed of
/// the boids.
const PACE: f32 = 0.5;

/// Longest time for which a formation looks ahead, in seconds.
const LONGEST_LOOK: f32 = 5.0;

/// The size of a formation, as a share of its full size.
pub(super) struct Size {
    now: f32,
    /// `None` until it is needed, and after the places have changed.
    outline: Option<Outline>,
}

/// A formation at full size.
struct Outline {
    /// The outermost places, in the axes of the form.
    places: Vec<Vec3>,
    /// Distance of the farthest one from the position of the formation, in metres.
    radius: f32,
    /// Usual distance between neighbours, in metres.
    spacing: f32,
}

impl Outline {
    fn new(all: &[Vec3]) -> Self {
        let mut places = Vec::new();
        for direction in Form::Sphere.places(DIRECTIONS, 1.0, Plane::All) {
            let along = all.iter().map(|place| (direction.dot(place), place));
            let outermost = along.max_by(|a, b| a.0.total_cmp(&b.0));
            let outermost = outermost.filter(|it| !places.contains(it.1));
            places.extend(outermost.map(|(_, place)| *place));
        }
        let radius = places.iter().map(Vec3::norm).fold(0.0, f32::max);
        Self {
            places,
            radius,
            spacing: usual_spacing(all),
        }
    }
}

/// The median distance between a place and the nearest other one, of places from all over the formation,
/// in metres. 0 without another place.
fn usual_spacing(all: &[Vec3]) -> f32 {
    let nearest = |index: usize| {
        let others = all.iter().enumerate().filter(|(other, _)| *other != index);
        let distances = others.map(|(_, other)| (all[index] - other).norm());
        distances.fold(f32::INFINITY, f32::min)
    };
    let each = all.len().div_ceil(SPACINGS).max(1);
    let mut nearest: Vec<f32> = (0..all.len()).step_by(each).map(nearest).collect();
    let middle = nearest.len() / 2;
    if all.len() < 2 {
        return 0.0;
    }
    *nearest.select_nth_unstable_by(middle, f32::total_cmp).1
}

impl Size {
    pub(super) fn new(now: f32) -> Self {
        Self { now, outline: None }
    }

    pub(super) fn now(&self) -> f32 {
        self.now
    }

    /// Forgets the places, which have changed.
    pub(super) fn forget_places(&mut self) {
        self.outline = None;
    }

    /// Prepares a step. `places`: those at full size. True if the size has changed.
    pub(super) fn update(
        &mut self,
        places: &[Vec3],
        order: &Order,
        geometry: &Geometry,
        settings: &Settings,
    ) -> bool {
        if !order.shrinks && self.now == 1.0 {
            return false;
        }
        let outline = self.outline.take();
        let outline = outline.unwrap_or_else(|| Outline::new(places));
        let wanted = match order.shrinks {
            true => self.fitting(&outline, order, geometry, settings),
            false => 1.0,
        };
        let pace = PACE * settings.motion.max_speed * settings.simulation.time_step;
        let most = pace / outline.radius.max(f32::MIN_POSITIVE);
        let before = self.now;
        self.now = wanted.clamp(before - most, before + most);
        self.outline = Some(outline);
        self.now != before
    }

    /// The largest of the tried sizes at which the formation fits, where it is and where it moves.
    fn fitting(
        &self,
        outline: &Outline,
        order: &Order,
        geometry: &Geometry,
        settings: &Settings,
    ) -> f32 {
        if outline.radius == 0.0 || geometry.triangle_count() == 0 {
            return 1.0;
        }
        let (body, origin) = (settings.collision.body_radius, order.frame.origin);
        if !geometry.is_clear(origin, body) {
            return self.now;
        }
        // Neighbours touch each other.
        let least = (2.0 * body / outline.spacing).min(1.0);
        let speed = (PACE * settings.motion.max_speed).max(f32::MIN_POSITIVE);
        let shrinking = (1.0 - least) * outline.radius / speed;
        let ahead = order.velocity * shrinking.min(LONGEST_LOOK);
        // One query instead of many sweeps in wide open space.
        if geometry.is_clear(origin, outline.radius + ahead.norm() + 2.0 * body) {
            return 1.0;
        }
        // Beyond the way of the middle, as far as its outermost places may be in front of it.
        let beyond = ahead.try_normalize(0.0).unwrap_or_default() * (outline.radius + body);
        let view = ahead + beyond;
        let free = geometry.sweep(origin, view, body);
        let free = free.map(|contact| contact.fraction * view.norm());
        let passage = Passage {
            geometry,
            body,
            frame: &order.frame,
            outline,
            ahead,
            free: free.unwrap_or(f32::INFINITY),
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
    frame: &'a Frame,
    outline: &'a Outline,
    /// Where the formation moves while it might shrink.
    ahead: Vec3,
    /// Distance that its middle can move there, in metres.
    free: f32,
}

impl Passage<'_> {
    /// True if all outermost places can be reached from the middle, and move ahead without touching a
    /// surface: up to a wall across the way, which the formation need not pass.
    fn fits(&self, size: f32) -> bool {
        // A body's radius less, so that no place touches this wall by rounding.
        let room = (self.free - size * self.outline.radius - self.body).max(0.0);
        let way = self.ahead.cap_magnitude(room);
        let is_free = |from: Vec3, way: Vec3| self.geometry.sweep(from, way, self.body).is_none();
        let origin = self.frame.origin;
        self.outline.places.iter().all(|place| {
            let place = self.frame.vector_to_world(*place) * size;
            is_free(origin, place) && is_free(origin + place, way)
        })
    }
}
