//! Meshes as moving obstacles: open boxes, rooms, solids.

use super::*;
use flock_sim::{geometry::shapes, obstacles::ObstacleMesh, settings::CollisionResponse, Settings};
use flock_testkit::{
    flocks::by_id,
    obstacles::meshes::{cart, hollow_ball, in_box, mesh, open_box, room},
};

const RADIUS: f32 = 0.05;

/// Boids at these places in an unbounded world.
fn boids(places: &[Vec3], change: impl Fn(&mut Settings)) -> Flock {
    let mut settings = settings_in_cube(0);
    settings.boundary.enabled = false;
    change(&mut settings);
    let mut flock = in_the_open(settings);
    for (place, number) in places.iter().zip(1_u8..) {
        let number = f32::from(number);
        let velocity = Vec3::new(number.sin(), 0.3 * (2.0 * number).sin(), number.cos());
        flock.spawn_at(*place, velocity).unwrap();
    }
    flock
}

/// The same boids, and a mesh at the origin.
fn inside(
    triangles: &[[Vec3; 3]],
    places: &[Vec3],
    change: impl Fn(&mut Settings),
) -> (Flock, ObstacleId) {
    let mut flock = boids(places, change);
    let (shape, placement) = (mesh(triangles), Placement::default());
    let id = flock.add_obstacle(MovingObstacle { shape, placement });
    (flock, id.unwrap())
}

/// Number of boids within these half extents in the frame of the obstacle.
fn number_within(flock: &Flock, placement: &Placement, half: Vec3) -> usize {
    let is_within = |place: Vec3| {
        let local = placement.rotation.inverse() * (place - placement.origin);
        (0..3).all(|axis| local[axis].abs() <= half[axis])
    };
    flock.boids().filter(|it| is_within(it.position)).count()
}

fn turned_by(angle: f32, axis: Vec3, origin: Vec3) -> Placement {
    Placement {
        origin,
        rotation: UnitQuaternion::from_scaled_axis(axis * angle),
    }
}

/// Fish in a tank without a lid stay in it.
#[test]
fn an_open_box_that_rests_throws_nobody_out() {
    let half = Vec3::new(1.0, 0.5, 1.0);
    let places = in_box(half - Vec3::repeat(0.1), 50);
    let (mut flock, _) = inside(&open_box(half), &places, |settings| {
        settings.motion.plane = flock_sim::settings::Plane::Xz;
    });
    assert_eq!(flock.len(), 50);
    for _ in 0..300 {
        flock.step();
        assert_eq!(number_within(&flock, &Placement::default(), half), 50);
    }
    assert_eq!(flock.statistics().rescued, 0);
    assert!(flock.statistics().contacts > 0);
}

/// A closed box that faces inward is a room, which may turn and go.
#[test]
fn a_room_keeps_who_is_in_it() {
    let half = Vec3::new(1.0, 0.6, 0.8);
    for response in [CollisionResponse::Slide, CollisionResponse::Bounce] {
        let places = in_box(half - Vec3::repeat(0.1), 50);
        let (mut flock, id) = inside(&room(half), &places, |settings| {
            settings.collision.response = response;
        });
        for step in 1..=300 {
            let time = step as f32 / 60.0;
            let origin = Vec3::new(3.0 * (1.0 - (2.0 * time).cos()), time, 0.0);
            let placement = turned_by(1.5 * time, Vec3::new(0.6, 0.0, 0.8), origin);
            flock.move_obstacle(id, placement).unwrap();
            flock.step();
            let within = number_within(&flock, &placement, half);
            assert_eq!(within, 50, "{response:?}, step {step}");
        }
    }
}

/// A solid mesh throws out who is in it, a hollow one does not.
#[test]
fn a_solid_has_an_inside_and_a_hollow_ball_keeps_its_boids() {
    let places = in_box(Vec3::repeat(0.4), 20);
    let (mut flock, _) = inside(&hollow_ball(1.2, 1.0), &places, |_| ());
    (0..120).for_each(|_| flock.step());
    assert_eq!(flock.in_sphere(Vec3::zeros(), 1.0).count(), 20);
    assert_eq!(flock.statistics().rescued, 0);

    let (mut flock, _) = inside(&shapes::ball(1.2, 3), &places, |_| ());
    assert!(!flock.is_clear(Vec3::new(0.5, 0.0, 0.0), RADIUS));
    assert!(flock.is_clear(Vec3::new(1.3, 0.0, 0.0), RADIUS));
    flock.step();
    assert_eq!(flock.in_sphere(Vec3::zeros(), 1.15).count(), 0);
    assert_eq!((flock.len(), flock.statistics().rescued), (20, 20));
}

