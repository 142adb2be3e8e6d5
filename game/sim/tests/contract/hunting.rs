//! Flocks that hunt others in attacks.

use flock_sim::{
    events::{EventKind, EventMask},
    settings::{Backend, Catch},
    world::{FlockId, HuntPhase, RelationKind},
    Flock, Vec3, World,
};
use flock_testkit::{
    flocks::{in_the_open, on_threads},
    hunts::{assert_targets_differ, attacked, counts, hunt, hunters, pursuits, relate, settings},
    saved::copy,
};
use std::{collections::BTreeMap, sync::Arc};

#[test]
fn hunters_catch_prey_each_its_own() {
    let (mut world, [hunters, prey]) = hunt(Backend::AllThreads, Catch::Remove);
    let mask = EventMask::CAUGHT | EventMask::ESCAPED | EventMask::REMOVED;
    world.flock_mut(prey).unwrap().set_events(mask);
    for _ in 0..60 * 40 {
        world.step().unwrap();
        assert_eq!(pursuits(&world, hunters).len(), 6);
        assert_targets_differ(&world, hunters);
    }
    let [attacks, catches, escaped] = counts(&mut world, [hunters, prey]);
    assert!(
        catches > 5 && attacks > catches,
        "{attacks} attacks, {catches} catches"
    );
    assert!(
        (1..=attacks - catches).contains(&escaped),
        "{escaped} of {attacks}, {catches}"
    );
}

#[test]
fn prey_that_is_reported_lives_on() {
    let (mut world, [_, prey]) = hunt(Backend::AllThreads, Catch::Report);
    world.flock_mut(prey).unwrap().set_events(EventMask::CAUGHT);
    (0..60 * 20).for_each(|_| world.step().unwrap());
    let school = world.flock_mut(prey).unwrap();
    assert!(school.len() == 300 && school.drain_events().len() > 2);
}

#[test]
fn attacks_are_held_and_headings_do_not_flip() {
    let (mut world, [hunters, prey]) = hunt(Backend::AllThreads, Catch::Remove);
    world
        .flock_mut(prey)
        .unwrap()
        .set_events(EventMask::ESCAPED);
    let settings = world.flock(hunters).unwrap().settings().motion;
    let mut before = pursuits(&world, hunters);
    let mut since: BTreeMap<u32, u32> = BTreeMap::new();
    let (mut shortest, mut locks, mut held) = (u32::MAX, 0, 0);
    for step in 0..60 * 40 {
        world.step().unwrap();
        let now = pursuits(&world, hunters);
        for (slot, (boid, pursuit)) in &now {
            let Some((boid_before, was)) = before.get(slot) else {
                continue;
            };
            let (old, new) = (attacked(was), attacked(pursuit));
            // Within the margin of the boundary its turn is added to what the rules may turn.
            let room = Vec3::new(3.0, 1.5, 3.0) - boid_before.position.abs();
            if old.is_some() && old == new && room.min() > 1.05 {
                held += 1;
                // What the largest acceleration can turn: 0.08 rad at full speed.
                let most = settings.max_acceleration / 60.0 / boid_before.velocity.norm();
                let turn = boid_before.velocity.angle(&boid.velocity);
                assert!(
                    turn.sin() <= 1.01 * most && turn < 1.0,
                    "{turn} rad in a step"
                );
            }
            if old != new {
                if pursuit.phase == HuntPhase::Retreat {
                    locks += 1;
                    shortest = shortest.min(step - since[slot]);
                }
                since.insert(*slot, step);
            }
        }
        before = now;
    }
    assert!(
        locks > 2 && shortest >= 60,
        "{locks} attacks given up, after {shortest} steps"
    );
    assert!(held > 1000, "{held} steps of attacks in the open");
}

#[test]
fn phases_follow_each_other() {
    let (mut world, [hunters, _]) = hunt(Backend::AllThreads, Catch::Remove);
    let mut before = BTreeMap::new();
    for _ in 0..60 * 30 {
        world.step().unwrap();
        for (slot, (_, pursuit)) in pursuits(&world, hunters) {
            let (was, now) = (before.insert(slot, pursuit.phase), pursuit.phase);
            let Some(was) = was.filter(|was| *was != now) else {
                continue;
            };
            let follows = match was {
                HuntPhase::Rest => now == HuntPhase::Shadow,
                HuntPhase::Shadow => matches!(now, HuntPhase::Attack | HuntPhase::Rest),
                HuntPhase::Attack => now != HuntPhase::Rest,
                HuntPhase::Handle | HuntPhase::Retreat => now == HuntPhase::Rest,
            };
            assert!(follows, "{now:?} after {was:?}");
        }
    }
}

