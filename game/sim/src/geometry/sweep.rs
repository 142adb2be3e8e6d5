//! The moving sphere against the whole geometry.

use super::{
    bvh::{Aabb, Segment},
    sweep_sphere_triangle::{sweep_sphere_triangle, Moment},
    triangle::Triangle,
    Geometry, Vec3d,
};
use crate::Vec3;
use std::ops::ControlFlow;

/// Where a moving sphere meets a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// How much of the displacement the sphere can make, 0 to 1. Rounded down, so that a sphere moved by
    /// `displacement * fraction` is on the side where it was.
    pub fraction: f32,
    /// Direction of unit length from the surface to the centre of the sphere at the contact. (0, 1, 0) for a move that was
    /// refused because it is not a number.
    pub normal: Vec3,
    /// The triangle that was hit, as an index into [`Geometry::triangles`]; the lowest one where several are hit at once.
    /// `None` for a move that was refused because it is not a number.
    pub triangle: Option<u32>,
}

impl Contact {
    const REFUSED: Self = Self {
        fraction: 0.0,
        normal: Vec3::new(0.0, 1.0, 0.0),
        triangle: None,
    };
}

/// A move as it will really be made: to the end that 32-bit addition gives.
struct Move {
    from: Vec3,
    to: Vec3,
    start: Vec3d,
    displacement: Vec3d,
    /// The sphere stops where its centre is at this distance from a surface.
    radius: f64,
    /// Nearer than this nothing may come. The gap to `radius` takes up the rounding of a stopped sphere's position.
    limit: f64,
    /// Bounds how far 32-bit arithmetic with these coordinates may be off.
    rounding: f64,
}

/// Bounds how far 32-bit arithmetic with coordinates up to this one may be off.
fn rounding(coordinate: f32) -> f64 {
    4.0 * f64::from(f32::EPSILON) * f64::from(coordinate)
}

/// By how much nearer than `radius` a sphere may come.
fn slack(radius: f64, rounding: f64) -> f64 {
    5e-5 * radius + rounding
}

impl Geometry {
    /// By how much nearer to a surface than its radius a sphere here may come without it being a contact.
    pub(crate) fn slack(place: &Vec3, radius: f32) -> f32 {
        slack(f64::from(radius), rounding(place.amax())) as f32
    }
}

/// From this many radii on, the box around a move is so much larger than what the move touches that it pays to look closer.
const LONG_MOVE: f64 = 16.0;

impl Move {
    fn new(start: Vec3, displacement: Vec3, radius: f32) -> Option<Self> {
        let end = start + displacement;
        let is_finite = start.iter().chain(&end).all(|x| x.is_finite());
        if !is_finite || !radius.is_finite() || radius <= 0.0 {
            return None;
        }
        let rounding = rounding(start.amax().max(end.amax()));
        let radius = f64::from(radius).max(2.0 * rounding);
        let from = start.cast::<f64>();
        Some(Self {
            from: start,
            to: end,
            start: from,
            displacement: end.cast::<f64>() - from,
            radius,
            limit: radius - slack(radius, rounding),
            rounding,
        })
    }

    /// Calls `visit` with the triangles that this move may bring within its radius, and which they are.
    fn for_each_candidate(&self, geometry: &Geometry, mut visit: impl FnMut(u32, &Triangle)) {
        let bvh = &geometry.bvh;
        let visit = |number: u32| {
            let triangle = Triangle::relative_to(&geometry.ordered[number as usize], &self.start);
            if !triangle.plane_is_farther(&self.displacement, self.radius) {
                visit(bvh.order()[number as usize], &triangle);
            }
            ControlFlow::Continue(())
        };
        // 32-bit floats suffice here if what they lose is added to the radius.
        let reach = (self.radius + 2.0 * self.rounding) as f32 * (1.0 + f32::EPSILON);
        if self.displacement.norm_squared() < (LONG_MOVE * self.radius).powi(2) {
            bvh.for_each(&self.bounds(reach), visit);
        } else {
            bvh.for_each(&Segment::new(self.from, self.to - self.from, reach), visit);
        }
    }