/// A cart with fish goes off, brakes, turns over and hangs upside down.
#[test]
fn fish_in_a_cart_stay_in_it_whatever_it_does() {
    let half = Vec3::new(1.0, 0.5, 0.6);
    let places = in_box(half - Vec3::repeat(0.1), 50);
    // A lid, so that they cannot leave by themselves.
    let lid = room(half)
        .into_iter()
        .filter(|it| it.iter().all(|corner| corner.y > 0.0));
    let closed: Vec<_> = cart(half).into_iter().chain(lid).collect();
    let (mut flock, id) = inside(&closed, &places, |_| ());
    let mut x = 0.0;
    for step in 1..=600 {
        let time = step as f32 / 60.0;
        // It goes at 10 m/s after a tenth of a second, and stops as suddenly.
        let speed = match time % 4.0 {
            time if time < 0.1 => 100.0 * time,
            time if time < 2.0 => 10.0,
            _ => 0.0,
        };
        x += speed / 60.0;
        // It turns over within a second, on every fourth.
        let turn =
            std::f32::consts::PI * ((time / 4.0).floor() + (time % 4.0 - 2.5).clamp(0.0, 1.0));
        let placement = turned_by(turn, Vec3::x(), Vec3::x() * x);
        flock.move_obstacle(id, placement).unwrap();
        flock.step();
        let within = number_within(&flock, &placement, half);
        assert_eq!(within, 50, "step {step}");
    }
    assert_eq!(flock.statistics().rescued, 0);
}

#[test]
fn bad_meshes_are_refused_with_value_and_range() {
    let error = |triangles: &[[Vec3; 3]]| ObstacleMesh::new(triangles).unwrap_err().to_string();
    let allowed = "allowed: 1 to 100000";
    assert_eq!(
        error(&[]),
        format!("obstacle.mesh is a list of 0 triangles; {allowed}")
    );
    let many = vec![[Vec3::zeros(), Vec3::x(), Vec3::y()]; 100_001];
    assert_eq!(
        error(&many),
        format!("obstacle.mesh is a list of 100001 triangles; {allowed}")
    );
    let flat = [Vec3::zeros(), Vec3::x(), Vec3::x() * 2.0];
    assert_eq!(
        error(&[flat]),
        "obstacle.mesh is a list of 1 triangles without an area; allowed: triangles with an area"
    );
    let good = [Vec3::zeros(), Vec3::x(), Vec3::y()];
    let bad = [Vec3::zeros(), Vec3::new(f32::NAN, 0.0, 0.0), Vec3::y()];
    assert_eq!(
        error(&[good, bad]),
        "obstacle.mesh[1][1] is (NaN, 0, 0); allowed: -1000 to 1000 m in every component"
    );
    let far = [Vec3::zeros(), Vec3::x() * 1001.0, Vec3::y()];
    assert!(error(&[far]).starts_with("obstacle.mesh[0][1] is (1001, 0, 0)"));
}

#[test]
fn a_snapshot_holds_the_mesh() {
    let places = in_box(Vec3::repeat(0.4), 20);
    let (mut flock, id) = inside(&room(Vec3::repeat(0.5)), &places, |_| ());
    let geometry = flock.geometry().clone();
    (0..10).for_each(|_| flock.step());
    let text = ron::to_string(&flock.snapshot()).unwrap();
    let snapshot = ron::from_str(&text).unwrap();
    let mut restored = Flock::restore(&snapshot, geometry).unwrap();
    for step in 0..30 {
        assert_eq!(restored.state_hash(), flock.state_hash(), "{step}");
        for flock in [&mut flock, &mut restored] {
            flock
                .move_obstacle(id, at(0.01 * step as f32, 0.0, 0.0))
                .unwrap();
            flock.step();
        }
    }
    assert_eq!(by_id(&flock), by_id(&restored));
}
