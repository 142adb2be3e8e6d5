//! Ways: narrow passages, boids that follow them, unreachable goals, bad options, and the same bits on any number of threads.

use flock_sim::{
    custom_rule::{CustomRule, Neighbourhood},
    settings::{Boundary, Region},
    ways::{Navigation, NavigationError, NavigationField, Ways},
    Boid, Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::{by_id, on_threads},
    judge::Judge,
    scenes::dense,
    triangles::{cuboid, geometry, turned},
};
use std::sync::Arc;

/// Half of the height and depth of the two rooms.
const ROOM: f32 = 1.5;

/// Two rooms, joined by a tunnel of 2 m with a square cross-section.
fn rooms(tunnel: f32) -> Arc<Geometry> {
    let outside = turned(&cuboid(Vec3::new(4.0, ROOM, ROOM), Vec3::zeros()));
    let (thickness, half) = ((ROOM - tunnel / 2.0) / 2.0, tunnel / 2.0);
    let beside = half + thickness;
    // Off the grid of cells, and walls that reach into the walls of the rooms.
    let off = Vec3::new(0.0, 0.031, -0.047);
    let mut triangles = outside;
    for side in [-1.0, 1.0] {
        let above = Vec3::new(1.0, thickness + 0.1, ROOM + 0.2);
        let place = Vec3::new(0.0, side * (beside + 0.1), 0.0) + off;
        triangles.extend(cuboid(above, place));
        let aside = Vec3::new(1.0, half + 0.1, thickness + 0.1);
        let place = Vec3::new(0.0, 0.0, side * (beside + 0.1)) + off;
        triangles.extend(cuboid(aside, place));
    }
    geometry(&triangles)
}

fn field(geometry: &Arc<Geometry>, radius: f32) -> Arc<NavigationField> {
    Arc::new(NavigationField::new(geometry, Navigation::new(radius)).unwrap())
}

const LEFT: Vec3 = Vec3::new(-3.0, 1.0, 0.5);
const RIGHT: Vec3 = Vec3::new(3.0, -0.5, -1.0);

#[test]
fn a_body_passes_a_tunnel_that_is_hardly_wider_and_no_narrower_one() {
    let radius = 0.2;
    for (tunnel, is_passed) in [
        (0.8, true),
        (0.5, true),
        (0.44, true),
        (0.39, false),
        (0.2, false),
    ] {
        let field = field(&rooms(tunnel), radius);
        let way = Ways::new(&field, &[RIGHT]).way_from(LEFT);
        assert_eq!(way.is_some(), is_passed, "a tunnel of {tunnel} m");
        assert_eq!(field.is_reachable(LEFT, RIGHT), is_passed, "{tunnel}");
        if let Some(way) = way {
            let straight = (RIGHT - LEFT).norm();
            assert!(way.length < 1.1 * straight, "{} m", way.length);
        }
    }
}

/// Boids head along the ways.
struct Follow(Ways);

impl CustomRule for Follow {
    fn wish(&self, boid: &Boid, _: &Neighbourhood) -> Vec3 {
        let corner = self.0.corner_from(boid.position);
        corner.map_or(Vec3::zeros(), |corner| {
            4.0 * ((corner - boid.position).normalize() * 2.0 - boid.velocity)
        })
    }
}

#[test]
fn boids_with_a_custom_rule_follow_ways_through_a_tunnel() {
    let level = rooms(0.8);
    let mut settings = Settings::default();
    settings.spawn.count = 100;
    let (min, max) = (Vec3::new(-3.7, -1.2, -1.2), Vec3::new(-1.3, 1.2, 1.2));
    settings.spawn.region = Region::Box { min, max };
    settings.boundary = Boundary::new(Region::cuboid(Vec3::new(4.0, ROOM, ROOM)));
    settings.collision.body_radius = 0.1;
    settings.motion.max_speed = 2.0;
    settings.cohesion.weight = 0.0;
    let mut flock = Flock::new(settings, Placement::default(), level.clone()).unwrap();
    flock.set_custom_rule(Some(Arc::new(Follow(Ways::new(
        &field(&level, 0.1),
        &[RIGHT],
    )))));
    let judge = Judge::new(level.triangles(), 0.5);
    for _ in 0..900 {
        let before: Vec<Vec3> = by_id(&flock).iter().map(|boid| boid.position).collect();
        flock.step();
        for (from, boid) in before.iter().zip(by_id(&flock)) {
            assert_eq!(judge.crossed(*from, boid.position), None);
        }
    }
    let arrived = flock.boids().filter(|boid| boid.position.x > 1.0).count();
    assert!(arrived >= 95, "{arrived} of 100");
}

