//! The script of a reef: the rock is built before flocks start, rebuilt in the background, and not
//! saved.

use crate::{
    effects::add_script,
    game::{fish, Game, STEP},
    saving::load,
};
use fyrox::{
    core::{log::MessageKind, pool::Handle, visitor::Visitor},
    graph::SceneGraph,
    scene::{collider::Collider, mesh::Mesh, node::Node, Scene},
};
use fyrox_flock::{
    geometry::{collect_static_geometry, SolidQuery},
    scripts::FlockReef,
    sim::{settings::Region, Vec3},
};
use std::{collections::HashMap, thread, time::Duration};

const AT: Vec3 = Vec3::new(3.0, -2.0, 1.0);

fn reef() -> FlockReef {
    FlockReef {
        size: Vec3::new(8.0, 4.0, 8.0).into(),
        scale: 3.0.into(),
        margin: 0.5.into(),
        ..FlockReef::default()
    }
}

fn game(reef: FlockReef) -> Game {
    let mut flock = fish(100);
    flock.spawn.region = Region::Sphere {
        center: AT,
        radius: 3.0,
    };
    flock.collision.check_crossings = true;
    Game::with_scene("fish", flock, |scene| {
        add_script(scene, "reef", reef, AT);
    })
}

fn node(game: &mut Game, name: &str) -> Option<Handle<Node>> {
    let graph = &game.scene().graph;
    let found = graph.pair_iter().find(|(_, node)| node.name() == name);
    found.map(|(handle, _)| handle)
}

fn script(game: &mut Game) -> &mut FlockReef {
    let reef = node(game, "reef").expect("the node is there");
    let script = game.scene().graph[reef].try_get_script_mut();
    script.expect("the node carries the script")
}

/// Number of meshes and of colliders.
fn parts(scene: &Scene) -> [usize; 2] {
    let count = |is: fn(&Node) -> bool| scene.graph.linear_iter().filter(|node| is(node)).count();
    [
        count(|node| node.cast::<Mesh>().is_some()),
        count(|node| node.cast::<Collider>().is_some()),
    ]
}

#[test]
fn the_rock_is_there_before_flocks_start() {
    let mut game = game(reef());
    game.update(1, STEP);
    let (low, high) = game.simulation().geometry().bounds().expect("rock");
    let half = Vec3::new(4.0, 2.0, 4.0);
    for axis in 0..3 {
        assert!(low[axis] >= AT[axis] - half[axis] - 1e-3, "{low}");
        assert!(high[axis] <= AT[axis] + half[axis] + 1e-3, "{high}");
    }
    assert!(high.y - low.y > 1.0, "{low} {high}");
    let radius = game.simulation().settings().collision.body_radius;
    let flock = game.simulation();
    for boid in flock.boids() {
        let is_clear = flock.geometry().is_clear(boid.position, 0.9 * radius);
        assert!(is_clear, "{} is in the rock", boid.position);
    }
    game.update(120, STEP);
    assert_eq!(game.simulation().statistics().crossings, 0);
}

#[test]
fn the_rock_is_closed() {
    let mut game = game(reef());
    game.update(1, STEP);
    let graph = &game.scene().graph;
    let triangles = collect_static_geometry(graph, &SolidQuery::default()).triangles;
    let mut edges: HashMap<[[u32; 3]; 2], i32> = HashMap::new();
    let bits = |corner: Vec3| -> [u32; 3] { corner.map(f32::to_bits).into() };
    for [a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let (from, to) = (bits(from), bits(to));
            // Each edge once in each direction.
            if from < to {
                *edges.entry([from, to]).or_default() += 1;
            } else {
                *edges.entry([to, from]).or_default() -= 1;
            }
        }
    }
    assert!(edges.len() > 1000, "{} edges", edges.len());
    assert!(edges.values().all(|sum| *sum == 0));
}

#[test]
fn a_change_is_built_beside_the_game() {
    let mut game = game(reef());
    game.update(2, STEP);
    let before = node(&mut game, "Reef").expect("it is built");
    script(&mut game).seed = 5.into();
    for _ in 0..600 {
        game.update(1, STEP);
        if node(&mut game, "Reef") != Some(before) {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    assert_ne!(node(&mut game, "Reef"), Some(before));
    assert_eq!(parts(game.scene()), [1, 1]);
    game.update(30, STEP);
    assert_eq!(game.simulation().statistics().crossings, 0);
}

#[test]
fn a_reef_that_cannot_be_is_said_once_and_the_last_one_stays() {
    let mut game = game(reef());
    game.update(2, STEP);
    script(&mut game).cube = (-1.0).into();
    for _ in 0..60 {
        game.update(1, STEP);
        thread::sleep(Duration::from_millis(5));
    }
    let said = game.messages_with(MessageKind::Error, "terrain.cube is -1");
    assert_eq!(said.len(), 1, "{said:?}");
    assert_eq!(parts(game.scene()), [1, 1]);
}

/// In the same way as the inspector changes a field while it is dragged.
#[test]
fn a_field_that_is_dragged_out_of_range_is_said_once_for_each_cause() {
    let mut game = game(reef());
    let mut drag = |change: &dyn Fn(&mut FlockReef, f32)| {
        for step in 0..20 {
            change(script(&mut game), step as f32);
            game.update(1, STEP);
            thread::sleep(Duration::from_millis(5));
        }
        // Other tests write into the same log.
        game.messages_with(MessageKind::Error, "node reef: terrain.size.x")
            .len()
    };
    drag(&|_, _| ());
    let wide = |reef: &mut FlockReef, step: f32| reef.size.x = 20_000.0 + step;
    assert_eq!(drag(&wide), 1);
    assert_eq!(drag(&|reef, step| reef.size.x = 30_000.0 + step), 0);
    let other_cause = |reef: &mut FlockReef, step: f32| reef.scale = (-1.0 - step).into();
    assert_eq!(drag(&other_cause), 1);
    assert_eq!(
        drag(&|reef, _| (reef.size.x, reef.scale) = (8.0, 3.0.into())),
        0
    );
    assert_eq!(drag(&wide), 1, "it was right between");
}

#[test]
fn the_rock_goes_with_its_node() {
    let mut game = game(reef());
    game.update(2, STEP);
    let reef = node(&mut game, "reef").expect("the node is there");
    game.scene().graph.remove_node(reef);
    game.update(3, STEP);
    assert_eq!(parts(game.scene()), [0, 0]);
}

#[test]
fn a_scene_that_a_game_saves_has_the_rock_once_when_it_is_loaded() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("saved.rgs");
    let mut game = game(reef());
    game.update(2, STEP);
    let mut visitor = Visitor::new();
    game.scene().save("Scene", &mut visitor).unwrap();
    visitor.save_ascii_to_file(&path).unwrap();
    let (engine, scene) = load(&path);
    let flock = scene.graph.pair_iter();
    let flock = flock
        .filter(|(_, node)| node.name() == "fish")
        .map(|(handle, _)| handle);
    let flock = flock.last().expect("the flock is there");
    let mut game = Game::of_scene(engine, scene, flock);
    assert_eq!(*script(&mut game).scale, 3.0);
    game.update(3, STEP);
    assert_eq!(parts(game.scene()), [1, 1]);
}
