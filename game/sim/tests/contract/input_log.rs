//! A run is repeated from the log of its inputs, bit by bit, at any frame rate.

use flock_sim::{
    nalgebra::UnitQuaternion, shapes, BoidId, DeadBody, Death, Driver, Emitter, EventMask, Flock,
    FlockEvent, FlockInput, Geometry, Influence, InfluenceKind, InputLog, Placement, Player,
    Region, Scare, Settings, Snapshot, Vec3,
};
use std::sync::Arc;

fn settings(driver: Driver) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 700;
    settings.wander.enabled = true;
    settings.simulation.driver = driver;
    settings
}

fn new(driver: Driver) -> Flock {
    let ball = Geometry::new(&shapes::ball(0.4, 2)).0;
    let mut flock = Flock::new(settings(driver), Placement::default(), Arc::new(ball)).unwrap();
    flock.set_events(EventMask::ALL);
    flock
}

/// What the game does in a frame: every call that is logged, at least once, and some that are refused.
fn play(flock: &mut Flock, frame: usize) {
    let at = |x: f32| Vec3::new(x, 1.2, 0.3);
    let ids: Vec<BoidId> = flock.boids().map(|boid| boid.id).collect();
    let some = ids[(7 * frame) % ids.len()];
    let lead = |x: f32| {
        let point = at(x);
        Influence::new(InfluenceKind::Target {
            point,
            slowing: 0.5,
        })
    };
    match frame % 16 {
        0 => {
            let influence = flock.add_influence(lead(0.01 * frame as f32)).unwrap();
            let emitter = Emitter {
                region: Region::Box {
                    min: at(-1.0),
                    max: at(1.0),
                },
                rate: 40.0,
                lifetime: Some(0.5),
                ..Emitter::default()
            };
            let emitter_id = flock.add_emitter(emitter.clone()).unwrap();
            assert!(flock.burst(emitter_id, 5));
            if frame > 16 {
                assert!(flock.set_influence(influence, lead(-1.0)).unwrap());
                assert!(flock.remove_influence(influence).is_some());
                let rate = 1.0;
                flock
                    .set_emitter(emitter_id, Emitter { rate, ..emitter })
                    .unwrap();
                assert!(flock.remove_emitter(emitter_id).is_some());
            }
        }
        1 => drop(flock.spawn(3).unwrap().to_vec()),
        2 => {
            flock.spawn_at(at(0.1), Vec3::x()).unwrap();
            assert!(flock.spawn_at(Vec3::zeros(), Vec3::x()).is_err());
        }
        3 => assert!(flock.remove(some) && !flock.remove(some)),
        4 => {
            let (impulse, vanishes_after) = (Vec3::y(), Some(0.3));
            let body = DeadBody::Falls;
            assert!(flock
                .kill(
                    some,
                    Death {
                        body,
                        impulse,
                        vanishes_after
                    }
                )
                .unwrap());
        }
        5 => {
            let death = Death::new(DeadBody::Stays);
            assert!(flock.kill(some, death).unwrap() && flock.revive(some).unwrap());
        }
        6 => {
            assert!(flock.hold(some));
            let turned = UnitQuaternion::from_euler_angles(0.3, 0.0, 0.0);
            assert!(flock.move_held(some, at(0.5), turned).unwrap());
        }
        9 => {
            let held: Vec<BoidId> = flock.loose_boids().map(|boid| boid.id).collect();
            for id in held
                .into_iter()
                .filter(|id| flock.is_held(*id))
                .collect::<Vec<_>>()
            {
                assert!(flock.release(id, Vec3::z()).unwrap());
            }
        }
        10 => {
            let point = flock.boid(some).unwrap().position;
            flock
                .scare(Scare {
                    point,
                    radius: 1.0,
                    strength: 8.0,
                    decay: 0.2,
                })
                .unwrap();
            flock
                .set_player(Some(Player { point, radius: 0.4 }))
                .unwrap();
        }
        12 => {
            let mut settings = flock.settings().clone();
            settings.cohesion.weight = 0.5 + (frame % 5) as f32;
            settings.spawn.count = 600 + (frame % 7) as u32;
            flock.set_settings(settings).unwrap();
        }
        13 => {
            let origin = Vec3::new(0.0, 0.002 * frame as f32, 0.0);
            flock
                .set_placement(Placement {
                    origin,
                    ..Placement::default()
                })
                .unwrap();
        }
        14 => flock.depenetrate(),
        15 => assert!(flock.set_data(some, frame as u32)),
        _ => {}
    }
}

