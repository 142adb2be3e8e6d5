//! Bad input has a defined outcome, and nothing panics.

use flock_sim::{
    settings::{Boundary, BoundaryMode, Plane, Region},
    Advance, BoidId, Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::{assert_finite, texels},
    scenes,
};
use nalgebra::{Quaternion, UnitQuaternion};
use std::{collections::HashMap, sync::Arc};

fn new(settings: Settings) -> Result<Flock, flock_sim::SettingsError> {
    Flock::new(settings, Placement::default(), Arc::new(Geometry::empty()))
}

/// A flock among obstacles.
fn new_in_scene(settings: Settings) -> Result<Flock, flock_sim::SettingsError> {
    let geometry = Geometry::new(&scenes::Scene::default().triangles()).0;
    Flock::new(settings, Placement::default(), Arc::new(geometry))
}

fn small() -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 50;
    settings
}

/// A number in the settings: its name, a way to reach it, and its range.
type Number = (&'static str, fn(&mut Settings) -> &mut f32, f32, f32);

macro_rules! numbers {
    ($($group:ident.$field:ident: $min:literal..=$max:literal;)*) => {
        &[$((
            concat!(stringify!($group), ".", stringify!($field)),
            |settings| &mut settings.$group.$field,
            $min,
            $max,
        ),)*]
    };
}

const NUMBERS: &[Number] = numbers! {
    spawn.speed: 0.0..=1000.0;
    cohesion.weight: 0.0..=10_000.0;
    cohesion.radius: 0.001..=10_000.0;
    separation.weight: 0.0..=10_000.0;
    separation.radius: 0.001..=10_000.0;
    alignment.weight: 0.0..=10_000.0;
    alignment.radius: 0.001..=10_000.0;
    motion.max_speed: 0.0..=1000.0;
    motion.max_acceleration: 0.0..=10_000.0;
    collision.body_radius: 0.001..=100.0;
    collision.skin: 0.0..=10.0;
    avoidance.weight: 0.0..=10_000.0;
    avoidance.look_ahead: 0.0..=100.0;
    avoidance.field_of_view: 0.0..=360.0;
    avoidance.examined_view: 0.0..=360.0;
    avoidance.look_interval: 0.0..=10.0;
    avoidance.cohesion_fade: 0.0..=1.0;
    body.scale: 0.0001..=10_000.0;
    body.scale_variation: 0.0..=0.9;
    body.turn_time: 0.0..=10.0;
    body.banking: 0.0..=2.0;
    body.beats_per_second: 0.0..=100.0;
    body.beats_per_metre: 0.0..=1000.0;
    simulation.time_step: 0.0001..=0.1;
};

#[test]
fn numbers_out_of_range_are_refused_by_name_and_value() {
    for (name, number, min, max) in NUMBERS {
        let below = f32::from_bits(min.to_bits().wrapping_sub(1));
        let below = if *min == 0.0 { -1e-30 } else { below };
        let above = f32::from_bits(max.to_bits() + 1);
        for value in [
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            -1.0,
            below,
            above,
            f32::MAX,
        ] {
            let mut settings = small();
            *number(&mut settings) = value;
            let error = settings.validate().expect_err(name);
            let message = error.to_string();
            assert_eq!(error.problems().len(), 1, "{message}");
            assert!(
                message.starts_with(&format!("{name} is {value}; allowed: {min} to {max}")),
                "{message}"
            );
            assert!(new(settings).is_err());
        }
    }
}

#[test]
fn everything_at_its_largest_works() {
    let mut settings = small();
    for (_, number, _, max) in NUMBERS {
        *number(&mut settings) = *max;
    }
    settings.boundary.enabled = false;
    settings.spawn.region = Region::cube(1e4);
    let mut flock = new(settings.clone()).unwrap();
    for _ in 0..100 {
        assert_all_move(&mut flock, 20);
    }
    let mut flock = new_in_scene(settings).unwrap();
    (0..200).for_each(|_| flock.step());
    assert_finite(&flock);
}

/// A radius of 0 is allowed, since a region where boids start may be a point.
#[test]
fn a_sphere_of_no_size_is_harmless_as_a_boundary() {
    let modes = [
        BoundaryMode::Reflect,
        BoundaryMode::SoftTurn { margin: 0.5 },
        BoundaryMode::Wrap,
    ];
    for (mode, plane) in modes
        .into_iter()
        .flat_map(|mode| [(mode, Plane::All), (mode, Plane::Xz)])
    {
        let mut settings = small();
        settings.motion.plane = plane;
        settings.neighbours.nearest_only = true;
        settings.boundary = Boundary::new(Region::sphere(0.0)).with_mode(mode);
        let mut flock = new(settings).unwrap();
        // At rest in the middle, and on its way through.
        flock.spawn_at(Vec3::zeros(), Vec3::zeros()).unwrap();
        flock.spawn_at(Vec3::zeros(), Vec3::x()).unwrap();
        for seconds in [0.0, 0.024, 5.0] {
            (0..100).for_each(|_| flock.step());
            flock.advance(seconds);
            assert_finite(&flock);
        }
        let far = flock.boids().map(|boid| boid.position.norm());
        assert!(far.fold(0.0, f32::max) < 10.0, "{mode:?}, {plane:?}");
    }
}

#[test]
fn boids_on_corners_of_the_boundary_stay_there_or_come_in() {
    let half = Vec3::repeat(1.0);
    let modes = [
        BoundaryMode::Reflect,
        BoundaryMode::SoftTurn { margin: 0.5 },
        BoundaryMode::Wrap,
    ];
    for (mode, plane) in modes
        .into_iter()
        .flat_map(|mode| [(mode, Plane::All), (mode, Plane::Xz)])
    {
        let mut settings = small();
        settings.spawn.count = 0;
        settings.motion.plane = plane;
        settings.boundary = Boundary::new(Region::cuboid(half)).with_mode(mode);
        let mut flock = new(settings).unwrap();
        for corner in (0..8).map(|bits| Vec3::from_fn(|axis, _| [-1.0, 1.0][bits >> axis & 1])) {
            for velocity in [Vec3::zeros(), corner, -corner, Vec3::x()] {
                flock.spawn_at(corner, velocity).unwrap();
            }
        }
        for _ in 0..100 {
            flock.step();
            assert_finite(&flock);
            // Who leads out turns in the step after the one that leads out.
            let farthest = flock.boids().map(|boid| boid.position.amax());
            let farthest = farthest.fold(0.0, f32::max);
            assert!(farthest < 1.05, "{mode:?}, {plane:?}: {farthest}");
        }
    }
}

#[test]
fn geometry_that_is_no_good_leaves_a_sane_flock() {
    let bad = [f32::NAN, f32::INFINITY, 1e30, 1e9, 1e-30, 0.0];
    let mut triangles = scenes::Scene::default().triangles();
    for (triangle, value) in triangles.iter_mut().zip(bad) {
        triangle[1] = Vec3::new(value, 0.5, -value);
    }
    let mut flock = new_in_scene(small()).unwrap();
    flock.set_geometry(Arc::new(Geometry::new(&triangles).0));
    flock.depenetrate();
    (0..100).for_each(|_| flock.step());
    assert_finite(&flock);
}

#[test]
fn boids_move_as_far_from_the_origin_as_is_allowed() {
    for corner in [Vec3::repeat(1e4), Vec3::new(-1e4, 1e4, -1e4)] {
        let mut settings = small();
        // Placement and region together lie farther out than each alone may.
        let inward = -corner.map(f32::signum);
        let opposite = corner + 3.0 * inward;
        let region = Region::Box {
            min: corner.inf(&opposite),
            max: corner.sup(&opposite),
        };
        settings.boundary.shape = region;
        settings.spawn.region = region;
        let placement = Placement::at(corner);
        let mut flock = Flock::new(settings, placement, Arc::default()).unwrap();
        for _ in 0..50 {
            assert_all_move(&mut flock, 5);
        }
    }
}

/// Makes steps in which no boid may stay where it is.
#[track_caller]
fn assert_all_move(flock: &mut Flock, steps: usize) {
    let places = |flock: &Flock| -> HashMap<BoidId, Vec3> {
        flock.boids().map(|boid| (boid.id, boid.position)).collect()
    };
    let before = places(flock);
    (0..steps).for_each(|_| flock.step());
    assert_finite(flock);
    for (id, position) in places(flock) {
        assert_ne!(position, before[&id], "boid {id} stands still");
    }
}

#[test]
fn every_problem_is_named() {
    let mut settings = small();
    settings.spawn.count = 10_000_001;
    settings.spawn.region = Region::Sphere {
        center: Vec3::new(f32::NAN, 0.0, 0.0),
        radius: -1.0,
    };
    settings.boundary.shape = Region::Box {
        min: Vec3::new(0.0, 1.5, 0.0),
        max: Vec3::new(1.0, 1.5, 1.0),
    };
    settings.simulation.max_steps_per_frame = 0;
    let error = settings.validate().unwrap_err();
    let fields: Vec<&str> = error
        .problems()
        .iter()
        .map(|problem| problem.field.as_str())
        .collect();
    let expected = [
        "spawn.count",
        "spawn.region.radius",
        "spawn.region.center",
        "boundary.shape.max",
        "simulation.max_steps_per_frame",
    ];
    assert_eq!(fields, expected);
    assert_eq!(error.to_string().lines().count(), expected.len());
}

#[test]
fn boxes_must_not_be_inside_out() {
    let mut settings = small();
    settings.spawn.region = Region::Box {
        min: Vec3::new(0.0, 0.0, 1.0),
        max: Vec3::new(1.0, 1.0, 0.0),
    };
    let message = settings.validate().unwrap_err().to_string();
    assert_eq!(
        message,
        "spawn.region.max is (1, 1, 0); allowed: every component not below the same component of min (0, 0, 1)"
    );
    // A region may be a single point.
    settings.spawn.region = Region::Box {
        min: Vec3::repeat(0.5),
        max: Vec3::repeat(0.5),
    };
    let mut flock = new(settings).unwrap();
    assert!(flock.boids().all(|boid| boid.position == Vec3::repeat(0.5)));
    (0..100).for_each(|_| flock.step());
    assert_finite(&flock);
}

#[test]
fn bad_settings_leave_the_last_good_ones() {
    let mut flock = new(small()).unwrap();
    let mut bad = small();
    bad.spawn.count = 10;
    bad.separation.radius = -1.0;
    let error = flock.set_settings(bad).unwrap_err();
    assert_eq!(
        error.to_string(),
        "separation.radius is -1; allowed: 0.001 to 10000 m"
    );
    assert_eq!(flock.settings(), &small());
    assert_eq!(flock.len(), 50);
}

#[test]
fn bad_placements_are_refused() {
    let mut flock = new(small()).unwrap();
    for origin in [f32::NAN, f32::INFINITY, 1e30, 10_001.0] {
        let placement = Placement::at(Vec3::new(0.0, origin, 0.0));
        let error = flock.set_placement(placement).unwrap_err();
        assert!(
            error.to_string().starts_with("placement.origin is (0, "),
            "{error}"
        );
        assert!(Flock::new(small(), placement, Arc::default()).is_err());
    }
    for w in [f32::NAN, 0.0, 2.0] {
        let placement = Placement {
            rotation: UnitQuaternion::new_unchecked(Quaternion::new(w, 0.0, 0.0, 0.0)),
            ..Placement::default()
        };
        let error = flock.set_placement(placement).unwrap_err();
        assert!(
            error.to_string().starts_with("placement.rotation is "),
            "{error}"
        );
    }
    assert_eq!(flock.placement(), &Placement::default());
}

#[test]
fn an_empty_flock_is_a_flock() {
    let mut settings = small();
    settings.spawn.count = 0;
    let mut flock = new(settings).unwrap();
    assert_eq!(flock.advance(0.1).steps, 4);
    assert!(flock.is_empty());
    assert_eq!(flock.boids().len(), 0);
    assert_eq!(flock.not_placed(), 0);
    flock.write_instances(&mut [[7.0; 4]; 2]);
    flock.set_settings(small()).unwrap();
    assert_eq!(flock.len(), 50);
    flock.step();
    assert_finite(&flock);
}

#[test]
fn a_large_flock_prints_a_short_description() {
    let mut settings = small();
    settings.spawn.count = 5000;
    let text = format!("{:?}", new(settings).unwrap());
    assert!(text.contains("boids: 5000"), "{text}");
    assert!(text.len() < 3500, "{} characters", text.len());
}

#[test]
fn odd_amounts_of_time() {
    let mut flock = new(small()).unwrap();
    // Also between two steps.
    flock.advance(0.04);
    let before = (flock.state_hash(), texels(&flock));
    for seconds in [0.0, -1.0, f32::NAN, f32::NEG_INFINITY] {
        assert_eq!(flock.advance(seconds), Advance::default());
    }
    assert_eq!((flock.state_hash(), texels(&flock)), before);

    // A stall of one second is 60 steps, of which four are made.
    let stall = flock.advance(1.0);
    assert_eq!(stall.steps, 4);
    assert!((stall.dropped_seconds - 56.0 / 60.0).abs() < 0.02);
    assert!(flock.advance(f32::INFINITY).dropped_seconds > 1e38);
    assert_finite(&flock);
}

#[test]
fn ten_million_boids_are_allowed_and_more_are_not() {
    let mut settings = Settings::default();
    settings.spawn.count = 10_000_000;
    assert!(settings.validate().is_ok());
    settings.spawn.count += 1;
    assert_eq!(
        settings.validate().unwrap_err().to_string(),
        "spawn.count is 10000001; allowed: 0 to 10000000"
    );
}

#[test]
fn texels_are_written_as_far_as_they_reach() {
    let flock = new(small()).unwrap();
    let expected = texels(&flock);
    for len in [0, 1, 2, 7, 150] {
        let mut texels = vec![[f32::MAX; 4]; len];
        flock.write_instances(&mut texels);
        let whole = (len / 2 * 2).min(100);
        assert_eq!(texels[..whole], expected[..whole]);
        assert!(texels[whole..].iter().all(|texel| *texel == [f32::MAX; 4]));
    }
}

#[test]
#[ignore = "slow"]
fn numbers_at_the_ends_of_their_range_work() {
    for (name, number, min, max) in NUMBERS {
        for value in [*min, *max] {
            let mut settings = small();
            *number(&mut settings) = value;
            for new in [new, new_in_scene] {
                let mut flock = new(settings.clone()).expect(name);
                (0..20).for_each(|_| flock.step());
                assert_finite(&flock);
            }
        }
    }
}
