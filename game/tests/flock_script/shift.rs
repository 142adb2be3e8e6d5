//! Shifts of the origin: a whole scene moves, and nothing moves relative to anything else.

use crate::{
    effects::{add_script, set_position},
    frames::{assert_inside, cart, game_with_tank, travel},
    game::{engine, fish, Game, STEP},
    scene_snapshot::{hash, save_and_load},
    solids::{add_block, add_wall},
    transfer::flock,
};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        collider::{ColliderBuilder, ColliderShape},
        node::{Node, NodeTrait},
        rigidbody::{RigidBody, RigidBodyBuilder},
        Scene,
    },
};
use fyrox_flock::{
    render::FlockRenderer,
    scripts::{FlockLeader, FlockPerches, FlockPredator, FlockTarget},
    shift_origin,
    sim::{influences::InfluenceMotion, BoidId, Vec3},
};
use std::sync::Arc;

/// A vector in which coordinates of some metres lose no bit.
const FAR: Vector3<f32> = Vector3::new(1024.0, -256.0, 2048.0);

/// A game with a flock in a cage, with scripts that affect it. All coordinates of nodes keep their bits
/// when they are shifted by [`FAR`].
fn game(name: &str) -> Game {
    Game::with_scene(name, fish(60), |scene| {
        for axis in 0..3 {
            for side in [-8.0, 8.0] {
                add_wall(scene, axis, side);
            }
        }
        add_block(
            scene,
            Vector3::new(0.0, -3.5, 0.0),
            Vector3::new(3.0, 0.5, 3.0),
        );
        add_script(
            scene,
            "Target",
            FlockTarget::default(),
            Vec3::new(2.0, 1.5, 0.25),
        );
        add_script(
            scene,
            "Leader",
            FlockLeader::default(),
            Vec3::new(-2.0, 1.5, 0.25),
        );
        add_script(
            scene,
            "Hunter",
            FlockPredator::default(),
            Vec3::new(5.0, 0.5, 0.5),
        );
        add_script(
            scene,
            "Perches",
            FlockPerches::default(),
            Vec3::new(0.0, -2.5, 0.0),
        );
    })
}

fn shift(game: &mut Game, by: Vector3<f32>) {
    shift_origin(&mut game.scene().graph, by).unwrap();
}

/// The bits of what is drawn, in the coordinates of the flock.
fn drawn(game: &mut Game) -> Vec<u32> {
    let flock = game.simulation();
    let mut texels = vec![[0.0; 4]; 2 * flock.drawn_len()];
    flock.write_instances(&mut texels);
    texels.into_iter().flatten().map(f32::to_bits).collect()
}

fn places(game: &mut Game) -> Vec<(BoidId, Vec3)> {
    let boids = game.simulation().boids();
    boids.map(|boid| (boid.id, boid.position)).collect()
}

/// The middle of the drawn boids in the scene.
fn drawn_at(game: &mut Game) -> Vector3<f32> {
    let renderers = game.scene().graph.linear_iter();
    let mut renderers = renderers.filter_map(|node| node.cast::<FlockRenderer>());
    let renderer = renderers.next().expect("the flock is drawn");
    renderer.world_bounding_box().center()
}

#[test]
fn a_thousand_shifts_there_and_back_change_no_bit() {
    let [mut still, mut shifted] = ["stays", "is shifted"].map(game);
    for game in [&mut still, &mut shifted] {
        game.update(30, STEP);
    }
    let geometry = shifted.simulation().geometry().clone();
    for number in 0..500 {
        for by in [FAR, -FAR] {
            shift(&mut shifted, by);
            for game in [&mut still, &mut shifted] {
                game.update(1, STEP);
            }
            assert_eq!(drawn(&mut shifted), drawn(&mut still), "{number}");
        }
    }
    for game in [&mut still, &mut shifted] {
        game.update(1, STEP);
    }
    assert_eq!(
        shifted.simulation().state_hash(),
        still.simulation().state_hash()
    );
    assert!(Arc::ptr_eq(shifted.simulation().geometry(), &geometry));
    assert_eq!(shifted.simulation().statistics().rescued, 0);
    assert_eq!(shifted.reports("is shifted"), [] as [String; 0]);
}

