//! What a flock tells of its ways: from a position to a goal, and for how many boids there is none.

use flock_sim::{
    influences::{InfluenceId, InfluenceKind},
    nalgebra::{UnitQuaternion, Vector3},
    settings::Backend,
    Flock, Geometry, ReferenceFrame, Vec3,
};
use flock_testkit::two_rooms::{self, closed_rooms, finds, rooms, LEFT, RIGHT};
use std::sync::Arc;

/// A flock in the left room with a target behind the wall.
fn led_right(level: &Arc<Geometry>) -> (Flock, InfluenceId) {
    let mut flock = two_rooms::flock(level, Backend::AllThreads);
    let (point, slowing) = (RIGHT, 1.0);
    let target = finds(InfluenceKind::Target { point, slowing });
    let id = flock.add_influence(target).unwrap();
    (flock, id)
}

/// Makes the step after which the ways act.
fn find(flock: &mut Flock) {
    (0..31).for_each(|_| flock.step());
}

#[test]
fn a_way_from_a_position_is_that_of_the_ways() {
    let (mut flock, id) = led_right(&rooms());
    assert_eq!(flock.way_from(id, LEFT), None);
    assert_eq!(flock.share_without_way(id), None);
    find(&mut flock);
    let way = flock.way_from(id, LEFT).unwrap();
    let found = flock.ways(id).unwrap();
    let ways = found.ways.unwrap();
    assert_eq!(Some(&way), ways.way_from(LEFT).as_ref());
    assert!(way.points.len() > 2 && way.length > (RIGHT - LEFT).norm() + 0.5);
    assert!(found.seconds.is_some_and(|seconds| seconds > 0.0));
    // Along the corners of the cell it is a little longer.
    let estimated = ways.estimated_length(LEFT).unwrap();
    assert!(
        (way.length..1.1 * way.length).contains(&estimated),
        "{estimated}"
    );
    assert_eq!(flock.share_without_way(id), Some(0.0));
    flock.remove_influence(id);
    assert_eq!(flock.way_from(id, LEFT), None);
    assert_eq!(flock.share_without_way(id), None);
}

#[test]
fn ways_in_a_frame_are_asked_for_in_the_world() {
    let frame = ReferenceFrame {
        origin: Vector3::new(100.0, -20.0, 7.0),
        rotation: UnitQuaternion::from_euler_angles(0.3, 1.1, -0.4),
    };
    let (mut flock, id) = led_right(&rooms());
    flock.set_frame(frame).unwrap();
    find(&mut flock);
    let way = flock.way_from(id, frame.point_to_world(LEFT)).unwrap();
    let same = flock
        .ways(id)
        .unwrap()
        .ways
        .unwrap()
        .way_from(LEFT)
        .unwrap();
    assert!((way.length - same.length).abs() < 1e-3);
    for (point, local) in way.points.iter().zip(&same.points) {
        assert!((point - frame.point_to_world(*local)).norm() < 1e-3);
    }
    assert_eq!(flock.share_without_way(id), Some(0.0));
}

#[test]
fn boids_behind_a_closed_door_have_no_way() {
    let (mut flock, id) = led_right(&closed_rooms());
    find(&mut flock);
    assert_eq!(flock.way_from(id, LEFT), None);
    let share = flock.share_without_way(id).unwrap();
    // Some boids may touch a wall.
    assert!((0.8..=1.0).contains(&share), "{share}");
    // As many boids in the room of the goal.
    for number in 0..flock.len() {
        let at = Vec3::new(1.0 + 0.04 * number as f32, 0.0, -0.8);
        flock.spawn_at(at, Vec3::zeros()).unwrap();
    }
    let of_both = flock.share_without_way(id).unwrap();
    assert!((of_both - 0.5 * share).abs() < 0.01, "{of_both}");
    // The goal itself can be entered.
    let ways = flock.ways(id).unwrap().ways.unwrap();
    assert_eq!(ways.unreachable(), [0_usize; 0]);
}

#[test]
fn of_a_large_flock_some_boids_are_looked_up() {
    let (mut flock, id) = led_right(&closed_rooms());
    find(&mut flock);
    // Behind the door, and in the room of the goal.
    for number in 0..4000 {
        let x = if number < 3000 { -3.0 } else { 3.0 };
        let at = Vec3::new(x, 0.0004 * number as f32, 0.0);
        flock.spawn_at(at, Vec3::zeros()).unwrap();
    }
    let share = flock.share_without_way(id).unwrap();
    assert!((0.7..0.8).contains(&share), "{share}");
    let all: Vec<_> = flock.boids().map(|boid| boid.id).collect();
    all.into_iter().for_each(|id| assert!(flock.remove(id)));
    assert_eq!(flock.share_without_way(id), None);
}
