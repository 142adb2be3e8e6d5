//! The ways on a slice through the level: an arrow to the next corner at each of many points.

use fyrox::{core::color::Color, scene::debug::Line};
use fyrox_flock::sim::{ways::Ways, Flock, Vec3};

/// Points without a way to the goal.
const CUT_OFF: Color = Color::opaque(220, 80, 80);

/// Points near the goal, and points as far from it as any on the slice.
const NEAR: [f32; 3] = [110.0, 220.0, 110.0];
const FAR: [f32; 3] = [70.0, 90.0, 200.0];

/// Points on each side of the middle.
const SIDE: i32 = 30;

/// Length of an arrow, and of a cross, as a share of the distance between points.
const ARROW: f32 = 0.7;
const CROSS: f32 = 0.2;

/// Length of the barbs, as a share of the arrow's length.
const BARB: f32 = 0.3;

/// What is known of a point of the slice.
struct Point {
    at: Vec3,
    /// The direction to the next corner, and the length of the way, in metres. `None` without a
    /// way.
    way: Option<(Vec3, f32)>,
}

/// The lines on the slice through a position in the world: in the plane of the flock, and
/// horizontal for flocks in three dimensions.
pub(super) fn lines(flock: &Flock, ways: &Ways, middle: Vec3) -> Vec<Line> {
    let frame = flock.frame();
    let plane = flock.settings().motion.plane;
    let normal = plane.flat_axis().unwrap_or(1);
    let spacing = ways.field().navigation().cell;
    let points = points(ways, frame.point_to_frame(middle), normal, spacing);
    let lengths = points
        .iter()
        .filter_map(|it| it.way)
        .map(|(_, length)| length);
    let farthest = lengths.fold(spacing, f32::max);
    let mut lines: Vec<_> = { points.iter() }
        .flat_map(|point| match point.way {
            Some((ahead, length)) => {
                let color = color(length / farthest);
                arrow(point.at, ahead * (ARROW * spacing), normal, color)
            }
            None => cross(point.at, normal, CROSS * spacing),
        })
        .collect();
    for line in &mut lines {
        line.begin = frame.point_to_world(line.begin);
        line.end = frame.point_to_world(line.end);
    }
    lines
}

/// Points in cells of the level, `spacing` apart and around a position. They stay where they are
/// while the position moves by less than `spacing`.
fn points(ways: &Ways, middle: Vec3, normal: usize, spacing: f32) -> Vec<Point> {
    let [right, up] = [(normal + 1) % 3, (normal + 2) % 3];
    let center = middle.map(|along| ((along / spacing).floor() + 0.5) * spacing);
    let steps = (-SIDE..=SIDE).flat_map(|u| (-SIDE..=SIDE).map(move |v| (u as f32, v as f32)));
    let at = steps.map(|(u, v)| {
        let mut at = center;
        at[right] += u * spacing;
        at[up] += v * spacing;
        at
    });
    at.filter_map(|at| Point::of(ways, at)).collect()
}

impl Point {
    /// `None` outside of all cells.
    fn of(ways: &Ways, at: Vec3) -> Option<Self> {
        let way = ways.corner_from(at).zip(ways.estimated_length(at));
        let way = way.map(|(corner, length)| {
            let ahead = (corner - at).try_normalize(0.0);
            (ahead.unwrap_or_default(), length)
        });
        (way.is_some() || ways.is_cut_off(at)).then_some(Self { at, way })
    }
}

/// The colour at a share of the largest length.
fn color(share: f32) -> Color {
    let [r, g, b] = [0, 1, 2].map(|it| NEAR[it] + (FAR[it] - NEAR[it]) * share.clamp(0.0, 1.0));
    Color::opaque(r as u8, g as u8, b as u8)
}

/// An arrow around a point, with barbs in the slice.
fn arrow(at: Vec3, along: Vec3, normal: usize, color: Color) -> Vec<Line> {
    let (begin, end) = (at - along / 2.0, at + along / 2.0);
    let aside = along.cross(&Vec3::ith(normal, 1.0));
    let barbs = [aside, -aside].map(|aside| end + (aside / 2.0 - along) * BARB);
    let ends = [(begin, end), (end, barbs[0]), (end, barbs[1])];
    ends.map(|(begin, end)| Line { begin, end, color }).to_vec()
}

/// A cross in the slice.
fn cross(at: Vec3, normal: usize, half: f32) -> Vec<Line> {
    let sides = [1, 2].map(|it| Vec3::ith((normal + it) % 3, half));
    let diagonals = [sides[0] + sides[1], sides[0] - sides[1]];
    let color = CUT_OFF;
    let line = |along| Line {
        begin: at - along,
        end: at + along,
        color,
    };
    diagonals.map(line).to_vec()
}

#[cfg(test)]
mod tests {
    use super::{super::tests::ways, *};
    use fyrox_flock::sim::{Placement, Settings};

    fn flock() -> Flock {
        let mut settings = Settings::default();
        settings.spawn.count = 0;
        Flock::new(settings, Placement::default(), Default::default()).unwrap()
    }

    #[test]
    fn arrows_lead_to_the_goal_around_the_ball() {
        let goal = Vec3::new(4.0, 0.0, 0.0);
        let ways = ways(goal);
        let points = points(&ways, Vec3::new(-4.0, 0.1, 0.1), 1, 0.5);
        let outside: Vec<_> = { points.iter() }
            .filter(|point| point.at.norm() > 2.5)
            .collect();
        assert!(outside.len() > 100, "{}", outside.len());
        for point in outside {
            let (ahead, length) = point.way.unwrap();
            assert!((point.at.y - 0.25).abs() < 1e-6);
            assert!((ahead.norm() - 1.0).abs() < 1e-5);
            assert!(length >= (goal - point.at).norm() - 1e-4, "{:?}", point.at);
        }
        let lines = lines(&flock(), &ways, Vec3::new(-4.0, 0.1, 0.1));
        assert!(lines.iter().all(|line| {
            let ends = line.begin.iter().chain(&line.end);
            ends.into_iter().all(|x| x.is_finite())
        }));
    }

    #[test]
    fn points_without_a_way_are_crossed() {
        let ways = ways(Vec3::new(4.0, 0.0, 0.0));
        let lines = lines(&flock(), &ways, Vec3::zeros());
        let crossed: Vec<_> = lines.iter().filter(|it| it.color == CUT_OFF).collect();
        assert!(crossed.len() > 20, "{}", crossed.len());
        assert!(crossed.iter().all(|line| line.begin.norm() < 2.0));
    }

    #[test]
    fn colours_lie_between_the_ends() {
        assert_eq!(color(0.0), Color::opaque(110, 220, 110));
        assert_eq!(color(1.0), Color::opaque(70, 90, 200));
        assert_eq!(color(f32::NAN), color(f32::NAN));
    }
}
