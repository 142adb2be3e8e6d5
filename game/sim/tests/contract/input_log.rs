//! A run is repeated from the log of its inputs, bit by bit, at any frame rate.

use flock_sim::{
    boids::{DeadBody, Death, Viewer},
    emitters::Emitter,
    events::{EventMask, FlockEvent, Player},
    geometry::shapes,
    influences::{Influence, InfluenceKind},
    nalgebra::UnitQuaternion,
    obstacles::{MovingObstacle, ObstacleShape},
    perches::{Perch, PerchSpot},
    saving::{FlockInput, InputLog},
    settings::{Backend, Region},
    threats::{Predator, Scare},
    wind::Wind,
    BoidId, Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::saved::{copy, SavedTree};
use std::sync::Arc;

fn settings(backend: Backend) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 700;
    settings.wander.enabled = true;
    settings.simulation.backend = backend;
    settings
}

fn new(backend: Backend) -> Flock {
    let ball = Geometry::new(&shapes::ball(0.4, 2)).0;
    let mut flock = Flock::new(settings(backend), Placement::default(), Arc::new(ball)).unwrap();
    flock.set_events(EventMask::ALL);
    flock
}

/// What the game does in a frame: every call that is logged, at least once, and some that are
/// refused.
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
            flock.set_placement(Placement::at(origin)).unwrap();
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

fn recorded(backend: Backend) -> (Outcome, InputLog) {
    let mut flock = new(backend);
    flock.start_log();
    for frame in 0..STEPS as usize {
        play(&mut flock, frame);
        flock.advance(1.0 / 60.0);
    }
    assert_eq!(flock.statistics().steps, STEPS);
    let log = flock.take_log();
    (outcome(&mut flock), log)
}

