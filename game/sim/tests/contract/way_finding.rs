//! Influences that find ways: boids pass walls to their goal, the delay, snapshots, and what is refused.

use flock_sim::{
    influences::{FoundWays, Influence, InfluenceId, InfluenceKind, InfluenceVolume, WayError},
    settings::Backend,
    ways::NavigationError,
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::{by_id, on_threads},
    saved,
    triangles::{cuboid, geometry, turned},
    two_rooms::{
        self, assert_led_through_door, closed_rooms, finds, in_left_room, judged_steps, rooms,
        LEFT, RIGHT,
    },
};
use std::sync::Arc;

/// A flock in the left room whose bodies are so large that ways are found fast.
fn flock(level: &Arc<Geometry>) -> Flock {
    with_settings(level, |_| ())
}

fn with_settings(level: &Arc<Geometry>, change: impl FnOnce(&mut Settings)) -> Flock {
    let flock = two_rooms::flock(level, Backend::AllThreads);
    let mut settings = flock.settings().clone();
    settings.spawn.count = 40;
    change(&mut settings);
    Flock::new(settings, Placement::default(), level.clone()).unwrap()
}

fn target(point: Vec3) -> Influence {
    let slowing = 1.0;
    finds(InfluenceKind::Target { point, slowing })
}

/// Adds a target behind the wall, and returns its id.
fn lead_right(flock: &mut Flock) -> InfluenceId {
    flock.add_influence(target(RIGHT)).unwrap()
}

fn straight(influence: Influence) -> Influence {
    Influence {
        finds_way: false,
        ..influence
    }
}

fn found(flock: &Flock, id: InfluenceId) -> FoundWays {
    flock.ways(id).unwrap()
}

/// Number of boids beyond the middle of the wall.
fn beyond_wall(flock: &Flock) -> usize {
    flock.boids().filter(|boid| boid.position.x > 0.0).count()
}

/// The bits of all positions, by the ids of the boids.
fn positions(flock: &Flock) -> Vec<[u32; 3]> {
    let boids = by_id(flock).into_iter();
    boids
        .map(|boid| <[f32; 3]>::from(boid.position).map(f32::to_bits))
        .collect()
}

#[test]
fn boids_pass_the_door_to_a_goal_behind_the_wall() {
    let level = rooms();
    assert_led_through_door(RIGHT, || flock(&level), beyond_wall);
}

#[test]
fn ways_act_after_the_delay_and_boids_are_led_straight_before() {
    let level = rooms();
    for delay in [0, 1, 30] {
        let new = || with_settings(&level, |settings| settings.way_finding.delay = delay);
        let [mut flock, mut other] = [new(), new()];
        let id = lead_right(&mut flock);
        other.add_influence(straight(target(RIGHT))).unwrap();
        assert_ne!(flock.state_hash(), other.state_hash());
        for step in 0..delay {
            flock.step();
            other.step();
            assert_eq!(positions(&flock), positions(&other), "step {step}");
            assert!(found(&flock, id).ways.is_none());
            assert_eq!(found(&flock, id).next_at, Some(delay.into()));
        }
        flock.step();
        other.step();
        assert_ne!(positions(&flock), positions(&other), "{delay}");
        let found = found(&flock, id);
        assert_eq!(found.ways.unwrap().goals(), [RIGHT]);
        assert_eq!((found.next_at, found.error), (None, None));
    }
}

