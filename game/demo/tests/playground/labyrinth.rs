//! The scene *labyrinth*: swarms that find their way to a fruit, wherever it appears.

use crate::support::World;
use flock_demo::Tour;
use fyrox::graph::SceneGraph;
use fyrox_flock::{sim::ways::Ways, Flock};
use std::sync::Arc;

const SWARMS: [&str; 2] = ["Amber Moths", "Blue Moths"];

/// Largest length of the way of a moth that has arrived, in metres: the room of the fruit, and the
/// doorways around it.
const NEAR: f32 = 7.0;

/// Time after which a good part of the moths has arrived, in seconds.
const DEADLINE: f32 = 17.0;

/// The labyrinth with fewer moths.
fn open() -> World {
    World::open_changed("labyrinth", |scene| {
        for node in scene.graph.linear_iter_mut() {
            if let Some(flock) = node.try_get_script_mut::<Flock>() {
                flock.spawn.count = 250;
            }
        }
    })
}

/// The ways of a swarm to the fruit.
fn ways(world: &World, swarm: &str) -> Arc<Ways> {
    let flock = world.flock_at(swarm);
    let (id, _) = flock.influences().next().expect("the fruit attracts them");
    let found = flock.ways(id).expect("they find the way");
    assert_eq!(found.error, None);
    found.ways.expect("the ways are found")
}

/// Fraction of a swarm that has arrived, and the mean length of its ways, in metres.
fn arrived(world: &World, swarm: &str) -> (f32, f32) {
    let (flock, ways) = (world.flock_at(swarm), ways(world, swarm));
    let lengths = flock.boids().map(|moth| ways.length_from(moth.position));
    let lengths: Vec<f32> = lengths.flatten().collect();
    let count = flock.len() as f32;
    assert!(lengths.len() as f32 > 0.95 * count, "some have no way");
    let near = lengths.iter().filter(|length| **length < NEAR).count();
    (near as f32 / count, lengths.iter().sum::<f32>() / count)
}

#[test]
fn both_swarms_arrive_at_the_fruit_wherever_it_appears() {
    let mut world = open();
    let places = tour(&mut world).places.len();
    for place in 0..places {
        world.seconds(1.0);
        let starts = SWARMS.map(|swarm| arrived(&world, swarm));
        world.seconds(DEADLINE - 1.0);
        for (swarm, start) in SWARMS.iter().zip(starts) {
            let end = arrived(&world, swarm);
            println!("{place}: {swarm}: {start:.2?}, then {end:.2?}");
            assert!(end.0 > 0.6, "{swarm} at place {place}: {end:?}");
        }
        tour(&mut world).go_on();
    }
    for swarm in SWARMS {
        assert_eq!(world.flock_at(swarm).statistics().crossings, 0, "{swarm}");
    }
}

#[test]
fn the_ways_lead_through_rooms_on_all_terraces_and_take_little() {
    let mut world = open();
    world.seconds(1.0);
    let ways = ways(&world, SWARMS[0]);
    assert!(ways.unreachable().is_empty());
    let field = ways.field();
    assert!(field.cell_count() < 60_000);
    let of_places = tour(&mut world).places.clone();
    for place in of_places.iter() {
        let at = world.scene().graph[*place].global_position();
        assert!(ways.length_from(at).is_some(), "no way from {at}");
    }
    // The swarms share the field of their level.
    let other = self::ways(&world, SWARMS[1]);
    assert!(Arc::ptr_eq(field, other.field()));
    tour(&mut world).go_on();
    world.seconds(1.0);
    assert_ne!(self::ways(&world, SWARMS[0]).goals(), ways.goals());
}

fn tour(world: &mut World) -> &mut Tour {
    let fruit = world.handle("Fruit");
    let tour = world.scene_mut().graph[fruit].try_get_script_mut::<Tour>();
    tour.expect("the fruit has a tour")
}
