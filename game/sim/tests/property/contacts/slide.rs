//! Slide: boids lose the velocity into a surface and keep the rest.

use super::scene::{
    after, assert_near, geometry, one, plate, push, settings, wall, walls, REACH, SKIN,
};
use flock_sim::{
    geometry::shapes,
    settings::{Boundary, BoundaryMode, CollisionResponse, Plane, Region},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::flocks::on_threads;
use std::sync::Arc;

/// Largest error of a distance by rounding and the margin for it.
const TOLERANCE: f32 = 2e-5;

fn sliding() -> Settings {
    settings(CollisionResponse::Slide)
}

fn step_of(settings: &Settings) -> f32 {
    settings.simulation.time_step
}

#[test]
fn the_velocity_along_the_wall_is_kept_and_the_one_into_it_is_lost() {
    let mut flock = one(sliding(), wall(), [0.0; 3], [3.0, 2.0, -1.0]);
    let dt = step_of(flock.settings());
    for steps in 1..200 {
        let boid = after(&mut flock, 1);
        let time = steps as f32 * dt;
        let x = (3.0 * time).min(1.0 - REACH);
        assert_near(boid.position, [x, 2.0 * time, -time], 1e-4);
        let is_there = 3.0 * time > 1.0 - REACH;
        let velocity = [if is_there { 0.0 } else { 3.0 }, 2.0, -1.0];
        assert_near(boid.velocity, velocity, 1e-5);
    }
    assert_eq!(flock.statistics().contacts, 1);
}

#[test]
fn a_boid_pressed_against_a_wall_slides_along_it_at_a_constant_distance() {
    // Slanted, so that all coordinates are rounded, and far from the origin, where rounding is
    // coarse.
    let normal = Vec3::new(-0.6, 0.37, 0.71).normalize();
    for distance in [0.0, 10.0, 1000.0] {
        let at = Vec3::new(1.0, -0.7, 0.4) * distance;
        let along = normal.cross(&Vec3::new(0.2, 0.9, -0.3)).normalize();
        let mut flock = one(sliding(), walls(at, &[normal]), at + normal, along * 2.0);
        push(&mut flock, -normal * 30.0);
        after(&mut flock, 60);
        let start = after(&mut flock, 1).position;
        for steps in 1..300 {
            let boid = after(&mut flock, 1);
            let height = (boid.position - at).dot(&normal);
            let rounding = 8.0 * f32::EPSILON * boid.position.amax();
            assert!(
                (height - REACH).abs() < TOLERANCE + rounding,
                "{height} above the wall"
            );
            assert_near(boid.velocity, along * 2.0, 1e-3);
            let way = 2.0 * steps as f32 * step_of(flock.settings());
            assert_near(
                boid.position - start,
                along * way,
                1e-3 + 1e-4 * way + rounding * steps as f32,
            );
        }
    }
}

#[test]
fn head_on_a_boid_stops_at_the_wall_and_leaves_it_when_it_is_pushed() {
    let mut flock = one(sliding(), wall(), [0.0; 3], [5.0, 0.0, 0.0]);
    let boid = after(&mut flock, 60);
    assert_near(boid.position, [1.0 - REACH, 0.0, 0.0], TOLERANCE);
    assert_near(boid.velocity, [0.0; 3], 1e-6);
    push(&mut flock, [-6.0, 0.0, 0.0]);
    let boid = after(&mut flock, 60);
    assert!(boid.position.x < -1.5, "{boid:?}");
}

#[test]
fn in_a_crease_a_boid_goes_on_along_both_walls() {
    for (a, b) in [
        (Vec3::x(), Vec3::y()),
        (Vec3::x(), Vec3::new(-0.9, 0.3, 0.2)),
        (Vec3::x(), Vec3::new(0.99, 0.1, -0.1)),
    ] {
        let crease = a.cross(&b).normalize();
        let inward = -(a + b.normalize()).normalize();
        let start = 0.4 * (a + b.normalize()).normalize() - crease;
        let mut flock = one(
            sliding(),
            walls(Vec3::zeros(), &[a, b]),
            start,
            crease * 2.0,
        );
        push(&mut flock, inward * 20.0);
        let boid = after(&mut flock, 60);
        for normal in [a, b.normalize()] {
            let height = boid.position.dot(&normal);
            assert!((height - REACH).abs() < 1e-4, "{height} above {normal}");
        }
        assert_near(boid.velocity, crease * 2.0, 0.01);
        let far = after(&mut flock, 60);
        assert_near(far.position - boid.position, crease * 2.0, 0.02);
    }
}

#[test]
fn in_a_corner_a_boid_comes_to_rest_and_gets_out_again() {
    let slanted = [
        Vec3::new(0.9, 0.2, -0.3),
        Vec3::new(-0.1, 0.8, 0.2),
        Vec3::new(0.2, 0.1, 0.7),
    ];
    for normals in [[Vec3::x(), Vec3::y(), Vec3::z()], slanted] {
        let outward: Vec3 = normals.iter().map(|n| n.normalize()).sum();
        let mut flock = one(
            sliding(),
            walls(Vec3::zeros(), &normals),
            outward.normalize(),
            [-1.0, -3.0, -2.0],
        );
        push(&mut flock, -outward.normalize() * 40.0);
        let rest = after(&mut flock, 120);
        for normal in normals {
            let height = rest.position.dot(&normal.normalize());
            assert!((height - REACH).abs() < 1e-3, "{height} above {normal}");
        }
        for _ in 0..100 {
            let boid = after(&mut flock, 1);
            assert_near(boid.velocity, [0.0; 3], 1e-4);
            assert_near(boid.position, rest.position, TOLERANCE);
        }
        push(&mut flock, outward.normalize() * 6.0);
        let boid = after(&mut flock, 60);
        assert!((boid.position - rest.position).norm() > 2.5, "{boid:?}");
    }
}

/// A boid over a ball from above, and one in a bowl.
#[test]
fn curved_surfaces_are_followed() {
    let ball = shapes::ball(1.0, 4);
    let bowl: Vec<_> = ball
        .iter()
        .filter(|t| t.iter().all(|v| v.y < 0.3))
        .copied()
        .collect();
    let mut flock = one(sliding(), geometry(&ball), [0.3, 1.5, 0.1], [0.0; 3]);
    push(&mut flock, [0.0, -9.0, 0.0]);
    let over = after(&mut flock, 90);
    assert!(over.position.y < 0.0 && over.position.x > 0.9, "{over:?}");

    let mut flock = one(sliding(), geometry(&bowl), [0.6, 0.0, 0.0], [0.0; 3]);
    push(&mut flock, [0.0, -9.0, 0.0]);
    let (mut lowest, mut farthest) = (f32::INFINITY, f32::INFINITY);
    for _ in 0..600 {
        let position = after(&mut flock, 1).position;
        assert!(position.norm() < 1.0 - 0.97 * REACH, "{position}");
        lowest = lowest.min(position.y);
        farthest = farthest.min(position.x);
    }
    assert!(lowest < -0.93, "{lowest}");
    assert!(
        farthest < -0.2,
        "it swings to the other side, to {farthest}"
    );
}

/// The middle of a boid has 6 mm to either side between two plates, less than it travels in a step.
#[test]
fn through_a_gap_hardly_wider_than_the_body() {
    let gap = geometry(&[plate(-0.058, 0.5), plate(0.058, 0.5)].concat());
    let mut flock = one(sliding(), gap, [0.0; 3], [2.0, 1.0, 0.5]);
    let boid = after(&mut flock, 60);
    assert!(
        boid.position.y > 0.9 && boid.position.x.abs() < 0.007,
        "{boid:?}"
    );
    assert_near(boid.velocity, [0.0, 1.0, 0.5], 1e-5);
}

#[test]
fn a_step_that_leads_far_is_made_along_the_walls_too() {
    let mut settings = sliding();
    settings.simulation.time_step = 0.1;
    // 200 m/s make 20 m in a step.
    let walls = walls(Vec3::zeros(), &[Vec3::x(), Vec3::y()]);
    let mut flock = one(settings, walls, [1.0, 2.0, -15.0], [-100.0, -100.0, 141.0]);
    let boid = after(&mut flock, 1);
    assert_near(boid.velocity, [0.0, 0.0, 141.0], 1e-3);
    assert!((-1.0..1.0).contains(&boid.position.z), "{boid:?}");
    let boid = after(&mut flock, 1);
    assert!((13.0..15.0).contains(&boid.position.z), "{boid:?}");
}

#[test]
fn a_planar_flock_slides_along_slanted_walls_within_its_plane() {
    let mut settings = sliding();
    settings.motion.plane = Plane::Xz;
    let slope = Vec3::new(-0.5, 0.8, 0.3);
    let mut flock = one(
        settings,
        walls(Vec3::x(), &[slope]),
        [0.0; 3],
        [2.0, 0.0, 1.0],
    );
    let boid = after(&mut flock, 120);
    assert_eq!(boid.position.y, 0.0);
    assert!(flock.statistics().contacts > 0);
    // Along the contour line of the slope.
    let contour = Vec3::new(0.3, 0.0, 0.5).normalize();
    assert_near(
        boid.velocity,
        contour * contour.dot(&Vec3::new(2.0, 0.0, 1.0)),
        1e-4,
    );
    let height = (boid.position - Vec3::x()).dot(&slope.normalize());
    assert!((height - REACH).abs() < 1e-4, "{height}");
}

#[test]
fn no_farther_out_of_the_boundary() {
    // The boid is outside, at a slanted wall along which it would slide away from the boundary.
    let mut settings = sliding();
    settings.boundary = Boundary::new(Region::Box {
        min: Vec3::repeat(-100.0),
        max: Vec3::new(-2.0, 100.0, 100.0),
    });
    let slanted = walls(Vec3::zeros(), &[Vec3::new(0.7, -0.7, 0.0)]);
    let mut flock = one(settings, slanted, [0.5, -0.5, 0.0], [-1.0, 0.0, 0.0]);
    push(&mut flock, [0.0, 20.0, 0.0]);
    let mut x = 0.5;
    for _ in 0..300 {
        let boid = after(&mut flock, 1);
        assert!(boid.position.x < x + TOLERANCE, "{boid:?} was at {x}");
        x = boid.position.x;
    }
    assert!(flock.statistics().contacts > 100);
}

/// Along a wall, out through one side of a periodic boundary and in through the other.
#[test]
fn through_a_periodic_boundary() {
    let shape = Region::cube(1.5);
    let mut settings = sliding();
    settings.boundary = Boundary::new(shape).with_mode(BoundaryMode::Wrap);
    let mut flock = one(settings, wall(), [0.5, 0.0, 0.0], [1.0, 4.0, 0.0]);
    push(&mut flock, [30.0, 0.0, 0.0]);
    let mut passages = 0;
    let mut before = after(&mut flock, 60);
    for _ in 0..300 {
        let boid = after(&mut flock, 1);
        passages += usize::from((boid.position - before.position).y < -1.0);
        assert!(
            (boid.position.x - (1.0 - REACH)).abs() < TOLERANCE,
            "{boid:?}"
        );
        assert_near(boid.velocity, [0.0, 4.0, 0.0], 1e-4);
        before = boid;
    }
    assert_eq!(passages, 7, "in 5 s at 4 m/s through 3 m");
}

/// A boid whose body overlaps geometry that was put over it moves along the surface and away, but
/// no deeper.
#[test]
fn a_body_that_overlaps_goes_along_and_away() {
    let mut flock = one(sliding(), Arc::default(), [0.96, 0.0, 0.0], [1.0, 1.0, 0.0]);
    flock.set_geometry(wall());
    flock.depenetrate();
    assert_eq!(flock.statistics().rescued, 0);
    let mut x = 0.96;
    for _ in 0..60 {
        let boid = after(&mut flock, 1);
        assert!(boid.position.x <= x, "{boid:?}");
        x = boid.position.x;
    }
    let boid = after(&mut flock, 1);
    assert!(boid.position.y > 0.9, "{boid:?}");
    assert!(x > 1.0 - REACH - SKIN - TOLERANCE, "pushed out to {x}");
}

#[test]
fn walls_that_close_in_let_boids_out_along_themselves() {
    let closing = |half_width: f32| {
        let turned = nalgebra::UnitQuaternion::from_scaled_axis(Vec3::new(0.3, -0.5, 0.4));
        let plates = [plate(-half_width, 0.5), plate(half_width, 0.5)].concat();
        geometry(
            &plates
                .iter()
                .map(|t| t.map(|v| turned * v))
                .collect::<Vec<_>>(),
        )
    };
    let mut settings = sliding();
    settings.spawn.count = 100;
    settings.spawn.region = Region::sphere(0.01);
    let mut flock = Flock::new(settings, Placement::default(), closing(0.07)).unwrap();
    assert_eq!(flock.not_placed(), 0);
    // The bodies are wider than the gap now, but their middles are clear of the plates.
    flock.set_geometry(closing(0.04));
    flock.depenetrate();
    assert_eq!(flock.statistics().rescued, 0);
    (0..300).for_each(|_| flock.step());
    assert_eq!(flock.statistics().crossings, 0);
    let out = flock
        .boids()
        .filter(|boid| boid.position.norm() > 0.5)
        .count();
    assert!(out >= 80, "{out}");
}

/// The bits of the state, on any number of threads.
#[test]
fn threads_do_not_matter() {
    let run = |backend| {
        let mut settings = Settings::default();
        settings.simulation.backend = backend;
        settings.avoidance.enabled = false;
        let ball = Arc::new(Geometry::new(&shapes::ball(0.8, 3)).0);
        let mut flock = Flock::new(settings, Placement::default(), ball).unwrap();
        (0..300).for_each(|_| flock.step());
        (flock.state_hash(), flock.statistics().contacts)
    };
    let expected = run(flock_sim::settings::Backend::SingleThread);
    assert!(expected.1 > 100);
    assert_eq!(
        on_threads(3, || run(flock_sim::settings::Backend::AllThreads)),
        expected
    );
}