#[test]
fn a_replay_has_the_same_bits_at_30_60_and_144_frames_per_second() {
    let (expected, log) = recorded(Backend::SingleThread);
    assert_eq!(copy(&log), log);
    assert!(log.inputs().len() > 200 && expected.1.len() > 200);
    for (backend, frames) in [
        (Backend::SingleThread, 30.0),
        (Backend::AllThreads, 60.0),
        (Backend::SingleThread, 144.0),
    ] {
        let mut flock = new(Backend::SingleThread);
        let mut settings = flock.settings().clone();
        settings.simulation.backend = backend;
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
    let mut flock = new(Backend::AllThreads);
    (0..30).for_each(|_| flock.step());
    let snapshot = copy(&flock.snapshot());
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
    let mut flock = new(Backend::SingleThread);
    play(&mut flock, 1);
    assert_eq!(flock.take_log(), InputLog::default());
    let (expected, log) = recorded(Backend::SingleThread);
    let is_spawn = |(_, input): &(u64, FlockInput)| *input == FlockInput::Spawn(3);
    let index = log.inputs().iter().position(is_spawn).unwrap();
    let changed = SavedTree::new(&log).with(&format!("inputs/{index}/1/Spawn"), 4_u32);
    flock = new(Backend::SingleThread);
    flock.replay(changed.read().unwrap());
    (0..STEPS).for_each(|_| flock.step());
    assert_ne!(outcome(&mut flock).0, expected.0);
    assert!(matches!(log.inputs()[0], (0, FlockInput::AddInfluence(_))));
}

#[test]
fn what_is_refused_or_changes_nothing_is_not_logged() {
    let mut flock = new(Backend::SingleThread);
    flock.start_log();
    let predator = Predator::new(Vec3::new(30.0, 0.0, 0.0), Vec3::x());
    let added = (0..1000).filter_map(|_| flock.add_predator(predator).ok());
    let predators: Vec<_> = added.collect();
    let logged = |flock: &mut Flock| {
        let log = flock.take_log();
        flock.start_log();
        log.inputs().len()
    };
    assert_eq!((predators.len(), logged(&mut flock)), (256, 256));
    let gone = flock.boids().next().unwrap().id;
    let influence = flock.add_influence(target(0.0)).unwrap();
    let emitter = flock.add_emitter(Emitter::default()).unwrap();
    let shape = ObstacleShape::Sphere { radius: 0.2 };
    let far = Placement::at(Vec3::new(90.0, 0.0, 0.0));
    let ball = MovingObstacle {
        shape,
        placement: far,
    };
    let obstacle = flock.add_obstacle(ball.clone()).unwrap();
    let spot = PerchSpot {
        position: Vec3::new(0.0, 90.0, 0.0),
        normal: Vec3::y(),
    };
    let perch = flock.add_perch(Perch::new(vec![spot])).unwrap();
    assert!(flock.remove(gone) && flock.remove_influence(influence).is_some());
    assert!(flock.remove_emitter(emitter).is_some() && flock.remove_obstacle(obstacle).is_some());
    assert!(flock.set_perch_times(perch, 1.0, [1.0; 2]).unwrap());
    assert!(flock.remove_perch(perch).is_some() && flock.remove_predator(predators[0]).is_some());
    flock.set_coarseness(2.0).unwrap();
    flock.step();
    assert_eq!(logged(&mut flock), 12);
    for _ in 0..3 {
        let (nan, zero) = (Vec3::repeat(f32::NAN), Vec3::zeros());
        let (settings, placement) = (flock.settings().clone(), *flock.placement());
        let mut bad_settings = settings.clone();
        bad_settings.cohesion.weight = -1.0;
        let bad_placement = Placement::at(nan);
        assert!(flock.set_settings(settings).is_ok() && flock.set_settings(bad_settings).is_err());
        assert!(flock.set_placement(placement).is_ok());
        assert!(flock.set_placement(bad_placement).is_err());
        flock.depenetrate();
        assert!(flock.spawn(0).unwrap().is_empty() && flock.spawn(u32::MAX).is_err());
        assert!(flock.spawn_at(nan, zero).is_err() && !flock.remove(gone));
        assert!(!flock.set_data(gone, 3) && !flock.hold(gone) && !flock.revive(gone).unwrap());
        let death = Death::new(DeadBody::Sinks);
        assert!(!flock.kill(gone, death).unwrap());
        let impulse = nan;
        assert!(flock.kill(gone, Death { impulse, ..death }).is_err());
        let still = UnitQuaternion::identity();
        assert!(!flock.move_held(gone, zero, still).unwrap());
        assert!(flock.move_held(gone, nan, still).is_err());
        assert!(!flock.release(gone, zero).unwrap() && flock.release(gone, nan).is_err());
        let scare = Scare {
            point: nan,
            radius: 1.0,
            strength: 1.0,
            decay: 1.0,
        };
        assert!(flock.scare(scare).is_err() && flock.add_influence(target(f32::NAN)).is_err());
        assert!(!flock.set_influence(influence, target(0.0)).unwrap());
        assert!(flock.set_influence(influence, target(f32::NAN)).is_err());
        assert!(flock.remove_influence(influence).is_none());
        let air = *flock.wind();
        let storm = Wind {
            velocity: nan,
            ..air
        };
        assert!(flock.set_wind(air).is_ok() && flock.set_wind(storm).is_err());
        let bad_emitter = Emitter {
            rate: -1.0,
            ..Emitter::default()
        };
        assert!(flock.add_emitter(bad_emitter.clone()).is_err() && !flock.burst(emitter, 3));
        assert!(!flock.set_emitter(emitter, Emitter::default()).unwrap());
        assert!(flock.set_emitter(emitter, bad_emitter).is_err());
        assert!(flock.remove_emitter(emitter).is_none() && flock.set_player(None).is_ok());
        let player = Player {
            point: nan,
            radius: 1.0,
        };
        assert!(flock.set_player(Some(player)).is_err());
        let bad_ball = MovingObstacle {
            placement: bad_placement,
            ..ball.clone()
        };
        assert!(flock.add_obstacle(bad_ball).is_err() && flock.remove_obstacle(obstacle).is_none());
        assert!(!flock.teleport_obstacle(obstacle, far).unwrap());
        assert!(flock.teleport_obstacle(obstacle, bad_placement).is_err());
        assert!(flock.set_coarseness(2.0).is_ok() && flock.set_coarseness(0.0).is_err());
        assert!(flock.set_viewers(&[Viewer::all_around(nan)]).is_err());
        assert!(flock.set_viewers(&[]).is_ok());
        assert!(flock.add_perch(Perch::new(Vec::new())).is_err());
        assert!(flock.remove_perch(perch).is_none() && !flock.take_off(perch, zero).unwrap());
        assert!(!flock.set_perch_times(perch, 1.0, [1.0; 2]).unwrap());
        assert!(flock.set_perch_times(perch, -1.0, [1.0; 2]).is_err());
        assert!(
            flock.take_off(perch, nan).is_err() && flock.remove_predator(predators[0]).is_none()
        );
        assert!(!flock.set_tag(obstacle, Some(1)) && flock.set_tag(predators[1], None));
        flock.step();
    }
    assert_eq!(logged(&mut flock), 0);
}

fn target(x: f32) -> Influence {
    let point = Vec3::new(x, 0.0, 0.0);
    Influence::new(InfluenceKind::Target {
        point,
        slowing: 0.5,
    })
}

/// A budget decides by the clock of the machine, but not before the log is over.
#[test]
fn a_log_lasts_to_its_end() {
    let mut flock = new(Backend::SingleThread);
    flock.start_log();
    (0..10).for_each(|_| flock.step());
    let mut again = new(Backend::SingleThread);
    again.replay(flock.take_log());
    let is_replaying = |flock: &Flock| {
        !ron::to_string(&flock.snapshot())
            .unwrap()
            .contains("replay:None")
    };
    for _ in 0..9 {
        again.step();
        assert!(is_replaying(&again));
    }
    (0..2).for_each(|_| again.step());
    assert!(!is_replaying(&again));
}
