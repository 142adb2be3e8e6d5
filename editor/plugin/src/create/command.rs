//! The command that adds a flock, or what acts on flocks, to the scene.

use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{graph::SubGraph, node::Node},
};
use fyroxed_base::{
    command::{CommandContext, CommandTrait},
    scene::{commands::GameSceneContext, Selection},
    world::selection::GraphSelection,
    Message,
};

/// Adds a node with those below it to a parent, in the position that it has relative to the parent, and
/// selects it.
///
/// The editor's own command would move the node: it keeps the global transform of nodes that have
/// none yet.
#[derive(Debug)]
pub(super) struct AddNodes {
    parent: Handle<Node>,
    name: String,
    /// The node before the command has been carried out, and those below it.
    new: Option<(Node, Vec<Node>)>,
    /// All of them after an undo.
    removed: Option<SubGraph>,
    handle: Handle<Node>,
    /// The selection before, or after an undo the one that the command makes.
    selection: Selection,
}

impl AddNodes {
    pub(super) fn new(node: Node, children: Vec<Node>, parent: Handle<Node>) -> Self {
        Self {
            parent,
            name: format!("Create {}", node.name()),
            new: Some((node, children)),
            removed: None,
            handle: Handle::NONE,
            selection: Selection::new_empty(),
        }
    }

    fn swap_selection(&mut self, context: &mut GameSceneContext) {
        std::mem::swap(context.selection, &mut self.selection);
        context.message_sender.send(Message::SelectionChanged {
            old_selection: self.selection.clone(),
        });
    }
}

impl CommandTrait for AddNodes {
    fn name(&mut self, _: &dyn CommandContext) -> String {
        self.name.clone()
    }

    fn execute(&mut self, context: &mut dyn CommandContext) {
        let context = context.get_mut::<GameSceneContext>();
        let graph = &mut context.scene.graph;
        if let Some(removed) = self.removed.take() {
            graph.put_sub_graph_back(removed);
        } else if let Some((node, children)) = self.new.take() {
            self.handle = graph.add_node(node);
            graph.link_nodes(self.handle, self.parent);
            for child in children {
                let child = graph.add_node(child);
                graph.link_nodes(child, self.handle);
            }
            self.selection = Selection::new(GraphSelection::single_or_empty(self.handle));
        }
        // Gizmo and outlines are drawn before the engine's next update.
        graph.update_hierarchical_data();
        self.swap_selection(context);
    }

    fn revert(&mut self, context: &mut dyn CommandContext) {
        let context = context.get_mut::<GameSceneContext>();
        self.removed = Some(context.scene.graph.take_reserve_sub_graph(self.handle));
        self.swap_selection(context);
    }

    fn finalize(&mut self, context: &mut dyn CommandContext) {
        let context = context.get_mut::<GameSceneContext>();
        if let Some(removed) = self.removed.take() {
            context.scene.graph.forget_sub_graph(removed);
        }
    }
}
