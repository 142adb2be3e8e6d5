//! Obstacles that rest are in the way: doors that close and open, bodies in a passage, the player whom
//! boids follow.

use flock_sim::{
    influences::{InfluenceId, InfluenceKind},
    obstacles::{MovingObstacle, ObstacleId, ObstacleShape},
    settings::Backend,
    ways::Ways,
    Flock, Geometry, Placement, Vec3,
};
use flock_testkit::{
    flocks::on_threads,
    saved,
    triangles::{cuboid, geometry, turned},
    two_rooms::{self, finds, in_right_room, judged_steps, rooms, LEFT, RIGHT},
};
use std::sync::Arc;

/// The middle of the door between the two rooms.
const DOOR: Vec3 = Vec3::new(0.03, 0.0, 1.45);

/// Steps after which new ways act: those in which the obstacles come to rest, and the delay.
const DELAY: u32 = 38;

/// Two rooms of 4 m beside each other, with a door of 1 m at each end of the wall between them.
fn rooms_with_two_doors() -> Arc<Geometry> {
    let mut triangles = turned(&cuboid(Vec3::new(6.0, 2.0, 2.0), Vec3::zeros()));
    triangles.extend(cuboid(Vec3::new(0.2, 2.1, 1.0), Vec3::new(0.03, 0.0, 0.0)));
    geometry(&triangles)
}

/// A flock in the left room with a target behind the wall.
fn led_right(level: &Arc<Geometry>) -> (Flock, InfluenceId) {
    let mut flock = two_rooms::flock(level, Backend::AllThreads);
    let (point, slowing) = (RIGHT, 1.0);
    let target = finds(InfluenceKind::Target { point, slowing });
    let id = flock.add_influence(target).unwrap();
    (flock, id)
}

/// A body of a width along Z in a door.
fn add_body(flock: &mut Flock, at: Vec3, width: f32) -> ObstacleId {
    let half_extents = Vec3::new(0.1, 2.1, width / 2.0);
    let shape = ObstacleShape::Box { half_extents };
    let placement = Placement::at(at);
    flock
        .add_obstacle(MovingObstacle { shape, placement })
        .unwrap()
}

fn step(flock: &mut Flock, steps: u32) {
    (0..steps).for_each(|_| flock.step());
}

#[test]
fn a_closed_door_is_no_way_until_it_opens() {
    let (mut flock, id) = led_right(&rooms());
    let door = add_body(&mut flock, DOOR, 1.3);
    step(&mut flock, DELAY);
    assert_eq!(flock.way_from(id, LEFT), None);
    assert!(flock.share_without_way(id).unwrap() > 0.8);
    judged_steps(&mut flock, 60);
    assert_eq!(in_right_room(&flock), 0);
    // It slides away in a second.
    for part in 1..=60 {
        let place = Placement::at(DOOR + Vec3::y() * (5.0 * part as f32 / 60.0));
        flock.move_obstacle(door, place).unwrap();
        flock.step();
    }
    step(&mut flock, DELAY);
    assert!(flock.way_from(id, LEFT).unwrap().points.len() > 2);
    judged_steps(&mut flock, 900);
    let arrived = in_right_room(&flock);
    assert!(arrived >= 95, "{arrived}");
    // It closes behind them.
    flock.move_obstacle(door, Placement::at(DOOR)).unwrap();
    step(&mut flock, DELAY + 1);
    assert_eq!(flock.way_from(id, LEFT), None);
    assert!(flock.way_from(id, Vec3::x() * 2.0).is_some());
}

#[test]
fn boids_take_the_other_door_half_a_second_after_one_closes() {
    let (mut flock, id) = led_right(&rooms_with_two_doors());
    step(&mut flock, DELAY);
    // The goal is on the side of -Z.
    let sides = |flock: &Flock| {
        let way = flock.way_from(id, LEFT).unwrap();
        let corner = way
            .points
            .iter()
            .min_by(|a, b| a.x.abs().total_cmp(&b.x.abs()));
        (corner.unwrap().z, way.length)
    };
    let (side, near) = sides(&flock);
    assert!(side < -0.9, "{side}");
    add_body(&mut flock, Vec3::new(0.03, 0.0, -1.5), 1.1);
    step(&mut flock, DELAY);
    let (side, far) = sides(&flock);
    assert!(side > 0.9 && far > near + 0.5, "{side}, {near} m, {far} m");
    judged_steps(&mut flock, 900);
    let arrived = in_right_room(&flock);
    assert!(arrived >= 95, "{arrived}");
}

