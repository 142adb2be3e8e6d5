//! Influences that find ways: boids pass walls to their goal, the delay, snapshots, and what is refused.

use flock_sim::{
    influences::{FoundWays, Influence, InfluenceId, InfluenceKind, InfluenceVolume, WayError},
    settings::{Boundary, Plane, Region},
    ways::NavigationError,
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::{by_id, on_threads},
    judge::Judge,
    saved,
    triangles::{cuboid, geometry, turned},
};
use std::sync::Arc;

/// Half of the height and depth of the two rooms.
const ROOM: f32 = 2.0;

/// Two rooms of 6 m beside each other. The wall between them has a door of 1 m at one end, if it is
/// open.
fn rooms(is_open: bool) -> Arc<Geometry> {
    let mut triangles = turned(&cuboid(Vec3::new(6.0, ROOM, ROOM), Vec3::zeros()));
    let door = if is_open { 1.0 } else { 0.0 };
    let wall = Vec3::new(0.2, ROOM + 0.1, ROOM + 0.1 - 0.5 * door);
    triangles.extend(cuboid(wall, Vec3::new(0.03, 0.0, -0.5 * door)));
    geometry(&triangles)
}

/// A flock in the left room that only follows influences.
fn flock(level: &Arc<Geometry>) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 40;
    settings.collision.body_radius = 0.15;
    let (min, max) = (Vec3::new(-5.0, -1.5, -1.5), Vec3::new(-1.0, 1.5, 1.5));
    settings.spawn.region = Region::Box { min, max };
    settings.boundary = Boundary::new(Region::cuboid(Vec3::new(6.0, ROOM, ROOM)));
    settings.cohesion.enabled = false;
    settings.alignment.enabled = false;
    settings.motion.max_speed = 2.0;
    Flock::new(settings, Placement::default(), level.clone()).unwrap()
}

/// A goal in the right room, behind the wall.
const GOAL: Vec3 = Vec3::new(3.0, 0.5, -1.5);

fn finds(kind: InfluenceKind) -> Influence {
    Influence {
        finds_way: true,
        reach: 100.0,
        ..Influence::new(kind)
    }
}

fn target() -> InfluenceKind {
    InfluenceKind::Target {
        point: GOAL,
        slowing: 1.0,
    }
}

/// Number of boids in the right room after some steps, in which none may cross a surface.
fn arrived(flock: &mut Flock, level: &Geometry, steps: u32) -> usize {
    let judge = Judge::new(level.triangles(), 0.5);
    for _ in 0..steps {
        let before: Vec<Vec3> = by_id(flock).iter().map(|boid| boid.position).collect();
        flock.step();
        for (from, boid) in before.iter().zip(by_id(flock)) {
            assert_eq!(judge.crossed(*from, boid.position), None);
        }
    }
    flock.boids().filter(|boid| boid.position.x > 0.0).count()
}

#[test]
fn boids_pass_the_door_to_a_goal_behind_the_wall() {
    let level = rooms(true);
    let roost = InfluenceKind::Roost {
        volumes: vec![InfluenceVolume::Sphere {
            center: GOAL,
            radius: 0.5,
        }],
        slowing: 0.5,
        dusk: 1.0,
    };
    let leader = InfluenceKind::Leader {
        point: GOAL,
        velocity: Vec3::zeros(),
        follow: 0.0,
        lane_length: 0.0,
        lane_radius: 0.1,
    };
    for kind in [target(), leader, roost] {
        for (finds_way, least, most) in [(false, 0, 0), (true, 38, 40)] {
            let mut flock = flock(&level);
            let influence = finds(kind.clone());
            flock
                .add_influence(Influence {
                    finds_way,
                    ..influence
                })
                .unwrap();
            let arrived = arrived(&mut flock, &level, 900);
            let range = least..=most;
            assert!(
                range.contains(&arrived),
                "{arrived} by {kind:?}, {finds_way}"
            );
        }
    }
}

/// Adds a target that finds ways.
fn add_target(flock: &mut Flock) -> InfluenceId {
    flock.add_influence(finds(target())).unwrap()
}

fn found(flock: &Flock, id: InfluenceId) -> FoundWays {
    flock.ways(id).unwrap()
}

/// The bits of all positions, by the ids of the boids.
fn positions(flock: &Flock) -> Vec<[u32; 3]> {
    let boids = by_id(flock).into_iter();
    boids
        .map(|boid| <[f32; 3]>::from(boid.position).map(f32::to_bits))
        .collect()
}