#[test]
fn boids_move_with_the_nodes_of_the_scene() {
    let mut game = game("moves with nodes");
    game.update(10, STEP);
    let (before, center) = (places(&mut game), drawn_at(&mut game));
    shift(&mut game, FAR);
    // The engine updates global transforms after the flocks, and draws then.
    game.update(1, 0.0);
    let node = game.node;
    assert_eq!(game.scene().graph[node].global_position(), FAR);
    assert!((drawn_at(&mut game) - center - FAR).norm() < 0.05);
    game.update(1, 0.0);
    assert!((drawn_at(&mut game) - center - FAR).norm() < 0.05);
    for ((id, before), (same, after)) in before.into_iter().zip(places(&mut game)) {
        assert_eq!(id, same);
        assert!((after - before - FAR).norm() < 1e-3);
    }
}

#[test]
fn what_lies_at_no_round_place_stays_too() {
    let mut game = Game::with_scene("rough", fish(30), |scene| {
        let half = Vector3::new(0.37, 2.0, 2.0);
        add_block(scene, Vector3::new(2.113, -8.137, 5.31), half);
        add_script(
            scene,
            "Target",
            FlockTarget::default(),
            Vec3::new(2.113, 1.5, 0.271),
        );
    });
    game.update(10, STEP);
    let geometry = game.simulation().geometry().clone();
    for _ in 0..20 {
        for by in [
            Vector3::new(-4000.3, 77.7, 0.1),
            Vector3::new(4000.3, -77.7, -0.1),
        ] {
            shift(&mut game, by);
            game.update(2, STEP);
            let motions = game.simulation().influences().map(|(_, it)| it.motion);
            let motions: Vec<_> = motions.collect();
            assert_eq!(motions, [InfluenceMotion::default()]);
        }
    }
    game.update(30, STEP);
    assert!(Arc::ptr_eq(game.simulation().geometry(), &geometry));
    assert_eq!(game.simulation().obstacles().len(), 0);
}

/// A game in which a flock lives in the frame of a body that physics moves, and another such body passes.
fn aboard(name: &str) -> Game {
    let mut scene = Scene::new();
    let [ship, other] = [30.0, -60.0].map(|speed| add_ball(&mut scene, speed));
    scene.graph[other].set_position(Vector3::new(20.0, 0.0, 8.0));
    let mut bees = fish(40);
    let mut settings = bees.settings();
    settings.motion.inertia = 1.0;
    settings.boundary.enabled = false;
    bees.set_settings(settings);
    bees.frame = ship.to_base().into();
    let node = add_script(&mut scene, name, bees, Vec3::new(0.0, 4.0, 0.0));
    scene.graph.link_nodes(node, ship);
    Game::of_scene(engine(), scene, node)
}

#[test]
fn what_physics_moves_goes_on_with_its_velocity() {
    let [mut still, mut shifted] = ["goes", "goes and is shifted"].map(aboard);
    let velocity = |game: &mut Game| {
        let flock = game.simulation();
        let sum: Vec3 = flock.boids().map(|boid| boid.velocity).sum();
        sum / flock.len() as f32
    };
    for game in [&mut still, &mut shifted] {
        game.update(20, STEP);
    }
    for number in 0..30 {
        if number % 3 == 0 {
            shift(&mut shifted, if number % 2 == 0 { FAR } else { -FAR });
        }
        for game in [&mut still, &mut shifted] {
            game.update(1, STEP);
        }
        let [expected, found] = [&mut still, &mut shifted].map(velocity);
        assert!(
            (found - expected).norm() < 0.1,
            "{number}: {found} {expected}"
        );
        let obstacles = [&mut still, &mut shifted].map(|it| it.simulation().obstacles().len());
        assert_eq!(obstacles, [1; 2]);
    }
    assert_eq!(shifted.simulation().statistics().rescued, 0);
}

