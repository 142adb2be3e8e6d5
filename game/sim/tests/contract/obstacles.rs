//! Moving obstacles: the API, bad values, and what they must not change.

use crate::support::flocks::{by_id, flock, on_threads, settings_in_cube};
use flock_sim::{
    shapes, Boundary, BoundaryMode, Driver, EventKind, EventMask, Flock, Geometry, InputLog,
    MovingObstacle, ObstacleId, ObstacleShape, Placement, Plane, Region, Relation, RelationKind,
    Settings, Snapshot, Vec3, World,
};
use nalgebra::UnitQuaternion;
use std::sync::Arc;

fn at(x: f32, y: f32, z: f32) -> Placement {
    Placement {
        origin: Vec3::new(x, y, z),
        ..Placement::default()
    }
}

fn ball(radius: f32, placement: Placement) -> MovingObstacle {
    let shape = ObstacleShape::Sphere { radius };
    MovingObstacle { shape, placement }
}

/// A ball, a capsule, a box and a hull.
fn shapes() -> [ObstacleShape; 4] {
    let corners = [
        [0.0, 0.0, 0.0],
        [0.6, 0.0, 0.0],
        [0.0, 0.6, 0.0],
        [0.0, 0.0, 0.6],
    ];
    [
        ObstacleShape::Sphere { radius: 0.3 },
        ObstacleShape::Capsule {
            start: Vec3::zeros(),
            end: Vec3::y(),
            radius: 0.2,
        },
        ObstacleShape::Box {
            half_extents: Vec3::new(0.5, 0.05, 0.3),
        },
        ObstacleShape::ConvexHull {
            points: corners.map(Vec3::from).to_vec(),
        },
    ]
}

/// A flock in which obstacles of all shapes circle.
fn busy(driver: Driver) -> (Flock, Vec<ObstacleId>) {
    let mut settings = settings_in_cube(1200);
    settings.simulation.driver = driver;
    let mut flock = Flock::new(settings, Placement::default(), Default::default()).unwrap();
    let ids = shapes().map(|shape| {
        let placement = at(5.0, 0.0, 0.0);
        flock
            .add_obstacle(MovingObstacle { shape, placement })
            .unwrap()
    });
    (flock, ids.to_vec())
}

/// Where the obstacles of [`busy`] are after so many seconds.
fn circling(number: usize, seconds: f32) -> Placement {
    let angle = 3.0 * seconds + number as f32;
    Placement {
        origin: Vec3::new(angle.cos(), 0.2 * number as f32 - 0.3, angle.sin()),
        rotation: UnitQuaternion::from_scaled_axis(Vec3::new(angle, 0.5 * angle, 0.0)),
    }
}

fn move_all(flock: &mut Flock, ids: &[ObstacleId], seconds: f32) {
    for (number, id) in ids.iter().enumerate() {
        let placement = circling(number, seconds);
        assert!(flock.move_obstacle(*id, placement).unwrap());
    }
}

fn run(driver: Driver, steps: usize) -> u64 {
    let (mut flock, ids) = busy(driver);
    for step in 0..steps {
        move_all(&mut flock, &ids, step as f32 / 60.0);
        flock.step();
    }
    let statistics = flock.statistics();
    assert!(
        statistics.contacts > 100 && statistics.rescued > 0,
        "{statistics:?}"
    );
    flock.state_hash()
}

#[test]
fn equal_bits_on_any_number_of_threads() {
    let expected = run(Driver::SingleThread, 200);
    for threads in [1, 2, 3, 8] {
        let found = on_threads(threads, || run(Driver::AllThreads, 200));
        assert_eq!(found, expected, "{threads} threads");
    }
}