#[test]
fn a_goal_in_sight_is_reached_straight() {
    let far = [Vec3::new(-1.0, 2.0, 0.5), Vec3::new(50.0, -3.0, 7.0)];
    let open = field(&Arc::new(Geometry::empty()), 0.3);
    let rooms = field(&rooms(0.8), 0.2);
    let near = [LEFT, Vec3::new(-2.0, -1.0, -1.0)];
    for (field, [from, to]) in [(open, far), (rooms, near)] {
        let way = Ways::new(&field, &[to]).way_from(from).unwrap();
        assert_eq!(way.points, [from, to]);
        assert_eq!(way.length, (to - from).norm());
    }
}

#[test]
fn the_way_leads_to_the_nearest_goal() {
    let field = field(&rooms(0.8), 0.2);
    let ways = Ways::new(&field, &[RIGHT, Vec3::new(-3.0, -1.0, -1.0)]);
    assert_eq!(
        ways.way_from(LEFT).unwrap().points.last(),
        Some(&ways.goals()[1])
    );
    let beside = Vec3::new(2.0, 1.0, 1.0);
    assert_eq!(ways.way_from(beside).unwrap().points.last(), Some(&RIGHT));
    assert_eq!(ways.length_from(beside), Some((RIGHT - beside).norm()));
}

#[test]
fn nothing_leads_into_a_closed_box_or_to_no_place() {
    let field = field(
        &geometry(&turned(&cuboid(Vec3::repeat(1.0), Vec3::zeros()))),
        0.2,
    );
    let outside = Vec3::new(1.8, 0.3, 0.0);
    let places = [
        Vec3::zeros(),
        Vec3::repeat(f32::NAN),
        Vec3::repeat(f32::INFINITY),
    ];
    for goal in places {
        let ways = Ways::new(&field, &[goal]);
        assert_eq!(ways.way_from(outside), None);
        assert_eq!(Ways::new(&field, &[outside]).length_from(goal), None);
        assert!(!field.is_reachable(outside, goal));
    }
    let none = Ways::new(&field, &[]);
    assert_eq!(
        (none.way_from(outside), none.corner_from(outside)),
        (None, None)
    );
    let around = Ways::new(&field, &[-outside]);
    assert!(around.way_from(outside).unwrap().points.len() > 2);
    let far = Vec3::new(1e20, 0.0, 0.0);
    let ways = Ways::new(&field, &[far]);
    assert_eq!(
        (ways.way_from(outside), ways.length_from(Vec3::zeros())),
        (None, None)
    );
    assert!(!field.is_reachable(outside, far));
}

#[test]
fn nothing_leads_through_rock() {
    let rock = cuboid(Vec3::repeat(1.0), Vec3::zeros());
    let field = field(&geometry(&rock), 0.1);
    let (inside, other) = (Vec3::repeat(0.5), Vec3::repeat(-0.5));
    assert_eq!(Ways::new(&field, &[inside]).way_from(other), None);
    assert!(!field.is_reachable(inside, other));
}

/// A floor, and on it a fence whose gaps are too narrow for the body, with a gate at one end.
#[test]
fn a_goal_near_the_floor_is_not_reached_through_a_fence() {
    let radius = 0.2;
    let mut triangles = cuboid(Vec3::new(6.0, 0.5, 6.0), Vec3::new(0.0, -0.5, 0.0));
    triangles.extend(cuboid(Vec3::new(6.0, 0.5, 6.0), Vec3::new(0.0, 3.5, 0.0)));
    for bar in 0..32 {
        let place = Vec3::new(0.0, 1.5, -6.0 + 0.33 * bar as f32);
        triangles.extend(cuboid(Vec3::new(0.05, 1.51, 0.1), place));
    }
    let level = geometry(&triangles);
    let navigation = Navigation {
        bounds: Some((Vec3::new(-6.0, 0.0, -6.0), Vec3::new(6.0, 3.0, 6.0))),
        ..Navigation::new(radius)
    };
    let field = Arc::new(NavigationField::new(&level, navigation).unwrap());
    for height in [0.05, 0.0, 1.0] {
        let (goal, start) = (Vec3::new(2.0, height, -5.0), Vec3::new(-2.0, height, -4.9));
        let ways = Ways::new(&field, &[goal]);
        let way = ways
            .way_from(start)
            .unwrap_or_else(|| panic!("at {height} m"));
        let through = way.points.iter().map(|at| at.z).fold(f32::MIN, f32::max);
        assert!(
            through > 4.2,
            "the way from {height} m leads through the fence: {way:?}"
        );
    }
}

