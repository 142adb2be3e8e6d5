//! Flocks that live in the frame of a node that moves.

use crate::{
    drawing::{observed, renderer},
    effects::add_script,
    game::{engine, fish, Game, STEP},
    solids::add_block,
};
use fyrox::{
    core::{
        algebra::{Matrix4, UnitQuaternion},
        log::MessageKind,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        graph::Graph,
        node::Node,
        pivot::PivotBuilder,
        rigidbody::{RigidBody, RigidBodyBuilder, RigidBodyType},
        Scene,
    },
};
use fyrox_flock::{
    render::FlockRenderer,
    saving::SceneSnapshot,
    scripts::{EffectShape, FlockLeader, FlockObstacle, FlockPerches, FlockPredator, FlockTarget},
    sim::{geometry::Geometry, influences::InfluenceKind, settings::Region, BoidId, Vec3},
    Flock,
};
use std::{collections::HashMap, sync::Arc};

/// Half of the width of the tank, in metres.
const TANK: f32 = 2.0;

/// A flock that fills the tank and is kept by nothing but its walls.
fn inhabitants(frame: Handle<Node>) -> Flock {
    let mut flock = fish(60);
    let mut settings = flock.settings();
    settings.spawn.region = Region::cube(1.5);
    settings.boundary.enabled = false;
    settings.collision.check_crossings = true;
    flock.set_settings(settings);
    flock.frame = frame.into();
    flock
}

/// Six walls around the origin, on static bodies.
fn walls(scene: &mut Scene) -> Vec<Handle<Node>> {
    let sides = (0..3).flat_map(|axis| [-TANK, TANK].map(|side| (axis, side)));
    let walls = sides.map(|(axis, side)| {
        let mut half = Vec3::repeat(TANK);
        half[axis] = 0.1;
        let mut center = Vec3::zeros();
        center[axis] = side;
        add_block(scene, center, half).0.to_base()
    });
    walls.collect()
}

fn add_pivot(scene: &mut Scene, name: &str) -> Handle<Node> {
    let base = BaseBuilder::new().with_name(name);
    PivotBuilder::new(base).build(&mut scene.graph).to_base()
}

/// A game with a flock in a tank on a node, far from the origin.
pub fn game_with_tank(
    name: &str,
    make: impl Fn(&mut Scene) -> Handle<Node>,
) -> (Game, Handle<Node>) {
    let mut scene = Scene::new();
    let ship = make(&mut scene);
    let flock = inhabitants(ship);
    let node = add_script(&mut scene, name, flock, Vec3::new(0.1, 0.2, 0.3));
    scene.graph.link_nodes(node, ship);
    place(&mut scene.graph, ship, 0.0);
    (Game::of_scene(engine(), scene, node), ship)
}

/// A tank of static bodies on a pivot.
pub fn cart(scene: &mut Scene) -> Handle<Node> {
    let cart = add_pivot(scene, "Cart");
    for wall in walls(scene) {
        scene.graph.link_nodes(wall, cart);
    }
    cart
}

/// A kinematic body whose colliders are the tank.
fn ship(scene: &mut Scene) -> Handle<Node> {
    let body = RigidBodyBuilder::new(BaseBuilder::new().with_name("Ship"));
    let body = body.with_body_type(RigidBodyType::KinematicPositionBased);
    let ship: Handle<Node> = body.build(&mut scene.graph).to_base();
    for wall in walls(scene) {
        let at = **scene.graph[wall].local_transform().position();
        for collider in scene.graph[wall].children().to_vec() {
            scene.graph.link_nodes(collider, ship);
            scene.graph[collider].local_transform_mut().set_position(at);
        }
        scene.graph.remove_node(wall);
    }
    ship
}

/// Puts the node where it is after `seconds`: it moves at 10 m/s and turns.
pub fn place(graph: &mut Graph, node: Handle<Node>, seconds: f32) {
    let transform = graph[node].local_transform_mut();
    transform.set_position(Vec3::new(1000.0 + 10.0 * seconds, 20.0, -300.0));
    transform.set_rotation(UnitQuaternion::from_euler_angles(0.2, 1.5 * seconds, 0.1));
}

