//! Perches: spots are found on geometry, boids land on them, stand and take off.

use flock_sim::{
    boids::{DeadBody, Death},
    events::EventKind,
    geometry::shapes,
    perches::{Perch, PerchId, PerchSampling, PerchSpot, PerchUse, SpotObstruction},
    settings::Backend,
    threats::Scare,
    BoidId, Flock, Geometry, Vec3,
};
use flock_testkit::{
    flocks::on_threads,
    roof::{above_roof, standing, used, EVERYWHERE},
    saved::copy,
    triangles::{cuboid, moved},
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

#[test]
fn spots_are_flat_apart_and_free() {
    let steep = |angle: f32, x: f32| {
        let turn =
            flock_sim::nalgebra::UnitQuaternion::from_euler_angles(0.0, 0.0, angle.to_radians());
        let slab = shapes::cuboid(Vec3::new(2.0, 0.2, 2.0)).into_iter();
        let slab: Vec<_> = slab.map(|it| it.map(|corner| turn * corner)).collect();
        moved(&slab, [x, 0.0, 0.0])
    };
    // A ceiling over a part of the first slab.
    let ceiling = cuboid([1.0, 0.1, 1.0], [0.0, 0.5, 0.0]);
    let all = [
        steep(0.0, 0.0),
        steep(30.0, 10.0),
        steep(50.0, 20.0),
        ceiling,
    ]
    .concat();
    let (geometry, _) = Geometry::new(&all);
    let sampling = PerchSampling {
        most: 5000,
        ..PerchSampling::default()
    };
    let survey = sampling.find(&geometry, EVERYWHERE, 0.05).unwrap();
    assert_eq!(survey, sampling.find(&geometry, EVERYWHERE, 0.05).unwrap());
    let in_part = |from: f32, to: f32| {
        let spots = survey.spots.iter();
        spots.filter(move |it| (from..to).contains(&it.position.x))
    };
    assert!(in_part(-3.0, 3.0).count() > 30 && in_part(7.0, 13.0).count() > 50);
    assert_eq!(in_part(17.0, 23.0).count(), 0);
    for (index, spot) in survey.spots.iter().enumerate() {
        assert!(spot.normal.y >= 35.0_f32.to_radians().cos() - 1e-6);
        assert!(!geometry.is_clear(spot.position, 1e-3));
        let is_covered = spot.position.xz().amax() < 1.0 && spot.position.y < 0.4;
        assert!(!is_covered, "{spot:?}");
        for other in &survey.spots[..index] {
            assert!((spot.position - other.position).norm() >= sampling.spacing);
        }
    }
    for reason in [SpotObstruction::TooSteep, SpotObstruction::NoRoom] {
        assert!(
            survey.rejected.iter().any(|it| it.1 == reason),
            "{reason:?}"
        );
    }
    let bad = PerchSampling {
        spacing: f32::NAN,
        ..sampling
    };
    let error = bad.find(&geometry, EVERYWHERE, 0.05).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sampling.spacing is NaN; allowed: 0.01 to 1000 m"
    );
}

#[test]
fn the_drawn_beat_moves_no_bird() {
    let run = |beats: f32| {
        let (mut flock, perch) = above_roof(|perch| Perch {
            stay: [1.0, 2.0],
            ..perch
        });
        let mut settings = flock.settings().clone();
        settings.body.beats_per_second = beats;
        flock.set_settings(settings).unwrap();
        (0..420).for_each(|_| flock.step());
        let events: Vec<_> = flock.drain_events().collect();
        let of = |kind: EventKind| events.iter().filter(|it| it.kind == kind).count();
        let counts = [of(EventKind::Landed), of(EventKind::TookOff)];
        (flock.state_hash(), counts, used(&flock, perch))
    };
    let slow = run(0.6);
    assert!(slow.1[0] > 50 && slow.1[1] > 20, "{slow:?}");
    assert_eq!(run(6.0), slow);
}