#[test]
fn a_flock_in_a_frame_is_shifted_with_it() {
    let (mut game, node) = game_with_tank("tank in a shifted world", cart);
    travel(&mut game, node, 0.0, 10);
    game.update(2, STEP);
    for by in [-FAR, FAR] {
        shift(&mut game, by);
        game.update(1, STEP);
        for _ in 0..30 {
            game.update(1, STEP);
            assert_inside(&mut game, node);
        }
    }
    assert_eq!(game.simulation().statistics().rescued, 0);
}

#[test]
fn a_flock_that_starts_later_shares_the_level() {
    let mut game = game("first in a shifted world");
    game.update(2, STEP);
    shift(&mut game, FAR);
    game.update(2, STEP);
    let at = FAR + Vector3::new(1.0, 0.0, 0.0);
    let later = add_script(game.scene(), "Later", fish(20), at);
    game.update(3, STEP);
    let flock = flock(&mut game, later).running().expect("it runs");
    assert!(flock.boids().all(|boid| (boid.position - at).norm() < 20.0));
    let geometry = flock.geometry().clone();
    assert!(Arc::ptr_eq(game.simulation().geometry(), &geometry));
}

#[test]
fn a_flock_that_starts_far_from_the_others_has_small_coordinates() {
    let mut game = game("far away in a shifted world");
    game.update(2, STEP);
    shift(&mut game, Vector3::new(20_000.0, 0.0, 0.0));
    game.update(2, STEP);
    add_block(
        game.scene(),
        Vector3::new(0.0, -3.0, 0.0),
        Vector3::repeat(1.0),
    );
    let near = add_script(game.scene(), "Near", fish(20), Vec3::y());
    add_script(game.scene(), "Beside", FlockPredator::default(), Vec3::x());
    game.update(3, STEP);
    let flock = flock(&mut game, near).running().expect("it runs");
    assert_eq!(flock.frame().origin.x, 0.0);
    // The other one is too far away.
    assert_eq!(flock.predators().count(), 1);
    assert!(flock.geometry().triangle_count() > 0);
    assert_eq!(game.simulation().frame().origin.x, 20_000.0);
}

#[test]
fn a_shifted_scene_is_saved_and_loaded() {
    let mut saved = game("saved after a shift");
    saved.update(20, STEP);
    shift(&mut saved, FAR);
    saved.update(2, STEP);
    let mut loaded = save_and_load(&mut saved);
    for game in [&mut loaded, &mut saved] {
        game.update(1, STEP);
    }
    for _ in 0..20 {
        assert_eq!(hash(&mut loaded), hash(&mut saved));
        for game in [&mut loaded, &mut saved] {
            game.update(1, STEP);
        }
    }
    assert_eq!(places(&mut loaded), places(&mut saved));
}

#[test]
fn a_loaded_flock_that_has_not_started_is_shifted() {
    let mut saved = game("shifted before its start");
    saved.update(20, STEP);
    let mut loaded = save_and_load(&mut saved);
    shift(&mut loaded, FAR);
    for game in [&mut loaded, &mut saved] {
        game.update(1, STEP);
    }
    assert_eq!(drawn(&mut loaded), drawn(&mut saved));
    loaded.update(1, STEP);
    let flock = loaded.simulation();
    assert!(flock
        .boids()
        .all(|boid| (boid.position - FAR).norm() < 15.0));
}

#[test]
fn a_disabled_flock_is_shifted() {
    let mut game = game("disabled in a shifted world");
    game.update(5, STEP);
    let flock = game.node;
    game.scene().graph[flock].set_enabled(false);
    game.update(2, STEP);
    let before = drawn(&mut game);
    shift(&mut game, FAR);
    game.update(2, STEP);
    assert_eq!(drawn(&mut game), before);
    game.scene().graph[flock].set_enabled(true);
    game.update(2, STEP);
    let boids = places(&mut game);
    assert!(boids.iter().all(|(_, at)| (at - FAR).norm() < 15.0));
}

