//! The flocks of the scene that is being edited.

use fyrox::{
    core::{algebra::Matrix4, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};
use fyrox_flock::{
    scripts::{acts_on_flocks, FlockFollower, FlockFormation, FlockPath, FlockReef, FlockSound},
    Flock,
};
use fyroxed_base::{scene::GameScene, Editor};

/// The scene in the current tab. `None` for a user interface, and without a tab.
pub(crate) fn current_scene(editor: &Editor) -> Option<&GameScene> {
    let controller = editor.scenes.current_scene_controller_ref();
    controller.downcast_ref::<GameScene>()
}

/// The graph of the scene in the current tab.
pub(crate) fn current_graph(editor: &Editor) -> Option<&Graph> {
    let scene = current_scene(editor)?.scene;
    Some(&editor.engine.scenes[scene].graph)
}

/// The nodes of the current scene with a flock.
pub(crate) fn flocks(editor: &Editor) -> Vec<Handle<Node>> {
    let nodes = current_graph(editor)
        .into_iter()
        .flat_map(|graph| graph.pair_iter());
    nodes
        .filter(|(_, node)| node.has_script::<Flock>())
        .map(|(handle, _)| handle)
        .collect()
}

/// The first selected node with a flock.
pub(crate) fn selected_flock(editor: &Editor) -> Option<Handle<Node>> {
    let graph = current_graph(editor)?;
    let entry = editor.scenes.current_scene_entry_ref();
    let mut nodes = entry.selection.as_graph()?.nodes().iter().copied();
    nodes.find(|node| script(graph, *node).is_some())
}

/// The first selected node with a script that has an outline or handles; for a point of a path or of a
/// formation, the node of the script.
pub(crate) fn selected_effect(editor: &Editor) -> Option<Handle<Node>> {
    let graph = current_graph(editor)?;
    let entry = editor.scenes.current_scene_entry_ref();
    let nodes = entry.selection.as_graph()?.nodes().iter();
    let mut effects = nodes.filter_map(|&handle| {
        let node = graph.try_get_node(handle).ok()?;
        if is_effect(node) {
            return Some(handle);
        }
        let above = graph.try_get_node(node.parent()).ok()?;
        has_child_points(above).then(|| node.parent())
    });
    effects.next()
}

/// True for a node with a script whose points are its child nodes.
pub(crate) fn has_child_points(node: &Node) -> bool {
    let formation = node.try_get_script::<FlockFormation>();
    node.has_script::<FlockPath>() || formation.is_some_and(|it| it.form.has_child_points())
}

fn is_effect(node: &Node) -> bool {
    acts_on_flocks(node)
        || node.has_script::<FlockFollower>()
        || node.has_script::<FlockReef>()
        || node.has_script::<FlockSound>()
}

/// The script of a flock. `None` if the node or its script was removed.
pub(crate) fn script(graph: &Graph, node: Handle<Node>) -> Option<&Flock> {
    graph.try_get_node(node).ok()?.try_get_script::<Flock>()
}

/// A copy of the script of a flock in the current scene.
pub(crate) fn script_copy(editor: &Editor, node: Handle<Node>) -> Option<Flock> {
    script(current_graph(editor)?, node).cloned()
}

/// The script of a flock, mutable.
pub(crate) fn script_mut(graph: &mut Graph, node: Handle<Node>) -> Option<&mut Flock> {
    let node = graph.try_get_node_mut(node).ok()?;
    node.try_get_script_mut::<Flock>()
}

/// The frame of a flock in world space: the node's transform without its scale.
pub(crate) fn frame(graph: &Graph, node: Handle<Node>) -> Matrix4<f32> {
    let (rotation, origin) = graph.global_rotation_position_no_scale(node);
    Matrix4::new_translation(&origin) * rotation.to_homogeneous()
}