/// Moves the node for some frames of the game, from the time `from` on.
pub fn travel(game: &mut Game, node: Handle<Node>, from: f32, frames: usize) {
    for frame in 1..=frames {
        place(&mut game.scene().graph, node, from + frame as f32 * STEP);
        game.update(1, STEP);
        assert_inside(game, node);
    }
}

/// Puts the node somewhere, which the flock learns in the frame after that.
fn jump(game: &mut Game, node: Handle<Node>, seconds: f32) {
    place(&mut game.scene().graph, node, seconds);
    game.update(1, STEP);
}

/// Each boid is in the tank, for the game and as it is drawn.
pub fn assert_inside(game: &mut Game, node: Handle<Node>) {
    let flock = game.simulation();
    let mut texels = vec![[0.0; 4]; 2 * flock.drawn_len()];
    flock.write_instances(&mut texels);
    let drawn = texels
        .chunks(2)
        .map(|boid| Vec3::from_row_slice(&boid[0][..3]));
    assert!(drawn.into_iter().all(|at| at.amax() < TANK));
    let places: Vec<_> = flock.boids().map(|boid| boid.position).collect();
    let frame = *flock.frame();
    assert_eq!(places.len(), 60);
    for place in places {
        let inside = frame.point_to_frame(place);
        assert!(inside.amax() < TANK, "{inside}");
    }
    let way = game.scene().graph[node].global_position() - frame.origin.cast::<f32>();
    assert!(way.norm() < 0.4, "the frame is that of the node: {way}");
}

fn geometry(game: &mut Game) -> Arc<Geometry> {
    game.simulation().geometry().clone()
}

#[test]
fn boids_stay_in_a_tank_that_moves_and_turns() {
    let makes: [fn(&mut Scene) -> Handle<Node>; 2] = [cart, ship];
    for (make, name) in makes.into_iter().zip(["tank on a cart", "hold of a ship"]) {
        let (mut game, node) = game_with_tank(name, make);
        game.update(3, STEP);
        let before = geometry(&mut game);
        assert_eq!(before.triangle_count(), 72, "{name}");
        travel(&mut game, node, 0.0, 180);
        assert!(Arc::ptr_eq(&before, &geometry(&mut game)), "{name}");
        let flock = game.simulation();
        assert_eq!(flock.obstacles().len(), 0, "{name}");
        assert_eq!(flock.statistics().crossings, 0, "{name}");
        assert_eq!(game.reports(name), [] as [String; 0]);
    }
}

#[test]
fn what_stays_in_the_frame_is_given_once() {
    let (mut game, node) = game_with_tank("in the frame", cart);
    let target = add_script(game.scene(), "In", FlockTarget::default(), Vec3::x());
    game.scene().graph.link_nodes(target, node);
    add_script(game.scene(), "Out", FlockTarget::default(), Vec3::zeros());
    travel(&mut game, node, 0.0, 20);
    let points = |game: &mut Game| -> Vec<_> {
        let influences = game.simulation().influences();
        influences.map(|(_, it)| format!("{:?}", it.kind)).collect()
    };
    let before = points(&mut game);
    assert_eq!(before.len(), 2);
    travel(&mut game, node, 20.0 * STEP, 40);
    let after = points(&mut game);
    let same = before.iter().filter(|kind| after.contains(kind)).count();
    assert_eq!(same, 1, "{before:?} {after:?}");
    let placement = *game.simulation().placement();
    assert_eq!(placement.origin, Vec3::new(0.1, 0.2, 0.3));
    assert_eq!(placement.rotation, UnitQuaternion::identity());
}

#[test]
fn a_door_in_the_frame_is_an_obstacle_that_moves_there() {
    let (mut game, node) = game_with_tank("door", ship);
    let scene = game.scene();
    let (door, _) = add_block(scene, Vec3::zeros(), Vec3::new(0.3, 1.0, 0.05));
    scene.graph[door].set_body_type(RigidBodyType::KinematicPositionBased);
    scene.graph.link_nodes(door, node);
    // A body elsewhere, and a part of the level that the flock does not see.
    let (other, _) = add_block(scene, Vec3::new(1000.0, 50.0, -300.0), Vec3::repeat(1.0));
    scene.graph[other].set_body_type(RigidBodyType::KinematicPositionBased);
    add_block(scene, Vec3::new(1000.0, -50.0, -300.0), Vec3::repeat(1.0));
    let before = geometry_after(&mut game, node);
    for frame in 0..60 {
        let slide = Vec3::x() * (frame as f32 * STEP);
        let door: Handle<RigidBody> = door;
        game.scene().graph[door]
            .local_transform_mut()
            .set_position(slide);
        travel(&mut game, node, 1.0 + frame as f32 * STEP, 1);
    }
    assert!(Arc::ptr_eq(&before, &geometry(&mut game)));
    let places: Vec<_> = game
        .simulation()
        .obstacles()
        .map(|(_, obstacle)| obstacle.placement.origin)
        .collect();
    assert_eq!(places.len(), 2);
    let slid = Vec3::x() * (59.0 * STEP);
    assert!(
        places.iter().any(|at| (at - slid).norm() < 0.03),
        "{places:?}"
    );
    assert!(places.iter().any(|at| at.norm() > 25.0), "{places:?}");
}