/// Neither the time that a door takes to close nor a search that began before delays the new ways.
#[test]
fn ways_know_of_a_door_soon_after_it_has_closed() {
    for closing in [1, 2, 10, 20, 30, 60] {
        let (mut flock, id) = led_right(&rooms());
        let open = DOOR + Vec3::y() * 5.0;
        let door = add_body(&mut flock, open, 1.3);
        step(&mut flock, DELAY);
        for part in 1..=closing {
            assert!(flock.way_from(id, LEFT).is_some());
            let place = open + (DOOR - open) * (part as f32 / closing as f32);
            flock.move_obstacle(door, Placement::at(place)).unwrap();
            flock.step();
        }
        step(&mut flock, DELAY);
        assert_eq!(flock.way_from(id, LEFT), None, "{closing} steps");
    }
}

#[test]
fn ways_act_on_while_an_obstacle_is_removed() {
    let (mut flock, id) = led_right(&rooms());
    let door = add_body(&mut flock, DOOR, 1.3);
    step(&mut flock, DELAY);
    let ways = |flock: &Flock| flock.ways(id).unwrap().ways.unwrap();
    let closed = ways(&flock);
    flock.remove_obstacle(door).unwrap();
    for _ in 0..DELAY {
        assert!(flock.ways(id).unwrap().ways.is_some());
        flock.step();
    }
    assert!(flock.way_from(id, LEFT).is_some());
    assert!(Arc::ptr_eq(ways(&flock).field(), closed.field()));
}

/// The search that knows of the door is still under way.
#[test]
fn a_restored_flock_knows_of_a_door_that_was_removed_soon_after_it_had_closed() {
    let (mut flock, _) = led_right(&rooms());
    let door = add_body(&mut flock, DOOR + Vec3::y() * 5.0, 1.3);
    step(&mut flock, DELAY);
    flock.teleport_obstacle(door, Placement::at(DOOR)).unwrap();
    step(&mut flock, 10);
    flock.remove_obstacle(door).unwrap();
    for _ in 0..2 * DELAY {
        let snapshot = saved::copy(&flock.snapshot());
        let mut restored = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
        assert_eq!(restored.state_hash(), flock.state_hash());
        flock.step();
        restored.step();
        assert_eq!(restored.state_hash(), flock.state_hash());
    }
}

#[test]
fn an_influence_that_finds_ways_again_uses_the_same_field() {
    let (mut flock, id) = led_right(&rooms());
    step(&mut flock, DELAY);
    let field = |flock: &Flock, id| flock.ways(id).unwrap().ways.unwrap().field().clone();
    let before = Arc::downgrade(&field(&flock, id));
    flock.remove_influence(id).unwrap();
    step(&mut flock, 5);
    let (point, slowing) = (LEFT, 1.0);
    let target = finds(InfluenceKind::Target { point, slowing });
    let id = flock.add_influence(target).unwrap();
    step(&mut flock, DELAY);
    assert!(Arc::ptr_eq(&field(&flock, id), &before.upgrade().unwrap()));
}

#[test]
fn a_slow_lift_causes_few_searches() {
    let (mut flock, id) = led_right(&rooms());
    let lift = add_body(&mut flock, DOOR - Vec3::z() * 4.0, 0.5);
    let mut found = Vec::<Arc<Ways>>::new();
    for number in 0..600 {
        // 0.05 m/s.
        let place = DOOR + Vec3::new(0.0, 0.05 * number as f32 / 60.0, -4.0);
        flock.move_obstacle(lift, Placement::at(place)).unwrap();
        flock.step();
        let ways = flock.ways(id).unwrap().ways;
        found.extend(ways.filter(|new| found.last().is_none_or(|it| !Arc::ptr_eq(it, new))));
    }
    let most = 0.5 / (0.25 * found[0].field().navigation().cell) + 2.0;
    assert!(
        found.len() > 2 && found.len() as f32 <= most,
        "{} > {most}",
        found.len()
    );
    // It has stopped.
    step(&mut flock, 2 * DELAY + 60);
    let last = flock.ways(id).unwrap().ways.unwrap();
    step(&mut flock, 2 * DELAY);
    assert!(Arc::ptr_eq(&last, &flock.ways(id).unwrap().ways.unwrap()));
}