/// A ball that moves along X, in m/s.
fn add_ball(scene: &mut Scene, speed: f32) -> Handle<RigidBody> {
    let shape = ColliderShape::ball(0.5);
    let collider = ColliderBuilder::new(BaseBuilder::new()).with_shape(shape);
    let collider = collider.build(&mut scene.graph);
    let base = BaseBuilder::new().with_child(collider);
    RigidBodyBuilder::new(base)
        .with_lin_vel(Vector3::new(speed, 0.0, 0.0))
        .with_gravity_scale(0.0)
        .build(&mut scene.graph)
}

#[test]
fn physics_goes_on_in_a_shifted_scene() {
    let mut scene = Scene::new();
    let ball = add_ball(&mut scene, 2.0);
    let flock = add_script(&mut scene, "Beside a Ball", fish(5), Vec3::zeros());
    let mut game = Game::of_scene(engine(), scene, flock);
    game.update(10, STEP);
    // The engine updates global positions before physics.
    let place = |game: &mut Game| **game.scene().graph[ball].local_transform().position();
    let before = place(&mut game);
    assert!(before.x > 0.1);
    shift(&mut game, FAR);
    let way = place(&mut game) - before - FAR;
    assert!(way.norm() < 1e-3, "{way}");
    game.update(30, STEP);
    let way = place(&mut game) - before - FAR;
    assert!((way - Vector3::new(1.0, 0.0, 0.0)).norm() < 0.05, "{way}");
}

#[test]
fn a_shift_that_cannot_be_moves_nothing() {
    let mut game = game("stays where it is");
    game.update(2, STEP);
    let (before, node) = (hash(&mut game), game.node);
    let shifted = |by: f32, game: &mut Game| {
        let result = shift_origin(&mut game.scene().graph, Vector3::new(0.0, by, 0.0));
        result.unwrap_err().to_string()
    };
    for by in [f32::NAN, f32::INFINITY, 2e9] {
        let error = shifted(by, &mut game);
        assert!(error.contains("allowed: -1e9 to 1e9 m"), "{error}");
    }
    let root = game.scene().graph.get_root();
    game.scene().graph[root].add_script(FlockTarget::default());
    let error = shifted(1.0, &mut game);
    assert!(error.contains("put what it has on a node below"), "{error}");
    game.scene().graph[root].remove_all_scripts();
    assert_eq!(hash(&mut game), before);
    let place = game.scene().graph[node].global_position();
    assert_eq!(place, Vector3::zeros());
    // Two shifts that are too long together.
    shift(&mut game, Vector3::new(0.0, 8e8, 0.0));
    let error = shifted(8e8, &mut game);
    assert!(error.contains("a flock cannot be shifted"), "{error}");
    // A scene without flocks is shifted as well.
    let mut scene = Scene::new();
    let target: Handle<Node> = add_script(&mut scene, "Alone", FlockTarget::default(), FAR);
    shift_origin(&mut scene.graph, -FAR).unwrap();
    let place = **scene.graph[target].local_transform().position();
    assert_eq!(place, Vector3::zeros());
}

#[test]
fn what_the_game_moves_after_a_shift_moves() {
    let mut game = game("goes on after a shift");
    let target = game.scene().graph.find_by_name_from_root("Target");
    let target = target.map(|(node, _)| node).unwrap();
    game.update(5, STEP);
    shift(&mut game, FAR);
    set_position(&mut game, target, FAR + Vector3::new(4.0, 1.5, 0.0));
    game.update(2, STEP);
    let flock = game.simulation();
    let mut points = flock.influences().filter_map(|(_, it)| match it.kind {
        fyrox_flock::sim::influences::InfluenceKind::Target { point, .. } => Some(point),
        _ => None,
    });
    let point = points.next().unwrap();
    assert!(
        (point - Vector3::new(4.0, 1.5, 0.0)).norm() < 1e-3,
        "{point}"
    );
}