#[test]
fn ways_act_after_the_delay_and_boids_are_led_straight_before() {
    let level = rooms(true);
    for delay in [0, 1, 30] {
        let [mut flock, mut straight] = [flock(&level), flock(&level)];
        for it in [&mut flock, &mut straight] {
            let mut settings = it.settings().clone();
            settings.way_finding.delay = delay;
            it.set_settings(settings).unwrap();
        }
        let id = add_target(&mut flock);
        straight
            .add_influence(Influence {
                finds_way: false,
                ..finds(target())
            })
            .unwrap();
        assert_ne!(flock.state_hash(), straight.state_hash());
        for step in 0..delay {
            flock.step();
            straight.step();
            assert_eq!(positions(&flock), positions(&straight), "step {step}");
            assert!(found(&flock, id).ways.is_none());
            assert_eq!(found(&flock, id).next_at, Some(delay.into()));
        }
        flock.step();
        straight.step();
        assert_ne!(positions(&flock), positions(&straight), "{delay}");
        let found = found(&flock, id);
        assert_eq!(found.ways.unwrap().goals(), [GOAL]);
        assert_eq!((found.next_at, found.error), (None, None));
    }
}

/// Moves the goal a little in each step, and to the other room and back.
fn move_goal(flock: &mut Flock, id: InfluenceId) {
    let step = flock.statistics().steps as f32;
    let side = if (step / 90.0) as u32 % 2 == 0 {
        1.0
    } else {
        -1.0
    };
    let kind = InfluenceKind::Target {
        point: Vec3::new(side * (2.0 + 0.02 * (step % 90.0)), 0.5, -1.5),
        slowing: 1.0,
    };
    flock.set_influence(id, finds(kind)).unwrap();
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let level = rooms(true);
    let hash = |threads| {
        on_threads(threads, || {
            let mut flock = flock(&level);
            let id = add_target(&mut flock);
            let hashes = (0..250).map(|_| {
                move_goal(&mut flock, id);
                flock.step();
                flock.state_hash()
            });
            hashes.collect::<Vec<_>>()
        })
    };
    let expected = hash(1);
    for threads in [2, 7] {
        assert_eq!(hash(threads), expected, "{threads} threads");
    }
}

#[test]
fn a_restored_flock_continues_with_the_same_ways() {
    let level = rooms(true);
    let mut flock = flock(&level);
    let id = add_target(&mut flock);
    // Before the first request, during it, after it, and while the goal moves.
    for steps in [0, 1, 17, 20, 10, 25, 70] {
        for _ in 0..steps {
            move_goal(&mut flock, id);
            flock.step();
        }
        let snapshot = saved::copy(&flock.snapshot());
        let mut restored = Flock::restore(&snapshot, level.clone()).unwrap();
        let mut original = Flock::restore(&flock.snapshot(), level.clone()).unwrap();
        assert_eq!(restored.state_hash(), flock.state_hash());
        for _ in 0..70 {
            for it in [&mut original, &mut restored, &mut flock] {
                move_goal(it, id);
                it.step();
            }
            assert_eq!(restored.state_hash(), flock.state_hash());
        }
    }
}

#[test]
fn doors_close_and_open_with_the_level() {
    let (open, closed) = (rooms(true), rooms(false));
    let mut flock = flock(&closed);
    let id = add_target(&mut flock);
    assert_eq!(arrived(&mut flock, &closed, 200), 0);
    // The goal is free, but no way leads there from the other room.
    let ways = found(&flock, id).ways.unwrap();
    assert!(ways.unreachable().is_empty());
    assert_eq!(ways.length_from(Vec3::new(-3.0, 0.0, 0.0)), None);
    flock.set_geometry(open.clone());
    assert!(arrived(&mut flock, &open, 900) >= 38);
    flock.set_geometry(closed.clone());
    let back = InfluenceKind::Target {
        point: Vec3::new(-3.0, 0.5, -1.5),
        slowing: 1.0,
    };
    flock.set_influence(id, finds(back)).unwrap();
    let before = arrived(&mut flock, &closed, 60);
    assert_eq!(arrived(&mut flock, &closed, 200), before);
}

#[test]
fn a_goal_in_a_wall_is_told_and_boids_are_led_straight() {
    let level = rooms(true);
    let inside = InfluenceKind::Target {
        point: Vec3::new(0.03, 0.0, -0.5),
        slowing: 1.0,
    };
    let [mut flock, mut straight] = [flock(&level), flock(&level)];
    let id = flock.add_influence(finds(inside.clone())).unwrap();
    straight
        .add_influence(Influence {
            finds_way: false,
            ..finds(inside)
        })
        .unwrap();
    for _ in 0..100 {
        flock.step();
        straight.step();
    }
    assert_eq!(found(&flock, id).ways.unwrap().unreachable(), [0]);
    assert_eq!(positions(&flock), positions(&straight));
}

