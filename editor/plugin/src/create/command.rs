//! The command that adds flocks, or nodes that affect flocks, to the scene.

use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{graph::SubGraph, node::Node},
};
use fyrox_flock::{relations::FlockRelation, Flock};
use fyroxed_base::{
    command::{CommandContext, CommandTrait},
    scene::{commands::GameSceneContext, Selection},
    world::selection::GraphSelection,
    Message,
};

/// A node to be added, with its child nodes.
#[derive(Debug)]
pub(super) struct NewNode {
    pub(super) node: Node,
    pub(super) children: Vec<Node>,
}

impl From<Node> for NewNode {
    fn from(node: Node) -> Self {
        let children = Vec::new();
        Self { node, children }
    }
}

/// A relation between two new flocks, by their indices among the new nodes.
#[derive(Debug)]
pub(super) struct NewRelation {
    pub(super) of: usize,
    pub(super) to: usize,
    /// The relation, without the handle of the other flock.
    pub(super) relation: FlockRelation,
}

/// Adds nodes with their children to a parent, at their positions relative to the parent, and
/// selects them.
///
/// The editor's own command would move the nodes: it keeps their global transforms, which are not
/// computed yet.
#[derive(Debug)]
pub(super) struct AddNodes {
    parent: Handle<Node>,
    name: String,
    /// The nodes before the command is executed.
    new: Vec<NewNode>,
    relations: Vec<NewRelation>,
    /// The nodes after an undo.
    removed: Vec<SubGraph>,
    handles: Vec<Handle<Node>>,
    /// The previous selection; after an undo, the selection of the command.
    selection: Selection,
}

impl AddNodes {
    pub(super) fn new(new: Vec<NewNode>, parent: Handle<Node>) -> Self {
        let names: Vec<_> = new.iter().map(|new| new.node.name()).collect();
        Self {
            parent,
            name: format!("Create {}", names.join(" and ")),
            new,
            relations: Vec::new(),
            removed: Vec::new(),
            handles: Vec::new(),
            selection: Selection::new_empty(),
        }
    }

    pub(super) fn with_relations(self, relations: Vec<NewRelation>) -> Self {
        Self { relations, ..self }
    }

    fn add(&mut self, context: &mut GameSceneContext) {
        let graph = &mut context.scene.graph;
        for NewNode { node, children } in self.new.drain(..) {
            let handle = graph.add_node(node);
            graph.link_nodes(handle, self.parent);
            for child in children {
                let child = graph.add_node(child);
                graph.link_nodes(child, handle);
            }
            self.handles.push(handle);
        }
        for NewRelation {
            of,
            to,
            mut relation,
        } in self.relations.drain(..)
        {
            relation.flock = self.handles[to];
            if let Some(script) = graph[self.handles[of]].try_get_script_mut::<Flock>() {
                script.relations.push(relation);
            }
        }
        let selection = GraphSelection::from_list(self.handles.clone());
        self.selection = Selection::new(selection);
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
        if self.removed.is_empty() {
            self.add(context);
        } else {
            let removed = self.removed.drain(..);
            removed.for_each(|it| _ = context.scene.graph.put_sub_graph_back(it));
        }
        // Gizmo and outlines are drawn before the engine's next update.
        context.scene.graph.update_hierarchical_data();
        self.swap_selection(context);
    }

    fn revert(&mut self, context: &mut dyn CommandContext) {
        let context = context.get_mut::<GameSceneContext>();
        let graph = &mut context.scene.graph;
        let handles = self.handles.iter();
        self.removed = handles
            .map(|handle| graph.take_reserve_sub_graph(*handle))
            .collect();
        self.swap_selection(context);
    }

    fn finalize(&mut self, context: &mut dyn CommandContext) {
        let context = context.get_mut::<GameSceneContext>();
        for removed in self.removed.drain(..) {
            context.scene.graph.forget_sub_graph(removed);
        }
    }
}
