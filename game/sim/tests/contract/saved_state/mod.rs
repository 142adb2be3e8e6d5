//! What a snapshot and the hash of the state hold: all that the next step depends on.

mod refused;
mod tags;

use flock_sim::{
    boids::Viewer,
    emitters::Emitter,
    events::{EventKind, EventMask, Player},
    geometry::shapes,
    influences::{Influence, InfluenceKind},
    obstacles::{MovingObstacle, ObstacleShape},
    perches::{Perch, PerchSpot},
    saving::{FlockInput, ItemId},
    settings::Backend,
    threats::{Predator, Scare},
    wind::Wind,
    world::{Relation, RelationKind},
    Flock, Geometry, Placement, Settings, Vec3, World,
};
use flock_testkit::{
    flocks::in_the_open,
    saved::{self, SavedTree},
    triangles::turned,
    waves::{birds, wave},
    worlds::relation,
};
use std::sync::Arc;

fn settings(count: u32) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.simulation.backend = Backend::SingleThread;
    settings
}

fn flock(count: u32) -> Flock {
    in_the_open(settings(count))
}

fn text(flock: &Flock) -> String {
    ron::to_string(&flock.snapshot()).unwrap()
}

fn copy(flock: &Flock) -> Flock {
    let snapshot = saved::copy(&flock.snapshot());
    Flock::restore(&snapshot, flock.geometry().clone()).unwrap()
}

fn tree(flock: &Flock) -> SavedTree {
    SavedTree::new(&flock.snapshot())
}

/// The error for a snapshot that was changed.
fn error_of(changed: &SavedTree) -> String {
    let snapshot = changed.read().unwrap();
    let error = Flock::restore(&snapshot, Arc::default()).unwrap_err();
    error.to_string()
}

fn target() -> Influence {
    let point = Vec3::new(3.0, 0.0, 0.0);
    Influence::new(InfluenceKind::Target {
        point,
        slowing: 0.5,
    })
}

fn ball() -> MovingObstacle {
    MovingObstacle {
        shape: ObstacleShape::Sphere { radius: 0.2 },
        placement: at(50.0),
    }
}

fn at(x: f32) -> Placement {
    Placement::at(Vec3::new(x, 0.0, 0.0))
}

fn perch() -> Perch {
    Perch::new(vec![PerchSpot {
        position: Vec3::new(0.0, 40.0, 0.0),
        normal: Vec3::y(),
    }])
}

/// Adds an item of each kind to a flock, and returns their ids.
fn add_items(flock: &mut Flock) -> [ItemId; 5] {
    let predator = Predator::new(Vec3::zeros(), Vec3::x());
    [
        flock.add_influence(target()).unwrap().into(),
        flock.add_emitter(Emitter::default()).unwrap().into(),
        flock.add_obstacle(ball()).unwrap().into(),
        flock.add_perch(perch()).unwrap().into(),
        flock.add_predator(predator).unwrap().into(),
    ]
}

fn scare() -> Scare {
    Scare {
        point: Vec3::zeros(),
        radius: 0.8,
        strength: 5.0,
        decay: 20.0,
    }
}

/// A cuboid whose triangles are there both ways round.
fn two_sided_room() -> Vec<[Vec3; 3]> {
    let outward = shapes::cuboid(Vec3::repeat(5.0));
    let inward = turned(&outward);
    [outward, inward].concat()
}

/// The flock's frame has left the room, which is a solid for it since then; the boids are still in
/// it.
fn flock_in_a_room_that_it_left(count: u32) -> Flock {
    let level = Arc::new(Geometry::new(&two_sided_room()).0);
    let mut flock = Flock::new(settings(count), Placement::default(), level).unwrap();
    (0..20).for_each(|_| flock.step());
    flock.set_placement(at(20.0)).unwrap();
    (0..10).for_each(|_| flock.step());
    flock
}

