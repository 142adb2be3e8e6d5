//! The script of a choice between nodes.

use crate::caption::Caption;
use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    event::{ElementState, Event, WindowEvent},
    graph::SceneGraph,
    gui::UiContainer,
    keyboard::{KeyCode, PhysicalKey},
    plugin::error::GameResult,
    scene::node::Node,
    script::{ScriptContext, ScriptDeinitContext, ScriptTrait},
};

/// Enables one of several nodes at a time, the first one at the start. The key F enables the next.
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
    shown: Option<Caption>,
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

    /// Removes the caption: the engine does not notify the scripts of a scene that is removed.
    pub(crate) fn close_caption(&mut self, interfaces: &mut UiContainer) {
        if let Some(caption) = self.shown.take() {
            caption.remove(interfaces);
        }
    }
}

impl ScriptTrait for Choice {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        if !self.caption.is_empty() {
            self.shown = Some(Caption::new(context.user_interfaces));
        }
        Ok(())
    }

    fn on_os_event(&mut self, event: &Event<()>, _: &mut ScriptContext) -> GameResult {
        if let Event::WindowEvent {
            event: WindowEvent::KeyboardInput { event, .. },
            ..
        } = event
        {
            let is_pressed = event.state == ElementState::Pressed && !event.repeat;
            if is_pressed && event.physical_key == PhysicalKey::Code(KeyCode::KeyF) {
                self.choose_next();
            }
        }
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        for (index, node) in self.nodes.iter().enumerate() {
            let is_chosen = index == self.chosen;
            if let Ok(node) = context.scene.graph.try_get_node_mut(*node) {
                if node.is_enabled() != is_chosen {
                    node.set_enabled(is_chosen);
                }
            }
        }
        if let Some(shown) = &mut self.shown {
            shown.show(context.user_interfaces, self.caption.to_string());
        }
        Ok(())
    }

    fn on_deinit(&mut self, context: &mut ScriptDeinitContext) -> GameResult {
        self.close_caption(context.user_interfaces);
        Ok(())
    }
}
