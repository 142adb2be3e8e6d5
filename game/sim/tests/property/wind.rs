//! Wind carries boids neither through walls nor out of the boundary.

use flock_sim::{
    geometry::shapes,
    influences::{Influence, InfluenceKind},
    settings::{Backend, Boundary, BoundaryMode, CollisionResponse, Region},
    wind::Wind,
    Boid, Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    crossing::{levels, RESPONSES},
    flocks::{by_id, disable_rules, flock, in_the_open},
    wind::{blow_against, storm},
};
use std::sync::Arc;

#[test]
fn no_boid_crosses_a_maze_of_thin_sheets() {
    blow_against(&levels::maze(), Backend::AllThreads);
}

#[test]
fn no_boid_crosses_shapes_of_all_kinds() {
    blow_against(&levels::shapes(), Backend::AllThreads);
}

#[test]
fn no_boid_crosses_rocks_and_an_arch() {
    blow_against(&levels::rocks(), Backend::AllThreads);
}

#[test]
#[ignore = "slow"]
fn no_boid_crosses_a_cave() {
    blow_against(&levels::cave(), Backend::AllThreads);
}

/// Boids of 2 m/s over a floor, in a wind of 6 m/s that presses them down. They fly along X.
fn pressed(response: CollisionResponse) -> Flock {
    let mut settings = Settings::default();
    disable_rules(&mut settings);
    settings.boundary.enabled = false;
    settings.avoidance.enabled = false;
    settings.spawn.count = 0;
    settings.motion.max_speed = 2.0;
    settings.motion.min_speed = 2.0;
    settings.collision.response = response;
    settings.collision.check_crossings = true;
    let floor = shapes::cuboid(Vec3::new(500.0, 0.5, 500.0));
    let geometry = Arc::new(Geometry::new(&floor).0);
    let mut flock = Flock::new(settings, Placement::default(), geometry).unwrap();
    for (height, climb) in [(0.6, 0.0), (0.7, 0.3), (1.0, -0.5), (1.5, 0.8)] {
        let place = Vec3::new(0.0, height, 10.0 * height);
        flock
            .spawn_at(place, Vec3::new(2.0, climb, 0.0).normalize() * 2.0)
            .unwrap();
    }
    let velocity = Vec3::new(0.0, -6.0, 0.0);
    flock
        .set_wind(Wind {
            velocity,
            ..Wind::default()
        })
        .unwrap();
    flock
}

#[test]
fn boids_that_the_wind_presses_against_a_wall_stay_there_and_slide_along_it() {
    for response in RESPONSES {
        let mut flock = pressed(response);
        (0..60).for_each(|_| flock.step());
        let first = by_id(&flock);
        let height = |boid: &Boid| boid.position.y;
        for _ in 0..120 {
            let before = by_id(&flock);
            flock.step();
            for (before, boid) in before.iter().zip(&by_id(&flock)) {
                let jump = (height(boid) - height(before)).abs();
                assert!(jump < 1e-4, "{response:?}: {jump} m up or down");
                assert!(
                    (boid.velocity - before.velocity).norm() < 1e-3,
                    "{response:?}: {boid:?}"
                );
                assert!(
                    (boid.velocity.norm() - 2.0).abs() < 1e-3,
                    "{response:?}: {boid:?}"
                );
            }
        }
        for (first, boid) in first.iter().zip(by_id(&flock)) {
            // Two seconds at the part of its velocity along the floor.
            let (way, own) = (
                (boid.position - first.position).norm(),
                boid.velocity.x.abs() * 2.0,
            );
            assert!(
                (way - own).abs() < 0.02 * own,
                "{response:?}: {way} m of {own} m"
            );
        }
        let top = f64::from(flock.settings().collision.body_radius) + 0.5;
        assert!(by_id(&flock)
            .iter()
            .all(|boid| f64::from(height(boid)) > top - 1e-4));
        assert_eq!(flock.statistics().crossings, 0);
    }
}

/// Asserts that no boid is farther out than a step of its own motion leads.
fn assert_held(region: Region, mode: BoundaryMode, out: impl Fn(Vec3) -> f32) {
    let (speed, dt) = (2.0, 1.0 / 60.0);
    let mut settings = Settings::default();
    settings.spawn.count = 200;
    settings.spawn.region = region;
    settings.boundary = Boundary::new(region).with_mode(mode);
    settings.motion.max_speed = speed;
    settings.motion.min_speed = 0.5 * speed;
    let mut flock = in_the_open(settings);
    for towards in [Vec3::x(), Vec3::new(-1.0, 1.0, 0.5)] {
        flock.set_wind(storm(speed, towards)).unwrap();
        let mut pressed = 0;
        for step in 0..240 {
            flock.step();
            for boid in flock.boids() {
                let out = out(boid.position);
                assert!(
                    out <= 1.5 * speed * dt,
                    "{mode:?}: {out} m outside: {boid:?}"
                );
                pressed += usize::from(step > 120 && out > -0.1);
            }
        }
        assert!(
            pressed > 119 * 100,
            "{mode:?}: the wind does not press them: {pressed}"
        );
    }
}