#[test]
fn obstacles_far_away_or_without_collision_change_no_bit() {
    let without = |settings: &Settings| {
        let mut flock =
            Flock::new(settings.clone(), Placement::default(), Default::default()).unwrap();
        (0..100).for_each(|_| flock.step());
        by_id(&flock)
    };
    let with = |settings: &Settings, placement: Placement| {
        let mut flock =
            Flock::new(settings.clone(), Placement::default(), Default::default()).unwrap();
        let id = flock.add_obstacle(ball(1.0, placement)).unwrap();
        for step in 0..100 {
            let mut to = placement;
            to.origin.y += 0.001 * step as f32;
            flock.move_obstacle(id, to).unwrap();
            flock.step();
        }
        by_id(&flock)
    };
    let mut settings = settings_in_cube(500);
    assert_eq!(with(&settings, at(500.0, 0.0, 0.0)), without(&settings));
    settings.boundary.response = BoundaryMode::Wrap;
    assert_eq!(with(&settings, at(500.0, 0.0, 0.0)), without(&settings));
    assert_ne!(with(&settings, Placement::default()), without(&settings));
    settings.collision.enabled = false;
    assert_eq!(with(&settings, Placement::default()), without(&settings));
}

#[test]
fn a_frame_moves_in_equal_parts_of_its_steps() {
    let mut flock = Flock::new(settings_in_cube(0), at(0.0, 0.0, 0.0), Default::default()).unwrap();
    let id = flock.add_obstacle(ball(1.0, at(0.0, 0.0, 0.0))).unwrap();
    let place = |flock: &Flock| flock.obstacles().next().unwrap().1.placement;
    flock.move_obstacle(id, at(3.0, 0.0, 0.0)).unwrap();
    // A frame without a step leaves it for the next one.
    assert_eq!(flock.advance(0.004).steps, 0);
    assert_eq!(place(&flock), at(0.0, 0.0, 0.0));
    flock.start_log();
    assert_eq!(flock.advance(0.05).steps, 3);
    assert_eq!(place(&flock), at(3.0, 0.0, 0.0));
    let log = flock.take_log();
    let parts: Vec<String> = log.inputs().iter().map(|it| format!("{it:?}")).collect();
    assert_eq!(parts.len(), 3);
    for (part, x) in parts.iter().zip(["[[1.0, ", "[[2.0, ", "[[3.0, "]) {
        assert!(part.contains(x), "{part}");
    }
    flock.advance(0.05);
    assert_eq!(place(&flock), at(3.0, 0.0, 0.0));
}

/// Related flocks make the steps of the first one, in which the obstacles of all go equal parts.
#[test]
fn so_does_a_frame_of_related_flocks() {
    let mut world = World::new();
    let new = || {
        Flock::new(
            settings_in_cube(10),
            Placement::default(),
            Default::default(),
        )
    };
    let [first, second] = [0, 1].map(|_| world.add(new().unwrap()));
    let kind = RelationKind::Flee;
    let flee = Relation {
        kind,
        ..Relation::default()
    };
    world.set_relation(first, second, flee).unwrap();
    let flock = world.flock_mut(second).unwrap();
    let id = flock.add_obstacle(ball(1.0, at(0.0, 0.0, 0.0))).unwrap();
    flock.move_obstacle(id, at(3.0, 0.0, 0.0)).unwrap();
    flock.start_log();
    assert_eq!(world.advance(0.051).unwrap().steps, 3);
    let log = world.flock_mut(second).unwrap().take_log();
    assert_eq!(log.inputs().len(), 3);
}