#[test]
fn a_restored_flock_moves_no_boid_among_the_geometry_that_it_had() {
    let mut flock = flock_in_a_room_that_it_left(300);
    let mut restored = copy(&flock);
    let inside = |flock: &Flock| flock.boids().filter(|it| it.position.amax() < 5.0).count();
    assert_eq!((inside(&flock), inside(&restored)), (300, 300));
    for _ in 0..20 {
        assert_eq!(restored.state_hash(), flock.state_hash());
        flock.step();
        restored.step();
    }
    let mut triangles = two_sided_room();
    triangles.reverse();
    let in_other_order = Arc::new(Geometry::new(&triangles).0);
    restored = Flock::restore(&flock.snapshot(), in_other_order).unwrap();
    assert_eq!(restored.state_hash(), flock.state_hash());
}

#[test]
fn a_restored_flock_is_carried_out_of_other_geometry() {
    let flock = flock_in_a_room_that_it_left(30);
    let rock = Arc::new(Geometry::new(&shapes::cuboid(Vec3::repeat(5.5))).0);
    let restored = Flock::restore(&flock.snapshot(), rock.clone()).unwrap();
    assert_eq!(restored.statistics().rescued, 30);
    assert!(restored.boids().all(|it| rock.is_clear(it.position, 0.0)));
}

#[test]
fn each_flock_has_an_instance_of_its_own() {
    let [first, second] = [flock(1), flock(1)];
    let restored = copy(&first);
    let (moved, instance) = (first.instance(), second.instance());
    assert!(moved != instance && restored.instance() != moved);
    let boxed = Box::new(second);
    assert_eq!(boxed.instance(), instance);
}

#[test]
fn the_targets_of_what_moves_are_known_before_and_after_the_steps() {
    let mut flock = flock(1);
    let predator = |x| Predator::new(Vec3::new(x, 0.0, 0.0), Vec3::zeros());
    let obstacle = flock.add_obstacle(ball()).unwrap();
    let prowler = flock.add_predator(predator(9.0)).unwrap();
    assert_eq!(flock.obstacle_target(obstacle), Some(&at(50.0)));
    assert_eq!(flock.predator_target(prowler), Some(&predator(9.0)));
    flock.move_obstacle(obstacle, at(51.0)).unwrap();
    flock.move_predator(prowler, predator(8.0)).unwrap();
    flock = copy(&flock);
    for _ in 0..2 {
        assert_eq!(flock.obstacle_target(obstacle), Some(&at(51.0)));
        assert_eq!(flock.predator_target(prowler), Some(&predator(8.0)));
        flock.step();
    }
    assert!(flock.remove_obstacle(obstacle).is_some() && flock.remove_predator(prowler).is_some());
    assert!(flock.obstacle_target(obstacle).is_none() && flock.predator_target(prowler).is_none());
}

#[test]
fn boids_that_had_arrived_are_not_told_again_after_a_snapshot() {
    let mut flock = flock(30);
    flock.set_events(EventMask::ARRIVED);
    let everywhere = InfluenceKind::Target {
        point: Vec3::zeros(),
        slowing: 100.0,
    };
    flock.add_influence(Influence::new(everywhere)).unwrap();
    flock.step();
    assert_eq!(flock.drain_events().count(), 30);
    let mut restored = copy(&flock);
    assert_eq!(text(&copy(&restored)), text(&flock));
    restored.spawn(2).unwrap();
    restored.step();
    assert_eq!(restored.drain_events().count(), 2);
}

/// Asserts that a call changes the hash, and that it does in a copy too.
#[track_caller]
fn assert_in_hash(what: &str, flock: &mut Flock, mut call: impl FnMut(&mut Flock)) {
    let (mut copied, before) = (copy(flock), flock.state_hash());
    assert_eq!(copied.state_hash(), before, "{what}");
    call(flock);
    let after = flock.state_hash();
    assert_ne!(after, before, "{what} is not in the hash");
    call(&mut copied);
    assert_eq!(copied.state_hash(), after, "{what}");
    assert_eq!(
        copy(flock).state_hash(),
        after,
        "{what} is not in the snapshot"
    );
}