const STEPS: u64 = 240;

/// State, events and data after all steps.
type Outcome = (u64, Vec<FlockEvent>, Vec<Option<u32>>);

fn outcome(flock: &mut Flock) -> Outcome {
    let ids: Vec<BoidId> = flock.boids().map(|boid| boid.id).collect();
    let data = ids.iter().map(|id| flock.data(*id)).collect();
    let hash = flock.state_hash();
    (hash, flock.drain_events().collect(), data)
}

fn recorded(driver: Driver) -> (Outcome, InputLog) {
    let mut flock = new(driver);
    flock.start_log();
    for frame in 0..STEPS as usize {
        play(&mut flock, frame);
        flock.advance(1.0 / 60.0);
    }
    assert_eq!(flock.statistics().steps, STEPS);
    let log = flock.take_log();
    (outcome(&mut flock), log)
}

fn copy(log: &InputLog) -> InputLog {
    ron::from_str(&ron::to_string(log).unwrap()).unwrap()
}

#[test]
fn a_replay_has_the_same_bits_at_30_60_and_144_frames_per_second() {
    let (expected, log) = recorded(Driver::SingleThread);
    assert_eq!(copy(&log), log);
    assert!(log.inputs().len() > 200 && expected.1.len() > 200);
    for (driver, frames) in [
        (Driver::SingleThread, 30.0),
        (Driver::AllThreads, 60.0),
        (Driver::SingleThread, 144.0),
    ] {
        let mut flock = new(Driver::SingleThread);
        let mut settings = flock.settings().clone();
        settings.simulation.driver = driver;
        flock.set_settings(settings).unwrap();
        flock.start_log();
        flock.replay(copy(&log));
        while flock.statistics().steps < STEPS {
            flock.advance(1.0 / frames);
        }
        assert_eq!(
            (flock.statistics().steps, flock.left_to_replay()),
            (STEPS, 0)
        );
        let again = flock.take_log();
        assert_eq!(outcome(&mut flock), expected, "{frames}");
        assert!(again == log, "another log at {frames}");
    }
}

#[test]
fn a_replay_goes_on_from_a_snapshot() {
    let mut flock = new(Driver::AllThreads);
    (0..30).for_each(|_| flock.step());
    let snapshot: Snapshot = ron::from_str(&ron::to_string(&flock.snapshot()).unwrap()).unwrap();
    flock.start_log();
    for frame in 0..60 {
        play(&mut flock, frame);
        flock.step();
    }
    let mut again = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
    again.replay(flock.take_log());
    (0..60).for_each(|_| again.step());
    assert_eq!(again.state_hash(), flock.state_hash());
}

#[test]
fn without_a_log_nothing_is_kept_and_a_change_in_the_log_matters() {
    let mut flock = new(Driver::SingleThread);
    play(&mut flock, 1);
    assert_eq!(flock.take_log(), InputLog::default());
    let (expected, log) = recorded(Driver::SingleThread);
    let text = ron::to_string(&log).unwrap();
    let changed = text.replacen("Spawn(3)", "Spawn(4)", 1);
    assert_ne!(text, changed);
    flock = new(Driver::SingleThread);
    flock.replay(ron::from_str(&changed).unwrap());
    (0..STEPS).for_each(|_| flock.step());
    assert_ne!(outcome(&mut flock).0, expected.0);
    assert!(matches!(log.inputs()[0], (0, FlockInput::AddInfluence(_))));
}
