//! Sphere tracing: the distance that a body can travel along a ray before it meets a surface.
//!
//! A ray advances by the value of the distance field, because the space is free that far in all
//! directions (Hart, "Sphere Tracing", 1996). The field is an approximation. So near surfaces, and
//! where the field is coarse, the swept sphere is cast against the triangles.

use super::observer::Observer;
use crate::{
    geometry::{DistanceField, Geometry, Nearby},
    math::{
        simd::{LaneWork, SimdWidth},
        Vec3,
    },
    settings::Settings,
};
use std::cell::OnceCell;

/// The distance field is coarse if its error exceeds this share of the range of view at the largest
/// speed.
const COARSE: f32 = 0.5;

/// Distance along a ray up to which the triangles decide, in units of the error of the distance
/// field. With the field alone, a boid right at a surface could not advance.
pub(crate) const EXACT: f32 = 0.25;

/// Shortest advance by the distance field, in units of its error.
pub(crate) const LEAST: f32 = 0.05;

/// Number of rays that are traced together. Four take little longer than one.
pub(crate) const RAYS: usize = 4;

/// Largest number of advances along a ray by the distance field, and largest number of pieces along
/// which the triangles decide.
pub(crate) const MOST_PLACES: f32 = 256.0;
pub(crate) const MOST_PIECES: f32 = 16.0;

/// Bound of the rounding of positions and distances, as a share of the coordinates.
pub(crate) const ROUNDING: f32 = 2e-6;

/// Factor that enlarges a distance by more than its rounding error.
const LARGER: f32 = 1.0 + 1e-5;

/// Input of sphere tracing in a step.
#[derive(Clone, Copy)]
pub(crate) struct TraceParams<'a> {
    geometry: &'a Geometry,
    pub(crate) distance_field: &'a DistanceField,
    /// Radius of the swept sphere, in metres: radius of the body plus skin.
    pub(crate) radius: f32,
    /// True if the error of the distance field is so large that the triangles decide everywhere.
    pub(crate) is_coarse: bool,
    vectors: SimdWidth,
}

impl<'a> TraceParams<'a> {
    pub(super) fn new(
        settings: &Settings,
        geometry: &'a Geometry,
        distance_field: &'a DistanceField,
        vectors: SimdWidth,
    ) -> Self {
        let view = settings.avoidance.look_ahead * settings.motion.max_speed;
        Self {
            geometry,
            distance_field,
            radius: settings.collision.body_radius + settings.collision.skin,
            is_coarse: distance_field.error() > COARSE * view,
            vectors,
        }
    }

    /// Radius of the swept sphere, in metres.
    pub(super) fn radius(&self) -> f32 {
        self.radius
    }
}

/// A body at a position from which it casts rays.
pub(super) struct SphereTracer<'a> {
    trace_params: &'a TraceParams<'a>,
    place: Vec3,
    /// Range of view, in metres.
    view: f32,
    /// Distance from all surfaces, in metres, at which the body is certain to be free.
    margin: f32,
    /// Distance, in metres, that the body can certainly move in any direction from its position.
    free: f32,
    /// Distance along a ray, in metres, up to which the triangles decide.
    exact: f32,
    /// Shortest advance by the distance field, in metres.
    least: f32,
    /// Triangles that decide up to `exact`; found when first needed, `None` if they are too many.
    nearby: OnceCell<Option<Nearby>>,
}

/// Distance that a ray has travelled, in metres, and whether it can go on.
#[derive(Clone, Copy)]
enum Progress {
    Free(f32),
    Blocked(f32),
}

impl<'a> SphereTracer<'a> {
    pub(super) fn new(trace_params: &'a TraceParams<'a>, observer: &Observer) -> Self {
        let Observer { place, view, .. } = *observer;
        let error = trace_params.distance_field.error();
        let margin = trace_params.radius + ROUNDING * (place.amax() + view);
        Self {
            trace_params,
            place,
            view,
            margin,
            free: (observer.clearance - margin).max(0.0),
            exact: EXACT * error.min(view),
            least: (LEAST * error).max(view / MOST_PLACES),
            nearby: OnceCell::new(),
        }
    }

