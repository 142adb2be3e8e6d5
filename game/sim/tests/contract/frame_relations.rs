//! Relations between flocks in different frames, inertia, and frames far away.

use flock_sim::{
    geometry::shapes,
    nalgebra::{UnitQuaternion, Vector3},
    settings::{Region, Rule},
    world::RelationKind,
    Flock, Geometry, Placement, ReferenceFrame, Settings, Vec3, World,
};
use flock_testkit::{
    flocks::{by_id, disable_rules, in_the_open},
    random::Random,
    worlds::relation,
};
use std::sync::Arc;

/// A frame far away and turned. Positions near it are exact to a quarter of a millimetre.
fn harbour() -> ReferenceFrame {
    ReferenceFrame {
        origin: Vector3::new(2000.0, 30.0, -500.0),
        rotation: UnitQuaternion::from_euler_angles(0.3, 2.0, -0.4),
    }
}

/// Settings without a boundary and without anything random.
fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    settings.boundary.enabled = false;
    settings.wander.enabled = false;
    settings.motion.max_speed = 20.0;
    settings.motion.max_acceleration = 200.0;
    settings
}

fn flock_in(frame: ReferenceFrame, settings: Settings) -> Flock {
    let mut flock = in_the_open(settings);
    flock.set_frame(frame).unwrap();
    flock
}

/// Adds boids around a point of the world.
fn spawn_around(flock: &mut Flock, middle: Vec3, count: usize, seed: u64) {
    let mut random = Random(seed);
    for _ in 0..count {
        let position = middle + random.in_cube() * 2.0;
        flock.spawn_at(position, random.in_cube()).unwrap();
    }
}

/// The relations that a flock has to one in another frame have the effect that they have in one
/// frame.
#[test]
fn boids_see_boids_in_another_frame() {
    let middle = Vec3::new(2001.0, 29.0, -498.0);
    let beside = ReferenceFrame {
        origin: Vector3::new(1500.0, 100.0, 0.0),
        rotation: UnitQuaternion::from_euler_angles(-1.0, 0.2, 0.0),
    };
    let kinds = [
        RelationKind::FlockWith,
        RelationKind::Flee,
        RelationKind::Hunt,
    ];
    for (kind, (nearest_only, fear)) in kinds
        .into_iter()
        .flat_map(|kind| [(false, false), (true, false), (false, true)].map(|it| (kind, it)))
    {
        let mut settings = settings();
        settings.neighbours.nearest_only = nearest_only;
        settings.fear.enabled = fear;
        let run = |frames: [ReferenceFrame; 2], is_related: bool| {
            let mut world = World::new();
            let ids = [0, 1].map(|index: usize| {
                let mut flock = flock_in(frames[index], settings.clone());
                spawn_around(&mut flock, middle, 60, 5 + index as u64);
                world.add(flock)
            });
            if is_related {
                for (of, to) in [(0, 1), (1, 0)] {
                    let relation = relation(kind, 5.0, 3.0);
                    world.set_relation(ids[of], ids[to], relation).unwrap();
                }
            }
            (0..4).for_each(|_| world.step().unwrap());
            ids.map(|id| by_id(world.flock(id).unwrap())).concat()
        };
        let one = ReferenceFrame::default();
        let expected = run([one, one], true);
        let alone = run([one, one], false);
        let acts = expected.iter().zip(&alone);
        assert!(acts.filter(|(a, b)| a.velocity != b.velocity).count() > 50);
        for frames in [[harbour(), beside], [one, beside], [harbour(), harbour()]] {
            let found = run(frames, true);
            let pairs = expected.iter().zip(&found);
            let differ = pairs.filter(|(a, b)| {
                (a.velocity - b.velocity).norm() > 0.02 || (a.position - b.position).norm() > 2e-3
            });
            // At 2 km, rounding may decide which boids are within a radius.
            let count = differ.count();
            assert!(count <= 2, "{kind:?} {nearest_only} {fear}: {count} differ");
        }
    }
}

/// Birds beside a train align with what they see in it: boids at rest in the train move with it.
#[test]
fn boids_in_a_train_are_seen_with_its_velocity() {
    let mut birds = settings();
    disable_rules(&mut birds);
    birds.alignment = Rule::new(20.0, 10.0);
    let mut birds = in_the_open(birds);
    spawn_around(&mut birds, Vec3::zeros(), 20, 3);
    let mut passengers = settings();
    disable_rules(&mut passengers);
    let mut passengers = flock_in(ReferenceFrame::default(), passengers);
    for _ in 0..20 {
        passengers.spawn_at(Vec3::zeros(), Vec3::zeros()).unwrap();
    }
    let mut world = World::new();
    let (birds, passengers) = (world.add(birds), world.add(passengers));
    let with = relation(RelationKind::FlockWith, 1.0, 10.0);
    world.set_relation(birds, passengers, with).unwrap();
    for step in 1..=12 {
        let train = ReferenceFrame::at(Vector3::x() * (10.0 * f64::from(step) / 60.0));
        world
            .flock_mut(passengers)
            .unwrap()
            .move_frame(train)
            .unwrap();
        world.step().unwrap();
    }
    for passenger in world.flock(passengers).unwrap().boids() {
        assert!((passenger.velocity - Vec3::x() * 10.0).norm() < 1e-4);
        assert!((passenger.position - Vec3::x() * 2.0).norm() < 1e-4);
    }
    let birds = world.flock(birds).unwrap();
    let sum: Vec3 = birds.boids().map(|boid| boid.velocity).sum();
    let mean = sum / birds.len() as f32;
    assert!(mean.x > 3.0, "{mean}");
}

