//! Colliders that the game moves and that cannot be obstacles: they stay part of the level, and the
//! log says why.

use crate::{
    effects::add_script,
    game::STEP,
    moved_by_hand::{before_a_wall, cuboid, Hall, BUILT, HALF},
    solids::{add_block, add_box_mesh},
};
use fyrox::{
    core::{log::MessageKind, pool::Handle},
    graph::SceneGraph,
    scene::{
        collider::{ColliderShape, GeometrySource, TrimeshShape},
        node::Node,
        rigidbody::RigidBodyType,
    },
};
use fyrox_flock::{
    scripts::{EffectShape, FlockObstacle},
    sim::Vec3,
};

/// Moves the wall for some frames, during which it must be part of the level.
#[track_caller]
fn stays(hall: &mut Hall, others: usize, from: f32, step: f32) {
    for frame in 0..30 {
        hall.put(from + step * frame as f32, STEP);
        assert_eq!(hall.obstacles(), others);
        assert!(hall.is_in_level());
    }
}

/// Moves the wall for some frames, in which it becomes an obstacle.
#[track_caller]
fn moves(hall: &mut Hall, others: usize, from: f32) {
    for frame in 0..30 {
        hall.put(from + 0.01 * frame as f32, STEP);
        assert!(hall.obstacles() == others + 1 || hall.is_in_level());
    }
    assert_eq!(hall.obstacles(), others + 1);
    assert!(!hall.is_in_level());
}

fn said(hall: &Hall) -> Vec<String> {
    let text = format!("{} is moved by the game", hall.name);
    hall.game.messages_with(MessageKind::Warning, &text)
}

#[track_caller]
fn assert_said_once(hall: &Hall, parts: &[&str]) {
    let said = said(hall);
    assert_eq!(said.len(), 1, "{said:?}");
    for part in parts {
        assert!(said[0].contains(part), "{part} is not in {said:?}");
    }
}

#[test]
fn a_shape_that_is_too_small_or_too_large_stays_part_of_the_level() {
    for (half, value) in [
        ([0.0005, 4.0, 4.0], "obstacle.half_extents.x is 0.0005"),
        ([0.05, 1500.0, 4.0], "obstacle.half_extents.y is 1500"),
    ] {
        let shape = ColliderShape::cuboid(half[0], half[1], half[2]);
        let mut hall = Hall::with("thin or large wall", before_a_wall(), shape);
        assert!(hall.triangles > 0);
        stays(&mut hall, 0, -1.0, 0.01);
        assert_said_once(&hall, &[value, "0.001 to 1000 m", "give it such a size"]);
        // With another size it can move.
        hall.reshape(cuboid(0.05));
        (0..BUILT).for_each(|_| hall.rest(STEP));
        moves(&mut hall, 0, -0.7);
        assert_eq!(said(&hall), [] as [String; 0]);
    }
}

#[test]
fn a_wall_that_moves_too_far_out_is_part_of_the_level_again() {
    let mut hall = Hall::new("wall far out");
    hall.put(9_999.0, STEP);
    (0..BUILT).for_each(|_| hall.rest(STEP));
    for frame in 0..30 {
        let x = 9_999.0 + 0.1 * frame as f32;
        hall.put(x, STEP);
        // The level ends there too.
        let is_far = x > 10_000.0 - HALF[0];
        assert!(hall.obstacles() == 1 || is_far || frame == 0, "{x}");
    }
    assert_eq!(hall.obstacles(), 0);
    assert_said_once(
        &hall,
        &["obstacle.placement.origin is", "-10000 to 10000 m"],
    );
    hall.put(-1.0, STEP);
    (0..BUILT).for_each(|_| hall.rest(STEP));
    moves(&mut hall, 0, -1.0);
}

fn add_obstacles(hall: &mut Hall, count: usize) -> Vec<Handle<Node>> {
    let script = || FlockObstacle {
        shape: EffectShape::Sphere { radius: 0.5 }.into(),
        ..FlockObstacle::default()
    };
    let scene = hall.game.scene();
    let nodes = (0..count)
        .map(|index| add_script(scene, "shark", script(), Vec3::new(index as f32, 90.0, 0.0)));
    nodes.collect()
}