fn geometry_after(game: &mut Game, node: Handle<Node>) -> Arc<Geometry> {
    travel(game, node, 0.0, 60);
    let geometry = geometry(game);
    assert_eq!(geometry.triangle_count(), 72);
    geometry
}

#[test]
fn boids_are_drawn_in_the_drawn_pose_of_the_node() {
    let (mut game, node) = game_with_tank("drawn in a frame", cart);
    travel(&mut game, node, 0.0, 30);
    let graph = &game.scene().graph;
    let pose = graph[node].global_transform();
    let eye = graph[node].global_position() + Vec3::z() * 10.0;
    assert!(!world_transforms(graph, eye).is_empty());
    for drawn in world_transforms(graph, eye) {
        assert!((drawn - pose).amax() < 1e-3, "{drawn} {pose}");
    }
    // Culled where they are drawn, not at the origin of the frame's coordinates.
    assert!(world_transforms(graph, Vec3::z() * 10.0).is_empty());
    let (_, renderer) = renderer(graph);
    let bounds = fyrox::scene::node::NodeTrait::world_bounding_box(renderer);
    assert!((bounds.center() - graph[node].global_position()).norm() < TANK);
}

/// The transforms of the draw calls of the flock for an observer.
fn world_transforms(graph: &Graph, eye: Vec3) -> Vec<Matrix4<f32>> {
    let is_ours = |node: Handle<Node>| graph[node].cast::<FlockRenderer>().is_some();
    let storage = observed(graph, eye);
    let instances = storage.bundles.iter().flat_map(|bundle| &bundle.instances);
    let ours = instances.filter(|instance| is_ours(instance.node_handle));
    ours.map(|instance| instance.world_transform).collect()
}

#[test]
fn a_teleported_node_takes_its_flock_along() {
    let (mut game, node) = game_with_tank("teleported", cart);
    travel(&mut game, node, 0.0, 30);
    // Boids are reordered in each step.
    let local = |game: &mut Game| -> HashMap<BoidId, Vec3> {
        let flock = game.simulation();
        let inside = |place| flock.frame().point_to_frame(place);
        let places = flock.boids().map(|boid| (boid.id, inside(boid.position)));
        places.collect()
    };
    let before = local(&mut game);
    jump(&mut game, node, 60.0);
    travel(&mut game, node, 60.0, 2);
    for (boid, after) in local(&mut game) {
        assert!((after - before[&boid]).norm() < 0.5);
    }
    assert_eq!(game.reports("teleported"), [] as [String; 0]);
}

#[test]
fn a_node_that_does_not_exist_is_the_world_and_said_once() {
    let mut scene = Scene::new();
    let ship = add_pivot(&mut scene, "Gone");
    let node = add_script(&mut scene, "left behind", inhabitants(ship), Vec3::zeros());
    place(&mut scene.graph, ship, 0.0);
    let mut game = Game::of_scene(engine(), scene, node);
    game.update(5, STEP);
    let said = game.messages(MessageKind::Error, "left behind");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("put its node below"), "{said:?}");
    let at = |game: &mut Game| {
        let places = game.simulation().boids().map(|boid| boid.position.norm());
        places.fold(0.0, f32::max)
    };
    assert!(
        at(&mut game) < 5.0,
        "the spawn region is that of the flock's node"
    );
    assert!(!game.simulation().frame().is_world());
    game.scene().graph.remove_node(ship);
    game.update(20, STEP);
    assert!(game.simulation().frame().is_world());
    assert!(at(&mut game) < 5.0);
    let said = game.messages(MessageKind::Error, "left behind");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("frame"), "{said:?}");
    game.flock().frame = Handle::NONE.into();
    game.update(2, STEP);
    assert!(game.flock().problems().is_empty());
}

