//! Events of boids reach the game, and nodes follow boids.

use crate::{
    effects::add_script,
    game::{Game, STEP},
    world::{add_flock, idle},
};
use fyrox::{
    core::{
        algebra::Vector3, log::MessageKind, pool::Handle, reflect::prelude::*,
        type_traits::prelude::*, visitor::prelude::*,
    },
    graph::SceneGraph,
    plugin::error::GameResult,
    scene::{base::BaseBuilder, node::Node, pivot::PivotBuilder},
    script::{ScriptContext, ScriptMessageContext, ScriptMessagePayload, ScriptTrait},
};
use fyrox_flock::{
    scripts::{FlockFollower, FlockObstacle, FlockTarget, Strength},
    sim::{
        boids::{DeadBody, Death},
        events::EventKind,
        influences::FallOff,
        Boid, BoidId, Vec3,
    },
    Flock, FlockEvents,
};

/// A script of a game that subscribes to events.
#[derive(Clone, Debug, Default, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "0c7a5a52-8d0f-4b8e-9e3c-3f0f5ad1a111")]
struct Listener {
    #[reflect(hidden)]
    #[visit(skip)]
    batches: Vec<usize>,
}

impl ScriptTrait for Listener {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        let dispatcher = &mut context.message_dispatcher;
        dispatcher.subscribe_to::<FlockEvents>(context.handle);
        Ok(())
    }

    fn on_message(
        &mut self,
        message: &mut dyn ScriptMessagePayload,
        _: &mut ScriptMessageContext,
    ) -> GameResult {
        if let Some(FlockEvents(events)) = message.downcast_ref() {
            self.batches.push(events.len());
        }
        Ok(())
    }
}

fn kill(game: &mut Game, node: Handle<Node>, count: usize) -> Vec<BoidId> {
    let script = game.scene().graph[node].try_get_script_mut::<Flock>();
    let flock = script.unwrap().running_mut().unwrap();
    let ids: Vec<_> = flock.boids().take(count).map(|boid| boid.id).collect();
    for id in &ids {
        flock.kill(*id, Death::new(DeadBody::Sinks)).unwrap();
    }
    ids
}

#[test]
fn events_of_all_flocks_come_in_one_message_a_frame() {
    let mut game = Game::new("events", idle(30));
    let other = add_flock(game.scene(), "Other", idle(30), Vec3::x());
    let listener = add_script(game.scene(), "Listener", Listener::default(), Vec3::zeros());
    for node in [game.node, other] {
        let script = game.scene().graph[node].try_get_script_mut::<Flock>();
        script.unwrap().events.killed = true;
    }
    let batches = |game: &mut Game| {
        let script = game.scene().graph[listener].try_get_script::<Listener>();
        script.unwrap().batches.clone()
    };
    game.update(5, STEP);
    assert_eq!(batches(&mut game), [] as [usize; 0]);
    let node = game.node;
    let ids = kill(&mut game, node, 4);
    kill(&mut game, other, 3);
    game.update(1, STEP);
    assert_eq!(batches(&mut game), [7]);
    let events = game.flock().last_events().to_vec();
    let killed = events.iter().map(|event| (event.boid, event.kind));
    let expected = ids.iter().map(|id| (*id, EventKind::Killed));
    assert!(killed.eq(expected), "{events:?}");
    game.update(3, STEP);
    assert_eq!(batches(&mut game), [7]);
    assert_eq!(game.flock().last_events(), []);

    // If the events are off, a game may take them itself.
    game.flock().events.killed = false;
    game.update(1, STEP);
    kill(&mut game, node, 2);
    game.update(2, STEP);
    assert_eq!(batches(&mut game), [7]);
    let simulation = game.flock().running_mut().unwrap();
    simulation.set_events(fyrox_flock::sim::events::EventMask::KILLED);
    kill(&mut game, node, 2);
    game.update(2, STEP);
    let simulation = game.flock().running_mut().unwrap();
    assert_eq!(simulation.drain_events().len(), 2);
}

#[test]
fn nobody_has_to_listen() {
    let mut game = Game::new("unheard", idle(5));
    game.flock().events.killed = true;
    game.update(2, STEP);
    let node = game.node;
    kill(&mut game, node, 1);
    game.update(2, STEP);
    let warnings = game.messages_with(MessageKind::Warning, "FlockEvents");
    assert_eq!(warnings, [] as [String; 0]);
}