#[test]
fn a_log_repeats_them_at_any_frame_rate() {
    let (mut flock, ids) = busy(Driver::SingleThread);
    flock.start_log();
    let mut seconds = 0.0;
    for frame in 0..80 {
        move_all(&mut flock, &ids, seconds);
        if frame == 20 {
            flock
                .teleport_obstacle(ids[0], Placement::default())
                .unwrap();
            flock.add_obstacle(ball(0.4, at(0.5, 0.0, 0.0))).unwrap();
            flock.remove_obstacle(ids[1]).unwrap();
            assert!(!flock.move_obstacle(ids[1], Placement::default()).unwrap());
        }
        if frame == 20 {
            // The others go on.
            break;
        }
        seconds += 0.031;
        flock.advance(0.031);
    }
    for _ in 0..60 {
        seconds += 0.031;
        flock.move_obstacle(ids[2], circling(2, seconds)).unwrap();
        flock.advance(0.031);
    }
    let saved = ron::to_string(&flock.take_log()).unwrap();
    let log: InputLog = ron::from_str(&saved).unwrap();
    let (mut again, _) = busy(Driver::SingleThread);
    again.replay(log);
    while again.statistics().steps < flock.statistics().steps {
        again.advance(1.0 / 144.0);
    }
    assert_eq!(again.state_hash(), flock.state_hash());
}

#[test]
fn a_restored_flock_goes_on_with_the_same_bits() {
    let (mut flock, ids) = busy(Driver::SingleThread);
    for step in 0..50 {
        move_all(&mut flock, &ids, step as f32 / 60.0);
        flock.step();
    }
    let saved = ron::to_string(&flock.snapshot()).unwrap();
    let snapshot: Snapshot = ron::from_str(&saved).unwrap();
    let mut restored = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
    for step in 50..100 {
        for flock in [&mut flock, &mut restored] {
            move_all(flock, &ids, step as f32 / 60.0);
            flock.step();
        }
    }
    assert_eq!(restored.state_hash(), flock.state_hash());
    let bad = saved.replacen("radius:0.3", "radius:-0.3", 1);
    let snapshot: Snapshot = ron::from_str(&bad).unwrap();
    let error = Flock::restore(&snapshot, flock.geometry().clone()).unwrap_err();
    assert!(
        error.to_string().contains("obstacle.radius is -0.3"),
        "{error}"
    );
}

#[test]
fn bad_values_are_refused_with_value_range_and_remedy() {
    let mut flock = Flock::new(
        settings_in_cube(5),
        Placement::default(),
        Default::default(),
    )
    .unwrap();
    let flat = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [1.0, 1.0, 0.0],
    ];
    let round = flock_sim::shapes::ball(1.0, 3).into_iter().flatten();
    let hull = |points: Vec<Vec3>| ObstacleShape::ConvexHull { points };
    let bad = [
        (
            ObstacleShape::Sphere { radius: f32::NAN },
            "obstacle.radius is NaN; allowed: 0.001 to 1000 m",
        ),
        (
            ObstacleShape::Box {
                half_extents: Vec3::new(1.0, 0.0, 1.0),
            },
            "obstacle.half_extents.y is 0; allowed: 0.001 to 1000 m",
        ),
        (
            ObstacleShape::Capsule {
                start: Vec3::new(0.0, f32::INFINITY, 0.0),
                end: Vec3::zeros(),
                radius: 1.0,
            },
            "obstacle.start is (0, inf, 0); allowed: -1000 to 1000 m in every component",
        ),
        (
            hull(flat[..3].iter().map(|it| Vec3::from(*it)).collect()),
            "obstacle.points is a list of 3; allowed: 4 to 1024",
        ),
        (
            hull(flat.map(Vec3::from).to_vec()),
            "obstacle.points is a list of 4; allowed: points that span a volume",
        ),
        (
            hull(round.take(1000).collect()),
            "obstacle.points is a list of 1000 whose hull has more than 64 triangles; \
             allowed: 64 triangles, which 34 corners have; take fewer points",
        ),
    ];
    for (shape, expected) in bad {
        let placement = Placement::default();
        let error = flock
            .add_obstacle(MovingObstacle { shape, placement })
            .unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    let id = flock.add_obstacle(ball(0.1, at(9.0, 0.0, 0.0))).unwrap();
    let far = at(1e5, 0.0, 0.0);
    for result in [
        flock.move_obstacle(id, far),
        flock.teleport_obstacle(id, far),
    ] {
        assert_eq!(
            result.unwrap_err().to_string(),
            "obstacle.placement.origin is (100000, 0, 0); allowed: -10000 to 10000 m in every component"
        );
    }
    for _ in 1..256 {
        flock.add_obstacle(ball(0.1, at(9.0, 0.0, 0.0))).unwrap();
    }
    let error = flock
        .add_obstacle(ball(0.1, Placement::default()))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "number of obstacles is 256; allowed: fewer than 256 before another one is added"
    );
    assert!(flock.remove_obstacle(id).is_some() && flock.remove_obstacle(id).is_none());
    assert!(flock.add_obstacle(ball(0.1, Placement::default())).unwrap() > id);
}