#[test]
fn numbers_that_are_no_place_stop_nothing() {
    let (mut game, node) = game_with_tank("no place", cart);
    add_script(
        game.scene(),
        "Shark",
        FlockObstacle::default(),
        Vec3::zeros(),
    );
    travel(&mut game, node, 0.0, 10);
    for bad in [f32::NAN, f32::INFINITY, 1e30] {
        let transform = game.scene().graph[node].local_transform_mut();
        transform.set_position(Vec3::repeat(bad));
        game.update(3, STEP);
        let flock = game.simulation();
        assert!(flock
            .boids()
            .all(|boid| boid.position.iter().all(|x| x.is_finite())));
    }
    for distance in [f32::NAN, -1.0, f32::INFINITY] {
        game.flock().frame_jump = distance.into();
        jump(&mut game, node, 1.0);
        travel(&mut game, node, 1.0, 3);
    }
}

#[test]
fn another_frame_starts_the_flock_anew() {
    let (mut game, node) = game_with_tank("changes trains", cart);
    let other = cart(game.scene());
    travel(&mut game, node, 0.0, 30);
    game.flock().frame = other.into();
    let (at, flock) = (Vec3::new(-40.0, 0.0, 0.0), game.node);
    game.scene().graph[other]
        .local_transform_mut()
        .set_position(at);
    game.scene().graph.link_nodes(flock, other);
    game.update(4, STEP);
    assert!(game.simulation().statistics().steps <= 4);
    assert_eq!(game.simulation().geometry().triangle_count(), 72);
    game.update(60, STEP);
    assert_inside(&mut game, other);
}

/// Adds a leader outside of the frame, 1 m beside the node.
fn add_leader(game: &mut Game, node: Handle<Node>) {
    let place = **game.scene().graph[node].local_transform().position();
    let beside = place + Vec3::x();
    add_script(game.scene(), "Leader", FlockLeader::default(), beside);
}

fn leader_speed(game: &mut Game) -> f32 {
    let mut influences = game.simulation().influences();
    let speed = influences.find_map(|(_, influence)| match influence.kind {
        InfluenceKind::Leader { velocity, .. } => Some(velocity.norm()),
        _ => None,
    });
    speed.expect("there is a leader")
}

#[test]
fn a_leader_outside_has_no_speed_when_the_frame_turns_about() {
    let (mut game, node) = game_with_tank("turned about", cart);
    add_leader(&mut game, node);
    game.update(3, STEP);
    assert_eq!(leader_speed(&mut game), 0.0);
    let transform = game.scene().graph[node].local_transform_mut();
    transform.set_rotation(UnitQuaternion::from_euler_angles(0.2, 3.0, 0.1));
    for _ in 0..3 {
        game.update(1, STEP);
        assert!(leader_speed(&mut game) < 1e-3);
        assert_inside(&mut game, node);
    }
}

#[test]
fn a_leader_outside_has_no_speed_after_a_snapshot() {
    let (mut game, node) = game_with_tank("restored", cart);
    add_leader(&mut game, node);
    game.update(3, STEP);
    let snapshot = SceneSnapshot::take(&game.scene().graph);
    travel(&mut game, node, 0.0, 10);
    game.update(1, STEP);
    let graph = &mut game.scene().graph;
    place(graph, node, 0.0);
    snapshot.restore(graph).unwrap();
    game.update(1, STEP);
    assert!(leader_speed(&mut game) < 1e-3);
}

#[test]
fn a_frame_that_moves_while_the_flock_is_paused_was_teleported() {
    let (mut game, node) = game_with_tank("paused", cart);
    add_leader(&mut game, node);
    game.update(30, STEP);
    let places = |game: &mut Game| -> HashMap<BoidId, Vec3> {
        let flock = game.simulation();
        let inside = |place| flock.frame().point_to_frame(place);
        let places = flock.boids().map(|boid| (boid.id, inside(boid.position)));
        places.collect()
    };
    let before = places(&mut game);
    let flock = game.node;
    game.scene().graph[flock].set_enabled(false);
    game.update(2, STEP);
    place(&mut game.scene().graph, node, 0.4);
    game.update(2, STEP);
    game.scene().graph[flock].set_enabled(true);
    for _ in 0..3 {
        game.update(1, STEP);
        assert!(leader_speed(&mut game) < 1e-3);
    }
    assert_inside(&mut game, node);
    for (boid, after) in places(&mut game) {
        assert!((after - before[&boid]).norm() < 0.3);
    }
}

