//! Ways away from threats: boids flee along the level.

use flock_sim::{
    influences::{Influence, InfluenceId},
    settings::Backend,
    ways::{Navigation, NavigationField, Ways},
    Flock, Vec3,
};
use flock_testkit::{
    saved,
    two_rooms::{self, finds, in_left_room, in_right_room, judged_steps, rooms, threat, FAR_LEFT},
};
use std::sync::Arc;

fn field() -> Arc<NavigationField> {
    let navigation = Navigation {
        cell: 0.5,
        ..Navigation::new(0.15)
    };
    Arc::new(NavigationField::new(&rooms(), navigation).unwrap())
}

/// Where the way from a position ends.
#[track_caller]
fn end_of_way(ways: &Ways, from: Vec3) -> Vec3 {
    let way = ways.way_from(from).unwrap();
    *way.points.last().unwrap()
}

#[test]
fn ways_lead_out_of_a_dead_end_while_it_is_open() {
    let ways = Ways::away_from(&field(), &[FAR_LEFT], 100.0);
    for from in [Vec3::new(-1.0, 0.0, -1.5), Vec3::new(-3.0, 1.0, 1.0)] {
        let end = end_of_way(&ways, from);
        assert!(end.x > 4.0, "from {from:?} to {end:?}");
        assert!(ways.length_from(from).unwrap() > 4.0);
    }
}

#[test]
fn ways_do_not_pass_the_threat() {
    let in_door = Vec3::new(0.1, 0.0, 1.4);
    let ways = Ways::away_from(&field(), &[in_door], 100.0);
    let (left, right) = (Vec3::new(-2.0, 0.0, 0.0), Vec3::new(2.0, 0.0, 0.0));
    assert!(end_of_way(&ways, left).x < -4.0);
    assert!(end_of_way(&ways, right).x > 4.0);
}

/// The distance is that along the level: 5 m and more behind the wall, where it is 2 m straight.
#[test]
fn cells_out_of_reach_have_no_ways() {
    let before_wall = Vec3::new(1.0, 0.0, -1.5);
    let ways = Ways::away_from(&field(), &[before_wall], 3.0);
    assert_eq!(ways.corner_from(Vec3::new(-1.0, 0.0, -1.5)), None);
    let distance = ways.estimated_length(Vec3::new(3.0, 0.0, -1.5)).unwrap();
    assert!((distance - 2.0).abs() < 0.4, "{distance} m");
    assert_eq!(ways.reach_of_threats(), Some(3.0));
    let end = end_of_way(&ways, Vec3::new(2.0, 0.0, -1.5));
    assert!((end - before_wall).norm() > 2.5, "{end:?}");
}

fn flock() -> Flock {
    two_rooms::flock(&rooms(), Backend::AllThreads)
}

fn add(flock: &mut Flock, at: Vec3, finds_way: bool) -> InfluenceId {
    let influence = Influence {
        finds_way,
        ..finds(threat(at))
    };
    flock.add_influence(influence).unwrap()
}

#[test]
fn boids_flee_through_the_door() {
    for (finds_way, least, most) in [(true, 95, 100), (false, 0, 75)] {
        let mut flock = flock();
        let id = add(&mut flock, FAR_LEFT, finds_way);
        judged_steps(&mut flock, 900);
        let away = in_right_room(&flock);
        assert!((least..=most).contains(&away), "{away}, {finds_way}");
        assert_eq!(flock.share_without_way(id), None);
    }
}

/// They were behind the wall, two metres from it.
#[test]
fn boids_that_are_far_along_the_level_do_not_flee() {
    for finds_way in [true, false] {
        let mut flock = flock();
        let mut influence = finds(threat(Vec3::new(1.0, 0.0, -1.5)));
        (influence.reach, influence.finds_way) = (3.0, finds_way);
        flock.add_influence(influence).unwrap();
        (0..40).for_each(|_| flock.step());
        let boid = flock
            .spawn_at(Vec3::new(-1.0, 0.0, -1.5), Vec3::x())
            .unwrap();
        let wish = flock.wishes(boid).unwrap().influences.norm();
        assert_eq!(wish == 0.0, finds_way, "{wish}");
    }
}

#[test]
fn flights_go_on_with_the_same_bits_and_follow_the_threat() {
    let mut flock = flock();
    let id = add(&mut flock, FAR_LEFT, true);
    for steps in [20, 25, 400] {
        judged_steps(&mut flock, steps);
        let snapshot = saved::copy(&flock.snapshot());
        let mut restored = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
        for _ in 0..40 {
            flock.step();
            restored.step();
        }
        assert_eq!(restored.state_hash(), flock.state_hash());
    }
    let moved = finds(threat(Vec3::new(5.5, 0.0, 0.0)));
    flock.set_influence(id, moved).unwrap();
    judged_steps(&mut flock, 900);
    let back = in_left_room(&flock);
    assert!(back >= 95, "{back}");
}
