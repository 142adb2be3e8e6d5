//! Perches on moving obstacles: birds on a ship.

use flock_sim::{
    boids::Viewer,
    events::{EventKind, EventMask},
    nalgebra::UnitQuaternion,
    obstacles::{MovingObstacle, ObstacleId, ObstacleMesh, ObstacleShape},
    perches::{Perch, PerchId, PerchSampling, PerchSpot, PerchUse},
    saving::{InputLog, Snapshot},
    BoidId, Flock, Placement, Vec3,
};
use flock_testkit::{
    flocks::in_the_open,
    roof::{roof, settings, spots, standing, used},
    saved::copy,
};
use std::{
    collections::{HashMap, HashSet},
    f32::consts::FRAC_PI_2,
};

const DT: f32 = 1.0 / 60.0;

/// A ship with spots around the middle of its deck, as a box and as a mesh, among 200 gulls that stay.
fn ship(as_mesh: bool) -> (Flock, ObstacleId, PerchId) {
    let deck = roof();
    // At 90 degrees a second, those at the corners of the deck would feel twice the gravity.
    let mut spots = spots(&deck, 1000);
    spots.retain(|spot| spot.position.xz().norm() < 3.0);
    let mut settings = settings();
    settings.boundary.enabled = false;
    settings.motion.max_speed = 12.0;
    settings.motion.max_acceleration = 40.0;
    let mut flock = in_the_open(settings);
    let (shape, spots) = if as_mesh {
        let mesh = ObstacleMesh::new(deck.triangles()).unwrap();
        (ObstacleShape::Mesh(mesh), spots)
    } else {
        let half_extents = Vec3::new(6.0, 0.5, 6.0);
        // The origin of a box is its centre.
        spots.iter_mut().for_each(|spot| spot.position.y += 0.5);
        (ObstacleShape::Box { half_extents }, spots)
    };
    let placement = at(Vec3::y() * if as_mesh { 0.0 } else { -0.5 }, 0.0);
    let ship = flock
        .add_obstacle(MovingObstacle { shape, placement })
        .unwrap();
    let perch = flock
        .add_perch(Perch {
            landings: 2.0,
            stay: [1e5, 1e5],
            reach: 12.0,
            carrier: Some(ship),
            ..Perch::new(spots)
        })
        .unwrap();
    flock.set_events(EventMask::LANDED | EventMask::TOOK_OFF);
    (flock, ship, perch)
}

fn at(origin: Vec3, yaw: f32) -> Placement {
    Placement {
        origin,
        rotation: UnitQuaternion::from_scaled_axis(Vec3::y() * yaw),
    }
}

fn target(flock: &Flock, ship: ObstacleId) -> Placement {
    *flock.obstacle_target(ship).unwrap()
}

/// Asserts that no two birds have the same spot, and that the feet of each are within a centimetre
/// of its spot, as it is drawn and as the game has put the ship. Returns the number of birds.
fn assert_on_spots(flock: &Flock, ship: ObstacleId) -> usize {
    let placement = target(flock, ship);
    let radius = flock.settings().collision.body_radius;
    let (_, perch) = flock.perches().next().unwrap();
    let all = standing(flock);
    let spots: HashSet<u32> = all.iter().map(|(_, spot)| *spot).collect();
    assert_eq!(spots.len(), all.len());
    for (bird, spot) in &all {
        let spot = &perch.spots[*spot as usize];
        let feet = placement.origin + placement.rotation * spot.position;
        let up = placement.rotation * spot.normal;
        let drawn = flock.drawn_at(*bird).unwrap();
        let off = drawn.origin - up * radius - feet;
        assert!(off.norm() < 0.01, "{off}");
    }
    all.len()
}