/// A wall that comes pushes a boid before it, at its own speed.
#[test]
fn a_boid_at_rest_is_carried_along() {
    let mut settings = Settings::default();
    settings.avoidance.enabled = false;
    settings.motion.min_speed = 0.0;
    let mut flock = flock(
        settings,
        Placement::default(),
        &[(Vec3::zeros(), Vec3::zeros())],
    );
    let half_extents = Vec3::new(0.1, 1.0, 1.0);
    let shape = ObstacleShape::Box { half_extents };
    let placement = at(-0.5, 0.0, 0.0);
    let wall = flock
        .add_obstacle(MovingObstacle { shape, placement })
        .unwrap();
    for step in 1..=60 {
        let x = -0.5 + step as f32 / 60.0;
        flock.move_obstacle(wall, at(x, 0.0, 0.0)).unwrap();
        flock.step();
    }
    let boid = flock.boids().next().unwrap();
    assert!(
        (boid.position.x - (0.5 + 0.1 + 0.052)).abs() < 0.01,
        "{boid:?}"
    );
    assert!((boid.velocity.x - 1.0).abs() < 0.05, "{boid:?}");
    assert_eq!(flock.statistics().rescued, 0);
}

#[test]
fn who_is_under_a_teleported_obstacle_is_carried_out_with_an_event() {
    let mut flock = Flock::new(
        settings_in_cube(400),
        Placement::default(),
        Default::default(),
    )
    .unwrap();
    flock.set_events(EventMask::RESCUED);
    let id = flock.add_obstacle(ball(0.8, at(50.0, 0.0, 0.0))).unwrap();
    flock.step();
    assert_eq!(flock.drain_events().len(), 0);
    let before = flock.in_sphere(Vec3::zeros(), 0.7).count();
    assert!(before > 30);
    flock.teleport_obstacle(id, Placement::default()).unwrap();
    flock.step();
    let events = flock
        .drain_events()
        .filter(|it| it.kind == EventKind::Rescued);
    let rescued = events.count();
    assert!(rescued >= before, "{rescued} of {before}");
    assert_eq!(flock.statistics().rescued, rescued as u64);
    assert_eq!(
        (flock.len(), flock.in_sphere(Vec3::zeros(), 0.82).count()),
        (400, 0)
    );
}

#[test]
fn nobody_starts_inside() {
    let mut settings = settings_in_cube(0);
    settings.boundary.enabled = false;
    let mut flock = Flock::new(settings.clone(), Placement::default(), Default::default()).unwrap();
    let id = flock.add_obstacle(ball(0.9, Placement::default())).unwrap();
    flock.spawn(500).unwrap();
    assert_eq!(flock.in_sphere(Vec3::zeros(), 0.9499).count(), 0);
    let error = flock
        .spawn_at(Vec3::new(0.5, 0.0, 0.0), Vec3::zeros())
        .unwrap_err();
    assert!(
        error.to_string().starts_with("position is (0.5, 0, 0)"),
        "{error}"
    );
    assert!(!flock.is_clear(Vec3::zeros(), 0.0) && flock.is_clear(Vec3::repeat(3.0), 0.1));
    // An obstacle over all of the region: they wait until it is gone.
    flock.teleport_obstacle(id, at(9.0, 0.0, 0.0)).unwrap();
    let cover = flock.add_obstacle(ball(3.0, Placement::default())).unwrap();
    flock.spawn(10).unwrap();
    assert_eq!(flock.not_placed(), 10);
    flock.remove_obstacle(cover).unwrap();
    (0..10).for_each(|_| flock.step());
    assert_eq!(flock.not_placed(), 0);
}

