//! Questions to the scene that is open in the editor.

use fyrox::{
    core::{pool::Handle, visitor::Visitor},
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use fyrox_flock::{render::FlockRenderer, Flock};
use fyroxed_base::{scene::GameScene, Editor};

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

/// The nodes that draw flocks.
pub fn renderers(editor: &Editor) -> Vec<Handle<Node>> {
    let pairs = scene(editor).graph.pair_iter();
    pairs
        .filter(|(_, node)| node.cast::<FlockRenderer>().is_some())
        .map(|(handle, _)| handle)
        .collect()
}
