//! The command that adds a flock to the scene.

use fyrox::{
    core::pool::{Handle, Ticket},
    graph::SceneGraph,
    scene::node::Node,
};
use fyroxed_base::{
    command::{CommandContext, CommandTrait},
    scene::{commands::GameSceneContext, Selection},
    world::selection::GraphSelection,
    Message,
};

/// Adds a node below a parent, in the position that it has relative to the parent, and selects it.
///
/// The editor's own command would move the node: it keeps the global transform of nodes that have
/// none yet.
#[derive(Debug)]
pub(super) struct AddFlock {
    parent: Handle<Node>,
    name: String,
    /// The node while it is not in the scene, and its place there after an undo.
    node: Option<Node>,
    ticket: Option<Ticket<Node>>,
    handle: Handle<Node>,
    /// The selection before, or after an undo the one that the command makes.
    selection: Selection,
}

impl AddFlock {
    pub(super) fn new(node: Node, parent: Handle<Node>) -> Self {
        Self {
            parent,
            name: format!("Create {}", node.name()),
            node: Some(node),
            ticket: None,
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

impl CommandTrait for AddFlock {
    fn name(&mut self, _: &dyn CommandContext) -> String {
        self.name.clone()
    }

    fn execute(&mut self, context: &mut dyn CommandContext) {
        let context = context.get_mut::<GameSceneContext>();
        let Some(node) = self.node.take() else {
            return;
        };
        let graph = &mut context.scene.graph;
        match self.ticket.take() {
            Some(ticket) => _ = graph.put_back(ticket, node),
            None => {
                self.handle = graph.add_node(node);
                self.selection = Selection::new(GraphSelection::single_or_empty(self.handle));
            }
        }
        graph.link_nodes(self.handle, self.parent);
        // Gizmo and outlines are drawn before the engine's next update.
        graph.update_hierarchical_data();
        self.swap_selection(context);
    }

    fn revert(&mut self, context: &mut dyn CommandContext) {
        let context = context.get_mut::<GameSceneContext>();
        let (ticket, node) = context.scene.graph.take_reserve(self.handle);
        (self.ticket, self.node) = (Some(ticket), Some(node));
        self.swap_selection(context);
    }

    fn finalize(&mut self, context: &mut dyn CommandContext) {
        let context = context.get_mut::<GameSceneContext>();
        if let (Some(ticket), Some(node)) = (self.ticket.take(), self.node.take()) {
            context.scene.graph.forget_ticket(ticket, node);
        }
    }
}