/// The boids of a roost sleep at night: none lands by day, all stay until they are woken.
#[test]
fn a_perch_is_used_only_at_night() {
    let (mut flock, perch) = above_roof(|perch| Perch {
        landings: 0.0,
        ..perch
    });
    let run = |flock: &mut Flock, steps: usize| {
        (0..steps).for_each(|_| flock.step());
        used(flock, perch).taken
    };
    assert_eq!(run(&mut flock, 600), 0);
    flock.start_log();
    let spots = flock.perches().next().unwrap().1.spots.clone();
    assert!(flock.set_perch_times(perch, 2.0, [1e5, 1e5]).unwrap());
    let asleep = run(&mut flock, 900);
    assert!(asleep > 150, "{asleep}");
    assert_eq!(flock.perches().next().unwrap().1.spots, spots);
    // Those that sleep are not woken by the end of the landings.
    assert!(flock.set_perch_times(perch, 0.0, [1.0, 2.0]).unwrap());
    assert!(run(&mut flock, 300) >= asleep);
    assert!(flock.take_off(perch, Vec3::zeros()).unwrap());
    assert_eq!(run(&mut flock, 300), 0);
    // Values as they are need no entry in the log.
    assert!(flock.set_perch_times(perch, 0.0, [1.0, 2.0]).unwrap());
    assert_eq!(flock.take_log().inputs().len(), 3);
    let error = flock.set_perch_times(perch, 11.0, [2.0, 1.0]).unwrap_err();
    let error = error.to_string();
    assert!(error.contains("perch.landings is 11"), "{error}");
    assert!(error.contains("perch.stay"), "{error}");
}

#[test]
fn boids_land_softly_each_on_a_spot_of_its_own_and_cross_nothing() {
    let (mut flock, perch) = above_roof(|perch| perch);
    let spots = flock.perches().next().unwrap().1.spots.clone();
    let geometry = flock.geometry().clone();
    let mut landed = 0;
    for _ in 0..1500 {
        let before: Vec<_> = flock.loose_boids().collect();
        flock.step();
        for boid in before {
            let Some(after) = flock.boid(boid.id) else {
                continue;
            };
            let way = after.position - boid.position;
            assert_eq!(geometry.sweep(boid.position, way, 1e-3), None, "{boid:?}");
            let arrived = flock.perched_on(boid.id).is_some();
            if arrived && boid.velocity != Vec3::zeros() {
                landed += 1;
                let speed = boid.velocity.norm();
                assert!(speed < 0.3, "touches down at {speed} m/s");
            }
        }
    }
    assert!(landed > 150, "{landed}");
    let standing = standing(&flock);
    assert_eq!(standing.len(), used(&flock, perch).taken);
    let different: HashSet<u32> = standing.iter().map(|(_, spot)| *spot).collect();
    assert_eq!(different.len(), standing.len());
    for (id, spot) in standing {
        let spot = &spots[spot as usize];
        let foot = flock.boid(id).unwrap().position - spot.normal * 0.05;
        assert!((foot - spot.position).norm() < 0.01);
        assert!(spot.normal.y > 0.99);
    }
    assert_eq!(flock.len() + flock.loose_boids().len(), 200);
    let kinds = flock.drain_events().map(|event| event.kind);
    assert_eq!(kinds.filter(|it| *it == EventKind::Landed).count(), landed);
}

#[test]
fn boids_take_off_after_their_time_and_fly_again() {
    let (mut flock, perch) = above_roof(|perch| Perch {
        stay: [1.0, 2.0],
        ..perch
    });
    (0..1200).for_each(|_| flock.step());
    let events: Vec<_> = flock.drain_events().collect();
    let count = |kind| events.iter().filter(|event| event.kind == kind).count();
    let (landed, took_off) = (count(EventKind::Landed), count(EventKind::TookOff));
    assert!(took_off > 100, "{took_off}");
    assert_eq!(landed - took_off, used(&flock, perch).taken);
    for event in events.iter().filter(|it| it.kind == EventKind::TookOff) {
        let mut before = events
            .iter()
            .filter(|it| it.boid == event.boid && it.step < event.step);
        let landing = before.next_back().unwrap();
        assert_eq!(landing.kind, EventKind::Landed);
        assert!(
            (59..=122).contains(&(event.step - landing.step)),
            "{event:?}"
        );
    }
}

/// Lets most boids land and then frightens them. Returns, for each that stood, the distance from
/// the point and the seconds after which it took off: infinite if it stands on after ten.
fn flights(frighten: impl FnOnce(&mut Flock, PerchId), point: Vec3, alarm: f32) -> Vec<(f32, f32)> {
    let (mut flock, perch) = above_roof(|perch| Perch {
        alarm_radius: alarm,
        ..perch
    });
    (0..1200).for_each(|_| flock.step());
    let stood = standing(&flock);
    assert!(stood.len() > 100);
    let distances = stood
        .iter()
        .map(|(id, _)| (flock.boid(*id).unwrap().position - point).norm());
    let distances: Vec<f32> = distances.collect();
    flock.drain_events().for_each(drop);
    let begin = flock.statistics().steps;
    frighten(&mut flock, perch);
    (0..600).for_each(|_| flock.step());
    let mut after: HashMap<BoidId, f32> = HashMap::new();
    for event in flock.drain_events() {
        if event.kind == EventKind::TookOff {
            let seconds = (event.step - begin) as f32 / 60.0;
            after.entry(event.boid).or_insert(seconds);
        }
    }
    let seconds = stood
        .iter()
        .map(|(id, _)| after.get(id).copied().unwrap_or(f32::INFINITY));
    distances.into_iter().zip(seconds).collect()
}

