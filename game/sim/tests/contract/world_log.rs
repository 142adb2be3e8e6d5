//! A run of a whole world is repeated from its log, bit by bit, at any frame rate.

use flock_sim::{
    influences::{Influence, InfluenceKind},
    settings::{Backend, Region},
    world::{FlockId, Hunts, Relation, RelationKind, WorldInput, WorldLog},
    Flock, Settings, Vec3, World,
};
use flock_testkit::{
    flocks::{in_the_open, on_threads},
    saved::{copy, SavedTree},
    worlds::relation,
};
use std::sync::Arc;

fn flock(count: u32, seed: u32, time_step: f32) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.seed = seed;
    settings.spawn.region = Region::sphere(1.5);
    settings.simulation.time_step = time_step;
    settings.hunting.enabled = seed == 2;
    in_the_open(settings)
}

/// Prey, hunters, and a flock with other time steps, which none of them sees.
fn new() -> World {
    let mut world = World::new();
    world.add(flock(150, 1, 1.0 / 60.0));
    world.add(flock(6, 2, 1.0 / 60.0));
    world.add(flock(40, 3, 1.0 / 50.0));
    world
}

const FRAMES: usize = 120;

/// What the game does before a frame.
fn play(world: &mut World, frame: usize) {
    let ids: Vec<FlockId> = world.flocks().map(|(id, _)| id).collect();
    let flee = relation(RelationKind::Flee, 9.0, 2.0);
    let hunt = relation(RelationKind::Hunt, 5.0, 8.0);
    match frame {
        5 => {
            world.set_relation(ids[0], ids[1], flee).unwrap();
            world.set_relation(ids[1], ids[0], hunt).unwrap();
            // They act no second time.
            world.set_relation(ids[1], ids[0], hunt).unwrap();
            assert!(world.set_relation(ids[0], ids[0], flee).is_err());
        }
        21 => {
            let point = Vec3::new(2.0, 0.0, 0.0);
            let target = Influence::new(InfluenceKind::Target {
                point,
                slowing: 0.5,
            });
            let prey = world.flock_mut(ids[0]).unwrap();
            prey.add_influence(target).unwrap();
            prey.spawn(7).unwrap();
        }
        33 => {
            let mut joining = flock(30, 4, 1.0 / 60.0);
            (0..10).for_each(|_| joining.step());
            let joined = world.add(joining);
            let with = relation(RelationKind::FlockWith, 1.0, 2.0);
            world.set_relation(joined, ids[0], with).unwrap();
            world.flock_mut(joined).unwrap().spawn(2).unwrap();
        }
        34 => drop(world.flock_mut(ids[2]).unwrap().spawn(3).unwrap().to_vec()),
        57 => {
            // The order counts: hunters are forgotten when relations change while they do not hunt.
            for hunts in [false, true] {
                let hunters = world.flock_mut(ids[1]).unwrap();
                let mut settings = hunters.settings().clone();
                settings.hunting.enabled = hunts;
                hunters.set_settings(settings).unwrap();
                let weight = if hunts { 8.0 } else { 3.0 };
                let flee = relation(RelationKind::Flee, weight, 2.0);
                world.set_relation(ids[0], ids[1], flee).unwrap();
            }
        }
        80 => assert!(world.remove(ids[2]).is_some()),
        100 => world
            .set_relation(ids[1], ids[0], Relation::default())
            .unwrap(),
        _ => {}
    }
}

fn recorded() -> (u64, WorldLog, [u64; 2]) {
    let mut world = new();
    world.start_log();
    for frame in 0..FRAMES {
        play(&mut world, frame);
        world.advance(1.0 / 60.0).unwrap();
    }
    let log = world.take_log();
    (world.state_hash(), log, steps(&world))
}

/// Steps of the first two flocks.
fn steps(world: &World) -> [u64; 2] {
    let mut steps = world.flocks().map(|(_, flock)| flock.statistics().steps);
    [steps.next().unwrap(), steps.next().unwrap()]
}