#[test]
fn no_way_leads_through_a_gap_that_is_narrower_than_the_body() {
    // The door is 1.1 m wide, and a body of 0.3 m needs its diameter beside the obstacle.
    for (width, is_open) in [(0.85, false), (0.7, true)] {
        let (mut flock, id) = led_right(&rooms());
        add_body(&mut flock, Vec3::new(0.03, 0.0, 2.0 - width / 2.0), width);
        step(&mut flock, DELAY);
        assert_eq!(flock.way_from(id, LEFT).is_some(), is_open, "{width}");
    }
}

#[test]
fn a_body_at_the_goal_is_not_in_the_way() {
    let (mut flock, id) = led_right(&rooms());
    let shape = ObstacleShape::Sphere { radius: 0.4 };
    let placement = Placement::at(RIGHT);
    flock
        .add_obstacle(MovingObstacle { shape, placement })
        .unwrap();
    step(&mut flock, DELAY);
    assert!(flock.way_from(id, LEFT).is_some());
    assert_eq!(flock.share_without_way(id), Some(0.0));
}

#[test]
fn a_body_that_moves_all_the_time_changes_no_way() {
    let (mut flock, id) = led_right(&rooms());
    let shark = add_body(&mut flock, DOOR, 0.5);
    let mut found = Vec::new();
    for number in 0..250 {
        let swim = 0.1 * (number as f32 * 0.3).sin();
        let place = Placement::at(DOOR + Vec3::x() * swim);
        flock.move_obstacle(shark, place).unwrap();
        flock.step();
        // The body rested when it was added.
        if number > 100 {
            found.extend(flock.ways(id).unwrap().ways);
        }
    }
    assert!(found.len() > 100);
    assert!(found.iter().all(|ways| Arc::ptr_eq(ways, &found[0])));
}

/// Closes the door, opens it, closes it again and removes it.
fn use_door(flock: &mut Flock, door: ObstacleId) {
    let step = flock.statistics().steps;
    match step {
        70..100 => {
            let open = DOOR + Vec3::y() * (0.2 * (step - 69) as f32);
            flock.move_obstacle(door, Placement::at(open)).unwrap();
        }
        150 => _ = flock.teleport_obstacle(door, Placement::at(DOOR)).unwrap(),
        230 => _ = flock.remove_obstacle(door).unwrap(),
        _ => {}
    }
}

#[test]
fn a_restored_flock_continues_with_the_same_doors() {
    let new = || {
        let (mut flock, _) = led_right(&rooms());
        let door = add_body(&mut flock, DOOR, 1.3);
        (flock, door)
    };
    let (mut flock, door) = new();
    let mut hashes = Vec::new();
    let mut snapshots = Vec::new();
    for number in 0..300 {
        if number % 37 == 0 || [71, 75, 101, 102, 110, 151, 231, 232, 240].contains(&number) {
            snapshots.push((number, saved::copy(&flock.snapshot())));
        }
        use_door(&mut flock, door);
        flock.step();
        hashes.push(flock.state_hash());
    }
    for (number, snapshot) in snapshots {
        let mut restored = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
        for (later, expected) in hashes.iter().enumerate().skip(number).take(70) {
            use_door(&mut restored, door);
            restored.step();
            assert_eq!(
                restored.state_hash(),
                *expected,
                "from {number}, step {later}"
            );
        }
    }
    let on_one = on_threads(1, || {
        let (mut flock, door) = new();
        (0..300).for_each(|_| {
            use_door(&mut flock, door);
            flock.step();
        });
        flock.state_hash()
    });
    assert_eq!(Some(&on_one), hashes.last());
}