#[test]
fn hunts_have_the_same_bits_on_any_number_of_threads_and_after_a_snapshot() {
    let hash = |threads: usize, backend: Backend, with_snapshot: bool| {
        on_threads(threads, || {
            let (mut world, ids) = hunt(backend, Catch::Remove);
            for frame in 0..300 {
                world.advance(1.0 / 30.0).unwrap();
                if with_snapshot && frame == 130 {
                    let snapshot = copy(&world.snapshot());
                    world = World::restore(&snapshot, &Arc::default()).unwrap();
                }
            }
            assert!(world.flock(ids[1]).unwrap().len() < 300);
            world.state_hash()
        })
    };
    let expected = hash(1, Backend::SingleThread, false);
    assert_eq!(hash(3, Backend::AllThreads, false), expected);
    assert_eq!(hash(2, Backend::AllThreads, true), expected);
}

/// As a program does that keeps each flock by itself, perhaps each among another geometry.
#[test]
fn hunts_go_on_in_a_world_in_which_the_flocks_have_other_ids() {
    let (mut world, ids) = hunt(Backend::AllThreads, Catch::Remove);
    let [hawks, prey] = ids;
    let attacks = |world: &World| {
        let all = pursuits(world, hawks);
        all.values().any(|it| attacked(&it.1).is_some())
    };
    let steps = (0..600).take_while(|_| {
        world.step().unwrap();
        !attacks(&world)
    });
    assert!(steps.count() < 600);
    let number = |id: FlockId| (id == prey).then_some(7);
    let hunts = world.hunts(hawks, world.flock(hawks).unwrap(), number);
    assert_eq!(hunts.len(), 6);
    assert_eq!(world.pursuits(hawks).count(), 6);
    let hunts = copy(&hunts);

    let mut other = World::new();
    let idle = other.add(in_the_open(settings(1, 1)));
    let again = ids.map(|id| {
        let snapshot = world.flock(id).unwrap().snapshot();
        other.add(Flock::restore(&snapshot, Arc::default()).unwrap())
    });
    other.remove(idle).unwrap();
    for (of, to) in [(0, 1), (1, 0)] {
        let relation = world.relation(ids[of], ids[to]);
        other.set_relation(again[of], again[to], relation).unwrap();
    }
    let id_of = |number: u32| (number == 7).then_some(again[1]);
    other.restore_hunts(again[0], &hunts, id_of).unwrap();
    for _ in 0..200 {
        world.step().unwrap();
        other.step().unwrap();
        let hash =
            |world: &World, ids: [FlockId; 2]| ids.map(|id| world.flock(id).unwrap().state_hash());
        assert_eq!(hash(&other, again), hash(&world, ids));
    }
    assert!(other.restore_hunts(idle, &hunts, id_of).is_err());
    other.restore_hunts(again[0], &hunts, |_| None).unwrap();
    let mut all = other.pursuits(again[0]);
    assert!(all.all(|(_, pursuit)| pursuit.prey.is_none()));
}

#[test]
fn a_chain_of_three_species_hunts_down_the_chain_only() {
    let mut world = World::new();
    let mut middle = hunters(40);
    middle.spawn.seed = 4;
    middle.spawn.region = settings(0, 0).spawn.region;
    middle.fear.enabled = true;
    let mut lowest = settings(300, 1);
    lowest.fear.enabled = true;
    let mut above = hunters(4);
    above.hunting.catch = Catch::Remove;
    let ids = [above, middle, lowest].map(|it| world.add(in_the_open(it)));
    for pair in ids.windows(2) {
        relate(&mut world, pair[0], pair[1], RelationKind::Hunt, 8.0);
        relate(&mut world, pair[1], pair[0], RelationKind::Flee, 4.0);
    }
    for id in ids {
        world.flock_mut(id).unwrap().set_events(EventMask::CAUGHT);
    }
    for _ in 0..60 * 30 {
        world.step().unwrap();
        for (hunters, prey) in [(ids[0], ids[1]), (ids[1], ids[2])] {
            let all = pursuits(&world, hunters);
            let all_prey = all.values().filter_map(|it| it.1.prey);
            assert!(all_prey.into_iter().all(|it| it.flock == prey));
        }
    }
    let caught = ids.map(|id| world.flock_mut(id).unwrap().drain_events().count());
    assert!(
        caught[0] == 0 && caught[1] > 0 && caught[2] > 0,
        "{caught:?}"
    );
}