#[test]
fn who_arrives_tells_the_node_of_the_target() {
    let mut target = Handle::NONE;
    let script = FlockTarget {
        strength: Strength {
            reach: 100.0,
            fall_off: FallOff::Constant,
            ..Strength::default()
        }
        .into(),
        ..FlockTarget::default()
    };
    let mut game = Game::with_scene("arrival", idle(10), |scene| {
        target = add_script(scene, "Target", script, Vec3::x() * 4.0);
    });
    game.flock().events.arrived = true;
    for _ in 0..600 {
        game.update(1, STEP);
        if let Some(event) = game.flock().last_events().first().copied() {
            let EventKind::Arrived(influence) = event.kind else {
                panic!("{event:?}")
            };
            assert_eq!(game.flock().node_of(influence), Some(target));
            return;
        }
    }
    panic!("nobody arrives");
}

#[test]
fn nodes_stay_with_the_nearest_boid_while_it_lives() {
    let mut flock = idle(40);
    flock.wander.enabled = true;
    let mut follower = Handle::NONE;
    let mut game = Game::with_scene("followed", flock, |scene| {
        // Below a node that is displaced, rotated and scaled.
        follower = add_script(
            scene,
            "Camera",
            FlockFollower::default(),
            Vec3::new(0.2, 0.1, 0.0),
        );
        let above = PivotBuilder::new(BaseBuilder::new()).build(&mut scene.graph);
        let turn = fyrox::core::algebra::UnitQuaternion::from_euler_angles(0.4, 0.3, 0.2);
        scene.graph[above]
            .local_transform_mut()
            .set_position(Vector3::new(1.0, -2.0, 3.0))
            .set_rotation(turn)
            .set_scale(Vector3::repeat(2.0));
        scene.graph.link_nodes(follower, above);
    });
    let followed = |game: &mut Game| {
        let script = game.scene().graph[follower].try_get_script::<FlockFollower>();
        script.unwrap().followed().expect("it follows a boid")
    };
    game.update(1, STEP);
    let (node, first) = followed(&mut game);
    assert_eq!(node, game.node);
    for _ in 0..100 {
        game.update(1, 0.011);
        assert_eq!(followed(&mut game).1, first);
        let drawn = game.simulation().drawn_at(first).unwrap();
        game.scene().graph.update_hierarchical_data();
        let node = &game.scene().graph[follower];
        assert!((node.global_position() - drawn.origin).norm() < 1e-3);
        let ahead = node.look_vector().normalize();
        assert!((ahead - drawn.rotation * Vec3::z()).norm() < 1e-2);
    }
    let simulation = game.flock().running_mut().unwrap();
    let lost = simulation.boid(first).unwrap().position;
    simulation.remove(first);
    game.update(1, 0.0);
    let (_, second) = followed(&mut game);
    let distance = |boid: &Boid| (boid.position - lost).norm();
    let taken = game.simulation().boid(second).map(|it| distance(&it));
    let nearest = game.simulation().boids().map(|it| distance(&it));
    let nearest = nearest.fold(f32::INFINITY, f32::min);
    assert!(taken.unwrap() < nearest + 0.05, "{taken:?} {nearest}");

    // A removed flock is logged once, and the node does not move.
    let gone = PivotBuilder::new(BaseBuilder::new()).build(&mut game.scene().graph);
    let script = game.scene().graph[follower].try_get_script_mut::<FlockFollower>();
    *script.unwrap().flock = gone.to_base();
    game.update(20, STEP);
    let said = game.messages_with(MessageKind::Error, "Flock Follower of node Camera");
    assert_eq!(said.len(), 1, "{said:?}");
}

/// The way to a boid is a teleport of the obstacles at the node and below it; the way with a boid is a
/// movement.
#[test]
fn obstacles_of_a_follower_push_nobody_on_the_way_to_their_boid() {
    let mut flock = idle(40);
    flock.wander.enabled = true;
    let mut nodes = [Handle::NONE; 2];
    let mut game = Game::with_scene("pushed", flock, |scene| {
        let place = Vec3::new(0.9, 0.5, 0.0);
        nodes = [
            add_script(scene, "Lamp", FlockFollower::default(), place),
            add_script(scene, "Glass", FlockObstacle::default(), place),
        ];
        scene.graph.link_nodes(nodes[1], nodes[0]);
    });
    let [follower, obstacle] = nodes;
    let teleports = |game: &mut Game| {
        let script = game.scene().graph[obstacle].try_get_script::<FlockObstacle>();
        *script.unwrap().puts
    };
    game.update(1, STEP);
    assert_eq!(teleports(&mut game), 1);
    game.update(50, STEP);
    assert_eq!(teleports(&mut game), 1);
    let script = game.scene().graph[follower].try_get_script::<FlockFollower>();
    let (_, boid) = script.unwrap().followed().unwrap();
    game.flock().running_mut().unwrap().remove(boid);
    game.update(2, STEP);
    assert_eq!(teleports(&mut game), 2);
}
