//! How far a body could go from where it is.

use super::Observer;
use crate::{
    geometry::Clearances,
    vectors::{Vectors, Work},
    Geometry, Settings, Vec3,
};

/// Clearances are coarse if they may be off by more than this share of what boids see at their largest speed.
const COARSE: f32 = 0.5;

/// How far, in units of what the clearances may be off, the triangles decide what is in the way of a boid: right at a surface it
/// would be stuck by the clearances.
const EXACT: f32 = 0.25;

/// The shortest way, in the same units, that it is worth while to go by a clearance.
const LEAST: f32 = 0.05;

/// Rays that are cast together, which takes little more time than one.
pub(super) const RAYS: usize = 4;

/// Most places on a ray at which it is worth while to look up a clearance, and most pieces of it along which the triangles decide.
const MOST_PLACES: f32 = 256.0;
const MOST_PIECES: f32 = 16.0;

/// Bounds the rounding of places and distances, as a share of the coordinates.
const ROUNDING: f32 = 2e-6;

/// What boids look with in a step.
#[derive(Clone, Copy)]
pub(crate) struct Lens<'a> {
    geometry: &'a Geometry,
    pub(crate) clearances: &'a Clearances,
    /// Of the body and the gap that it keeps.
    pub(crate) radius: f32,
    /// Whether the triangles decide everywhere what boids see, since the clearances tell too little.
    pub(crate) is_coarse: bool,
    vectors: Vectors,
}

impl<'a> Lens<'a> {
    pub(super) fn new(
        settings: &Settings,
        geometry: &'a Geometry,
        clearances: &'a Clearances,
        vectors: Vectors,
    ) -> Self {
        let view = settings.avoidance.look_ahead * settings.motion.max_speed;
        Self {
            geometry,
            clearances,
            radius: settings.collision.body_radius + settings.collision.skin,
            is_coarse: clearances.error() > COARSE * view,
            vectors,
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
    /// How far it sees, in metres.
    view: f32,
    /// What is this far from all surfaces is a place where the body is free for certain.
    margin: f32,
    /// How far from here the body is free in all directions.
    free: f32,
    /// How far the triangles decide what is in the way.
    exact: f32,
    /// The shortest way that it is worth while to go by a clearance.
    least: f32,
}

/// How far a ray has got.
#[derive(Clone, Copy)]
enum Progress {
    Free(f32),
    Blocked(f32),
}

impl<'a> Eye<'a> {
    pub(super) fn new(lens: &'a Lens<'a>, observer: &Observer) -> Self {
        let Observer { place, view, .. } = *observer;
        let error = lens.clearances.error();
        let margin = lens.radius + ROUNDING * (place.amax() + view);
        Self {
            lens,
            place,
            view,
            margin,
            free: (observer.clearance - margin).max(0.0),
            exact: EXACT * error.min(view),
            least: (LEAST * error).max(view / MOST_PLACES),
        }
    }

    /// How far the body could go along unit directions, at most [`RAYS`], before it meets a surface; none if it sees no surface
    /// there.
    ///
    /// It goes as far as the clearances let it, from place to place. Where they do not, there is a surface, or may be one;
    /// only where they are coarse the triangles decide.
    pub(super) fn obstacles(&self, directions: &[Vec3]) -> [Option<f32>; RAYS] {
        let mut found = [None; RAYS];
        self.lens.vectors.run(Trace {
            eye: self,
            directions,
            found: &mut found,
        });
        found
    }

    /// How far from places on the ways the body is free in all directions.
    #[inline(always)]
    fn free_at(&self, directions: &[[f32; RAYS]; 3], way: &[f32; RAYS]) -> [f32; RAYS] {
        let mut places = *directions;
        for axis in 0..3 {
            for lane in 0..RAYS {
                places[axis][lane] = self.place[axis] + directions[axis][lane] * way[lane];
            }
        }
        let clearances = self.lens.clearances.lanes(&places);
        clearances.map(|clearance| clearance - self.margin)
    }

    /// Looks along a ray from where the clearances do not let the body go on.
    #[cold]
    fn look_closely(&self, direction: &Vec3, way: f32) -> Progress {
        let end = match way < self.exact {
            true => self.exact,
            false if self.is_vague(direction, way) => way + self.piece(),
            false => return Progress::Blocked(way),
        };
        let (from, piece) = (self.place + direction * way, end.min(self.view) - way);
        let Lens {
            geometry, radius, ..
        } = self.lens;
        match geometry.cast(from, direction * piece, *radius) {
            Some(obstacle) => Progress::Blocked(way + obstacle),
            None => Progress::Free(way + piece),
        }
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

/// Rays that are followed together.
struct Trace<'a> {
    eye: &'a Eye<'a>,
    /// At most [`RAYS`].
    directions: &'a [Vec3],
    found: &'a mut [Option<f32>; RAYS],
}

impl Work for Trace<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let Self {
            eye,
            directions,
            found,
        } = self;
        let mut way = [eye.view; RAYS];
        way[..directions.len()].fill(eye.free);
        let mut part = [[0.0; RAYS]; 3];
        for (lane, direction) in directions.iter().enumerate() {
            for axis in 0..3 {
                part[axis][lane] = direction[axis];
            }
        }
        while way.iter().any(|way| *way < eye.view) {
            let free = eye.free_at(&part, &way);
            for lane in 0..directions.len() {
                if way[lane] >= eye.view {
                    continue;
                }
                if free[lane] > eye.least {
                    way[lane] += free[lane];
                    continue;
                }
                way[lane] = match eye.look_closely(&directions[lane], way[lane]) {
                    Progress::Free(way) => way,
                    Progress::Blocked(way) => {
                        found[lane] = Some(way);
                        eye.view
                    }
                };
            }
        }
    }
}