#[test]
fn a_thin_wall_beside_coarse_cells_leaves_no_place_without_a_way() {
    let wall = [[
        Vec3::new(-9.0, -9.0, 0.0),
        Vec3::new(9.0, -9.0, 0.0),
        Vec3::new(0.0, 12.0, 0.0),
    ]];
    let (low, high) = (Vec3::new(-2.0, -2.0, -2.1), Vec3::new(2.0, 2.0, 2.0));
    let navigation = Navigation {
        cell: 2.0,
        bounds: Some((low, high)),
        ..Navigation::new(0.05)
    };
    let field = NavigationField::new(&geometry(&wall), navigation).unwrap();
    let ways = Ways::new(&Arc::new(field), &[Vec3::new(1.0, 1.0, -1.5)]);
    for step in 0..40 {
        let start = Vec3::new(-1.5, -1.0, -0.06 - 0.04 * step as f32);
        assert!(ways.way_from(start).is_some(), "from {start:?}");
    }
    assert_eq!(ways.way_from(Vec3::new(-1.5, -1.0, 0.07)), None);
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let triangles = dense::labyrinth(2.0, 2, 13);
    let goals = [Vec3::new(0.9, 0.8, 0.95)];
    let found = |threads| {
        on_threads(threads, || {
            let field = field(&geometry(&triangles), 0.15);
            let ways = Ways::new(&field, &goals);
            let starts = (0..100).map(|number| {
                let [x, y, z] = [number % 5, number / 5 % 5, number / 25].map(|k| k as f32 - 2.0);
                Vec3::new(x, y, z) * 0.73
            });
            let all: Vec<_> = starts
                .map(|from| (ways.way_from(from), ways.corner_from(from)))
                .collect();
            (field.cell_count(), field.bytes(), all)
        })
    };
    let one = found(1);
    assert!(one.2.iter().filter(|(way, _)| way.is_some()).count() > 20);
    assert_eq!(one, found(2));
    assert_eq!(one, found(7));
}

#[test]
fn bad_options_are_refused_with_their_values() {
    let level = rooms(0.8);
    let good = Navigation::new(0.2);
    let bounds = |low: f32, high: f32| Some((Vec3::repeat(low), Vec3::repeat(high)));
    let (radius, cell, most_cells) = (f32::NAN, 0.0, 0);
    let cases = [
        (
            Navigation { radius, ..good },
            "radius is NaN; allowed: 0.001",
        ),
        (Navigation { cell, ..good }, "cell is 0; allowed: 0.01"),
        (
            Navigation { most_cells, ..good },
            "most_cells is 0; allowed: 1",
        ),
        (
            Navigation {
                bounds: bounds(1.0, -1.0),
                ..good
            },
            "are no box",
        ),
        (
            Navigation {
                bounds: bounds(0.0, f32::NAN),
                ..good
            },
            "are no box",
        ),
        (
            Navigation {
                bounds: bounds(-1e6, 1e6),
                ..good
            },
            "too large for cells of 0.4 m",
        ),
        (
            Navigation {
                most_cells: 10,
                ..good
            },
            "more than 10 cells of 0.4 m",
        ),
    ];
    for (navigation, message) in cases {
        let error = NavigationField::new(&level, navigation).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
        let is_found_later = matches!(
            error,
            NavigationError::TooManyCells(_) | NavigationError::TooLarge { .. }
        );
        assert_eq!(navigation.validate().is_ok(), is_found_later);
    }
}

#[test]
fn cells_are_coarser_where_they_would_be_too_many() {
    let level = rooms(0.8);
    let fine = NavigationField::new(
        &level,
        Navigation {
            cell: 0.8,
            ..Navigation::new(0.1)
        },
    )
    .unwrap();
    assert_eq!(fine.finest_cell(), 0.1);
    let most_cells = fine.cell_count() - 1;
    let coarse = Navigation {
        most_cells,
        ..*fine.navigation()
    };
    let coarse = NavigationField::new(&level, coarse).unwrap();
    assert!(coarse.finest_cell() > 0.1 && coarse.cell_count() <= most_cells);
}
