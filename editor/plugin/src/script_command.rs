//! The command that changes the script of a flock.

use crate::scene_flocks::script_mut;
use fyrox::{core::pool::Handle, scene::node::Node};
use fyrox_flock::Flock;
use fyroxed_base::{
    command::{CommandContext, CommandTrait},
    scene::commands::GameSceneContext,
};

/// Replaces the script of a flock. The whole script is exchanged, so that an undo also restores which
/// groups follow their prefab.
#[derive(Debug)]
pub(crate) struct ReplaceScript {
    name: String,
    node: Handle<Node>,
    /// The script that is not in the scene.
    script: Flock,
}

impl ReplaceScript {
    /// `name` is shown in the list of commands.
    pub(crate) fn new(name: String, node: Handle<Node>, script: Flock) -> Self {
        Self { name, node, script }
    }

    fn swap(&mut self, context: &mut dyn CommandContext) {
        let graph = &mut context.get_mut::<GameSceneContext>().scene.graph;
        if let Some(script) = script_mut(graph, self.node) {
            std::mem::swap(script, &mut self.script);
        }
    }
}

impl CommandTrait for ReplaceScript {
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
