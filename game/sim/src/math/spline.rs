//! Centripetal Catmull-Rom splines (Yuksel et al. 2011): smooth curves through points, without
//! loops or cusps within a segment.

use super::Vec3;

/// Number of straight pieces between two points.
pub(crate) const PIECES: usize = 8;

/// Appends the corners of a polyline along the curve, each with its distance along the curve, in
/// metres. There must be at least two points.
pub(crate) fn sample(points: &[Vec3], is_loop: bool, out: &mut Vec<[f32; 4]>) {
    let first = out.len();
    let segments = points.len() - usize::from(!is_loop);
    for segment in 0..segments {
        let around = [0, 1, 2, 3].map(|it| control_point(points, is_loop, segment + it));
        for piece in 0..PIECES {
            push(out, first, on_curve(&around, piece as f32 / PIECES as f32));
        }
    }
    push(out, first, control_point(points, is_loop, segments + 1));
}

fn push(out: &mut Vec<[f32; 4]>, first: usize, point: Vec3) {
    let along = match out[first..].last() {
        Some([x, y, z, along]) => along + (point - Vec3::new(*x, *y, *z)).norm(),
        None => 0.0,
    };
    out.push([point.x, point.y, point.z, along]);
}

/// The control point with the index `number` - 1. Beyond the ends of an open curve it is the mirror
/// image of the second point, or of the last but one, about the end.
fn control_point(points: &[Vec3], is_loop: bool, number: usize) -> Vec3 {
    let count = points.len();
    match number {
        _ if is_loop => points[(number + count - 1) % count],
        0 => points[0] * 2.0 - points[1],
        _ if number > count => points[count - 1] * 2.0 - points[count - 2],
        _ => points[number - 1],
    }
}

/// The point at a share of the way, 0 to 1, between the second and the third of four points.
fn on_curve(points: &[Vec3; 4], share: f32) -> Vec3 {
    let spacings = [0, 1, 2].map(|it| (points[it + 1] - points[it]).norm().sqrt());
    // Points that coincide get knots that differ in spite of rounding.
    let least = spacings.into_iter().fold(1e-3, f32::max) * 1e-3;
    let mut knots = [0.0f32; 4];
    for next in 1..4 {
        knots[next] = knots[next - 1] + spacings[next - 1].max(least);
    }
    let at = knots[1] + (knots[2] - knots[1]) * share;
    // The recursion of Barry and Goldman.
    let mut level = *points;
    for degree in 1..4 {
        for index in 0..4 - degree {
            // The last level interpolates over the interval of the curve between its inner points.
            let (from, to) = match degree {
                3 => (knots[1], knots[2]),
                _ => (knots[index], knots[index + degree]),
            };
            let part = (at - from) / (to - from);
            level[index] = level[index] * (1.0 - part) + level[index + 1] * part;
        }
    }
    level[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polyline(points: &[Vec3], is_loop: bool) -> Vec<[f32; 4]> {
        let mut out = Vec::new();
        sample(points, is_loop, &mut out);
        out
    }

    fn distance(polyline: &[[f32; 4]], point: Vec3) -> f32 {
        let to = |it: &[f32; 4]| (Vec3::new(it[0], it[1], it[2]) - point).norm();
        polyline.iter().map(to).fold(f32::INFINITY, f32::min)
    }

    #[test]
    fn the_curve_leads_through_its_points() {
        let points = [
            Vec3::zeros(),
            Vec3::new(10.0, 0.0, 0.0),
            Vec3::new(10.0, 10.0, 0.0),
            Vec3::new(0.0, 12.0, 5.0),
        ];
        for is_loop in [false, true] {
            let line = polyline(&points, is_loop);
            for point in points {
                assert!(distance(&line, point) < 1e-5);
            }
            assert!(line.windows(2).all(|pair| pair[0][3] < pair[1][3]));
        }
        let [first, last] = [0, 4 * PIECES].map(|it| polyline(&points, true)[it]);
        assert_eq!(first[..3], last[..3]);
    }

    #[test]
    fn points_on_a_line_make_a_line() {
        let points = [0.0, 1.0, 5.0, 6.0].map(|x| Vec3::new(x, 2.0, 0.0));
        let line = polyline(&points, false);
        assert!(line
            .iter()
            .all(|it| (it[1] - 2.0).abs() < 1e-5 && it[2] == 0.0));
        assert!((line.last().unwrap()[3] - 6.0).abs() < 1e-4);
    }

    #[test]
    fn points_that_coincide_are_finite() {
        let far = Vec3::repeat(9000.0);
        for points in [
            vec![Vec3::zeros(); 4],
            vec![Vec3::zeros(), far, far, Vec3::x()],
            vec![far, far, far + Vec3::x() * 1e-3, -far],
            vec![Vec3::zeros(), Vec3::x() * 1e-30, far],
        ] {
            for is_loop in [false, true] {
                let line = polyline(&points, is_loop);
                assert!(line.iter().flatten().all(|it| it.is_finite()), "{points:?}");
            }
        }
    }

    #[test]
    fn a_bend_is_smooth() {
        let points = [
            Vec3::zeros(),
            Vec3::new(10.0, 0.0, 0.0),
            Vec3::new(10.0, 10.0, 0.0),
        ];
        let line = polyline(&points, false);
        let piece = |it: usize| {
            let [a, b] = [line[it], line[it + 1]].map(|it| Vec3::new(it[0], it[1], it[2]));
            (b - a).normalize()
        };
        for it in 1..2 * PIECES {
            assert!(piece(it).dot(&piece(it - 1)) > 0.8, "a corner at {it}");
        }
    }
}
