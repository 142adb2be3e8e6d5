//! The command that changes a script.

use crate::scene_flocks::script_copy;
use fyrox::{core::pool::Handle, graph::SceneGraph, scene::node::Node, script::ScriptTrait};
use fyrox_flock::Flock;
use fyroxed_base::{
    command::{CommandContext, CommandTrait},
    scene::commands::GameSceneContext,
    Editor,
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

/// Replaces the script of a flock in one command, if settings or look differ.
pub(crate) fn replace_flock(editor: &Editor, node: Handle<Node>, name: String, script: Flock) {
    let Some(present) = script_copy(editor, node) else {
        return;
    };
    if present.settings() != script.settings() || !present.looks_like(&script) {
        let command = ReplaceScript::new(name, node, script);
        editor.message_sender.do_command(command);
    }
}