/// Moves the goal a little in each step, and to the other room and back.
fn move_goal(flock: &mut Flock, id: InfluenceId) {
    let step = flock.statistics().steps;
    let side = if (step / 90).is_multiple_of(2) {
        1.0
    } else {
        -1.0
    };
    let x = side * (2.0 + 0.02 * (step % 90) as f32);
    let influence = target(Vec3::new(x, 0.5, -1.5));
    flock.set_influence(id, influence).unwrap();
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let level = rooms();
    let hash = |threads| {
        on_threads(threads, || {
            let mut flock = flock(&level);
            let id = lead_right(&mut flock);
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

/// Asserts that a flock and one that is restored from its snapshot go on alike.
fn assert_restored(flock: &mut Flock, id: InfluenceId, steps: u32) {
    let snapshot = saved::copy(&flock.snapshot());
    let mut restored = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
    for _ in 0..steps {
        assert_eq!(restored.state_hash(), flock.state_hash());
        for it in [&mut restored, flock] {
            move_goal(it, id);
            it.step();
        }
    }
    assert_eq!(restored.state_hash(), flock.state_hash());
}

#[test]
fn a_restored_flock_continues_with_the_same_ways() {
    let mut flock = flock(&rooms());
    let id = lead_right(&mut flock);
    // Before the first request, during it, after it, and while the goal moves.
    for steps in [0, 1, 17, 20, 10, 25, 70] {
        for _ in 0..steps {
            move_goal(&mut flock, id);
            flock.step();
        }
        let snapshot = flock.snapshot();
        assert_restored(&mut flock, id, 70);
        flock = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
    }
}

/// The ways of the flock are forgotten in its next step, so a restored one must not know them.
#[test]
fn snapshots_with_impossible_searches_are_refused() {
    let mut flock = flock(&rooms());
    lead_right(&mut flock);
    (0..3).for_each(|_| flock.step());
    let tree = saved::SavedTree::new(&flock.snapshot());
    for step in [4, u64::MAX] {
        let snapshot = tree.with("ways/requests/0/1", step).read().unwrap();
        let error = Flock::restore(&snapshot, flock.geometry().clone());
        let error = error.err().unwrap().to_string();
        assert!(error.contains("allowed: 0 to 3"), "{error}");
    }
}

#[test]
fn changes_right_before_a_snapshot_forget_the_ways_too() {
    type Change = fn(&mut Flock);
    let changes: [Change; 3] = [
        |flock| flock.set_geometry(closed_rooms()),
        |flock| {
            let mut settings = flock.settings().clone();
            settings.way_finding.clearance = 0.1;
            flock.set_settings(settings).unwrap();
        },
        |flock| {
            let mut settings = flock.settings().clone();
            settings.way_finding.most_cells = 10;
            flock.set_settings(settings).unwrap();
        },
    ];
    for change in changes {
        for steps in [10, 40] {
            let mut flock = flock(&rooms());
            let id = lead_right(&mut flock);
            (0..steps).for_each(|_| flock.step());
            change(&mut flock);
            assert_restored(&mut flock, id, 50);
        }
    }
}

#[test]
fn doors_close_and_open_with_the_level() {
    let (open, closed) = (rooms(), closed_rooms());
    let mut flock = flock(&closed);
    let id = lead_right(&mut flock);
    judged_steps(&mut flock, 200);
    assert_eq!(beyond_wall(&flock), 0);
    // The goal is free, but no way leads there from the other room.
    let ways = found(&flock, id).ways.unwrap();
    assert!(ways.unreachable().is_empty());
    assert_eq!(ways.length_from(LEFT), None);
    flock.set_geometry(open);
    judged_steps(&mut flock, 900);
    let right = beyond_wall(&flock);
    assert!(right >= 38, "{right}");
    flock.set_influence(id, target(LEFT)).unwrap();
    flock.set_geometry(closed);
    judged_steps(&mut flock, 60);
    let left = in_left_room(&flock);
    judged_steps(&mut flock, 200);
    assert_eq!(in_left_room(&flock), left);
}

#[test]
fn a_goal_in_a_wall_is_told_and_boids_are_led_straight() {
    let level = rooms();
    let inside = target(Vec3::new(0.03, 0.0, -0.5));
    let [mut flock, mut other] = [flock(&level), flock(&level)];
    let id = flock.add_influence(inside.clone()).unwrap();
    other.add_influence(straight(inside)).unwrap();
    for _ in 0..100 {
        flock.step();
        other.step();
    }
    assert_eq!(found(&flock, id).ways.unwrap().unreachable(), [0]);
    assert_eq!(positions(&flock), positions(&other));
}

/// A room of 12 m with a hole of 1 m in the ceiling.
fn room_with_hole() -> Arc<Geometry> {
    let mut triangles = turned(&cuboid(Vec3::new(6.0, 2.0, 2.0), Vec3::zeros()));
    triangles.retain(|corners| !corners.iter().all(|corner| corner.y > 1.9));
    for (x, half) in [(-2.0, 4.0), (4.5, 1.5)] {
        let middle = Vec3::new(x, 2.1, 0.0);
        triangles.extend(cuboid(Vec3::new(half, 0.1, 2.0), middle));
    }
    geometry(&triangles)
}

#[test]
fn a_goal_far_outside_of_the_level_is_reached_through_its_exit() {
    let level = room_with_hole();
    let mut flock = with_settings(&level, |settings| {
        settings.boundary.enabled = false;
        settings.motion.max_speed = 4.0;
    });
    let point = Vec3::new(-60.0, 40.0, 10.0);
    let influence = Influence {
        reach: 1000.0,
        ..target(point)
    };
    flock.add_influence(influence).unwrap();
    judged_steps(&mut flock, 1800);
    let distances = flock.boids().map(|boid| (boid.position - point).norm());
    let arrived = distances.filter(|distance| *distance < 5.0).count();
    assert!(arrived >= 38, "{arrived}");
}

/// With these radii the bounds of the field end between cells, and at the end of a cell.
#[test]
fn goals_outside_of_the_level_are_entered_on_every_side() {
    let level = room_with_hole();
    for radius in [0.15, 0.3, 0.4, 0.5] {
        for axis in 0..3 {
            for side in [-30.0, 30.0] {
                let mut flock = with_settings(&level, |settings| {
                    settings.collision.body_radius = radius;
                    settings.way_finding.delay = 0;
                    settings.spawn.count = 1;
                });
                let influence = target(Vec3::ith(axis, side));
                let id = flock.add_influence(influence).unwrap();
                flock.step();
                let ways = found(&flock, id).ways.unwrap();
                assert!(ways.unreachable().is_empty(), "{radius}, {axis}, {side}");
            }
        }
    }
}

#[test]
fn boids_roost_in_the_volume_to_which_the_way_is_shorter() {
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
    let mut flock = flock(&rooms());
    flock.add_influence(finds(kind)).unwrap();
    let start: Vec<Vec3> = by_id(&flock).iter().map(|boid| boid.position).collect();
    judged_steps(&mut flock, 900);
    let mut checked = 0;
    for (start, boid) in start.iter().zip(by_id(&flock)) {
        // The way to the volume behind the wall leads by the door.
        let door = Vec3::new(0.0, 0.0, 1.5);
        let by_door = (door - start).norm() + (behind - door).norm();
        let is_nearer_straight = (behind - start).norm() < (beside - start).norm();
        if is_nearer_straight && by_door > (beside - start).norm() + 0.5 {
            let from = (boid.position - beside).norm();
            assert!(from < 1.0, "{from} m away, from {start:?}");
            checked += 1;
        }
    }
    assert!(checked >= 5, "{checked}");
}

#[test]
fn what_finds_no_ways_is_refused_with_the_reason() {
    let mut flock = flock(&rooms());
    let guide = finds(InfluenceKind::Guide {
        start: Vec3::zeros(),
        end: Vec3::x(),
    });
    let error = flock.add_influence(guide).unwrap_err();
    assert_eq!(
        error.to_string(),
        "influence.finds_way is true; allowed: false; only a Target, a Leader, a Roost, a Formation, and volumes that attract or repel find ways"
    );
    let ids: Vec<InfluenceId> = (0..16).map(|_| lead_right(&mut flock)).collect();
    let error = flock.add_influence(target(RIGHT)).unwrap_err();
    let expected = "number of influences with finds_way is 17; allowed: 0 to 16";
    assert_eq!(error.to_string(), expected);
    let other = flock.add_influence(straight(target(RIGHT))).unwrap();
    let error = flock.set_influence(other, target(RIGHT)).unwrap_err();
    assert_eq!(error.to_string(), expected);
    assert!(flock.ways(other).is_none());
    flock
        .set_influence(ids[0], straight(target(RIGHT)))
        .unwrap();
    flock.set_influence(other, target(RIGHT)).unwrap();
    assert!(flock.ways(ids[0]).is_none());
    (0..60).for_each(|_| flock.step());
    assert!(found(&flock, other).ways.is_some());
}

#[test]
fn why_there_are_no_ways_is_told() {
    let level = rooms();
    let error_with = |change: fn(&mut Settings)| {
        let mut flock = with_settings(&level, change);
        let id = lead_right(&mut flock);
        for _ in 0..80 {
            move_goal(&mut flock, id);
            flock.step();
        }
        let found = found(&flock, id);
        // Nothing is asked for again.
        assert_eq!(found.ways.is_none(), found.error.is_some());
        assert!(found.error.is_none() || found.next_at.is_none());
        found.error
    };
    let few = error_with(|settings| settings.way_finding.most_cells = 10);
    let Some(WayError::Field(error)) = few else {
        panic!("no error");
    };
    assert!(matches!(error, NavigationError::TooManyCells(_)), "{error}");
    assert_eq!(error_with(|_| ()), None);
}
