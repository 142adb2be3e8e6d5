//! The scene *swarm*: ants that find their way through a maze to a fruit, wherever it lies.

use crate::support::World;
use flock_demo::Tour;
use fyrox::graph::SceneGraph;
use fyrox_flock::{
    sim::{ways::Ways, Geometry},
    Flock,
};
use std::sync::Arc;

const ANTS: &str = "Ants";

/// Largest length of the way of an ant that has arrived, in metres: the room of the fruit, and the
/// passages around it.
const NEAR: f32 = 5.0;

/// Time after which most ants have arrived, in seconds. The fruit lies at each place a little
/// longer.
const DEADLINE: f32 = 18.0;

/// The scene with its level, and with few other animals. The fruit stays until the test moves it:
/// how many updates the level takes depends on the machine.
fn open() -> World {
    let mut world = World::open_changed("swarm", |scene| {
        for node in scene.graph.linear_iter_mut() {
            let is_ants = node.name() == ANTS;
            if let Some(flock) = node.try_get_script_mut::<Flock>() {
                flock.collision.check_crossings = is_ants;
                if !is_ants {
                    flock.spawn.count = 8;
                }
            }
            if let Some(tour) = node.try_get_script_mut::<Tour>() {
                tour.stay = 1000.0.into();
            }
        }
    });
    world.update_until("the level", |world| {
        world.flock_at(ANTS).geometry().triangle_count() > 0
    });
    world
}

fn tour(world: &mut World) -> &mut Tour {
    let melon = world.handle("Melon");
    let tour = world.scene_mut().graph[melon].try_get_script_mut::<Tour>();
    tour.expect("the fruit has a tour")
}

/// The ways of the ants to the fruit.
fn ways(world: &World) -> Arc<Ways> {
    let flock = world.flock_at(ANTS);
    let (id, _) = flock.influences().next().expect("the fruit attracts them");
    let found = flock.ways(id).expect("they find the way");
    assert_eq!(found.error, None);
    found.ways.expect("the ways are found")
}

/// Fraction of the ants that have arrived, and the mean length of their ways, in metres.
fn arrived(world: &World) -> (f32, f32) {
    let (flock, ways) = (world.flock_at(ANTS), ways(world));
    let lengths = flock.boids().map(|ant| ways.length_from(ant.position));
    let lengths: Vec<f32> = lengths.flatten().collect();
    let count = flock.len() as f32;
    assert!(lengths.len() as f32 > 0.95 * count, "some have no way");
    let near = lengths.iter().filter(|length| **length < NEAR).count();
    (near as f32 / count, lengths.iter().sum::<f32>() / count)
}

/// Asserts that the body of no ant is in a stone, and that none has crossed one.
fn assert_clear(world: &World) {
    let flock = world.flock_at(ANTS);
    let script = world.scene().graph[world.handle(ANTS)].try_get_script::<Flock>();
    let script = script.expect("it is a flock");
    let collected = script.geometry_at(&world.scene().graph, world.handle(ANTS));
    let (stones, _) = Geometry::new(&collected.triangles);
    let radius = 0.99 * flock.settings().collision.body_radius;
    for ant in flock.boids() {
        assert!(stones.is_clear(ant.position, radius), "{ant:?}");
    }
    assert_eq!(flock.statistics().crossings, 0);
}

#[test]
fn most_ants_arrive_at_the_fruit_wherever_it_lies() {
    let mut world = open();
    let places = tour(&mut world).places.len();
    assert_eq!(places, 5);
    for place in 0..places {
        world.seconds(1.0);
        let start = arrived(&world);
        world.seconds(DEADLINE - 1.0);
        let end = arrived(&world);
        println!("{place}: {start:.2?}, then {end:.2?}");
        assert!(place == 0 || start.1 > NEAR, "{place}: {start:?}");
        assert!(end.0 > 0.8, "{place}: {end:?}");
        assert_clear(&world);
        tour(&mut world).go_on();
    }
}

#[test]
fn the_ways_lead_around_the_stones_to_all_places() {
    let mut world = open();
    world.seconds(1.0);
    let ways = ways(&world);
    assert!(ways.unreachable().is_empty());
    assert!(ways.field().cell_count() < 60_000);
    let goal = ways.goals()[0];
    let places = tour(&mut world).places.clone();
    let mut around = 0;
    for place in places.iter() {
        let at = world.scene().graph[*place].global_position();
        let length = ways.length_from(at);
        let length = length.unwrap_or_else(|| panic!("no way from {at}"));
        around += usize::from(length > 1.3 * (goal - at).norm());
    }
    assert!(around >= 3, "{around} ways lead around");
    tour(&mut world).go_on();
    world.seconds(1.0);
    assert_ne!(self::ways(&world).goals(), ways.goals());
}
