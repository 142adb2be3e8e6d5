//! Ways in a plane: narrow doors, positions beside the plane, the number of cells, bad planes.

use flock_sim::{
    ways::{Navigation, NavigationError, NavigationField, NavigationPlane, Way, Ways},
    Geometry, Vec3,
};
use flock_testkit::{
    flocks::on_threads,
    planar_rooms::{PlanarRooms, HEIGHT},
    scenes::levels,
    triangles::{cuboid, geometry},
    two_rooms::{LEFT, RIGHT},
};
use std::sync::Arc;

/// The plane of the rooms at a height.
fn plane(rooms: &PlanarRooms, height: f32) -> NavigationPlane {
    let normal = rooms.normal();
    let through = rooms.in_level(Vec3::new(0.0, height, 0.0));
    NavigationPlane::new(normal, normal.dot(&through))
}

fn field_in(
    level: &Arc<Geometry>,
    navigation: Navigation,
    plane: NavigationPlane,
) -> Arc<NavigationField> {
    let navigation = Navigation {
        plane: Some(plane),
        ..navigation
    };
    Arc::new(NavigationField::new(level, navigation).unwrap())
}

#[track_caller]
fn assert_in_plane(way: &Way, plane: &NavigationPlane) {
    for point in &way.points {
        let beside = (plane.nearest(*point) - point).norm();
        assert!(beside < 1e-5, "{beside} m beside the plane: {way:?}");
    }
}

/// The door is 1.11 m wide.
#[test]
fn a_body_passes_a_door_that_is_hardly_wider_and_no_narrower_one() {
    for rooms in PlanarRooms::all() {
        let (level, plane) = (rooms.level(), plane(&rooms, HEIGHT));
        let [left, right] = [LEFT, RIGHT].map(|it| plane.nearest(rooms.in_level(it)));
        for (radius, is_passed) in [(0.1, true), (0.4, true), (0.5, true), (0.57, false)] {
            let field = field_in(&level, Navigation::new(radius), plane);
            let way = Ways::new(&field, &[right]).way_from(left);
            assert_eq!(way.is_some(), is_passed, "{radius} m in {rooms:?}");
            assert_eq!(field.is_reachable(left, right), is_passed);
            if let Some(way) = way {
                assert_in_plane(&way, &plane);
                assert!((7.5..10.0).contains(&way.length), "{} m", way.length);
            }
        }
    }
}

/// A beam lies across the rooms, at one height.
#[test]
fn only_what_is_at_the_height_of_the_plane_is_in_the_way() {
    let level = geometry(&cuboid(Vec3::new(0.5, 0.5, 6.0), Vec3::new(0.0, 1.0, 0.0)));
    let (start, goal) = (Vec3::new(-4.0, 0.0, 0.0), Vec3::new(4.0, 0.0, 0.0));
    for (height, is_straight) in [
        (0.25, true),
        (0.35, false),
        (1.0, false),
        (1.65, false),
        (1.75, true),
        (90.0, true),
    ] {
        let plane = NavigationPlane::new(-Vec3::y(), -height);
        let field = field_in(&level, Navigation::new(0.2), plane);
        let way = Ways::new(&field, &[goal]).way_from(start).unwrap();
        assert_in_plane(&way, &plane);
        assert_eq!(way.points.len() == 2, is_straight, "at {height} m");
        assert_eq!(way.length < 8.1, is_straight);
    }
}

#[test]
fn positions_beside_the_plane_stand_for_those_in_it() {
    for rooms in PlanarRooms::all() {
        let plane = plane(&rooms, HEIGHT);
        let field = field_in(&rooms.level(), Navigation::new(0.15), plane);
        let [left, right] = [LEFT, RIGHT].map(|it| plane.nearest(rooms.in_level(it)));
        let ways = Ways::new(&field, &[right]);
        let way = ways.way_from(left).unwrap();
        // The last of these are outside of the rooms.
        for height in [-1.9, 0.3, 5.0, -40.0] {
            let [beside_left, beside_right] = [left, right].map(|it| it + height * rooms.normal());
            let others = Ways::new(&field, &[beside_right]);
            assert_eq!(others.goals(), [beside_right]);
            assert!(others.unreachable().is_empty());
            let other = others.way_from(beside_left).unwrap();
            assert_in_plane(&other, &plane);
            assert!((other.length - way.length).abs() < 0.01 * way.length);
            assert!(field.is_reachable(beside_left, beside_right));
            let corners = [left, beside_left].map(|it| ways.corner_from(it).unwrap());
            assert!((corners[0] - corners[1]).norm() < 1e-5, "{corners:?}");
        }
        let nowhere = right + Vec3::repeat(f32::NAN);
        assert_eq!(ways.way_from(nowhere), None);
        assert_eq!(Ways::new(&field, &[nowhere]).unreachable(), [0]);
    }
}