    /// Distances that the body can travel along unit directions, at most [`RAYS`], before it meets
    /// a surface; `None` if it meets none within the range of view.
    ///
    /// A ray ends where the distance field lets it advance no farther, because a surface may lie
    /// there. The triangles decide only close to the body and where the field is coarse.
    pub(super) fn distances(&self, directions: &[Vec3]) -> [Option<f32>; RAYS] {
        let mut found = [None; RAYS];
        self.trace_params.vectors.run(TraceRays {
            tracer: self,
            directions,
            found: &mut found,
        });
        found
    }

    /// Distances within which the body is free in all directions, at positions along the rays.
    #[inline(always)]
    fn free_at(&self, directions: &[[f32; RAYS]; 3], way: &[f32; RAYS]) -> [f32; RAYS] {
        let mut places = *directions;
        for axis in 0..3 {
            for lane in 0..RAYS {
                places[axis][lane] = self.place[axis] + directions[axis][lane] * way[lane];
            }
        }
        let clearances = self.trace_params.distance_field.lanes(&places);
        clearances.map(|clearance| clearance - self.margin)
    }

    /// Continues a ray that the distance field lets advance no farther.
    #[cold]
    fn look_closely(&self, direction: &Vec3, way: f32) -> Progress {
        let is_exact = way < self.exact;
        let end = if is_exact {
            self.exact
        } else if self.is_vague(direction, way) {
            way + self.piece()
        } else {
            return Progress::Blocked(way);
        };
        let (from, piece) = (self.place + direction * way, end.min(self.view) - way);
        let TraceParams {
            geometry, radius, ..
        } = *self.trace_params;
        let surface = match is_exact.then(|| self.nearby()).flatten() {
            Some(nearby) => geometry.cast_among(nearby, from, direction * piece, radius),
            None => geometry.cast(from, direction * piece, radius),
        };
        match surface {
            Some(surface) => Progress::Blocked(way + surface),
            None => Progress::Free(way + piece),
        }
    }

    /// Triangles that can stop the body within the distance `exact`; `None` if they are too many.
    fn nearby(&self) -> Option<&Nearby> {
        let find = || {
            let distance = (self.exact + self.margin) * LARGER;
            self.trace_params.geometry.nearby(self.place, distance)
        };
        self.nearby.get_or_init(find).as_ref()
    }

    /// True if the distance field is too coarse at a position on the ray to decide.
    fn is_vague(&self, direction: &Vec3, way: f32) -> bool {
        let place = self.place + direction * way;
        self.trace_params.is_coarse || !self.trace_params.distance_field.is_fine(place.into())
    }

    /// Length, in metres, of the piece of a ray along which the triangles decide before the
    /// distance field is tried again.
    fn piece(&self) -> f32 {
        self.trace_params
            .distance_field
            .block()
            .max(self.view / MOST_PIECES)
    }
}

/// Rays that are traced together.
struct TraceRays<'a> {
    tracer: &'a SphereTracer<'a>,
    /// At most [`RAYS`] directions.
    directions: &'a [Vec3],
    found: &'a mut [Option<f32>; RAYS],
}

impl LaneWork for TraceRays<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let Self {
            tracer,
            directions,
            found,
        } = self;
        let mut way = [tracer.view; RAYS];
        way[..directions.len()].fill(tracer.free);
        let mut part = [[0.0; RAYS]; 3];
        for (lane, direction) in directions.iter().enumerate() {
            for axis in 0..3 {
                part[axis][lane] = direction[axis];
            }
        }
        while way.iter().any(|way| *way < tracer.view) {
            let free = tracer.free_at(&part, &way);
            for lane in 0..directions.len() {
                if way[lane] >= tracer.view {
                    continue;
                }
                if free[lane] > tracer.least {
                    way[lane] += free[lane];
                    continue;
                }
                way[lane] = match tracer.look_closely(&directions[lane], way[lane]) {
                    Progress::Free(way) => way,
                    Progress::Blocked(way) => {
                        found[lane] = Some(way);
                        tracer.view
                    }
                };
            }
        }
    }
}
