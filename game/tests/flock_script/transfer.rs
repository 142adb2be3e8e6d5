//! Boids that go from the flock of one node to that of another.

use crate::{
    effects::add_script,
    game::{engine, fish, Game, STEP},
};
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{base::BaseBuilder, node::Node, pivot::PivotBuilder, Scene},
};
use fyrox_flock::{
    sim::{
        boids::{DeadBody, Death},
        events::EventKind,
        BoidId, Vec3,
    },
    Flock, TransferError,
};

/// A game with a flock on a train that is 5 m/s fast, and one in the world. The nodes are the train
/// and both flocks.
fn game() -> (Game, [Handle<Node>; 3]) {
    let mut scene = Scene::new();
    let train = PivotBuilder::new(BaseBuilder::new().with_name("Train"));
    let train: Handle<Node> = train.build(&mut scene.graph).to_base();
    let mut bees = fish(20);
    bees.frame = train.into();
    bees.events.left = true;
    let mut wild = fish(5);
    wild.events.joined = true;
    let bees = add_script(&mut scene, "Bees on a Train", bees, Vec3::zeros());
    scene.graph.link_nodes(bees, train);
    let wild = add_script(&mut scene, "Bees in a Meadow", wild, Vec3::zeros());
    let mut game = Game::of_scene(engine(), scene, bees);
    ride(&mut game, train, 5);
    (game, [train, bees, wild])
}

fn ride(game: &mut Game, train: Handle<Node>, frames: usize) {
    for _ in 0..frames {
        let transform = game.scene().graph[train].local_transform_mut();
        let at = **transform.position() + Vec3::x() * (5.0 * STEP);
        transform.set_position(at);
        game.update(1, STEP);
    }
}

pub fn flock(game: &mut Game, node: Handle<Node>) -> &Flock {
    let node = &game.scene().graph[node];
    node.try_get_script::<Flock>().expect("it is a flock")
}

fn first(game: &mut Game, node: Handle<Node>) -> BoidId {
    let running = flock(game, node).running().expect("it runs");
    running.boids().next().expect("it has boids").id
}

#[test]
fn a_boid_leaves_a_train_with_its_place_and_its_velocity() {
    let (mut game, [train, bees, wild]) = game();
    let bee = first(&mut game, bees);
    let running = flock(&mut game, bees).running().unwrap();
    let before = running.boid(bee).unwrap();
    let graph = &mut game.scene().graph;
    let id = Flock::transfer(graph, bee, bees, wild).expect("it flies");
    let sizes = [bees, wild].map(|it| flock(&mut game, it).running().unwrap().len());
    assert_eq!(sizes, [19, 6]);
    let after = flock(&mut game, wild).running().unwrap().boid(id).unwrap();
    assert!((after.position - before.position).norm() < 1e-4);
    assert!((after.velocity - before.velocity).norm() < 1e-3);
    // It goes on in the world, and both flocks tell the game.
    ride(&mut game, train, 1);
    let kind = |node, game: &mut Game| {
        let events = flock(game, node).last_events();
        events.iter().map(|event| event.kind).next()
    };
    assert!(matches!(kind(bees, &mut game), Some(EventKind::Left)));
    assert!(matches!(kind(wild, &mut game), Some(EventKind::Joined)));
}

#[test]
fn what_cannot_be_transferred_stays_and_the_error_says_why() {
    let (mut game, [train, bees, wild]) = game();
    let bee = first(&mut game, bees);
    let graph = &mut game.scene().graph;
    let from_train = Flock::transfer(graph, bee, train, wild);
    assert_eq!(from_train, Err(TransferError::NotRunning(train)));
    for nowhere in [train, Handle::NONE] {
        let to = Flock::transfer(graph, bee, bees, nowhere);
        assert_eq!(to, Err(TransferError::NotRunning(nowhere)));
    }
    assert_eq!(Flock::transfer(graph, bee, bees, bees), Ok(bee));
    let script = graph[bees].try_get_script_mut::<Flock>().unwrap();
    let running = script.running_mut().unwrap();
    let dead = running.boids().map(|boid| boid.id).find(|id| *id != bee);
    let dead = dead.unwrap();
    running.kill(dead, Death::new(DeadBody::Sinks)).unwrap();
    for to in [bees, wild] {
        let moved = Flock::transfer(graph, dead, bees, to);
        assert_eq!(moved, Err(TransferError::NotFlying(dead)));
    }
    let gone = Flock::transfer(graph, bee, bees, wild).map(|_| bee);
    assert_eq!(gone, Ok(bee));
    let again = Flock::transfer(graph, bee, bees, wild);
    assert_eq!(again, Err(TransferError::NotFlying(bee)));
    ride(&mut game, train, 3);
    assert_eq!(flock(&mut game, bees).running().unwrap().len(), 18);
}
