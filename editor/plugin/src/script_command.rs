//! The command that changes a script.

use fyrox::{core::pool::Handle, graph::SceneGraph, scene::node::Node, script::ScriptTrait};
use fyroxed_base::{
    command::{CommandContext, CommandTrait},
    scene::commands::GameSceneContext,
};

/// Replaces the script of a node. The whole script is swapped, so that an undo also restores which
/// groups inherit from their prefab.
#[derive(Debug)]
pub(crate) struct ReplaceScript<S> {
    name: String,
    node: Handle<Node>,
    /// The script that is not in the scene.
    script: S,
}

impl<S: ScriptTrait> ReplaceScript<S> {
    /// `name` is shown in the list of commands.
    pub(crate) fn new(name: String, node: Handle<Node>, script: S) -> Self {
        Self { name, node, script }
    }

    fn swap(&mut self, context: &mut dyn CommandContext) {
        let graph = &mut context.get_mut::<GameSceneContext>().scene.graph;
        let node = graph.try_get_node_mut(self.node).ok();
        if let Some(script) = node.and_then(|node| node.try_get_script_mut::<S>()) {
            std::mem::swap(script, &mut self.script);
        }
    }
}

impl<S: ScriptTrait> CommandTrait for ReplaceScript<S> {
    fn name(&mut self, _: &dyn CommandContext) -> String {
        self.name.clone()
    }

    fn execute(&mut self, context: &mut dyn CommandContext) {
        self.swap(context);
    }

    fn revert(&mut self, context: &mut dyn CommandContext) {
        self.swap(context);
    }
}
