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

/// A slice through the level, in the flock's frame.
struct Slice {
    middle: Vec3,
    normal: Vec3,
    /// Unit vectors in the slice, at right angles.
    sides: [Vec3; 2],
    /// Distance between points, in metres.
    spacing: f32,
}

/// The lines on the slice through a position in the world: in the plane of the ways, and horizontal
/// for ways in three dimensions.
pub(super) fn lines(flock: &Flock, ways: &Ways, middle: Vec3) -> Vec<Line> {
    let frame = flock.frame();
    let slice = Slice::new(ways, frame.point_to_frame(middle));
    let points = slice.points(ways);
    let lengths = points
        .iter()
        .filter_map(|it| it.way)
        .map(|(_, length)| length);
    let farthest = lengths.fold(slice.spacing, f32::max);
    let mut lines: Vec<_> = { points.iter() }
        .flat_map(|point| match point.way {
            Some((ahead, length)) => slice.arrow(point.at, ahead, color(length / farthest)),
            None => slice.cross(point.at),
        })
        .collect();
    for line in &mut lines {
        line.begin = frame.point_to_world(line.begin);
        line.end = frame.point_to_world(line.end);
    }
    lines
}

impl Slice {
    fn new(ways: &Ways, middle: Vec3) -> Self {
        let navigation = ways.field().navigation();
        let plane = navigation.plane.as_ref();
        let normal = plane.map_or_else(Vec3::y, |plane| plane.normal);
        let aside = Vec3::ith(normal.iamin(), 1.0).cross(&normal).normalize();
        Self {
            middle: plane.map_or(middle, |plane| plane.nearest(middle)),
            normal,
            sides: [aside, normal.cross(&aside)],
            spacing: navigation.cell,
        }
    }

    /// Points in cells of the level around the middle. They stay where they are while the middle
    /// moves by less than the spacing.
    fn points(&self, ways: &Ways) -> Vec<Point> {
        let spacing = self.spacing;
        let on_grid = |axis: Vec3| {
            let along = axis.dot(&self.middle);
            axis * (((along / spacing).floor() + 0.5) * spacing)
        };
        let [u, v] = self.sides.map(on_grid);
        let height = match ways.field().navigation().plane {
            Some(_) => self.normal * self.normal.dot(&self.middle),
            None => on_grid(self.normal),
        };
        let center = u + v + height;
        let steps = (-SIDE..=SIDE).flat_map(|u| (-SIDE..=SIDE).map(move |v| [u, v]));
        let at = steps.map(|steps| {
            let [u, v] = steps.map(|steps| steps as f32 * spacing);
            center + self.sides[0] * u + self.sides[1] * v
        });
        at.filter_map(|at| Point::of(ways, at)).collect()
    }

    /// An arrow around a point, with barbs in the slice.
    fn arrow(&self, at: Vec3, ahead: Vec3, color: Color) -> Vec<Line> {
        let along = ahead * (ARROW * self.spacing);
        let (begin, end) = (at - along / 2.0, at + along / 2.0);
        let aside = along.cross(&self.normal);
        let barbs = [aside, -aside].map(|aside| end + (aside / 2.0 - along) * BARB);
        let ends = [(begin, end), (end, barbs[0]), (end, barbs[1])];
        ends.map(|(begin, end)| Line { begin, end, color }).to_vec()
    }

    /// A cross in the slice.
    fn cross(&self, at: Vec3) -> Vec<Line> {
        let [u, v] = self.sides.map(|side| side * (CROSS * self.spacing));
        let color = CUT_OFF;
        let line = |along| Line {
            begin: at - along,
            end: at + along,
            color,
        };
        [u + v, u - v].map(line).to_vec()
    }
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

#[cfg(test)]
mod tests {
    use super::{super::test_ways::ways, *};
    use fyrox_flock::sim::{
        geometry::shapes,
        ways::{Navigation, NavigationField, NavigationPlane},
        Geometry, Placement, Settings,
    };
    use std::sync::Arc;

    fn flock() -> Flock {
        let mut settings = Settings::default();
        settings.spawn.count = 0;
        Flock::new(settings, Placement::default(), Default::default()).unwrap()
    }

    #[test]
    fn arrows_lead_to_the_goal_around_the_ball() {
        let goal = Vec3::new(4.0, 0.0, 0.0);
        let ways = ways(goal);
        let slice = Slice::new(&ways, Vec3::new(-4.0, 0.1, 0.1));
        let points = slice.points(&ways);
        let outside: Vec<_> = { points.iter() }
            .filter(|point| point.at.norm() > 2.5)
            .collect();
        assert!(outside.len() > 100, "{}", outside.len());
        for point in outside {
            let (ahead, length) = point.way.unwrap();
            assert!((point.at.y - 0.5 * slice.spacing).abs() < 1e-6);
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
    fn a_slice_lies_in_the_plane_of_the_ways() {
        let plane = NavigationPlane::new(Vec3::new(0.0, 0.6, 0.8), 0.3);
        let navigation = Navigation {
            plane: Some(plane),
            ..Navigation::new(0.3)
        };
        let (geometry, _) = Geometry::new(&shapes::ball(2.0, 3));
        let field = NavigationField::new(&Arc::new(geometry), navigation).unwrap();
        let ways = Ways::new(&Arc::new(field), &[Vec3::x() * 4.0]);
        let slice = Slice::new(&ways, Vec3::new(-4.0, 3.0, 1.0));
        assert!((slice.middle - plane.nearest(slice.middle)).norm() < 1e-4);
        let points = slice.points(&ways);
        assert!(points.len() > 100, "{}", points.len());
        for Point { at, way } in points {
            assert!((at - plane.nearest(at)).norm() < 1e-3, "{at:?}");
            let (ahead, _) = way.unwrap();
            assert!(ahead.dot(&plane.normal).abs() < 1e-3, "{ahead:?}");
        }
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
        assert_eq!(color(7.0), color(1.0));
        assert_eq!(color(-1.0), color(0.0));
    }
}