/// Walls along Z of a level of 60 x 30 m.
fn large_level() -> Vec<[Vec3; 3]> {
    let mut numbers = levels::Numbers::new(3);
    let mut triangles = Vec::new();
    for _ in 0..120 {
        let center = Vec3::new(
            30.0 * numbers.signed_unit(),
            15.0 * numbers.signed_unit(),
            0.0,
        );
        let long = 1.0 + numbers.signed_unit().abs();
        let half = match numbers.signed_unit() > 0.0 {
            true => Vec3::new(long, 0.1, 20.0),
            false => Vec3::new(0.1, long, 20.0),
        };
        triangles.extend(cuboid(half, center));
    }
    triangles
}

#[test]
fn a_level_has_the_cells_of_a_plane() {
    let level = geometry(&large_level());
    let navigation = Navigation {
        cell: 0.5,
        bounds: Some((Vec3::new(-30.0, -15.0, -20.0), Vec3::new(30.0, 15.0, 20.0))),
        ..Navigation::new(0.45)
    };
    // 7,200 cells of this size cover the level.
    let count = |plane| field_in(&level, navigation, plane).cell_count();
    let upright = count(NavigationPlane::new(Vec3::z(), 0.0));
    assert!((2_000..7_200).contains(&upright), "{upright}");
    // The walls are the same at all heights, also where the grid begins elsewhere.
    for height in [0.123, 0.25, 0.5, -3.0] {
        let other = count(NavigationPlane::new(Vec3::z(), height));
        assert!(other.abs_diff(upright) < upright / 10, "{other}");
    }
    // Finer cells are only beside walls.
    let fine = Navigation {
        radius: 0.2,
        ..navigation
    };
    let fine = field_in(&level, fine, NavigationPlane::new(Vec3::z(), 0.0));
    assert_eq!(fine.finest_cell(), 0.125);
    assert!(fine.cell_count() < 30_000, "{}", fine.cell_count());
    // A slanted plane cuts more cubes.
    let slanted = Vec3::new(0.1, 0.2, 1.0).normalize();
    let slanted = count(NavigationPlane::new(slanted, 0.0));
    assert!((upright..2 * upright).contains(&slanted), "{slanted}");
}

#[test]
fn cells_are_coarser_where_they_would_be_too_many_for_the_plane() {
    let level = geometry(&large_level());
    let plane = NavigationPlane::new(Vec3::z(), 0.0);
    let fine = field_in(&level, Navigation::new(0.1), plane);
    assert_eq!(fine.finest_cell(), 0.0625);
    let most_cells = fine.cell_count() - 1;
    let coarse = Navigation {
        most_cells,
        ..*fine.navigation()
    };
    let coarse = NavigationField::new(&level, coarse).unwrap();
    assert!(coarse.finest_cell() > 0.07 && coarse.cell_count() <= most_cells);
    let none = Navigation {
        most_cells: 100,
        ..*fine.navigation()
    };
    let error = NavigationField::new(&level, none).unwrap_err();
    assert!(matches!(error, NavigationError::TooManyCells(_)), "{error}");
}

#[test]
fn the_number_of_threads_changes_no_bit_of_ways_in_a_plane() {
    let triangles = large_level();
    let normal = Vec3::new(0.1, 0.0, 1.0).normalize();
    let found = |threads| {
        on_threads(threads, || {
            let plane = NavigationPlane::new(normal, 0.3);
            let field = field_in(&geometry(&triangles), Navigation::new(0.2), plane);
            let ways = Ways::new(&field, &[Vec3::new(20.0, 9.0, 0.0)]);
            let starts = (0..100).map(|number| {
                let [x, y] = [number % 10, number / 10].map(|k| k as f32 - 4.5);
                Vec3::new(5.5 * x, 2.7 * y, 0.0)
            });
            let all: Vec<_> = starts
                .map(|from| (ways.way_from(from), ways.corner_from(from)))
                .collect();
            (field.cell_count(), field.bytes(), all)
        })
    };
    let one = found(1);
    assert!(one.2.iter().filter(|(way, _)| way.is_some()).count() > 70);
    assert_eq!(one, found(2));
    assert_eq!(one, found(7));
}

#[test]
fn bad_planes_are_refused_with_their_values() {
    let level = Arc::new(Geometry::empty());
    for (normal, coordinate) in [
        (Vec3::zeros(), 0.0),
        (Vec3::new(0.0, 2.0, 0.0), 0.0),
        (Vec3::new(0.0, f32::NAN, 1.0), 0.0),
        (Vec3::y(), f32::NAN),
        (Vec3::y(), 1.1e6),
    ] {
        let plane = NavigationPlane::new(normal, coordinate);
        let navigation = Navigation {
            plane: Some(plane),
            ..Navigation::new(0.2)
        };
        let error = NavigationField::new(&level, navigation).unwrap_err();
        assert!(matches!(error, NavigationError::Plane(_)), "{error}");
        let message = error.to_string();
        assert!(
            message.contains(&format!("at {coordinate} m along")),
            "{message}"
        );
        assert!(plane.validate().is_err() && navigation.validate().is_err());
    }
    let plane = NavigationPlane::new(Vec3::x(), 1e6);
    let field = field_in(&level, Navigation::new(0.2), plane);
    let (from, to) = (Vec3::new(1e6, 0.0, 1.0), Vec3::new(1e6, 3.0, -2.0));
    assert!(field.is_reachable(from, to));
}