#[test]
fn a_strike_frightens_those_only_that_flee_from_the_hunters() {
    let of = |strikes: bool| {
        let (mut world, [hunters, prey]) = hunt(Backend::AllThreads, Catch::Remove);
        let mut calm = settings(300, 3);
        (calm.fear.enabled, calm.panic.enabled) = (true, true);
        let calm = world.add(in_the_open(calm));
        if !strikes {
            world.remove(hunters);
        }
        for (id, mask) in [
            (hunters, EventMask::ALL),
            (prey, EventMask::PANICKED),
            (calm, EventMask::ALL),
        ] {
            if let Some(flock) = world.flock_mut(id) {
                flock.set_events(mask);
            }
        }
        (0..60 * 15).for_each(|_| world.step().unwrap());
        let panicked = world.flock_mut(prey).unwrap().drain_events().count();
        let mut others = [hunters, calm].into_iter().filter_map(|id| {
            let events: Vec<_> = world.flock_mut(id)?.drain_events().collect();
            let fear =
                |kind: EventKind| matches!(kind, EventKind::Panicked { .. } | EventKind::Scared);
            Some(events.iter().filter(|event| fear(event.kind)).count())
        });
        assert!(others.all(|count| count == 0));
        (panicked > 0, world.flock(calm).unwrap().state_hash())
    };
    let (with, without) = (of(true), of(false));
    assert!(with.0 && !without.0);
    assert_eq!(with.1, without.1);
}

#[test]
fn hunters_without_prey_rest() {
    let (mut world, [hunters, prey]) = hunt(Backend::AllThreads, Catch::Remove);
    (0..200).for_each(|_| world.step().unwrap());
    let all: Vec<_> = world
        .flock(prey)
        .unwrap()
        .boids()
        .map(|boid| boid.id)
        .collect();
    for id in all {
        world.flock_mut(prey).unwrap().remove(id);
    }
    (0..400).for_each(|_| world.step().unwrap());
    assert!(pursuits(&world, hunters)
        .values()
        .all(|it| it.1.phase == HuntPhase::Rest));
    let ids: Vec<_> = world
        .flock(hunters)
        .unwrap()
        .boids()
        .map(|boid| boid.id)
        .collect();
    assert!(world.flock_mut(hunters).unwrap().remove(ids[0]));
    world.step().unwrap();
    assert_eq!(world.pursuit(hunters, ids[0]), None);
    world.remove(prey).unwrap();
    world.step().unwrap();
    assert_eq!(world.pursuit(hunters, ids[1]), None);
}

#[test]
fn hunters_go_on_when_another_flock_is_removed() {
    let mut world = World::new();
    let idle = world.add(in_the_open(settings(3, 5)));
    let (prey, hawks) = (settings(300, 1), hunters(6));
    let [prey, hawks] = [prey, hawks].map(|it| world.add(in_the_open(it)));
    relate(&mut world, hawks, prey, RelationKind::Hunt, 8.0);
    (0..120).for_each(|_| world.step().unwrap());
    let before = pursuits(&world, hawks);
    assert_eq!(before.len(), 6);
    assert!(world.remove(idle).is_some());
    assert_eq!(pursuits(&world, hawks), before);
}

#[test]
fn the_first_hunter_may_come_out_of_an_emitter() {
    let mut world = World::new();
    let mut hawks = hunters(6);
    hawks.spawn.count = 0;
    let [prey, hawks] = [settings(300, 1), hawks].map(|it| world.add(in_the_open(it)));
    relate(&mut world, hawks, prey, RelationKind::Hunt, 8.0);
    let emitter = flock_sim::emitters::Emitter {
        rate: 30.0,
        most_alive: 4,
        ..flock_sim::emitters::Emitter::default()
    };
    world
        .flock_mut(hawks)
        .unwrap()
        .add_emitter(emitter)
        .unwrap();
    (0..60).for_each(|_| world.step().unwrap());
    assert_eq!(pursuits(&world, hawks).len(), 4);
}