    /// The box around everything that the sphere touches on its way.
    fn bounds(&self, reach: f32) -> Aabb {
        Aabb {
            min: self.from.inf(&self.to).add_scalar(-reach),
            max: self.from.sup(&self.to).add_scalar(reach),
        }
    }

    /// When the sphere has to stop for a triangle that is not yet nearer than `limit`: the moment it comes as near as
    /// its radius, if it would go on to come nearer than `limit`.
    fn stop(&self, triangle: &Triangle, start: Moment, limit: f64, latest: f64) -> Option<Moment> {
        let stop = sweep_sphere_triangle(triangle, &self.displacement, self.radius, start, latest)?;
        sweep_sphere_triangle(triangle, &self.displacement, limit, stop, 1.0)?;
        Some(stop)
    }
}

/// The first stop found so far.
struct First {
    moment: Moment,
    triangle: u32,
}

impl First {
    /// Keeps the earlier of two stops and the lower index of two at once, so that the order of the visits does not matter.
    fn update(first: &mut Option<Self>, moment: Moment, triangle: u32) {
        let is_first = first
            .as_ref()
            .is_none_or(|first| (moment.time, triangle) < (first.moment.time, first.triangle));
        if is_first {
            *first = Some(Self { moment, triangle });
        }
    }

    fn contact(&self, fraction: f64) -> Contact {
        let nearest = fraction as f32;
        let is_later = f64::from(nearest) > fraction;
        Contact {
            fraction: if is_later {
                nearest.next_down()
            } else {
                nearest
            },
            normal: self.moment.offset.normalize().cast(),
            triangle: Some(self.triangle),
        }
    }
}

/// See [`Geometry::sweep`].
pub(super) fn sweep(
    geometry: &Geometry,
    start: Vec3,
    displacement: Vec3,
    radius: f32,
) -> Option<Contact> {
    let Some(a_move) = Move::new(start, displacement, radius) else {
        return Some(Contact::REFUSED);
    };
    let mut nearest = f64::INFINITY;
    let mut first: Option<First> = None;
    a_move.for_each_candidate(geometry, |index, triangle| {
        let start = Moment::start(triangle);
        nearest = nearest.min(start.offset.norm());
        let latest = first.as_ref().map_or(1.0, |first| first.moment.time);
        if let Some(moment) = a_move.stop(triangle, start, a_move.limit, latest) {
            First::update(&mut first, moment, index);
        }
    });
    if nearest >= a_move.limit {
        return first.map(|first| first.contact(first.moment.time));
    }
    let first = first_obstacle_from_overlap(geometry, &a_move, nearest)?;
    Some(first.contact(0.0))
}

/// What forbids a move that starts nearer to a surface than `limit`, namely at the distance `nearest`. Such a sphere may
/// leave or go along, but nowhere may it come nearer to any surface than it was; that alone keeps it from crossing one.
fn first_obstacle_from_overlap(geometry: &Geometry, a_move: &Move, nearest: f64) -> Option<First> {
    // With the centre right on a surface the other surfaces still need a distance that float64 can tell from zero.
    let nearest = nearest.max(1e-3 * a_move.limit);
    // Keeps rounding from turning a move along a surface into one towards the next triangle of that surface.
    let slack = 1e-9 * nearest;
    let mut first = None;
    a_move.for_each_candidate(geometry, |index, triangle| {
        let start = Moment::start(triangle);
        let stop = if start.offset.norm() <= nearest + slack {
            // The distance is convex in time: where it does not shrink at once, it never does.
            (start.offset.dot(&a_move.displacement) < 0.0).then_some(start)
        } else {
            a_move.stop(triangle, start, nearest - slack, 1.0)
        };
        if let Some(moment) = stop {
            First::update(&mut first, moment, index);
        }
    });
    first
}
