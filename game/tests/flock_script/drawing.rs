//! The node that draws a flock: its place in the scene, its visibility, and its removal.

use crate::{
    game::{fish, Game, STEP},
    world::add_flock,
};
use fyrox::{
    core::{
        algebra::{Matrix4, UnitQuaternion, Vector3},
        math::ray::Ray,
        pool::Handle,
        visitor::Visitor,
    },
    graph::SceneGraph,
    renderer::{
        bundle::{RenderDataBundleStorage, RenderDataBundleStorageOptions},
        cache::DynamicSurfaceCache,
        observer::ObserverPosition,
    },
    scene::{
        base::BaseBuilder,
        collider::BitMask,
        graph::Graph,
        light::{directional::DirectionalLightBuilder, BaseLightBuilder},
        mesh::{BatchingMode, MeshBuilder},
        node::{Node, NodeTrait},
        pivot::PivotBuilder,
        Scene,
    },
};
use fyrox_flock::{
    render::{FlockRenderer, Sun},
    Flock,
};
use std::sync::Arc;

pub fn renderer(graph: &Graph) -> (Handle<Node>, &FlockRenderer) {
    let mut nodes = graph.pair_iter();
    let found = nodes.find_map(|(handle, node)| Some((handle, node.cast::<FlockRenderer>()?)));
    found.expect("the flock has a renderer")
}

/// What an observer at `eye` that looks along -Z draws.
pub fn observed(graph: &Graph, eye: Vector3<f32>) -> RenderDataBundleStorage {
    let observer = ObserverPosition {
        translation: eye,
        z_near: 0.1,
        z_far: 100.0,
        view_matrix: Matrix4::new_translation(&-eye),
        projection_matrix: Matrix4::new_perspective(1.0, 1.0, 0.1, 100.0),
        ..Default::default()
    };
    RenderDataBundleStorage::from_graph(
        graph,
        BitMask::all(),
        0.0,
        &observer,
        "GBuffer".into(),
        RenderDataBundleStorageOptions::default(),
        &mut DynamicSurfaceCache::new(),
    )
}

/// The number of draw calls of this observer.
fn draw_calls(graph: &Graph, eye: Vector3<f32>) -> usize {
    let storage = observed(graph, eye);
    let bundles = storage.bundles.iter();
    bundles.map(|bundle| bundle.instances.len()).sum()
}

/// A position with a view of the flock.
pub const EYE: Vector3<f32> = Vector3::new(0.0, 0.0, 10.0);

/// A game with a flock on a child node, and the node's parent.
fn game_with_parent(name: &str) -> (Game, Handle<Node>) {
    let mut game = Game::new(name, fish(50));
    let node = game.node;
    let graph = &mut game.scene().graph;
    let parent = PivotBuilder::new(BaseBuilder::new()).build(graph).to_base();
    graph.link_nodes(node, parent);
    game.update(3, STEP);
    (game, parent)
}

#[test]
fn renderer_is_below_the_root_of_the_scene() {
    let (mut game, _) = game_with_parent("root");
    let node = game.node;
    let graph = &game.scene().graph;
    let (_, renderer) = renderer(graph);
    assert_eq!(renderer.parent(), graph.get_root());
    assert_eq!(renderer.owner(), node);
    assert!(graph[node].children().is_empty());
}

#[test]
fn no_ray_hits_the_local_box_but_culling_knows_the_bounds() {
    let mut game = Game::new("picked", fish(50));
    game.update(3, STEP);
    let graph = &game.scene().graph;
    let (_, renderer) = renderer(graph);
    let rotation = UnitQuaternion::from_euler_angles(0.3, 0.2, 0.1).to_homogeneous();
    for transform in [renderer.global_transform(), rotation] {
        let bounds = renderer.local_bounding_box().transform(&transform);
        for boid in [Vector3::zeros(), renderer.world_bounding_box().center()] {
            let ray = Ray::from_two_points(EYE, boid * 2.0 - EYE);
            let world = renderer.world_bounding_box();
            assert!(ray.aabb_intersection_points(&world).is_some());
            assert!(ray.aabb_intersection_points(&bounds).is_none());
        }
    }
    assert_eq!(draw_calls(graph, EYE), 1);
    assert_eq!(draw_calls(graph, -EYE), 0, "the flock is behind the eye");
    // The bounding box of all nodes of a scene is not affected either.
    let all = graph.aabb_of_descendants(graph.get_root(), |_, _| true);
    assert!(all.expect("there is a root").is_valid());
}