#[test]
fn everything_that_a_step_depends_on_is_in_the_hash_and_in_the_snapshot() {
    let mut flock = flock(40);
    let predator = Predator::new(Vec3::new(60.0, 0.0, 0.0), Vec3::zeros());
    let (mut influence, mut emitter) = (None, None);
    let (mut obstacle, mut prowler) = (None, None);
    let threat = Predator {
        threat: 2.0,
        ..predator
    };
    let here = flock.boids().next().unwrap().id;
    let flock = &mut flock;
    assert_in_hash("placement", flock, |it| it.set_placement(at(0.1)).unwrap());
    assert_in_hash("an influence", flock, |it| {
        influence = it.add_influence(target()).ok()
    });
    assert_in_hash("its weight", flock, |it| {
        let stronger = Influence {
            weight: 9.0,
            ..target()
        };
        assert!(it.set_influence(influence.unwrap(), stronger).unwrap());
    });
    assert_in_hash("wind", flock, |it| {
        let velocity = Vec3::new(0.0, 0.0, 0.1);
        it.set_wind(Wind {
            velocity,
            ..Wind::default()
        })
        .unwrap();
    });
    assert_in_hash("a scare", flock, |it| it.scare(scare()).unwrap());
    assert_in_hash("an emitter", flock, |it| {
        emitter = it.add_emitter(Emitter::default()).ok()
    });
    assert_in_hash(
        "a burst",
        flock,
        |it| assert!(it.burst(emitter.unwrap(), 3)),
    );
    assert_in_hash("an obstacle", flock, |it| {
        obstacle = it.add_obstacle(ball()).ok()
    });
    assert_in_hash("where it shall be", flock, |it| {
        assert!(it.move_obstacle(obstacle.unwrap(), at(51.0)).unwrap());
    });
    assert_in_hash("a predator", flock, |it| {
        prowler = it.add_predator(predator).ok()
    });
    assert_in_hash("its threat", flock, |it| {
        assert!(it.move_predator(prowler.unwrap(), threat).unwrap());
    });
    assert_in_hash("a perch", flock, |it| {
        assert!(it.add_perch(perch()).is_ok())
    });
    assert_in_hash("viewers", flock, |it| {
        it.set_viewers(&[Viewer::all_around(Vec3::zeros())])
            .unwrap();
    });
    assert_in_hash("coarseness", flock, |it| it.set_coarseness(2.0).unwrap());
    assert_in_hash("data", flock, |it| assert!(it.set_data(here, 5)));
    assert_in_hash("slots", flock, |it| {
        let id = it.spawn_at(Vec3::zeros(), Vec3::x()).unwrap();
        assert!(it.remove(id));
    });
    assert_in_hash("steps", flock, Flock::step);
}

#[test]
fn panic_is_in_the_hash() {
    let flock = wave(birds(300), 1.0);
    assert!(flock.measure().panicked > 0);
    assert_eq!(copy(&flock).state_hash(), flock.state_hash());
    let calm = tree(&flock).with("fear", Vec::<u32>::new());
    let calm = Flock::restore(&calm.read().unwrap(), Arc::default()).unwrap();
    assert!(calm.boids().eq(flock.boids()));
    assert_ne!(calm.state_hash(), flock.state_hash());
}

#[test]
fn boids_that_a_lower_count_removes_pass_on_no_panic() {
    // The boids with the highest slots panic first, and are removed while others are alarmed.
    for steps in [4, 8, 12, 16, 20, 24] {
        let mut flock = birds(300);
        let last = flock.boids().last().unwrap().position;
        let (radius, strength, decay) = (4.0, 0.1, 1.0);
        let point = last;
        let scare = Scare {
            point,
            radius,
            strength,
            decay,
        };
        flock.scare(scare).unwrap();
        (0..steps).for_each(|_| flock.step());
        let mut settings = flock.settings().clone();
        settings.spawn.count = 200;
        flock.set_settings(settings).unwrap();
        let mut copy = copy(&flock);
        for step in 1..30 {
            flock.step();
            copy.step();
            assert_eq!(
                copy.state_hash(),
                flock.state_hash(),
                "{steps} and {step} steps"
            );
        }
    }
}

