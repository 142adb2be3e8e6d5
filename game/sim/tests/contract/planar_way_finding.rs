//! Influences that find ways for flocks that move in a plane: boids pass a door, at any height of their
//! plane, and go on after a restoration and on any number of threads.

use flock_sim::{
    influences::{FoundWays, Influence, InfluenceId, InfluenceKind},
    nalgebra::{UnitQuaternion, Vector3},
    saving::Snapshot,
    settings::{Plane, Settings},
    Flock, Placement, Vec3,
};
use flock_testkit::{
    flocks::on_threads,
    planar_rooms::{PlanarRooms, HEIGHT},
    saved::{self, SavedTree},
    two_rooms::{assert_led_through_door, finds, judged_steps, LEFT, RIGHT},
};

fn flock(rooms: &PlanarRooms) -> Flock {
    between(rooms, [HEIGHT; 2], |_| ())
}

/// Boids between two heights.
fn between(rooms: &PlanarRooms, heights: [f32; 2], change: impl FnOnce(&mut Settings)) -> Flock {
    let mut settings = rooms.settings(heights);
    settings.spawn.count = 40;
    change(&mut settings);
    rooms.flock(settings)
}

fn target(point: Vec3) -> Influence {
    let slowing = 1.0;
    finds(InfluenceKind::Target { point, slowing })
}

/// Adds a target behind the wall, at a height above the plane, and returns its id.
fn lead_right(flock: &mut Flock, rooms: &PlanarRooms, height: f32) -> InfluenceId {
    let goal = Vec3::new(RIGHT.x, HEIGHT + height, RIGHT.z);
    flock.add_influence(target(rooms.in_level(goal))).unwrap()
}

/// Lets the boids move in another plane, or in three dimensions.
fn move_in(flock: &mut Flock, plane: Plane) {
    let mut settings = flock.settings().clone();
    settings.motion.plane = plane;
    flock.set_settings(settings).unwrap();
}

fn found(flock: &Flock, id: InfluenceId) -> FoundWays {
    flock.ways(id).unwrap()
}

/// The coordinate of the plane in which ways lead.
fn coordinate(flock: &Flock, id: InfluenceId) -> Option<f32> {
    let plane = found(flock, id).ways?.field().navigation().plane;
    plane.map(|plane| plane.coordinate)
}

#[test]
fn boids_pass_the_door_in_their_plane() {
    for rooms in PlanarRooms::all() {
        let in_right_room = |flock: &Flock| {
            assert!(rooms.heights(flock).all(|it| (it - HEIGHT).abs() < 1e-3));
            rooms.in_right_room(flock)
        };
        assert_led_through_door(rooms.in_level(RIGHT), || flock(&rooms), in_right_room);
    }
}

#[test]
fn boids_do_not_pass_a_door_that_is_narrower_than_their_bodies() {
    let rooms = PlanarRooms::new(Plane::Xy);
    for (radius, least, most) in [(0.5, 18, 20), (0.57, 0, 0)] {
        let mut flock = between(&rooms, [HEIGHT; 2], |settings| {
            settings.collision.body_radius = radius;
            settings.spawn.count = 20;
        });
        let id = lead_right(&mut flock, &rooms, 0.0);
        judged_steps(&mut flock, 1500);
        let arrived = rooms.in_right_room(&flock);
        assert!((least..=most).contains(&arrived), "{arrived} of {radius} m");
        let ways = found(&flock, id).ways.unwrap();
        assert!(ways.unreachable().is_empty());
        let length = ways.length_from(rooms.in_level(LEFT));
        assert_eq!(length.is_some(), most > 0);
    }
}

#[test]
fn a_goal_off_the_plane_leads_to_the_nearest_place_in_it() {
    for rooms in PlanarRooms::all() {
        // The last one lies above the ceiling.
        for height in [-2.0, 1.0, 9.0] {
            let mut flock = flock(&rooms);
            let id = lead_right(&mut flock, &rooms, height);
            judged_steps(&mut flock, 900);
            let found = found(&flock, id);
            assert_eq!(found.error, None);
            assert!(found.ways.unwrap().unreachable().is_empty());
            let goal = Vec3::new(RIGHT.x, HEIGHT, RIGHT.z);
            let distances = flock
                .boids()
                .map(|boid| (rooms.in_rooms(boid.position) - goal).norm());
            let near = distances.filter(|distance| *distance < 2.0).count();
            assert!(near >= 38, "{near} at {height} m in {rooms:?}");
        }
    }
}