#[test]
fn flock_is_hidden_while_its_node_or_one_above_is_disabled_or_invisible() {
    let (mut game, parent) = game_with_parent("hidden");
    let node = game.node;
    for changed in [node, parent] {
        let hides: [fn(&mut Node, bool); 2] = [
            |node, on| _ = node.set_enabled(on),
            |node, on| _ = node.set_visibility(on),
        ];
        for hide in hides {
            hide(&mut game.scene().graph[changed], false);
            game.update(2, STEP);
            assert_eq!(draw_calls(&game.scene().graph, EYE), 0);
            hide(&mut game.scene().graph[changed], true);
            game.update(2, STEP);
            assert_eq!(draw_calls(&game.scene().graph, EYE), 1);
        }
    }
}

#[test]
fn disabled_flock_pauses_and_goes_on_where_it_was() {
    let (mut game, parent) = game_with_parent("paused");
    let drawn_by = renderer(&game.scene().graph).0;
    for disabled in [game.node, parent] {
        game.scene().graph[disabled].set_enabled(false);
        game.update(2, STEP);
        let (hash, steps) = state(&mut game);
        game.update(10, STEP);
        assert_eq!(state(&mut game), (hash, steps));
        game.scene().graph[disabled].set_enabled(true);
        game.update(5, STEP);
        let (moved, more) = state(&mut game);
        assert!(moved != hash && more > steps && more <= steps + 5);
        assert_eq!(renderer(&game.scene().graph).0, drawn_by);
    }
    // An invisible flock is still simulated.
    let node = game.node;
    game.scene().graph[node].set_visibility(false);
    let (_, before) = state(&mut game);
    game.update(5, STEP);
    assert!(state(&mut game).1 > before);
}

fn state(game: &mut Game) -> (u64, u64) {
    let simulation = game.simulation();
    (simulation.state_hash(), simulation.statistics().steps)
}

#[test]
fn nothing_is_left_of_a_flock_that_was_removed() {
    let ends: [fn(&mut Game, Handle<Node>); 6] = [
        |game, _| {
            let node = game.node;
            game.scene().graph.remove_node(node);
        },
        |game, parent| game.scene().graph.remove_node(parent),
        |game, _| {
            let node = game.node;
            game.scene().graph[node].remove_script(0);
        },
        |game, _| {
            let node = game.node;
            game.scene().graph[node].remove_all_scripts();
        },
        // While it is disabled, no script runs.
        |game, parent| {
            let node = game.node;
            game.scene().graph[parent].set_enabled(false);
            game.update(2, STEP);
            game.scene().graph.remove_node(node);
        },
        |game, parent| {
            let node = game.node;
            game.scene().graph[parent].set_enabled(false);
            game.update(2, STEP);
            game.scene().graph[node].remove_script(0);
        },
    ];
    for (number, end) in ends.into_iter().enumerate() {
        let (mut game, parent) = game_with_parent("removed");
        let geometry = game.simulation().geometry().clone();
        end(&mut game, parent);
        game.update(2, STEP);
        assert_eq!(game.renderers(), Vec::<usize>::new(), "end {number}");
        assert_eq!(draw_calls(&game.scene().graph, EYE), 0);
        assert_eq!(Arc::strong_count(&geometry), 1, "end {number}");
    }
}

#[test]
fn nothing_is_left_of_three_hundred_flocks_that_came_and_went() {
    let mut game = Game::new("stays", fish(5));
    game.update(3, STEP);
    let geometry = game.simulation().geometry().clone();
    let left = |game: &mut Game| {
        let nodes = game.scene().graph.pair_iter().count();
        (nodes, game.renderers(), Arc::strong_count(&geometry))
    };
    let before = left(&mut game);
    for _ in 0..3 {
        let scene = game.scene();
        let nodes: Vec<_> = (0..100)
            .map(|_| add_flock(scene, "comes", fish(2), Vector3::zeros()))
            .collect();
        game.update(3, STEP);
        assert_eq!(game.renderers().len(), 101);
        for node in nodes {
            game.scene().graph.remove_node(node);
        }
        game.update(2, STEP);
        assert_eq!(left(&mut game), before);
    }
}