#[test]
fn obstacles_of_scripts_count_among_those_that_there_may_be() {
    let mut hall = Hall::new("wall among many");
    let sharks = add_obstacles(&mut hall, 256);
    hall.rest(STEP);
    hall.rest(STEP);
    stays(&mut hall, 256, -1.0, 0.01);
    assert_said_once(
        &hall,
        &["1 convex parts", "256 other obstacles", "let fewer bodies"],
    );
    // Once there is room for it, it moves.
    hall.game.scene().graph.remove_node(sharks[0]);
    hall.rest(STEP);
    moves(&mut hall, 255, -0.7);
    // New scripts take its place, and it becomes part of the level first.
    add_obstacles(&mut hall, 1);
    for frame in 0..30 {
        hall.put(-0.4 + 0.01 * frame as f32, STEP);
        assert!(hall.is_in_level() || frame < BUILT);
    }
    assert_eq!(hall.obstacles(), 256);
    assert_said_once(&hall, &["256 other obstacles"]);
}

/// Their obstacles are counted in the frame in which the wall starts to move.
#[test]
fn scripts_that_appear_as_a_wall_begins_to_move_keep_it_in_the_level() {
    let mut hall = Hall::new("wall among scripts");
    add_obstacles(&mut hall, 256);
    stays_in_level(&mut hall);
    assert_eq!(hall.obstacles(), 256);
}

fn stays_in_level(hall: &mut Hall) {
    for frame in 0..30 {
        hall.put(-1.0 + 0.01 * frame as f32, STEP);
        assert!(hall.is_in_level(), "{frame}");
    }
}

#[test]
fn a_shape_that_is_not_convex_is_said_once_and_moves_when_it_is() {
    let mut hall = Hall::new("wall of a mesh");
    hall.game.flock().solids.concave_bodies = false;
    let mesh = add_box_mesh(hall.game.scene(), 0.6, false);
    let sources = vec![GeometrySource(mesh)];
    hall.reshape(ColliderShape::Trimesh(TrimeshShape { sources }));
    (0..BUILT).for_each(|_| hall.rest(STEP));
    stays(&mut hall, 0, -2.0, -0.01);
    assert_said_once(&hall, &["not convex", "concave_bodies", "Polyhedron"]);
    hall.reshape(cuboid(0.05));
    (0..BUILT).for_each(|_| hall.rest(STEP));
    moves(&mut hall, 0, -2.3);
    assert_eq!(said(&hall), [] as [String; 0]);
}

/// Its own parts are not counted as others.
#[test]
fn the_last_obstacle_may_be_reshaped_while_it_moves() {
    let mut hall = Hall::new("last wall");
    for index in 0..255 {
        let at = Vec3::new(index as f32, 90.0, 0.0);
        let (body, _) = add_block(hall.game.scene(), at, Vec3::repeat(0.2));
        let body = &mut hall.game.scene().graph[body];
        body.set_body_type(RigidBodyType::KinematicPositionBased);
    }
    hall.rest(STEP);
    hall.rest(STEP);
    moves(&mut hall, 255, -1.0);
    for frame in 0..30 {
        hall.reshape(cuboid([0.05, 0.06][frame % 2]));
        hall.put(-0.7 + 0.01 * frame as f32, STEP);
        assert!(hall.obstacles() == 256 && !hall.is_in_level(), "{frame}");
    }
    assert_eq!(said(&hall), [] as [String; 0]);
}

#[test]
fn a_scaled_wall_is_said_once_whatever_becomes_of_it() {
    let mut hall = Hall::new("scaled wall");
    let (body, kinematic) = (hall.body, RigidBodyType::KinematicPositionBased);
    let transform = hall.game.scene().graph[body].local_transform_mut();
    transform.set_scale(Vec3::repeat(2.0));
    for frame in 0..40 {
        hall.reshape(cuboid(0.05 + 0.001 * (frame / 8) as f32));
        hall.put(-1.0 + 0.01 * frame as f32, STEP);
    }
    for body_type in [kinematic, RigidBodyType::Static, kinematic] {
        hall.game.scene().graph[body].set_body_type(body_type);
        (0..BUILT).for_each(|_| hall.rest(STEP));
        hall.reshape(cuboid(0.1));
        (0..BUILT).for_each(|_| hall.rest(STEP));
    }
    let text = "scaled wall or its rigid body is scaled";
    let said = hall.game.messages_with(MessageKind::Warning, text);
    assert_eq!(said.len(), 1, "{said:?}");
}