#[test]
fn planar_flocks_are_pushed_in_their_plane() {
    let mut settings = settings_in_cube(300);
    settings.motion.plane = Plane::Xz;
    settings.avoidance.enabled = false;
    settings.spawn.region = Region::Box {
        min: Vec3::new(-1.0, 0.0, -1.0),
        max: Vec3::new(1.0, 0.001, 1.0),
    };
    let mut flock = Flock::new(settings, Placement::default(), Default::default()).unwrap();
    let heights = |flock: &Flock| {
        by_id(flock)
            .iter()
            .map(|it| it.position.y)
            .collect::<Vec<_>>()
    };
    let before = heights(&flock);
    let fall = flock.add_obstacle(ball(0.6, at(0.0, 1.0, 0.0))).unwrap();
    for step in 0..120 {
        let place = at(0.01 * step as f32 - 0.5, 1.0 - step as f32 / 60.0, 0.0);
        flock.move_obstacle(fall, place).unwrap();
        flock.step();
        assert_eq!(flock.in_sphere(place.origin, 0.62).count(), 0);
    }
    assert!(flock.statistics().contacts > 10);
    assert_eq!(heights(&flock), before);
}

/// An obstacle in the way through a boundary that wraps: boids wait, and pass when it is gone. None
/// is pushed through.
#[test]
fn no_boid_wraps_into_an_obstacle() {
    let boundary = Boundary {
        response: BoundaryMode::Wrap,
        ..Boundary::new(Region::Box {
            min: Vec3::repeat(-1.0),
            max: Vec3::repeat(1.0),
        })
    };
    let mut settings = Settings {
        boundary,
        ..Settings::default()
    };
    settings.avoidance.enabled = false;
    let start = (Vec3::new(0.9, 0.0, 0.0), Vec3::x());
    let mut flock = flock(settings, Placement::default(), &[start]);
    let half_extents = Vec3::new(0.3, 5.0, 5.0);
    let shape = ObstacleShape::Box { half_extents };
    let placement = at(-1.0, 0.0, 0.0);
    let plug = flock
        .add_obstacle(MovingObstacle { shape, placement })
        .unwrap();
    for _ in 0..60 {
        flock.step();
        let x = flock.boids().next().unwrap().position.x;
        assert!((0.85..=1.0).contains(&x), "{x}");
    }
    flock.remove_obstacle(plug).unwrap();
    (0..30).for_each(|_| flock.step());
    let x = flock.boids().next().unwrap().position.x;
    assert!(x < -0.5, "{x}");
    assert_eq!(flock.statistics().rescued, 0);
}

#[test]
fn extreme_values_have_an_outcome() {
    let (mut flock, ids) = busy(Driver::AllThreads);
    let far = Placement {
        origin: Vec3::repeat(1e4),
        rotation: UnitQuaternion::from_scaled_axis(Vec3::y() * 3.0),
    };
    for place in [far, at(-1e4, 1e4, 0.0), Placement::default(), far] {
        for id in &ids {
            flock.move_obstacle(*id, place).unwrap();
        }
        flock.step();
        assert_eq!(flock.len() + flock.not_placed(), 1200);
        for boid in flock.boids() {
            assert!(boid.position.iter().all(|x| x.is_finite()), "{boid:?}");
        }
    }
}

