//! Time of impact of a moving sphere with one triangle.

use super::triangle::Triangle;
use crate::math::Vec3d;

/// Separation of the sphere's centre and the triangle at a time.
#[derive(Clone, Copy)]
pub(super) struct Separation {
    /// Fraction of the move, 0 to 1.
    pub(super) time: f64,
    /// Vector from the triangle's nearest point to the centre of the sphere at that time.
    pub(super) offset: Vec3d,
}

impl Separation {
    /// Separation at the start of a move from the origin.
    pub(super) fn start(triangle: &Triangle) -> Self {
        Self {
            time: 0.0,
            offset: triangle.offset_to(&Vec3d::zeros()),
        }
    }
}

/// Number of iterations that resolves a double root, whose error each iteration halves, to the last
/// bits of a float64.
const MAX_ITERATIONS: usize = 64;

/// First time of impact, after `start` and up to `latest`, at which the centre of a sphere that
/// moves by `displacement` is at `distance` from the triangle. The sphere is at the origin at time
/// 0.
///
/// This is conservative advancement with the speed at which the triangle approaches: Newton's
/// iteration on the distance. The distance from a moving point to a triangle, a convex set, is a
/// convex function of time. Therefore the iteration approaches the first root from below and never
/// passes it; without a root it leaves the interval or reaches a slope that is not negative. Faces,
/// edges and corners need no distinction, so that there are no gaps between them.
pub(super) fn sweep_sphere_triangle(
    triangle: &Triangle,
    displacement: &Vec3d,
    distance: f64,
    start: Separation,
    latest: f64,
) -> Option<Separation> {
    let tolerance = distance * 1e-10;
    let mut separation = start;
    for _ in 0..MAX_ITERATIONS {
        let current = separation.offset.norm();
        let excess = current - distance;
        if excess <= tolerance {
            return Some(separation);
        }
        let slope = separation.offset.dot(displacement) / current;
        if slope >= 0.0 {
            return None;
        }
        let time = separation.time - excess / slope;
        if time > latest {
            return None;
        }
        let offset = triangle.offset_to(&(displacement * time));
        separation = Separation { time, offset };
    }
    Some(separation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;

    /// Time at which a point that starts at `from` first is 1 m from a triangle with a corner at
    /// the origin.
    fn time(from: [f64; 3], displacement: [f64; 3]) -> Option<f64> {
        let vertices = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 3.0, 0.0]].map(Vec3::from);
        let triangle = Triangle::relative_to(&vertices, &from.into());
        let start = Separation::start(&triangle);
        let separation = sweep_sphere_triangle(&triangle, &displacement.into(), 1.0, start, 1.0)?;
        assert!((separation.offset.norm() - 1.0).abs() < 1e-9);
        Some(separation.time)
    }

    #[track_caller]
    fn assert_time(time: Option<f64>, expected: f64) {
        assert!(
            time.is_some_and(|time| (time - expected).abs() < 1e-9),
            "{time:?}"
        );
    }

    #[test]
    fn faces_edges_and_corners_are_met_in_time() {
        assert_time(time([1.0, 1.0, 3.0], [0.0, 0.0, -4.0]), 0.5);
        assert_time(time([1.0, -3.0, 0.0], [0.0, 4.0, 0.0]), 0.5);
        assert_time(time([-3.0, 0.0, 0.0], [4.0, 0.0, 0.0]), 0.5);
        // Along a line 0.6 m beside an edge and 0.6 m beside a corner.
        assert_time(time([1.0, -0.6, 2.8], [0.0, 0.0, -4.0]), 0.5);
        assert_time(time([-2.8, -0.6, 0.0], [4.0, 0.0, 0.0]), 0.5);
    }

    #[test]
    fn a_move_past_or_away_or_too_short_meets_nothing() {
        assert_eq!(time([-1.1, 1.0, 3.0], [0.0, 0.0, -6.0]), None);
        assert_eq!(time([1.0, 1.0, 3.0], [0.0, 0.0, 1.0]), None);
        assert_eq!(time([1.0, 1.0, 3.0], [0.0, 0.0, -1.9]), None);
        assert_eq!(time([1.0, 1.0, 3.0], [1.0, 0.5, 0.0]), None);
    }

    #[test]
    fn a_grazing_move_is_decided_to_the_last_digits() {
        assert_eq!(time([-1.0 - 1e-9, 1.0, 3.0], [0.0, 0.0, -6.0]), None);
        assert_time(
            time([-1.0 + 1e-12, 1.0, 3.0], [0.0, 0.0, -6.0]).map(|t| (t * 1e4).round() / 1e4),
            0.5,
        );
    }
}