#[test]
fn boids_at_other_heights_follow_the_ways_of_those_in_the_middle() {
    for rooms in PlanarRooms::all() {
        let mut flock = between(&rooms, [-1.5, 1.5], |_| ());
        let mut before: Vec<f32> = rooms.heights(&flock).collect();
        let id = lead_right(&mut flock, &rooms, 0.0);
        judged_steps(&mut flock, 900);
        let arrived = rooms.in_right_room(&flock);
        assert!(arrived >= 38, "{arrived} in {rooms:?}");
        before.sort_by(f32::total_cmp);
        let through = rooms.in_level(Vec3::new(0.0, before[20], 0.0));
        let expected = rooms.normal().dot(&through);
        let coordinate = coordinate(&flock, id).unwrap();
        assert!((coordinate - expected).abs() < 1e-4, "{coordinate}");
    }
}

/// Moves the goal a little in each step, and to the other room and back.
fn move_goal(flock: &mut Flock, rooms: &PlanarRooms, id: InfluenceId) {
    let step = flock.statistics().steps;
    let side = [1.0, -1.0][(step / 90 % 2) as usize];
    let x = side * (2.0 + 0.02 * (step % 90) as f32);
    let goal = rooms.in_level(Vec3::new(x, 0.5, -1.5));
    flock.set_influence(id, target(goal)).unwrap();
}

