//! Queries on the open scene of the editor.

use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        pool::Handle,
        visitor::Visitor,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        collider::{ColliderBuilder, ColliderShape},
        node::Node,
        rigidbody::{RigidBodyBuilder, RigidBodyType},
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::{render::FlockRenderer, Flock};
use fyroxed_base::{scene::GameScene, Editor, Message};

pub fn game_scene(editor: &Editor) -> &GameScene {
    let controller = editor.scenes.current_scene_controller_ref();
    controller.downcast_ref::<GameScene>().unwrap()
}

pub fn scene(editor: &Editor) -> &Scene {
    &editor.engine.scenes[game_scene(editor).scene]
}

pub fn scene_mut(editor: &mut Editor) -> &mut Scene {
    let scene = game_scene(editor).scene;
    &mut editor.engine.scenes[scene]
}

/// The scene as it would be saved.
pub fn text(editor: &mut Editor) -> String {
    let entry = editor.scenes.current_scene_entry_mut();
    let game_scene = entry.controller.downcast_mut::<GameScene>().unwrap();
    let mut scene = game_scene.make_purified_scene(&mut editor.engine);
    let mut visitor = Visitor::new();
    scene.save("Scene", &mut visitor).unwrap();
    visitor.save_ascii_to_string()
}

/// Saves the scene to a file.
pub fn save_scene(editor: &Editor, path: &str) {
    let id = editor.scenes.current_scene_entry_ref().id;
    let path = path.into();
    editor.message_sender.send(Message::SaveScene { id, path });
}

/// Screen position of a world position.
pub fn on_screen(editor: &Editor, point: Vector3<f32>) -> Vector2<f32> {
    seen(editor, point).unwrap()
}

/// Screen position of a world position; `None` behind the camera.
pub fn seen(editor: &Editor, point: Vector3<f32>) -> Option<Vector2<f32>> {
    let camera = &scene(editor).graph[game_scene(editor).camera_controller.camera];
    let ui = editor.engine.user_interfaces.first();
    let bounds = editor.scene_viewer.frame_bounds(ui);
    Some(bounds.position + camera.project(point, bounds.size)?)
}

/// The node with this name.
pub fn node(editor: &Editor, name: &str) -> Option<Handle<Node>> {
    let graph = &scene(editor).graph;
    let mut pairs = graph.pair_iter();
    pairs
        .find(|(_, node)| node.name() == name)
        .map(|(handle, _)| handle)
}

/// The flock of the node with this name.
pub fn flock<'a>(editor: &'a Editor, name: &str) -> &'a Flock {
    let node = node(editor, name).unwrap_or_else(|| panic!("no node {name}"));
    scene(editor).graph[node].try_get_script::<Flock>().unwrap()
}

pub fn selection(editor: &Editor) -> Vec<Handle<Node>> {
    let entry = editor.scenes.current_scene_entry_ref();
    let graph = entry.selection.as_graph();
    graph.map_or_else(Vec::new, |selection| selection.nodes().to_vec())
}

/// The nodes for which `is_wanted` is true.
fn nodes(editor: &Editor, is_wanted: impl Fn(&Node) -> bool) -> Vec<Handle<Node>> {
    let pairs = scene(editor).graph.pair_iter();
    pairs
        .filter(|(_, node)| is_wanted(node))
        .map(|(handle, _)| handle)
        .collect()
}

/// The nodes that draw flocks.
pub fn renderers(editor: &Editor) -> Vec<Handle<Node>> {
    nodes(editor, |node| node.cast::<FlockRenderer>().is_some())
}

/// The nodes with a flock.
pub fn flocks(editor: &Editor) -> Vec<Handle<Node>> {
    nodes(editor, |node| node.has_script::<Flock>())
}

pub fn camera_position(editor: &Editor) -> Vector3<f32> {
    let camera = game_scene(editor).camera_controller.camera;
    scene(editor).graph[camera].global_position()
}

/// Adds a static box at a height.
pub fn add_box(editor: &mut Editor, half: Vector3<f32>, y: f32) {
    let graph = &mut scene_mut(editor).graph;
    let shape = ColliderShape::cuboid(half.x, half.y, half.z);
    let collider = ColliderBuilder::new(BaseBuilder::new());
    let collider = collider.with_shape(shape).build(graph);
    let place = TransformBuilder::new().with_local_position(Vector3::new(0.0, y, 0.0));
    let base = BaseBuilder::new().with_local_transform(place.build());
    RigidBodyBuilder::new(base.with_child(collider))
        .with_body_type(RigidBodyType::Static)
        .build(graph);
}