/// The ship rests until most gulls stand, then gathers speed and turns, to 10 m/s and 90 degrees a
/// second, in frames of 144 a second and of 45.
#[test]
fn gulls_ride_on_a_ship_without_a_slip() {
    for (as_mesh, frame) in [(false, 1.0 / 144.0), (true, 1.0 / 45.0)] {
        let (mut flock, ship, perch) = ship(as_mesh);
        (0..900).for_each(|_| flock.step());
        let before = assert_on_spots(&flock, ship);
        assert!(before > 40, "{before}");
        let _ = flock.drain_events();
        let (mut place, mut yaw) = (target(&flock, ship).origin, 0.0_f32);
        let mut time = 0.0_f32;
        while time < 8.0 {
            time += frame;
            let grown = (time / 6.0).min(1.0);
            yaw += grown * FRAC_PI_2 * frame;
            place += Vec3::new(10.0, (2.0 * time).cos() * 0.3, 0.0) * (grown * frame);
            flock.move_obstacle(ship, at(place, yaw)).unwrap();
            flock.advance(frame);
            assert_on_spots(&flock, ship);
        }
        let rose = flock
            .drain_events()
            .filter(|it| it.kind == EventKind::TookOff)
            .count();
        assert_eq!(rose, 0);
        assert!(used(&flock, perch).taken >= before);
        assert_eq!(flock.statistics().rescued, 0);
        // It stops within a step: all rise, and none comes back.
        flock.set_perch_times(perch, 0.0, [1e5, 1e5]).unwrap();
        (0..180).for_each(|_| flock.step());
        let PerchUse { taken, .. } = used(&flock, perch);
        assert_eq!(taken, 0);
    }
}

/// The deck consists of two boxes, and the spots are along their seam.
#[test]
fn gulls_ride_beside_another_part_of_the_ship() {
    let mut settings = settings();
    settings.boundary.enabled = false;
    let radius = settings.collision.body_radius;
    let mut flock = in_the_open(settings);
    let shape = ObstacleShape::Box {
        half_extents: Vec3::new(3.0, 0.5, 6.0),
    };
    let parts = [-3.0, 3.0].map(|x| MovingObstacle {
        shape: shape.clone(),
        placement: at(Vec3::new(x, -0.5, 0.0), 0.0),
    });
    let seam = [Vec3::new(-0.06, -1.0, -3.0), Vec3::new(0.06, 1.0, 3.0)];
    let surveys = PerchSampling::default().find_on_body(&parts, seam, radius);
    let mut ship = Vec::new();
    for (part, survey) in parts.iter().zip(surveys.unwrap()) {
        let id = flock.add_obstacle(part.clone()).unwrap();
        let perch = Perch {
            landings: 2.0,
            stay: [1e5, 1e5],
            reach: 12.0,
            carrier: Some(id),
            ..Perch::new(survey.spots)
        };
        flock.add_perch(perch).unwrap();
        ship.push((id, part.placement.origin));
    }
    (0..900).for_each(|_| flock.step());
    let perches: Vec<PerchId> = flock.perches().map(|(id, _)| id).collect();
    for perch in perches {
        flock.set_perch_times(perch, 0.0, [1e5, 1e5]).unwrap();
    }
    (0..300).for_each(|_| flock.step());
    let before = standing(&flock).len();
    assert!(before > 7, "{before}");
    flock.set_events(EventMask::TOOK_OFF);
    let _ = flock.drain_events();
    let (mut place, mut yaw) = (Vec3::zeros(), 0.0_f32);
    for step in 0..480 {
        let grown = (step as f32 / 360.0).min(1.0);
        yaw += grown * FRAC_PI_2 * DT;
        place += Vec3::x() * (10.0 * grown * DT);
        for (id, origin) in &ship {
            let turned = at(place, yaw);
            let origin = turned.origin + turned.rotation * origin;
            flock
                .move_obstacle(*id, Placement { origin, ..turned })
                .unwrap();
        }
        flock.step();
    }
    assert_eq!(flock.drain_events().count(), 0);
    assert_eq!(standing(&flock).len(), before);
    assert_eq!(flock.statistics().rescued, 0);
}

