//! The actions of the player.

use crate::support::World;
use flock_demo::{Deed, Held, View};
use fyrox::{core::pool::Handle, graph::SceneGraph, scene::node::Node};
use fyrox_flock::sim::Vec3;
use std::f32::consts::PI;

fn stones(world: &World) -> Vec<Handle<Node>> {
    let nodes = world.scene().graph.pair_iter();
    let stones = nodes.filter(|(_, node)| node.name() == "Stone");
    stones.map(|(handle, _)| handle).collect()
}

/// Turns the view to a place.
fn look_at(world: &mut World, place: Vec3) {
    let way = (place - world.position("Camera")).normalize();
    world.player().look(View {
        yaw: way.x.atan2(way.z),
        pitch: (-way.y).asin(),
    });
    world.update(1);
}

#[test]
fn the_player_stands_walks_jumps_and_flies() {
    let mut world = World::open("playground");
    world.seconds(1.0);
    let start = world.position("Player");
    world.seconds(1.0);
    let moved = world.position("Player") - start;
    assert!(moved.norm() < 0.05, "it slips by {moved}");

    world.put_player(Vec3::new(0.0, 1.0, 5.0));
    world.seconds(0.5);
    let start = world.position("Player");
    world.player().held.forward = true;
    world.seconds(2.0);
    world.player().held = Held::default();
    let way = world.position("Player") - start;
    // The player looks north and walks at 4.5 m/s; the monument blocks it after 4 m.
    assert!(
        way.z < -3.0 && way.x.abs() < 1.0 && way.y.abs() < 0.1,
        "{way}"
    );

    world.seconds(0.5);
    let start = world.position("Player").y;
    world.act(Deed::Jump);
    let mut highest = start;
    for _ in 0..60 {
        world.update(1);
        highest = highest.max(world.position("Player").y);
    }
    assert!(
        (0.8..2.0).contains(&(highest - start)),
        "{}",
        highest - start
    );

    world.act(Deed::Fly);
    assert!(world.player().is_flying());
    let start = world.position("Player").y;
    world.player().held.up = true;
    world.seconds(1.0);
    world.player().held = Held::default();
    world.seconds(1.0);
    let height = world.position("Player").y - start;
    assert!(height > 4.0, "it hovers {height} m higher");
    world.act(Deed::Fly);
    world.seconds(3.0);
    let height = world.position("Player").y - start;
    assert!(height.abs() < 0.4, "it comes down again: {height}");
}

#[test]
fn the_ramps_can_be_walked() {
    let mut world = World::open("playground");
    world.put_player(Vec3::new(0.0, 1.0, 10.0));
    world.player().look(View {
        yaw: 0.0,
        pitch: 0.0,
    });
    world.player().held.forward = true;
    world.seconds(4.0);
    let at = world.position("Player");
    assert!(
        at.y > 3.5 && at.z > 20.0,
        "it is on the podium, not at {at}"
    );
}

#[test]
fn stones_are_bodies_that_boids_meet_and_the_oldest_vanish() {
    let mut world = World::open("playground");
    world.seconds(2.0);
    let before = world.flock("Attract").obstacles().len();
    let middle = world.position("Attract Flock");
    world.put_player(middle + Vec3::new(0.0, -2.2, 6.0));
    look_at(&mut world, middle);
    world.act(Deed::Throw);
    let stone = stones(&world)[0];
    let thrown = world.scene().graph[stone].global_position();
    world.update(12);
    assert_eq!(world.flock("Attract").obstacles().len(), before + 1);
    let flown = world.scene().graph[stone].global_position() - thrown;
    assert!(flown.norm() > 2.0 && flown.z < -1.0, "{flown}");
    for _ in 0..40 {
        let at = world.scene().graph[stone].global_position();
        let inside = world.share("Attract", |boid, _| (boid.position - at).norm() < 0.14);
        assert_eq!(inside, 0.0);
        world.update(1);
    }
    for _ in 0..30 {
        world.act(Deed::Throw);
    }
    assert_eq!(stones(&world).len(), 24);
}

#[test]
fn a_shot_kills_the_first_boid_in_its_way_and_all_can_be_brought_back() {
    let mut world = World::open("playground");
    world.seconds(8.0);
    let flock = world.flock("Pen");
    let (number, middle) = (flock.len(), world.position("Pen Flock"));
    world.put_player(middle + Vec3::new(0.0, -2.2, 5.0));
    for _ in 0..20 {
        let target = world.flock("Pen").nearest(middle).expect("there are boids");
        look_at(&mut world, target.position);
        world.act(Deed::Shoot);
        if world.player().hits() > 0 {
            break;
        }
    }
    assert_eq!(world.player().hits(), 1);
    assert_eq!(world.flock("Pen").len(), number - 1);
    // The player falls to the ground.
    world.seconds(3.0);
    let ground = world.position("Pen Pad").y;
    let bodies: Vec<_> = world.flock("Pen").loose_boids().collect();
    assert_eq!(bodies.len(), 1);
    assert!(
        bodies[0].position.y - ground < 0.4,
        "{}",
        bodies[0].position
    );

    world.act(Deed::Restore);
    assert_eq!(world.flock("Pen").len(), number);

    // Boids behind a wall are not hit: the player looks into the ground.
    world.player().look(View {
        yaw: PI,
        pitch: 1.4,
    });
    world.act(Deed::Shoot);
    assert_eq!(world.player().hits(), 1);
}

#[test]
fn a_clap_scatters_boids() {
    let mut world = World::open("playground");
    world.seconds(10.0);
    let middle = world.position("Attract Flock");
    world.put_player(middle - Vec3::y() * 2.0);
    world.seconds(1.0);
    let near = |world: &World| world.share("Attract", |_, at| at.norm() < 1.6);
    let before = near(&world);
    world.act(Deed::Clap);
    world.seconds(0.7);
    let after = near(&world);
    println!("{before} {after}");
    assert!(after < 0.6 * before, "{before} {after}");
}