fn scare(point: Vec3, radius: f32) -> Scare {
    Scare {
        point,
        radius,
        strength: 20.0,
        decay: 1.0,
    }
}

#[test]
fn frightened_boids_take_off_the_nearest_first_within_three_seconds() {
    let point = Vec3::new(4.0, 0.5, 0.0);
    let of_scare = flights(
        |flock, _| flock.scare(scare(point, 20.0)).unwrap(),
        point,
        0.0,
    );
    let of_call = flights(
        |flock, perch| assert!(flock.take_off(perch, point).unwrap()),
        point,
        0.0,
    );
    for mut flights in [of_scare, of_call] {
        flights.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(flights.windows(2).all(|pair| pair[0].1 <= pair[1].1 + 0.02));
        let late = flights.iter().filter(|(_, seconds)| *seconds > 3.0);
        let late: Vec<_> = late.collect();
        assert!(late.is_empty(), "not up within 3 s: {late:?}");
        assert!(flights[0].1 < flights[flights.len() - 1].1);
    }
}

#[test]
fn fright_passes_to_others_on_the_perch() {
    let point = Vec3::new(5.0, 0.2, 5.0);
    let up = |alarm: f32| {
        let all = flights(
            |flock, _| flock.scare(scare(point, 2.0)).unwrap(),
            point,
            alarm,
        );
        let up = all.into_iter().filter(|(_, seconds)| seconds.is_finite());
        up.map(|(distance, _)| distance).collect::<Vec<f32>>()
    };
    let (calm, alarmed) = (up(0.0), up(3.0));
    assert!(calm.iter().all(|distance| *distance < 2.0));
    assert!(alarmed.iter().any(|distance| *distance > 8.0));
    assert!(alarmed.len() > 3 * calm.len());
}

#[test]
fn spots_whose_surface_goes_release_their_boids_and_come_back_with_it() {
    let (mut flock, perch) = above_roof(|perch| perch);
    (0..1200).for_each(|_| flock.step());
    let count = flock.perches().next().unwrap().1.spots.len();
    assert!(used(&flock, perch).taken > 100);
    let roof = flock.geometry().clone();
    flock.set_geometry(Arc::new(Geometry::empty()));
    (0..180).for_each(|_| flock.step());
    let gone = PerchUse {
        gone: count,
        ..PerchUse::default()
    };
    assert_eq!(used(&flock, perch), gone);
    assert_eq!(flock.len(), 200);
    flock.set_geometry(roof);
    (0..10).for_each(|_| flock.step());
    assert_eq!(used(&flock, perch).gone, 0);
}

#[test]
fn dead_held_and_removed_boids_leave_their_spots() {
    let (mut flock, perch) = above_roof(|perch| Perch {
        landings: 0.5,
        ..perch
    });
    (0..1200).for_each(|_| flock.step());
    let stood = standing(&flock);
    let [killed, held, removed] = [0, 1, 2].map(|index| stood[index].0);
    let before = used(&flock, perch);
    assert!(flock.kill(killed, Death::new(DeadBody::Falls)).unwrap());
    assert!(flock.hold(held));
    assert!(flock.remove(removed));
    assert_eq!(used(&flock, perch).taken, before.taken - 3);
    assert_eq!(flock.remove_perch(perch).unwrap().spots.len(), 300);
    assert_eq!(flock.perch_use(perch), None);
    assert_eq!(flock.remove_perch(perch), None);
    (0..300).for_each(|_| flock.step());
    assert_eq!(flock.loose_boids().len(), 2);
    assert_eq!(flock.len(), 197);
    assert!(flock.release(held, Vec3::y()).unwrap());
}