/// Gulls land on a ship that sails through waves past them.
#[test]
fn gulls_land_on_a_ship_in_waves() {
    let (mut flock, ship, perch) = ship(true);
    flock
        .set_viewers(&[Viewer::all_around(Vec3::zeros())])
        .unwrap();
    let mut most = 0;
    for step in 0..1200 {
        let t = step as f32 * DT;
        let roll = UnitQuaternion::from_scaled_axis(Vec3::z() * (0.15 * (1.3 * t).sin()));
        let origin = Vec3::new(3.0 * (0.5 * t).sin(), 0.4 * (1.7 * t).sin() - 0.4, 0.5 * t);
        let rotation = roll * at(Vec3::zeros(), 0.2 * t).rotation;
        flock
            .move_obstacle(ship, Placement { origin, rotation })
            .unwrap();
        flock.step();
        most = most.max(assert_on_spots(&flock, ship));
    }
    assert!(most > 30, "{most}");
    assert_eq!(flock.statistics().rescued, 0);
    let landed = flock
        .drain_events()
        .filter(|it| it.kind == EventKind::Landed);
    assert!(landed.count() >= most);
    assert!(used(&flock, perch).taken > 20);
}

#[test]
fn gulls_rise_from_a_ship_that_sinks_or_turns_over() {
    for turns_over in [false, true] {
        let (mut flock, ship, perch) = ship(false);
        (0..600).for_each(|_| flock.step());
        assert!(used(&flock, perch).taken > 30);
        if turns_over {
            for step in 1..=120 {
                let roll = Vec3::z() * (step as f32 * 0.015);
                let placement = Placement {
                    rotation: UnitQuaternion::from_scaled_axis(roll),
                    ..target(&flock, ship)
                };
                flock.move_obstacle(ship, placement).unwrap();
                flock.step();
            }
        } else {
            flock.remove_obstacle(ship);
            flock.step();
        }
        flock.step();
        assert_eq!(used(&flock, perch).taken, 0, "{turns_over}");
        (0..300).for_each(|_| flock.step());
        assert_eq!(used(&flock, perch).reserved, 0);
        assert_eq!(flock.len(), 200);
    }
}

/// A ship that is put elsewhere takes its gulls along, unless their places are inside of something.
#[test]
fn gulls_stay_on_a_ship_that_is_teleported() {
    let (mut flock, ship, perch) = ship(false);
    (0..600).for_each(|_| flock.step());
    let before = standing(&flock).len();
    assert!(before > 30);
    flock.set_perch_times(perch, 0.0, [1e5, 1e5]).unwrap();
    let there = at(Vec3::new(500.0, 20.0, -30.0), 1.0);
    flock.teleport_obstacle(ship, there).unwrap();
    assert_eq!(assert_on_spots(&flock, ship), before);
    (0..60).for_each(|_| flock.step());
    assert!(assert_on_spots(&flock, ship) >= before);
    let rock = ObstacleShape::Sphere { radius: 30.0 };
    let placement = at(Vec3::new(-500.0, 0.0, 0.0), 0.0);
    let rock = MovingObstacle {
        shape: rock,
        placement,
    };
    flock.add_obstacle(rock).unwrap();
    flock.teleport_obstacle(ship, placement).unwrap();
    flock.step();
    assert_eq!(used(&flock, perch).taken, 0);
    for bird in flock.loose_boids() {
        assert!((bird.position - there.origin).norm() < 20.0 || bird.position.x < 100.0);
        assert!(bird.velocity.norm() < 20.0);
    }
}

/// A ship that goes on at 30 m/s after a teleport, and has turned by half a turn.
#[test]
fn gulls_turn_with_a_ship_that_is_teleported_and_stay_when_it_goes_on() {
    let (mut flock, ship, perch) = ship(true);
    (0..600).for_each(|_| flock.step());
    flock.set_perch_times(perch, 0.0, [1e5, 1e5]).unwrap();
    let headings = |flock: &Flock| -> HashMap<BoidId, Vec3> {
        let all = standing(flock).into_iter();
        let heading = |id| flock.drawn_at(id).unwrap().rotation * Vec3::z();
        all.map(|(id, _)| (id, heading(id))).collect()
    };
    let before = headings(&flock);
    assert!(before.len() > 30);
    let turn = at(Vec3::zeros(), 2.5).rotation;
    let mut there = at(Vec3::new(500.0, 20.0, -30.0), 2.5);
    flock.teleport_obstacle(ship, there).unwrap();
    for (gull, after) in headings(&flock) {
        let off = (turn * before[&gull] - after).norm();
        assert!(off < 1e-3, "{off}");
    }
    for _ in 0..60 {
        there.origin.x += 30.0 * DT;
        flock.move_obstacle(ship, there).unwrap();
        flock.step();
        assert_eq!(assert_on_spots(&flock, ship), before.len());
    }
}

