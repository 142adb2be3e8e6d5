//! The moving sphere against one triangle.

use super::{triangle::Triangle, Vec3d};

/// A moment of a move.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// Fraction of the move, 0 to 1.
    pub(super) time: f64,
    /// From the triangle's nearest point to the centre of the sphere at that time.
    pub(super) offset: Vec3d,
}

impl Moment {
    /// The start of a move from the origin.
    pub(super) fn start(triangle: &Triangle) -> Self {
        Self {
            time: 0.0,
            offset: triangle.offset_to(&Vec3d::zeros()),
        }
    }
}

/// Enough for a double root, which each iteration halves, to be resolved to the last bits of a float64.
const MAX_ITERATIONS: usize = 64;

/// The first moment, after `start` and up to `latest`, at which the centre of a sphere that moves by `displacement` comes
/// as near as `distance` to the triangle. The sphere is at the origin at time 0.
///
/// The distance from a moving point to a triangle, a convex set, is a convex function of time. Newton's iteration therefore
/// approaches the first root from the left and never passes it, and where there is none it leaves the interval or meets a
/// slope that is not negative. Faces, edges and corners need no distinction, so nothing can slip through between them.
pub(super) fn sweep_sphere_triangle(
    triangle: &Triangle,
    displacement: &Vec3d,
    distance: f64,
    start: Moment,
    latest: f64,
) -> Option<Moment> {
    let tolerance = distance * 1e-10;
    let mut moment = start;
    for _ in 0..MAX_ITERATIONS {
        let current = moment.offset.norm();
        let excess = current - distance;
        if excess <= tolerance {
            return Some(moment);
        }
        let slope = moment.offset.dot(displacement) / current;
        if slope >= 0.0 {
            return None;
        }
        let time = moment.time - excess / slope;
        if time > latest {
            return None;
        }
        let offset = triangle.offset_to(&(displacement * time));
        moment = Moment { time, offset };
    }
    Some(moment)
}