#[test]
fn the_number_of_threads_changes_no_bit_of_a_planar_flock() {
    for rooms in PlanarRooms::all() {
        let hash = |threads| {
            on_threads(threads, || {
                let mut flock = between(&rooms, [0.0, 0.8], |_| ());
                let id = lead_right(&mut flock, &rooms, 0.0);
                let hashes = (0..200).map(|_| {
                    move_goal(&mut flock, &rooms, id);
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
}

/// Asserts that a flock and one that is restored from its snapshot go on alike.
fn assert_restored(flock: &mut Flock, rooms: &PlanarRooms, id: InfluenceId, steps: u32) {
    let snapshot = saved::copy(&flock.snapshot());
    let mut restored = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
    for _ in 0..steps {
        assert_eq!(restored.state_hash(), flock.state_hash());
        for it in [&mut restored, flock] {
            move_goal(it, rooms, id);
            it.step();
        }
    }
    assert_eq!(restored.state_hash(), flock.state_hash());
}

#[test]
fn a_restored_planar_flock_continues_with_the_same_ways() {
    for rooms in PlanarRooms::all() {
        let mut flock = between(&rooms, [0.0, 0.8], |_| ());
        let id = lead_right(&mut flock, &rooms, 0.0);
        for steps in [0, 1, 17, 20, 45] {
            for _ in 0..steps {
                move_goal(&mut flock, &rooms, id);
                flock.step();
            }
            let snapshot = flock.snapshot();
            assert_restored(&mut flock, &rooms, id, 70);
            flock = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
        }
    }
}

/// The boid in the middle is another one, but the ways are still those of the first.
#[test]
fn a_restored_flock_has_the_plane_of_before() {
    let rooms = PlanarRooms::new(Plane::Xz);
    let mut flock = between(&rooms, [0.0, 0.8], |_| ());
    let id = lead_right(&mut flock, &rooms, 0.0);
    (0..40).for_each(|_| flock.step());
    let before = coordinate(&flock, id);
    let mut boids: Vec<_> = flock.boids().collect();
    boids.sort_by(|a, b| a.position.y.total_cmp(&b.position.y));
    for boid in &boids[..30] {
        assert!(flock.remove(boid.id));
    }
    assert_restored(&mut flock, &rooms, id, 5);
    assert_eq!(coordinate(&flock, id), before);
    let tree = SavedTree::new(&flock.snapshot());
    let broken = tree.with("ways/acting/plane/coordinate", 2e6_f32);
    let broken: Snapshot = broken.read().unwrap();
    let error = Flock::restore(&broken, flock.geometry().clone()).unwrap_err();
    assert!(
        error.to_string().contains("the ways lead in no plane"),
        "{error}"
    );
}

/// Boids keep their heights then.
#[test]
fn a_placement_that_moves_along_the_normal_keeps_the_ways() {
    for rooms in PlanarRooms::all() {
        let mut flock = flock(&rooms);
        let id = lead_right(&mut flock, &rooms, 0.0);
        (0..40).for_each(|_| flock.step());
        let before = coordinate(&flock, id);
        for number in 0..40 {
            let origin = rooms.placement.origin + 0.02 * number as f32 * rooms.normal();
            let placement = Placement {
                origin,
                ..rooms.placement
            };
            flock.set_placement(placement).unwrap();
            flock.step();
            assert_eq!(coordinate(&flock, id), before, "{rooms:?}");
            assert_eq!(found(&flock, id).next_at, None);
        }
    }
}

#[test]
fn an_origin_that_shifts_changes_no_bit() {
    let rooms = PlanarRooms::new(Plane::Xy);
    let hash = |shifts: bool| {
        let mut flock = flock(&rooms);
        lead_right(&mut flock, &rooms, 0.0);
        for step in 0..200 {
            if shifts && step % 30 == 0 {
                flock.translate(Vector3::new(100.0, -50.0, 7.0)).unwrap();
            }
            flock.step();
        }
        let boids = flock_testkit::flocks::by_id(&flock).into_iter();
        let in_frame = boids.map(|boid| boid.velocity.map(f32::to_bits));
        in_frame.collect::<Vec<_>>()
    };
    assert_eq!(hash(true), hash(false));
}

#[test]
fn ways_follow_a_flock_to_another_plane() {
    let rooms = PlanarRooms::new(Plane::Xz);
    let mut flock = flock(&rooms);
    let id = lead_right(&mut flock, &rooms, 0.0);
    (0..40).for_each(|_| flock.step());
    assert_eq!(coordinate(&flock, id), Some(HEIGHT));
    // In three dimensions, and back in a plane.
    for (plane, has_plane) in [(Plane::All, false), (Plane::Xz, true)] {
        move_in(&mut flock, plane);
        flock.step();
        // Those of before lead until the new ones are due.
        let before = found(&flock, id).ways.unwrap();
        assert_ne!(before.field().navigation().plane.is_some(), has_plane);
        (0..40).for_each(|_| flock.step());
        let navigation = *found(&flock, id).ways.unwrap().field().navigation();
        assert_eq!(navigation.plane.is_some(), has_plane);
    }
}

#[test]
fn too_many_cells_in_three_dimensions_may_be_few_enough_in_a_plane() {
    let rooms = PlanarRooms::new(Plane::Xz);
    let mut flock = between(&rooms, [HEIGHT; 2], |settings| {
        settings.motion.plane = Plane::All;
        settings.way_finding.most_cells = 2000;
    });
    let id = lead_right(&mut flock, &rooms, 0.0);
    (0..40).for_each(|_| flock.step());
    assert!(found(&flock, id).error.is_some());
    move_in(&mut flock, Plane::Xz);
    (0..40).for_each(|_| flock.step());
    let known = found(&flock, id);
    assert!(known.error.is_none() && known.ways.is_some(), "{known:?}");
}

/// Like the deck of a ship that rolls.
#[test]
fn a_plane_that_turns_in_each_step_has_ways_all_the_time() {
    let rooms = PlanarRooms::new(Plane::Xz);
    let mut flock = flock(&rooms);
    let id = lead_right(&mut flock, &rooms, 0.0);
    (0..31).for_each(|_| flock.step());
    let mut asked = Vec::new();
    for number in 0..150 {
        let angle = 0.03 * (0.05 * number as f32).sin();
        let turn = UnitQuaternion::from_axis_angle(&Vec3::x_axis(), angle);
        let rotation = turn * rooms.placement.rotation;
        let placement = Placement {
            rotation,
            ..rooms.placement
        };
        flock.set_placement(placement).unwrap();
        flock.step();
        let known = found(&flock, id);
        assert!(known.ways.is_some(), "step {number}");
        asked.extend(known.next_at);
    }
    asked.dedup();
    assert!((4..=6).contains(&asked.len()), "{asked:?}");
}

#[test]
fn a_planar_flock_without_boids_finds_ways_once_it_has_some() {
    let rooms = PlanarRooms::new(Plane::Xz);
    let mut flock = between(&rooms, [-0.7; 2], |settings| settings.spawn.count = 0);
    let id = lead_right(&mut flock, &rooms, 0.0);
    (0..40).for_each(|_| flock.step());
    let none = found(&flock, id);
    assert!(none.ways.is_none() && none.error.is_none() && none.next_at.is_none());
    let mut settings = flock.settings().clone();
    settings.spawn.count = 10;
    flock.set_settings(settings).unwrap();
    (0..40).for_each(|_| flock.step());
    assert_eq!(coordinate(&flock, id), Some(-0.7));
}