#[test]
fn a_goal_far_outside_of_the_level_is_reached_through_its_exit() {
    let mut triangles = turned(&cuboid(Vec3::new(6.0, ROOM, ROOM), Vec3::zeros()));
    // A hole in the ceiling: without the two triangles that face down.
    triangles.retain(|[a, b, c]| ![a, b, c].iter().all(|corner| corner.y > 0.9 * ROOM));
    let roof =
        |x: f32, half: f32| cuboid(Vec3::new(half, 0.1, ROOM), Vec3::new(x, ROOM + 0.1, 0.0));
    triangles.extend(roof(-2.0, 4.0));
    triangles.extend(roof(4.5, 1.5));
    let level = geometry(&triangles);
    let mut settings = flock(&level).settings().clone();
    settings.boundary.enabled = false;
    settings.motion.max_speed = 4.0;
    let mut flock = Flock::new(settings, Placement::default(), level.clone()).unwrap();
    let point = Vec3::new(-60.0, 40.0, 10.0);
    let kind = InfluenceKind::Target {
        point,
        slowing: 1.0,
    };
    let reach = 1000.0;
    let influence = Influence {
        reach,
        ..finds(kind)
    };
    flock.add_influence(influence).unwrap();
    let judge = Judge::new(level.triangles(), 0.5);
    for _ in 0..1800 {
        let before: Vec<Vec3> = by_id(&flock).iter().map(|boid| boid.position).collect();
        flock.step();
        for (from, boid) in before.iter().zip(by_id(&flock)) {
            assert_eq!(judge.crossed(*from, boid.position), None);
        }
    }
    let near = |boid: &flock_sim::Boid| (boid.position - point).norm() < 5.0;
    let arrived = flock.boids().filter(near).count();
    assert!(arrived >= 38, "{arrived}");
}

#[test]
fn boids_roost_in_the_volume_to_which_the_way_is_shorter() {
    let level = rooms(true);
    let mut flock = flock(&level);
    // Right behind the wall, and twice as far away in the same room.
    let [behind, beside] = [Vec3::new(1.0, 0.0, -1.6), Vec3::new(-5.2, 0.0, -1.2)];
    let volumes = [behind, beside].map(|center| InfluenceVolume::Sphere {
        center,
        radius: 0.4,
    });
    let kind = InfluenceKind::Roost {
        volumes: volumes.into(),
        slowing: 0.4,
        dusk: 1.0,
    };
    flock.add_influence(finds(kind)).unwrap();
    let start: Vec<Vec3> = by_id(&flock).iter().map(|boid| boid.position).collect();
    arrived(&mut flock, &level, 900);
    for (start, boid) in start.iter().zip(by_id(&flock)) {
        // The way to the volume behind the wall leads by the door.
        let door = Vec3::new(0.0, 0.0, 1.5);
        let by_door = (door - start).norm() + (behind - door).norm();
        if by_door > (beside - start).norm() + 1.5 {
            let from = (boid.position - beside).norm();
            assert!(from < 1.0, "{from} m away, from {start:?}");
        }
    }
}

#[test]
fn what_finds_no_ways_is_refused_with_the_reason() {
    let level = rooms(true);
    let mut flock = flock(&level);
    let guide = finds(InfluenceKind::Guide {
        start: Vec3::zeros(),
        end: Vec3::x(),
    });
    let error = flock.add_influence(guide).unwrap_err();
    assert_eq!(
        error.to_string(),
        "influence.finds_way is true; allowed: false; only a Target, a Leader and a Roost find ways"
    );
    let ids: Vec<InfluenceId> = (0..16).map(|_| add_target(&mut flock)).collect();
    let error = flock.add_influence(finds(target())).unwrap_err();
    let expected = "number of influences with finds_way is 17; allowed: 0 to 16";
    assert_eq!(error.to_string(), expected);
    let straight = Influence::new(target());
    let other = flock.add_influence(straight.clone()).unwrap();
    let error = flock.set_influence(other, finds(target())).unwrap_err();
    assert_eq!(error.to_string(), expected);
    assert!(flock.ways(other).is_none());
    flock.set_influence(ids[0], straight).unwrap();
    flock.set_influence(other, finds(target())).unwrap();
    assert!(flock.ways(ids[0]).is_none());
    (0..60).for_each(|_| flock.step());
    assert!(found(&flock, other).ways.is_some());
}

#[test]
fn why_there_are_no_ways_is_told() {
    let level = rooms(true);
    let error_with = |change: &dyn Fn(&mut Settings)| {
        let mut settings = flock(&level).settings().clone();
        change(&mut settings);
        let mut flock = Flock::new(settings, Placement::default(), level.clone()).unwrap();
        let id = add_target(&mut flock);
        (0..40).for_each(|_| flock.step());
        found(&flock, id).error
    };
    let planar = |settings: &mut Settings| settings.motion.plane = Plane::Xz;
    assert_eq!(error_with(&planar), Some(WayError::Planar));
    let few = |settings: &mut Settings| settings.way_finding.most_cells = 10;
    let Some(WayError::Field(error)) = error_with(&few) else {
        panic!("no error");
    };
    assert!(matches!(error, NavigationError::TooManyCells(_)), "{error}");
    assert_eq!(error_with(&|_| ()), None);
}