fn replayed(log: &WorldLog, frames: f32, until: [u64; 2], is_saved: bool) -> (u64, WorldLog) {
    let mut world = new();
    world.start_log();
    world.replay(copy(log), &Arc::default());
    let mut frame = 0;
    while steps(&world)[0] < until[0] {
        // A frame may have several steps.
        if steps(&world)[0] + 4 < until[0] {
            let _ = world.advance(1.0 / frames).unwrap();
        } else {
            world.step().unwrap();
        }
        frame += 1;
        assert!(frame < 1000, "{:?} instead of {until:?}", steps(&world));
        if is_saved && frame % 20 == 0 {
            let snapshot = copy(&world.snapshot());
            world = World::restore(&snapshot, &Arc::default()).unwrap();
        }
    }
    assert_eq!((steps(&world), world.left_to_replay()), (until, 0));
    let log = world.take_log();
    (world.state_hash(), log)
}

#[test]
fn a_replay_has_the_same_bits_at_any_frame_rate_and_after_snapshots() {
    let (expected, log, until) = recorded();
    let calls: Vec<&WorldInput> = log.inputs().collect();
    assert_eq!(calls.len(), 8, "{}", calls.len());
    assert_eq!((copy(&log) == log, log.flocks().len()), (true, 4));
    for (frames, is_saved) in [(60.0, false), (30.0, false), (144.0, false), (47.0, true)] {
        let (hash, again) = replayed(&log, frames, until, is_saved);
        assert_eq!(hash, expected, "at {frames} frames per second");
        if frames == 60.0 {
            assert!(again == log, "another log");
        }
    }
}

#[test]
fn hunts_that_were_restored_are_in_the_log() {
    let mut world = new();
    world.start_log();
    let ids: Vec<FlockId> = world.flocks().map(|(id, _)| id).collect();
    let prey = |number: u32| (number == 7).then_some(ids[0]);
    let mut saved = Hunts::default();
    for frame in 0..FRAMES {
        match frame {
            5 => play(&mut world, frame),
            30 => {
                let hunters = world.flock(ids[1]).unwrap();
                saved = world.hunts(ids[1], hunters, |_| Some(7));
                assert_eq!(saved.len(), 6);
            }
            60 => {
                world.restore_hunts(ids[1], &saved, prey).unwrap();
                let broken = SavedTree::new(&saved).with("0/place/0", 1e30_f32);
                let broken: Hunts = broken.read().unwrap();
                assert!(saved.validate().is_ok() && broken.validate().is_err());
                assert!(world.restore_hunts(ids[1], &broken, prey).is_err());
            }
            _ => {}
        }
        world.advance(1.0 / 60.0).unwrap();
    }
    let log = world.take_log();
    assert_eq!(log.inputs().len(), 3);
    for frames in [60.0, 47.0] {
        let (hash, _) = replayed(&log, frames, steps(&world), false);
        assert_eq!(hash, world.state_hash());
    }
}

#[test]
fn a_replay_has_the_same_bits_in_single_steps_and_on_any_number_of_threads() {
    let run = |backend: Backend, log: Option<&WorldLog>| {
        let mut world = World::new();
        let ids = [1, 2].map(|seed| {
            let mut flock = flock(60, seed, 1.0 / 60.0);
            let mut settings = flock.settings().clone();
            settings.simulation.backend = backend;
            flock.set_settings(settings).unwrap();
            world.add(flock)
        });
        match log {
            Some(log) => world.replay(log.clone(), &Arc::default()),
            None => world.start_log(),
        }
        for step in 0..60 {
            if log.is_none() && step == 20 {
                let flee = relation(RelationKind::Flee, 9.0, 2.0);
                world.set_relation(ids[0], ids[1], flee).unwrap();
                world.flock_mut(ids[1]).unwrap().spawn(3).unwrap();
            }
            world.step().unwrap();
        }
        (world.state_hash(), world.take_log())
    };
    let (expected, log) = run(Backend::SingleThread, None);
    for threads in [1, 3] {
        let (hash, _) = on_threads(threads, || run(Backend::AllThreads, Some(&log)));
        assert_eq!(hash, expected, "on {threads} threads");
    }
}

#[test]
fn without_a_log_nothing_is_kept() {
    let mut world = new();
    play(&mut world, 5);
    assert_eq!(world.take_log(), WorldLog::default());
    world.start_log();
    assert_eq!(world.take_log().inputs().len(), 0);
}

#[test]
fn a_snapshot_with_more_repeated_calls_than_there_are_is_refused() {
    let mut world = new();
    world.replay(recorded().1, &Arc::default());
    let broken = SavedTree::new(&world.snapshot()).with("replay/done", 1000_usize);
    let error = World::restore(&broken.read().unwrap(), &Arc::default())
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("more calls were replayed than are in the log"),
        "{error}"
    );
}