#[test]
fn wind_carries_no_boid_out_of_a_box_or_a_sphere() {
    for mode in [
        BoundaryMode::Reflect,
        BoundaryMode::SoftTurn { margin: 1.0 },
    ] {
        let cube = Region::cube(3.0);
        assert_held(cube, mode, |it| it.amax() - 3.0);
        let ball = Region::sphere(3.0);
        assert_held(ball, mode, |it| it.norm() - 3.0);
    }
}

#[test]
fn wind_carries_boids_through_a_boundary_that_wraps() {
    let region = Region::cube(2.0);
    let mut settings = Settings::default();
    disable_rules(&mut settings);
    settings.boundary = Boundary::new(region).with_mode(BoundaryMode::Wrap);
    settings.motion.max_speed = 1.0;
    let boids = [(Vec3::zeros(), Vec3::y() * 0.1)];
    let mut flock = flock(settings, Placement::default(), &boids);
    let velocity = Vec3::x() * 3.0;
    flock
        .set_wind(Wind {
            velocity,
            ..Wind::default()
        })
        .unwrap();
    // Once around, and a meter.
    (0..100).for_each(|_| flock.step());
    let place = by_id(&flock)[0].position;
    assert!((place.x - 1.0).abs() < 1e-3, "{place}");
}

/// A wall across the other side of a wrapping box: boids that the wind carries towards it stay
/// where they are.
#[test]
fn wind_carries_no_boid_into_a_wall_behind_a_boundary_that_wraps() {
    let region = Region::cube(2.0);
    let wall = shapes::cuboid(Vec3::new(0.3, 3.0, 3.0)).into_iter();
    let wall: Vec<_> = wall
        .map(|it| it.map(|corner| corner - Vec3::x() * 2.0))
        .collect();
    let mut settings = Settings {
        boundary: Boundary::new(region).with_mode(BoundaryMode::Wrap),
        ..Settings::default()
    };
    settings.spawn.count = 100;
    settings.spawn.region = Region::cube(1.0);
    settings.collision.check_crossings = true;
    let geometry = Arc::new(Geometry::new(&wall).0);
    for response in RESPONSES {
        settings.collision.response = response;
        let mut flock =
            Flock::new(settings.clone(), Placement::default(), geometry.clone()).unwrap();
        flock.set_wind(storm(1.2, Vec3::x())).unwrap();
        for _ in 0..300 {
            flock.step();
            for boid in flock.boids() {
                assert!(
                    (-1.7..=2.0).contains(&boid.position.x),
                    "{response:?}: {boid:?}"
                );
            }
        }
        assert_eq!(flock.statistics().crossings, 0);
    }
}

#[test]
fn boids_that_hold_a_course_head_into_the_wind() {
    let (speed, side) = (2.0f32, 0.8f32);
    let path = InfluenceKind::Path {
        points: vec![Vec3::zeros(), Vec3::x() * 500.0],
        radius: 0.5,
        look_ahead: 1.0,
        is_loop: false,
    };
    let target = InfluenceKind::Target {
        point: Vec3::x() * 500.0,
        slowing: 1.0,
    };
    for kind in [path, target] {
        let mut settings = Settings::default();
        disable_rules(&mut settings);
        settings.boundary.enabled = false;
        settings.motion.max_speed = speed;
        // Or boids that must fly fast could not fly slowly enough for the course.
        settings.motion.min_speed = 0.5 * speed;
        let boids = [(Vec3::new(1.0, 0.0, 0.2), Vec3::x() * speed)];
        let mut flock = flock(settings, Placement::default(), &boids);
        let velocity = Vec3::new(0.3, 0.0, side);
        flock
            .set_wind(Wind {
                velocity,
                ..Wind::default()
            })
            .unwrap();
        let influence = Influence {
            reach: 1000.0,
            ..Influence::new(kind.clone())
        };
        flock.add_influence(influence).unwrap();
        (0..600).for_each(|_| flock.step());
        let (start, mut heading) = (by_id(&flock)[0].position, Vec3::zeros());
        for _ in 0..2400 {
            heading += by_id(&flock)[0].velocity;
            flock.step();
        }
        let (course, way) = (by_id(&flock)[0].position - start, Vec3::x() * 500.0 - start);
        let expected = (side / (heading.norm() / 2400.0)).asin();
        let [course, heading, way] = [course, heading, way].map(|it| it.z.atan2(it.x));
        let crab = course - heading;
        assert!(
            (course - way).abs() < 0.01,
            "the course is {course} instead of {way} rad: {kind:?}"
        );
        assert!(
            (crab - expected).abs() < 0.05 * expected,
            "{crab} instead of {expected}: {kind:?}"
        );
    }
}
