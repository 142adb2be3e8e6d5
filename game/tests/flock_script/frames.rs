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
    scripts::FlockTarget,
    sim::{geometry::Geometry, settings::Region, Vec3},
    Flock,
};
use std::sync::Arc;

/// Half of the width of the tank, in metres.
const TANK: f32 = 2.0;

/// A flock that fills the tank and is kept by nothing but its walls.
pub fn inhabitants(frame: Handle<Node>) -> Flock {
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

pub fn add_pivot(scene: &mut Scene, name: &str) -> Handle<Node> {
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
pub fn jump(game: &mut Game, node: Handle<Node>, seconds: f32) {
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
