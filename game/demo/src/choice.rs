//! The script of a choice between nodes.

use crate::{caption::FixedCaption, keys::pressed};
use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    event::Event,
    graph::SceneGraph,
    keyboard::KeyCode,
    plugin::error::GameResult,
    scene::{camera::Camera, graph::Graph, node::Node},
    script::{ScriptContext, ScriptDeinitContext, ScriptTrait},
};

/// Enables one of several nodes at a time, the first one at the start. The key F enables the next
/// node. Of a node that is a camera, only the camera is disabled.
#[derive(Clone, Debug, Default, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "4a6de3b7-18c5-49f0-8e21-6b93c7f5d014")]
#[visit(optional)]
pub struct Choice {
    /// The nodes. Default: none.
    pub nodes: InheritableVariable<Vec<Handle<Node>>>,

    /// What a caption says about the key. Default: empty, for no caption.
    pub caption: InheritableVariable<String>,

    /// The shown caption.
    #[visit(skip)]
    #[reflect(hidden)]
    pub(crate) shown: FixedCaption,
    /// Index of the enabled node.
    #[visit(skip)]
    #[reflect(hidden)]
    chosen: usize,
}

impl Choice {
    /// Enables the next node, and disables the others, in the next update.
    pub fn choose_next(&mut self) {
        self.chosen = (self.chosen + 1) % self.nodes.len().max(1);
    }

    fn apply(&self, graph: &mut Graph) {
        for (index, node) in self.nodes.iter().enumerate() {
            let Ok(node) = graph.try_get_node_mut(*node) else {
                continue;
            };
            let is_chosen = index == self.chosen;
            if let Some(camera) = node.cast_mut::<Camera>() {
                // Its node stays enabled: a script that moves it must hear when a key is released.
                if camera.is_enabled() != is_chosen {
                    camera.set_enabled(is_chosen);
                }
            } else if node.is_enabled() != is_chosen {
                node.set_enabled(is_chosen);
            }
        }
    }
}

impl ScriptTrait for Choice {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        self.shown.open(context.user_interfaces, &self.caption);
        self.apply(&mut context.scene.graph);
        Ok(())
    }

    fn on_os_event(&mut self, event: &Event<()>, _: &mut ScriptContext) -> GameResult {
        if pressed(event) == Some(KeyCode::KeyF) {
            self.choose_next();
        }
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        self.apply(&mut context.scene.graph);
        self.shown.show(context.user_interfaces, &self.caption);
        Ok(())
    }

    fn on_deinit(&mut self, context: &mut ScriptDeinitContext) -> GameResult {
        self.shown.close(context.user_interfaces);
        Ok(())
    }
}
