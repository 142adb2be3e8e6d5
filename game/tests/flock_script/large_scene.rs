//! Geometry that takes long to build: the game continues meanwhile, and can exit.

use crate::{
    game::{fish, Game, STEP},
    solids::add_block,
};
use fyrox::{
    core::{algebra::Matrix4, pool::Handle},
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            MeshBuilder,
        },
        node::Node,
        Scene,
    },
};
use fyrox_flock::{geometry::SolidSource, sim::Vec3};
use std::{
    thread::sleep,
    time::{Duration, Instant},
};

/// Slices and stacks of the ball around the flock: 39,000 triangles.
const DETAIL: usize = 140;

/// Slices and stacks of a ball of 58,000 triangles, whose geometry the flock waits for.
const MORE_DETAIL: usize = 170;

fn add_ball(scene: &mut Scene, detail: usize) -> Handle<Node> {
    let ball = SurfaceData::make_sphere(detail, detail, 6.0, &Matrix4::identity());
    let surfaces = vec![SurfaceBuilder::new(SurfaceResource::new_embedded(ball)).build()];
    let mesh = MeshBuilder::new(BaseBuilder::new()).with_surfaces(surfaces);
    mesh.build(&mut scene.graph).to_base()
}

/// A flock in a ball of triangles whose geometry is being built.
fn game_in_ball(name: &str) -> Game {
    let mut game = Game::with_scene(name, fish(300), |scene| {
        add_block(scene, Vec3::repeat(2.0), Vec3::repeat(0.3));
    });
    let ball = add_ball(game.scene(), DETAIL);
    game.flock().solids.mesh_nodes = vec![ball];
    game.update(2, STEP);
    game.flock().solids.source = SolidSource::Both;
    game.update(3, STEP);
    assert_eq!(game.simulation().geometry().triangle_count(), 12);
    game
}

#[test]
fn game_goes_on_while_large_geometry_is_built() {
    let mut game = game_in_ball("large");
    let (begin, mut updates, mut slowest) = (Instant::now(), 0, Duration::ZERO);
    while game.simulation().geometry().triangle_count() == 12 {
        let update = Instant::now();
        game.update(1, STEP);
        slowest = slowest.max(update.elapsed());
        updates += 1;
        sleep(Duration::from_millis(2));
        assert!(
            begin.elapsed() < Duration::from_secs(120),
            "it is never there"
        );
    }
    let built = begin.elapsed();
    println!("built in {built:?}, {updates} updates, the slowest of {slowest:?}");
    assert!(game.simulation().geometry().triangle_count() > 38_000);
    assert!(updates > 10, "{updates} updates while {built:?} passed");
    assert!(
        slowest < built / 3,
        "an update of {slowest:?} waited for what took {built:?}"
    );
}

#[test]
fn flock_in_a_large_level_starts_when_the_geometry_is_built() {
    let mut ball = Handle::NONE;
    let mut game = Game::with_scene("large from the start", fish(300), |scene| {
        ball = add_ball(scene, MORE_DETAIL);
    });
    let flock = game.flock();
    flock.solids.mesh_nodes = vec![ball];
    flock.solids.source = SolidSource::Meshes;
    game.update(1, STEP);
    let awaited = game.flock().awaited_geometry().unwrap();
    assert!(awaited.triangles > 50_000, "{}", awaited.triangles);
    assert!(game.flock().running().is_none());
    let begin = Instant::now();
    while game.flock().awaited_geometry().is_some() {
        game.update(1, STEP);
        sleep(Duration::from_millis(2));
        let waited = begin.elapsed();
        assert!(waited < Duration::from_secs(120), "it is never there");
    }
    assert_eq!(
        game.simulation().geometry().triangle_count(),
        awaited.triangles
    );
    assert_eq!(game.simulation().len(), 300);
}

#[test]
fn flock_may_be_removed_while_its_geometry_is_built() {
    let ends: [fn(&mut Game); 4] = [
        |game| {
            let node = game.node;
            game.scene().graph.remove_node(node);
        },
        |game| {
            let node = game.node;
            game.scene().graph[node].set_enabled(false);
        },
        |game| {
            let node = game.node;
            game.scene().graph[node].remove_script(0);
        },
        |game| {
            game.engine.scenes.remove(game.scene);
        },
    ];
    for end in ends {
        let mut game = game_in_ball("going");
        let begin = Instant::now();
        end(&mut game);
        game.update(3, STEP);
        drop(game);
        let waited = begin.elapsed();
        assert!(waited < Duration::from_secs(1), "the end took {waited:?}");
    }
}