/// A ship of a deck and a cabin moves aside: until the cabin follows, gulls of the deck are inside of
/// it.
#[test]
fn gulls_stay_on_a_ship_whose_obstacles_are_teleported_one_after_the_other() {
    let mut settings = settings();
    settings.boundary.enabled = false;
    let mut flock = in_the_open(settings);
    let mut add = |half: [f32; 3], y: f32| {
        let shape = ObstacleShape::Box {
            half_extents: half.into(),
        };
        let placement = at(Vec3::y() * y, 0.0);
        let id = flock.add_obstacle(MovingObstacle { shape, placement });
        (id.unwrap(), placement)
    };
    let ship = [add([6.0, 0.5, 6.0], -0.5), add([1.0, 0.5, 1.0], 0.5)];
    let spot = |x: f32, z: f32| PerchSpot {
        position: Vec3::new(x, 0.5, z),
        normal: Vec3::y(),
    };
    let on_deck = [1.5, 2.5, 3.5, 4.5].map(|x| spot(x, 0.0));
    let on_cabin = [-0.6, -0.2, 0.2, 0.6].map(|x| spot(x, 0.3));
    for ((carrier, _), spots) in ship.iter().zip([on_deck, on_cabin]) {
        let perch = Perch {
            landings: 2.0,
            stay: [1e5, 1e5],
            reach: 12.0,
            carrier: Some(*carrier),
            ..Perch::new(spots.to_vec())
        };
        flock.add_perch(perch).unwrap();
    }
    (0..900).for_each(|_| flock.step());
    let before: HashSet<BoidId> = standing(&flock).into_iter().map(|(id, _)| id).collect();
    assert!(before.len() > 4, "{}", before.len());
    for aside in [-2.0, 1.0, 100.0] {
        for (part, placement) in &ship {
            let there = at(placement.origin + Vec3::x() * aside, 0.0);
            flock.teleport_obstacle(*part, there).unwrap();
        }
        flock.step();
        let after = standing(&flock).into_iter().map(|(id, _)| id).collect();
        assert!(before.is_subset(&after), "{aside}");
    }
}

#[test]
fn a_perch_needs_a_carrier_that_exists() {
    let (mut flock, ship, _) = ship(false);
    let carried = Perch {
        carrier: Some(ship),
        ..Perch::new(spots(&roof(), 3))
    };
    flock.remove_obstacle(ship);
    let error = flock.add_perch(carried).unwrap_err().to_string();
    let expected = "perch.carrier is ObstacleId(0); allowed: a moving obstacle of the flock";
    assert_eq!(error, expected);
}

/// A run on a ship, its replay, and one that goes on from a snapshot end in the same state.
#[test]
fn rides_are_repeated_and_restored() {
    let run = |flock: &mut Flock, ship: ObstacleId, steps: std::ops::Range<u32>| {
        for step in steps {
            let t = step as f32 * DT;
            let origin = Vec3::new(0.05 * t * t, 0.0, 0.1 * t);
            flock.move_obstacle(ship, at(origin, 0.3 * t)).unwrap();
            flock.step();
        }
    };
    let (mut flock, ship, _) = ship(true);
    let begin: Snapshot = copy(&flock.snapshot());
    flock.start_log();
    run(&mut flock, ship, 0..400);
    assert!(standing(&flock).len() > 10);
    let middle: Snapshot = copy(&flock.snapshot());
    run(&mut flock, ship, 400..600);
    let log: InputLog = copy(&flock.take_log());

    let mut restored = Flock::restore(&middle, Default::default()).unwrap();
    run(&mut restored, ship, 400..600);
    assert_eq!(restored.state_hash(), flock.state_hash());

    let mut again = Flock::restore(&begin, Default::default()).unwrap();
    again.replay(log);
    (0..600).for_each(|_| again.step());
    assert_eq!(again.state_hash(), flock.state_hash());
}
