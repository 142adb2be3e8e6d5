//! Colliders on static bodies that the game moves.

use crate::{
    game::{Game, STEP},
    obstacles::{add_block, add_box_mesh},
    world::idle,
};
use fyrox::{
    core::{log::MessageKind, pool::Handle},
    scene::{
        collider::{Collider, ColliderShape, GeometrySource, TrimeshShape},
        rigidbody::{RigidBody, RigidBodyType},
    },
};
use fyrox_flock::{
    sim::{Boid, Region, Vec3},
    Flock,
};
use std::{thread::sleep, time::Duration};

/// Frames, of 2 ms at least each, after which a change of the level must have taken effect.
/// Many, since all games of a process share the threads that build levels.
const SOON: usize = 30_000;

/// A flock of 300 fish in a box beside a wall at x = -1.
fn before_a_wall() -> Flock {
    let mut flock = idle(300);
    flock.spawn.region = Region::Box {
        min: Vec3::new(-0.5, -1.5, -1.5),
        max: Vec3::new(4.0, 1.5, 1.5),
    };
    flock.boundary.shape = Region::Box {
        min: Vec3::new(-3.0, -2.0, -2.0),
        max: Vec3::new(12.0, 2.0, 2.0),
    };
    flock
}

fn game_with_wall(name: &str) -> (Game, (Handle<RigidBody>, Handle<Collider>)) {
    let mut wall = (Handle::NONE, Handle::NONE);
    let game = Game::with_scene(name, before_a_wall(), |scene| {
        wall = add_block(scene, Vec3::x() * -1.0, Vec3::new(0.05, 4.0, 4.0));
        scene.graph[wall.0].set_body_type(RigidBodyType::Static);
        scene.graph[wall.1].set_name("Wall");
    });
    (game, wall)
}

fn put(game: &mut Game, body: Handle<RigidBody>, x: f32) {
    game.scene().graph[body].set_position(Vec3::x() * x);
    game.scene().graph.update_hierarchical_data();
    game.update(1, STEP);
}

fn behind(game: &mut Game, x: f32) -> usize {
    let is_behind = |boid: &Boid| boid.position.x < x;
    game.simulation().boids().filter(is_behind).count()
}

#[test]
fn a_wall_that_is_moved_by_hand_leaves_nobody_behind_it() {
    let (mut game, (body, _)) = game_with_wall("wall");
    game.update(3, STEP);
    let (triangles, mut x) = (game.simulation().geometry().triangle_count(), -1.0);
    assert!(triangles > 0);
    let mut moved = 0;
    for _ in 0..180 {
        x += 1.5 * STEP;
        put(&mut game, body, x);
        assert_eq!(behind(&mut game, x - 0.05), 0, "at {x}");
        moved += game.simulation().obstacles().len();
        // The builder has time for its work, as in a game.
        sleep(Duration::from_millis(1));
    }
    assert!(moved > 150, "{moved}");

    // It comes to rest, and is geometry again, without a frame in which it is neither.
    let mut is_level = false;
    for _ in 0..SOON {
        game.update(1, STEP);
        let simulation = game.simulation();
        is_level = simulation.obstacles().len() == 0;
        let is_built = simulation.geometry().triangle_count() == triangles;
        assert!(!is_level || is_built);
        if is_level {
            break;
        }
        sleep(Duration::from_millis(2));
    }
    assert!(is_level);
    game.update(60, STEP);
    assert_eq!(behind(&mut game, x - 0.05), 0);
    let statistics = game.simulation().statistics();
    assert_eq!(statistics.crossings, 0);
    assert_eq!(game.reports("wall"), [] as [String; 0]);
}

#[test]
fn what_is_put_somewhere_once_stays_part_of_the_level() {
    let (mut game, (body, _)) = game_with_wall("put");
    game.update(3, STEP);
    put(&mut game, body, -2.0);
    for _ in 0..60 {
        game.update(1, STEP);
        assert_eq!(game.simulation().obstacles().len(), 0);
    }
}

#[test]
fn without_moving_bodies_it_stays_part_of_the_level() {
    let (mut game, (body, _)) = game_with_wall("level");
    game.flock().obstacles.moving_bodies = false;
    for frame in 0..60 {
        put(&mut game, body, -1.0 + 0.01 * frame as f32);
        assert_eq!(game.simulation().obstacles().len(), 0);
    }
}

#[test]
fn a_shape_that_is_not_convex_is_said_once() {
    let (mut game, (body, collider)) = game_with_wall("mesh");
    let mesh = add_box_mesh(game.scene(), 0.6, false);
    let sources = vec![GeometrySource(mesh)];
    game.scene().graph[collider].set_shape(ColliderShape::Trimesh(TrimeshShape { sources }));
    game.update(3, STEP);
    for frame in 0..60 {
        put(&mut game, body, -2.0 - 0.01 * frame as f32);
    }
    assert_eq!(game.simulation().obstacles().len(), 0);
    let said = game.messages_with(MessageKind::Warning, "Wall is moved by the game");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("kinematic"), "{said:?}");
}