#[test]
fn perches_have_the_same_bits_on_any_number_of_threads_after_a_snapshot_and_in_a_replay() {
    let run = |backend: Backend| {
        let (mut flock, perch) = above_roof(|perch| Perch {
            stay: [2.0, 4.0],
            ..perch
        });
        let mut settings = flock.settings().clone();
        settings.simulation.backend = backend;
        flock.set_settings(settings).unwrap();
        (0..300).for_each(|_| flock.step());
        (flock, perch)
    };
    let (mut flock, perch) = run(Backend::SingleThread);
    assert!(used(&flock, perch).taken > 20 && used(&flock, perch).reserved > 0);
    for threads in [1, 3] {
        let other = on_threads(threads, || run(Backend::AllThreads).0.state_hash());
        assert_eq!(other, flock.state_hash());
    }
    let saved = copy(&flock.snapshot());
    let mut restored = Flock::restore(&saved, flock.geometry().clone()).unwrap();
    let mut again = Flock::restore(&saved, flock.geometry().clone()).unwrap();
    for flock in [&mut flock, &mut restored] {
        flock.start_log();
        for step in 0..200 {
            match step {
                20 => assert!(flock.take_off(perch, Vec3::x()).unwrap()),
                90 => assert!(flock.remove_perch(perch).is_some()),
                _ => {}
            }
            flock.step();
        }
    }
    assert_eq!(restored.state_hash(), flock.state_hash());
    again.replay(copy(&flock.take_log()));
    (0..200).for_each(|_| again.step());
    assert_eq!(again.state_hash(), flock.state_hash());
}

#[test]
fn what_a_perch_refuses_is_named() {
    let (mut flock, perch) = above_roof(|perch| perch);
    let spot = PerchSpot {
        position: Vec3::repeat(f32::NAN),
        normal: Vec3::zeros(),
    };
    let bad = Perch {
        landings: 11.0,
        stay: [5.0, 2.0],
        ..Perch::new(vec![spot])
    };
    let error = flock.add_perch(bad).unwrap_err().to_string();
    assert_eq!(
        error,
        "perch.spots[0].position is (NaN, NaN, NaN); allowed: -10000 to 10000 m in every component\n\
         perch.spots[0].normal is [0.0, 0.0, 0.0]; allowed: a unit vector\n\
         perch.landings is 11; allowed: 0 to 10\n\
         perch.stay[1] is 2; allowed: 5 to 1000000 s"
    );
    assert!(flock.take_off(perch, Vec3::repeat(f32::NAN)).is_err());
    assert_eq!(flock.perches().len(), 1);
}

#[test]
fn birds_under_new_geometry_and_with_other_bodies_leave_their_spots() {
    let (mut flock, perch) = above_roof(|perch| Perch {
        landings: 0.5,
        ..perch
    });
    (0..1200).for_each(|_| flock.step());
    let stood = used(&flock, perch).taken;
    assert!(stood > 50);
    let mut settings = flock.settings().clone();
    settings.collision.body_radius = 0.06;
    flock.set_settings(settings).unwrap();
    let before = standing(&flock);
    (0..10).for_each(|_| flock.step());
    assert!(before.iter().all(|(id, _)| flock.perched_on(*id).is_none()));
    (0..1200).for_each(|_| flock.step());
    assert!(used(&flock, perch).taken > 50);
    // A hill over the roof.
    let hill = cuboid([6.0, 0.4, 6.0], [0.0, 0.2, 0.0]);
    let all = [flock.geometry().triangles(), &hill].concat();
    flock.set_geometry(Arc::new(Geometry::new(&all).0));
    (0..600).for_each(|_| flock.step());
    assert_eq!(used(&flock, perch).free, 0);
    assert_eq!(flock.len() + flock.not_placed(), 200);
    assert!(flock
        .boids()
        .all(|boid| flock.geometry().is_clear(boid.position, 0.05)));
}

/// Boids land, stand, and take off again: each activity begins at 0 and grows, and wings beat
/// except while a boid stands.
#[test]
fn activities_follow_one_another_and_wings_beat_in_flight() {
    let (mut flock, _) = above_roof(|perch| Perch {
        stay: [1.0, 2.0],
        ..perch
    });
    let mut before: HashMap<u32, (f32, f32)> = HashMap::new();
    let mut changes = HashSet::new();
    for _ in 0..1200 {
        flock.step();
        let mut texels = vec![[0.0; 4]; 2 * flock.drawn_len()];
        flock.write_instances(&mut texels);
        let mut motions = vec![[0.0; 4]; flock.drawn_len()];
        flock.write_motions(&mut motions);
        for (motion, texels) in motions.iter().zip(texels.chunks(2)) {
            let (number, phase) = (motion[2].floor(), texels[1][3]);
            let last = before.insert(motion[3].to_bits(), (number, phase));
            let Some((last_number, last_phase)) = last else {
                continue;
            };
            if number == last_number {
                assert_eq!(phase != last_phase, number != 2.0, "{motion:?}");
            } else {
                assert!(motion[2].fract() < 0.1, "{motion:?}");
                changes.insert((last_number as u32, number as u32));
            }
        }
    }
    for change in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        assert!(
            changes.contains(&change),
            "{change:?} is not in {changes:?}"
        );
    }
}
