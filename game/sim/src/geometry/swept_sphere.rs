//! A moving sphere: its path, its permitted distances from surfaces, and the triangles that it may
//! meet.

use super::{
    bvh::{Aabb, SegmentQuery},
    candidates::Candidates,
    impact_bound::SpherePath,
    sweep_sphere_triangle::{sweep_sphere_triangle, Separation},
    sweep_work::{SweepWork, TooManyTriangles},
    triangle::Triangle,
    triangle_mesh::TriangleMesh,
};
use crate::math::{Vec3, Vec3d};
use std::ops::ControlFlow;

/// A move of a sphere.
pub(super) struct SweptSphere {
    /// Start and end in single precision, for the broad phase.
    from: Vec3,
    to: Vec3,
    start: Vec3d,
    pub(super) displacement: Vec3d,
    /// Distance of the centre from a surface at which the sphere stops, in metres.
    radius: f64,
    /// Smallest permitted distance, in metres. The gap between this and `radius` absorbs the
    /// rounding of a stopped sphere's position.
    pub(super) limit: f64,
    /// Bound of the rounding error of 32-bit arithmetic with these coordinates.
    rounding: f64,
}

/// Bound of the rounding error of 32-bit arithmetic with coordinates up to this one.
pub(super) fn rounding(coordinate: f32) -> f64 {
    4.0 * f64::from(f32::EPSILON) * f64::from(coordinate)
}

/// Approach that is allowed without a contact, as a share of the radius.
pub(crate) const SKIN: f64 = 5e-5;

/// Amount by which the distance may be below `radius`, in metres.
pub(super) fn slack(radius: f64, rounding: f64) -> f64 {
    SKIN * radius + rounding
}

/// Length of a move, in radii, from which the swept-sphere test of boxes pays off. It is slower,
/// but finds far fewer candidates than the box around the move.
const LONG_MOVE: f64 = 2.0;

/// Number of batches of triangles in the box around a shorter move from which that test pays off,
/// too.
const MANY_IN_BOX: u32 = 64;

/// Factor of the radius with which all triangles that are met at the same time, up to rounding, are
/// candidates.
const SIMULTANEOUS: f64 = 1.0 + 1e-6;

impl SweptSphere {
    /// A move whose end is the result of 32-bit addition. `None` if a value is not finite, or if the
    /// radius is not above 0.
    pub(super) fn new(start: Vec3, displacement: Vec3, radius: f32) -> Option<Self> {
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

    /// A move in double precision. The sphere stops at the distance `stop` from a surface if it would
    /// come nearer than `least`, both in metres. All values are finite, and the distances above 0.
    pub(super) fn exact(start: &Vec3d, displacement: &Vec3d, [stop, least]: [f64; 2]) -> Self {
        let [from, to] = [*start, start + displacement].map(|place| place.cast::<f32>());
        Self {
            from,
            to,
            start: *start,
            displacement: *displacement,
            radius: stop,
            limit: least,
            rounding: rounding(from.amax().max(to.amax())),
        }
    }

    /// Calls `visit` with the index and the triangle of each candidate, once or twice.
    ///
    /// Candidates are the triangles that this move may bring within its radius, up to the time that
    /// `visit` returned last.
    pub(super) fn for_each_candidate(
        &self,
        mesh: &TriangleMesh,
        work: &SweepWork,
        mut visit: impl FnMut(u32, &Triangle) -> f64,
    ) -> Result<(), TooManyTriangles> {
        let bvh = &mesh.bvh;
        // 32-bit floats are enough if their rounding is added to the radius.
        let reach = (self.radius * SIMULTANEOUS + 2.0 * self.rounding) as f32;
        let reach = reach * (1.0 + f32::EPSILON);
        let displacement = self.to - self.from;
        let segment = SegmentQuery::new(self.from, displacement, reach);
        let path = SpherePath::new(self.from, displacement, reach);
        let mut candidates = Candidates::new(path, &mesh.ordered);
        let mut latest = 1.0;
        let mut test = |number: u32| {
            let triangle = Triangle::relative_to(&mesh.ordered[number as usize], &self.start);
            let latest = visit(bvh.order()[number as usize], &triangle);
            segment.shrink((latest as f32).next_up());
            latest
        };
        let long = LONG_MOVE * self.radius;
        if self.displacement.norm_squared() < long * long {
            let mut left = MANY_IN_BOX;
            bvh.for_each(&self.bounds(reach), |number| {
                if candidates.add(number) {
                    latest = candidates.test(latest, &mut test);
                }
                left -= 1;
                match left {
                    0 => ControlFlow::Break(()),
                    _ => work.spend(),
                }
            });
            if left > 0 {
                candidates.test(latest, &mut test);
                return work.result();
            }
        }
        bvh.for_each_along(&segment, |number| {
            if candidates.add(number) {
                latest = candidates.test(latest, &mut test);
            }
            work.spend()
        });
        candidates.test(latest, &mut test);
        work.result()
    }

    /// Bounding box of the swept sphere.
    fn bounds(&self, reach: f32) -> Aabb {
        Aabb {
            min: self.from.inf(&self.to).add_scalar(-reach),
            max: self.from.sup(&self.to).add_scalar(reach),
        }
    }

    /// True if the sphere certainly does not reach a triangle up to a time.
    ///
    /// The distance is convex in time, so its tangent at any time is a lower bound. The tangent is
    /// taken at the time at which the sphere passes the triangle's centre.
    pub(super) fn misses(&self, triangle: &Triangle, latest: f64) -> bool {
        let passing = triangle.center().dot(&self.displacement) / self.displacement.norm_squared();
        // False for NaN.
        let time = if passing > 0.0 {
            passing.min(latest)
        } else {
            0.0
        };
        let offset = triangle.offset_to(&(self.displacement * time));
        let squared = offset.norm_squared();
        let slope = offset.dot(&self.displacement);
        let least = squared + (slope * -time).min(slope * (latest - time));
        let tolerance = self.radius * SIMULTANEOUS;
        least > 0.0 && least * least > tolerance * tolerance * squared
    }

    /// Time of impact with a triangle that is not nearer than `limit` at the start. The sphere
    /// stops when the distance falls to its radius, if it would later fall below `limit`.
    pub(super) fn time_of_impact(
        &self,
        triangle: &Triangle,
        start: Separation,
        limit: f64,
        latest: f64,
    ) -> Option<Separation> {
        let stop = sweep_sphere_triangle(triangle, &self.displacement, self.radius, start, latest)?;
        if stop.offset.dot(&self.displacement) >= 0.0 {
            // The distance is convex in time and does not shrink any more. For a sphere at `limit`
            // the second sweep would not detect this.
            return None;
        }
        sweep_sphere_triangle(triangle, &self.displacement, limit, stop, 1.0)?;
        Some(stop)
    }
}