#[test]
fn relations_are_in_the_hash_of_a_world() {
    let mut world = World::new();
    let ids = [1, 2].map(|count| world.add(flock(count)));
    let mut hashes = vec![world.state_hash()];
    for (kind, weight, radius) in [
        (RelationKind::Flee, 1.0, 1.0),
        (RelationKind::Hunt, 1.0, 1.0),
        (RelationKind::Hunt, 2.0, 1.0),
        (RelationKind::Hunt, 2.0, 3.0),
    ] {
        let relation = relation(kind, weight, radius);
        world.set_relation(ids[0], ids[1], relation).unwrap();
        let hash = world.state_hash();
        assert!(!hashes.contains(&hash), "{relation:?}");
        hashes.push(hash);
    }
    world
        .set_relation(ids[0], ids[1], Relation::default())
        .unwrap();
    assert_eq!(world.state_hash(), hashes[0]);
}

#[test]
fn a_restored_flock_has_the_same_snapshot() {
    let mut flock = flock(20);
    flock.add_influence(target()).unwrap();
    flock.add_emitter(Emitter::default()).unwrap();
    flock.add_obstacle(ball()).unwrap();
    flock.add_perch(perch()).unwrap();
    flock
        .add_predator(Predator::new(Vec3::new(60.0, 0.0, 0.0), Vec3::zeros()))
        .unwrap();
    flock.step();
    assert!(copy(&flock).snapshot() == flock.snapshot());
}

#[test]
fn a_snapshot_holds_what_a_game_has_chosen() {
    let mut flock = flock(60);
    flock.set_events(EventMask::SCARED | EventMask::TOUCHED_PLAYER);
    flock.set_budget(Some(3.0)).unwrap();
    let point = flock.boids().next().unwrap().position;
    flock
        .set_player(Some(Player { point, radius: 0.3 }))
        .unwrap();
    flock.start_log();
    flock.scare(scare()).unwrap();
    flock.step();
    assert!(flock.drain_events().len() > 0);
    let mut restored = copy(&flock);
    assert_eq!(restored.snapshot(), flock.snapshot());
    assert_eq!(restored.events(), flock.events());
    for _ in 0..40 {
        flock.step();
        restored.step();
        // Those that are scared already, or touch the player, are not told a second time.
        let events: Vec<_> = restored.drain_events().collect();
        assert!(flock.drain_events().eq(events));
    }
    flock.spawn(2).unwrap();
    restored.spawn(2).unwrap();
    let log = restored.take_log();
    assert!(log == flock.take_log());
    let inputs: Vec<_> = log.inputs().iter().map(|(_, input)| input).collect();
    assert!(
        matches!(inputs[..], [FlockInput::Scare(_), FlockInput::Spawn(2)]),
        "{inputs:?}"
    );
}

#[test]
fn a_replay_goes_on_after_a_snapshot() {
    let mut flock = flock(50);
    let mut again = copy(&flock);
    flock.start_log();
    for step in 0..30 {
        if step % 5 == 0 {
            flock.spawn(1).unwrap();
        }
        flock.step();
    }
    again.replay(flock.take_log());
    (0..12).for_each(|_| again.step());
    let mut again = copy(&again);
    assert_eq!(again.left_to_replay(), 3);
    (12..30).for_each(|_| again.step());
    assert_eq!(again.state_hash(), flock.state_hash());
}

#[test]
fn scared_boids_are_told_once_over_a_snapshot() {
    let mut flock = flock(30);
    flock.set_events(EventMask::SCARED);
    flock
        .scare(Scare {
            radius: 100.0,
            ..scare()
        })
        .unwrap();
    flock.step();
    let scared = |flock: &mut Flock| {
        let events = flock.drain_events();
        events.filter(|it| it.kind == EventKind::Scared).count()
    };
    assert_eq!(scared(&mut flock), 30);
    let mut restored = copy(&flock);
    restored.step();
    assert_eq!(scared(&mut restored), 0);
}