#[test]
fn perches_outside_of_the_frame_do_not_act() {
    let (mut game, node) = game_with_tank("roof", cart);
    let perches = FlockPerches::default();
    let inside = add_script(game.scene(), "In", perches.clone(), -Vec3::y());
    game.scene().graph.link_nodes(inside, node);
    let beside = **game.scene().graph[node].local_transform().position();
    add_script(game.scene(), "Out", perches, beside);
    game.update(2, STEP);
    let perches = |game: &mut Game| -> Vec<_> {
        let perches = game.simulation().perches();
        perches.map(|(id, _)| id).collect()
    };
    let before = perches(&mut game);
    assert_eq!(before.len(), 1);
    for frame in 1..=10 {
        place(&mut game.scene().graph, node, frame as f32 * STEP);
        game.update(1, STEP);
    }
    assert_eq!(perches(&mut game), before);
    assert_eq!(game.reports("roof"), [] as [String; 0]);
}

/// At a jump of the frame, what is below its node was taken along: only what is outside was
/// teleported.
#[test]
fn what_moves_inside_is_not_teleported_with_the_frame() {
    let (mut game, node) = game_with_tank("jumps along", cart);
    let small = FlockObstacle {
        shape: EffectShape::Sphere { radius: 0.1 }.into(),
        ..FlockObstacle::default()
    };
    let beside = **game.scene().graph[node].local_transform().position() + Vec3::y() * 20.0;
    let inside = [
        add_script(game.scene(), "Inside", small.clone(), Vec3::y()),
        add_script(game.scene(), "Pike", FlockPredator::default(), Vec3::y()),
    ];
    for it in inside {
        game.scene().graph.link_nodes(it, node);
    }
    add_script(game.scene(), "Outside", small, beside);
    add_script(game.scene(), "Gull", FlockPredator::default(), beside);
    travel(&mut game, node, 0.0, 10);
    let predators = |game: &mut Game| -> Vec<_> {
        let predators = game.simulation().predators();
        predators.map(|(id, _)| id).collect()
    };
    let before = predators(&mut game);
    assert_eq!(before.len(), 2);
    jump(&mut game, node, 60.0);
    game.flock().running_mut().unwrap().start_log();
    for it in inside {
        let transform = game.scene().graph[it].local_transform_mut();
        transform.set_position(Vec3::y() + Vec3::x() * 0.05);
    }
    game.update(1, STEP);
    let after = predators(&mut game);
    assert_eq!(after.len(), 2);
    let same = after.iter().filter(|id| before.contains(id));
    assert_eq!(same.count(), 1, "{before:?} {after:?}");
    let log = game.flock().running_mut().unwrap().take_log();
    let calls = |name: &str| {
        let calls = log.inputs().iter().map(|(_, call)| format!("{call:?}"));
        calls.filter(|call| call.starts_with(name)).count()
    };
    assert_eq!(calls("TeleportObstacle"), 1);
    assert_eq!(calls("MoveObstacle"), 1);
}

#[test]
fn a_flock_above_its_frame_is_said_once() {
    let mut scene = Scene::new();
    let node = add_script(
        &mut scene,
        "above",
        inhabitants(Handle::NONE),
        Vec3::zeros(),
    );
    let ship = add_pivot(&mut scene, "Below");
    scene.graph.link_nodes(ship, node);
    let mut game = Game::of_scene(engine(), scene, node);
    game.flock().frame = ship.into();
    game.update(5, STEP);
    let said = game.messages(MessageKind::Error, "above");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].contains("its node is above the node in `frame`"),
        "{said:?}"
    );
    assert!(said[0].contains("put its node below that node"), "{said:?}");
    // The node of the frame itself moves with the frame.
    game.flock().frame = node.into();
    game.update(5, STEP);
    assert!(game.flock().problems().is_empty());
}
