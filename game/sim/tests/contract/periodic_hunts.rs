//! Predators, scares and hunts across the sides of a box that wraps: the position of the sides
//! makes no difference.

use flock_sim::{
    events::EventMask,
    settings::{Backend, BoundaryMode, Region},
    threats::{Predator, Scare},
    world::{FlockId, RelationKind},
    Flock, Settings, Vec3, World,
};
use flock_testkit::{
    flocks::{by_id, in_the_open},
    hunts::{hunters, pursuits, relate, settings},
};

const PERIOD: f32 = 6.0;

/// Boids around a place, in a box that wraps and has its centre elsewhere.
fn around(place: Vec3, middle: Vec3, mut settings: Settings) -> Settings {
    let half = Vec3::repeat(0.5 * PERIOD);
    settings.spawn.region = Region::Box {
        min: place - Vec3::repeat(0.9),
        max: place + Vec3::repeat(0.9),
    };
    settings.boundary.mode = BoundaryMode::Wrap;
    settings.boundary.shape = Region::Box {
        min: middle - half,
        max: middle + half,
    };
    settings.fear.enabled = true;
    settings.panic.enabled = true;
    settings.simulation.backend = Backend::SingleThread;
    settings
}

/// The place in a box around a middle that is whole periods away from a point.
fn folded(point: Vec3, middle: Vec3) -> Vec3 {
    (point - middle).map(|x| x - PERIOD * (x / PERIOD).round()) + middle
}

/// In the middle of one box, at a side of the next, and in a corner of the last.
const MIDDLES: [[f32; 3]; 3] = [[3.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 3.0, -3.0]];

const PLACE: Vec3 = Vec3::new(3.0, 0.0, 0.0);

#[track_caller]
fn assert_same_boids(first: &Flock, second: &Flock, most: f32) {
    for (a, b) in by_id(first).into_iter().zip(by_id(second)) {
        let offset = folded(a.position - b.position, Vec3::zeros());
        assert!(
            a.id == b.id && offset.norm() < most,
            "{} m off",
            offset.norm()
        );
    }
}

#[test]
fn fear_knows_no_sides() {
    let of = |middle: [f32; 3], is_there: bool| {
        let middle = Vec3::from(middle);
        let mut flock = in_the_open(around(PLACE, middle, settings(400, 3)));
        flock.set_events(EventMask::ALL);
        let at = |seconds: f32| {
            let point = PLACE + Vec3::new(1.2 - 1.5 * seconds, 0.1, 0.05);
            Predator::new(folded(point, middle), Vec3::x() * -1.5)
        };
        let id = is_there.then(|| flock.add_predator(at(0.0)).unwrap());
        for frame in 1..=20 {
            if let Some(id) = id {
                // Several steps a frame, through the side in one of them.
                flock.move_predator(id, at(frame as f32 * 0.05)).unwrap();
            }
            if frame == 14 && is_there {
                let point = folded(PLACE + Vec3::new(0.3, 0.2, 0.4), middle);
                let (radius, strength, decay) = (1.5, 10.0, 0.3);
                flock
                    .scare(Scare {
                        point,
                        radius,
                        strength,
                        decay,
                    })
                    .unwrap();
            }
            flock.advance(0.05);
        }
        let frightened = flock.measure().panicked;
        let events = flock
            .drain_events()
            .filter(|it| EventMask::SCARED.contains(it.kind.mask()));
        let scared = events.count();
        (flock, frightened, scared)
    };
    let (whole, panicked, scared) = of(MIDDLES[0], true);
    assert!(panicked > 50 && scared > 50, "{panicked} {scared}");
    for middle in &MIDDLES[1..] {
        let (divided, panicked_too, scared_too) = of(*middle, true);
        assert_same_boids(&whole, &divided, 0.02);
        assert!(
            panicked.abs_diff(panicked_too) <= 4,
            "{panicked} {panicked_too}"
        );
        assert!(scared.abs_diff(scared_too) <= 4, "{scared} {scared_too}");
    }
    let calm = of(MIDDLES[0], false).0;
    let moved = by_id(&whole).into_iter().zip(by_id(&calm));
    assert!(
        moved
            .filter(|(a, b)| (a.position - b.position).norm() > 0.1)
            .count()
            > 100
    );
}

/// Two hunters and their prey.
fn hunt(middle: [f32; 3]) -> (World, [FlockId; 2]) {
    let middle = Vec3::from(middle);
    let mut world = World::new();
    let mut chasing = around(PLACE + Vec3::x() * 0.9, middle, hunters(2));
    let hunting = &mut chasing.hunting;
    (hunting.rest_time, hunting.shadow_time) = (0.1, 0.2);
    hunting.catch_distance = 0.15;
    let ids =
        [chasing, around(PLACE, middle, settings(60, 1))].map(|it| world.add(in_the_open(it)));
    relate(&mut world, ids[0], ids[1], RelationKind::Hunt, 8.0);
    relate(&mut world, ids[1], ids[0], RelationKind::Flee, 2.0);
    (world, ids)
}

#[test]
fn hunts_know_no_sides() {
    let (mut whole, ids) = hunt(MIDDLES[0]);
    let mut others = [MIDDLES[1], MIDDLES[2]].map(|middle| hunt(middle).0);
    let mut catches = 0;
    for step in 0..150 {
        whole.step().unwrap();
        let expected = pursuits(&whole, ids[0]);
        catches = expected.values().map(|it| it.1.catches).sum();
        for world in &mut others {
            world.step().unwrap();
            let found = pursuits(world, ids[0]);
            for (slot, (_, pursuit)) in &expected {
                assert_eq!(found[slot].1, *pursuit, "{step}");
            }
            for id in ids {
                let [first, second] = [&whole, &*world].map(|it| it.flock(id).unwrap());
                assert_same_boids(first, second, 0.05);
            }
        }
    }
    assert!(catches > 0, "{catches}");
}

#[test]
fn what_is_outside_the_box_has_no_image() {
    let settings = around(PLACE, Vec3::zeros(), settings(100, 3));
    let mut calm = in_the_open(settings.clone());
    let mut flock = in_the_open(settings);
    // Its image would be among the boids.
    let point = PLACE - Vec3::new(0.1, PERIOD, 0.0);
    flock.add_predator(Predator::new(point, Vec3::x())).unwrap();
    for _ in 0..30 {
        calm.step();
        flock.step();
    }
    assert_eq!(calm.measure(), flock.measure());
}