/// Boids that feel all of the inertia stay where they are in the world while their frame goes away
/// below them; boids that feel none are carried.
#[test]
fn inertia_keeps_boids_in_the_world() {
    for (share, stays) in [(1.0, true), (0.0, false)] {
        let mut settings = settings();
        disable_rules(&mut settings);
        settings.motion.inertia = share;
        settings.motion.max_speed = 1000.0;
        let mut flock = flock_in(ReferenceFrame::default(), settings);
        spawn_around(&mut flock, Vec3::zeros(), 10, 9);
        let at_rest: Vec<_> = by_id(&flock);
        for boid in &at_rest {
            flock.remove(boid.id);
            flock.spawn_at(boid.position, Vec3::zeros()).unwrap();
        }
        flock.step();
        let before = by_id(&flock);
        for step in 1..=60 {
            let t = f64::from(step) / 60.0;
            let turn = UnitQuaternion::from_scaled_axis(Vector3::y() * (0.5 * t * t));
            let frame = ReferenceFrame {
                origin: Vector3::new(2.0 * t * t, 0.0, -t * t),
                rotation: turn,
            };
            flock.move_frame(frame).unwrap();
            flock.step();
        }
        for (before, after) in before.iter().zip(by_id(&flock)) {
            let way = (after.position - before.position).norm();
            assert_eq!(way < 0.08, stays, "{share}: {way} m");
        }
    }
}

/// An open box on a cart that starts at 10 m/s², brakes within a step and turns over. The fish feel
/// all of it.
#[test]
fn fish_stay_in_a_tank_that_goes_brakes_and_turns_over() {
    let cuboid = shapes::cuboid(Vec3::new(2.0, 1.0, 2.0)).into_iter();
    let tank: Vec<_> = cuboid.map(|[a, b, c]| [a, c, b]).collect();
    let geometry = Arc::new(Geometry::new(&tank).0);
    let mut settings = settings();
    settings.spawn.count = 50;
    settings.spawn.region = Region::cube(0.7);
    settings.motion.inertia = 1.0;
    settings.motion.max_speed = 6.0;
    let mut flock = Flock::new(settings, Placement::default(), geometry).unwrap();
    let mut x = 0.0_f64;
    for step in 0..240 {
        let t = f64::from(step) / 60.0;
        let speed = if step < 120 {
            (10.0 * t).min(10.0)
        } else {
            0.0
        };
        x += speed / 60.0;
        let over = (t - 2.0).clamp(0.0, 1.0) * std::f64::consts::PI;
        flock
            .move_frame(ReferenceFrame {
                origin: Vector3::x() * x,
                rotation: UnitQuaternion::from_scaled_axis(Vector3::z() * over),
            })
            .unwrap();
        flock.step();
        let inside = flock.boids().filter(|boid| {
            let place = flock.frame().point_to_frame(boid.position);
            place.x.abs() < 2.0 && place.y.abs() < 1.0 && place.z.abs() < 2.0
        });
        assert_eq!(inside.count(), 50, "step {step}");
    }
    let statistics = flock.statistics();
    assert_eq!((statistics.rescued, statistics.crossings), (0, 0));
    assert!(statistics.contacts > 100);
}

/// Nine kilometres away, where positions in the world are exact to a millimetre, a boid of 2 cm/s
/// goes as far as at the origin.
#[test]
fn slow_boids_go_as_far_in_a_far_frame_as_at_the_origin() {
    let mut settings = settings();
    disable_rules(&mut settings);
    let ways = [0.0, 9000.0].map(|x| {
        let frame = ReferenceFrame::at(Vector3::x() * x);
        let mut flock = flock_in(frame, settings.clone());
        let start = Vec3::x() * x as f32;
        let id = flock.spawn_at(start, Vec3::new(0.02, 0.0, 0.02)).unwrap();
        (0..600).for_each(|_| flock.step());
        let boid = flock.boid(id).unwrap();
        flock.frame().point_to_frame(boid.position)
    });
    assert!((ways[0].x - 0.2).abs() < 1e-4);
    // The position that is read is rounded to a millimetre along X, and exact along Z.
    assert!((ways[1].z - ways[0].z).abs() < 1e-6);
    assert!((ways[1].x - ways[0].x).abs() < 1e-3);
}

#[test]
fn a_world_moves_with_all_its_flocks() {
    let mut world = World::new();
    let ids = [ReferenceFrame::default(), harbour()].map(|frame| {
        let mut flock = flock_in(frame, settings());
        spawn_around(&mut flock, Vec3::zeros(), 5, 1);
        world.add(flock)
    });
    let before = ids.map(|id| by_id(world.flock(id).unwrap()));
    let shift = Vector3::new(-1000.0, 20.0, 4.0);
    world.translate(shift).unwrap();
    for (id, before) in ids.iter().zip(before) {
        let after = by_id(world.flock(*id).unwrap());
        for (before, after) in before.iter().zip(after) {
            assert!((after.position - before.position - shift.cast::<f32>()).norm() < 1e-3);
            assert_eq!(after.velocity, before.velocity);
        }
    }
    let far = Vector3::new(0.0, f64::NAN, 0.0);
    let error = world.translate(far).unwrap_err().to_string();
    assert!(error.contains("shift is (0, NaN, 0)"), "{error}");
}