#[test]
fn renderer_whose_owner_was_taken_out_of_the_scene_removes_itself() {
    let (mut game, _) = game_with_parent("taken");
    let node = game.node;
    let graph = &mut game.scene().graph;
    let taken = graph.take_reserve_sub_graph(node);
    assert_eq!(draw_calls(graph, EYE), 0);
    game.update(3, STEP);
    assert_eq!(game.renderers(), Vec::<usize>::new());
    // As in an editor that undoes the removal.
    game.scene().graph.put_sub_graph_back(taken);
    game.update(3, STEP);
    assert_eq!(game.renderers(), vec![50]);
}

#[test]
fn renderer_that_was_removed_is_added_again() {
    let mut game = Game::new("again", fish(50));
    game.update(3, STEP);
    let graph = &mut game.scene().graph;
    let (handle, _) = renderer(graph);
    graph.remove_node(handle);
    game.update(2, STEP);
    assert_eq!(game.renderers(), vec![50]);
}

#[test]
fn scene_that_replaces_another_holds_its_own_flock_only() {
    let mut game = Game::new("first", fish(50));
    game.update(3, STEP);
    let geometry = game.simulation().geometry().clone();
    game.engine.scenes.remove(game.scene);
    let mut scene = Scene::new();
    let base = BaseBuilder::new().with_name("second").with_script(fish(30));
    game.node = PivotBuilder::new(base).build(&mut scene.graph).to_base();
    game.scene = game.engine.scenes.add(scene);
    game.engine.register_scripted_scene(game.scene);
    game.update(3, STEP);
    assert_eq!(game.renderers(), vec![30]);
    assert_eq!(game.engine.scenes.pair_iter().count(), 1);
    assert_eq!(Arc::strong_count(&geometry), 1);
}

#[test]
fn flock_on_a_statically_batched_mesh_is_drawn() {
    let mut game = Game::new("batched", fish(10));
    let node = game.node;
    let graph = &mut game.scene().graph;
    graph[node].remove_script(0);
    let base = BaseBuilder::new().with_script(fish(50));
    let mesh = MeshBuilder::new(base).with_batching_mode(BatchingMode::Static);
    game.node = mesh.build(graph).to_base();
    game.update(3, STEP);
    assert_eq!(draw_calls(&game.scene().graph, EYE), 1);
}

/// The number of renderers in a file that the scene is saved to.
fn saved_renderers(scene: &mut Scene) -> usize {
    let mut visitor = Visitor::new();
    scene
        .save("Scene", &mut visitor)
        .expect("the scene is saved");
    let text = visitor.save_ascii_to_string();
    assert!(text.contains("Flock Owner"), "the flock's node is saved");
    text.matches("Flock Renderer").count()
}

#[test]
fn scene_saved_as_an_editor_does_has_no_renderer() {
    // An editor saves the nodes below the scene's content, without its own objects.
    let mut game = Game::new("Flock Owner", fish(10));
    let node = game.node;
    let graph = &mut game.scene().graph;
    let content = PivotBuilder::new(BaseBuilder::new()).build(graph).to_base();
    graph.link_nodes(node, content);
    game.update(3, STEP);
    let (mut pure, _) = game.scene().clone_ex(
        content,
        true,
        &mut |_, _| true,
        &mut |_, _| {},
        &mut |_, _, _| {},
    );
    assert_eq!(saved_renderers(&mut pure), 0);
    let nodes = pure.graph.linear_iter();
    assert_eq!(
        nodes
            .filter_map(|node| node.try_get_script::<Flock>())
            .count(),
        1
    );
}

/// The brightest directional light shines through fins, also if it turns, goes out or comes later.
#[test]
fn the_light_of_the_scene_is_the_sun_of_the_bodies() {
    let mut game = Game::new("sunlit", fish(20));
    let sun = |game: &mut Game| renderer(&game.scene().graph).1.sun();
    game.update(2, STEP);
    assert_eq!(sun(&mut game), Sun::default());

    let base = BaseLightBuilder::new(BaseBuilder::new()).with_intensity(2.0);
    let light = DirectionalLightBuilder::new(base).build(&mut game.scene().graph);
    // The scene is searched for new lights now and then.
    game.update(40, STEP);
    let first = sun(&mut game);
    assert_eq!(first.light, Vector3::repeat(2.0));
    assert_eq!(first.direction, Vector3::y());

    let graph = &mut game.scene().graph;
    let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), 1.0);
    graph[light].local_transform_mut().set_rotation(turn);
    game.update(2, STEP);
    assert!((sun(&mut game).direction - turn * Vector3::y()).norm() < 1e-5);

    game.scene().graph[light].set_visibility(false);
    game.update(2, STEP);
    assert_eq!(sun(&mut game), Sun::default());
}