#[test]
fn boids_that_wait_under_an_obstacle_start_when_it_is_teleported_away() {
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    let half = Vec3::repeat(1.0);
    settings.spawn.region = Region::Box {
        min: -half,
        max: half,
    };
    let mut flock = Flock::new(settings, Placement::default(), Default::default()).unwrap();
    let obstacle = MovingObstacle {
        shape: ObstacleShape::Sphere { radius: 3.0 },
        placement: Placement::default(),
    };
    let ball = flock.add_obstacle(obstacle).unwrap();
    flock.spawn(10).unwrap();
    flock.step();
    assert_eq!(flock.not_placed(), 10);
    let far = Placement {
        origin: Vec3::x() * 50.0,
        ..Placement::default()
    };
    assert!(flock.teleport_obstacle(ball, far).unwrap());
    (0..3).for_each(|_| flock.step());
    assert_eq!((flock.len(), flock.not_placed()), (10, 0));
}

/// A flock of boids that stay within 2 m of the origin, and a box far away that covers all of that.
fn under_a_box(count: u32, geometry: &[[Vec3; 3]]) -> (Flock, ObstacleId) {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.region = Region::Sphere {
        center: Vec3::zeros(),
        radius: 2.0,
    };
    settings.boundary.enabled = false;
    let geometry = Arc::new(Geometry::new(geometry).0);
    let mut flock = Flock::new(settings, Placement::default(), geometry).unwrap();
    let shape = ObstacleShape::Box {
        half_extents: Vec3::repeat(2.5),
    };
    let placement = at(50.0, 0.0, 0.0);
    let id = flock
        .add_obstacle(MovingObstacle { shape, placement })
        .unwrap();
    flock.step();
    (flock, id)
}

#[test]
fn thousands_under_a_teleported_obstacle_are_carried_out_in_one_step() {
    let pillars = (-2..=2).flat_map(|x| {
        let pillar = shapes::cuboid(Vec3::new(0.1, 1.0, 0.1)).into_iter();
        pillar.map(move |triangle| triangle.map(|corner| corner + Vec3::x() * x as f32))
    });
    for geometry in [Vec::new(), pillars.collect()] {
        let (mut flock, id) = under_a_box(4000, &geometry);
        flock.teleport_obstacle(id, Placement::default()).unwrap();
        flock.step();
        let inside = flock.boids().filter(|boid| boid.position.amax() < 2.5);
        assert_eq!(inside.count(), 0);
        assert_eq!((flock.len(), flock.not_placed()), (4000, 0));
        assert_eq!(flock.statistics().rescued, 4000);
    }
}

#[test]
fn thousands_without_a_place_in_sight_are_all_carried_out() {
    // Rooms of a metre: no boid sees a place beyond the obstacle.
    let walls = (-3..=3).flat_map(|wall| {
        (0..3).flat_map(move |axis| {
            let (mut half, mut centre) = (Vec3::repeat(3.0), Vec3::zeros());
            (half[axis], centre[axis]) = (0.02, wall as f32);
            let wall = shapes::cuboid(half).into_iter();
            wall.map(move |triangle| triangle.map(|corner| corner + centre))
        })
    });
    let (mut flock, id) = under_a_box(2000, &walls.collect::<Vec<_>>());
    flock.teleport_obstacle(id, Placement::default()).unwrap();
    flock.step();
    assert!(
        flock.not_placed() > 0,
        "a step does not try places without end"
    );
    let far = at(50.0, 0.0, 0.0);
    flock.teleport_obstacle(id, far).unwrap();
    while flock.not_placed() > 0 && flock.statistics().steps < 500 {
        flock.step();
    }
    assert_eq!(flock.len(), 2000);
}

#[test]
fn boids_that_wait_under_an_obstacle_start_after_its_last_move() {
    let (mut flock, id) = under_a_box(0, &[]);
    flock.teleport_obstacle(id, Placement::default()).unwrap();
    flock.spawn(300).unwrap();
    assert_eq!(flock.not_placed(), 300);
    for frame in 1..=10 {
        let place = at(frame as f32, 0.0, 0.0);
        flock.move_obstacle(id, place).unwrap();
        flock.step();
    }
    (0..100).for_each(|_| flock.step());
    assert_eq!((flock.len(), flock.not_placed()), (300, 0));
}
