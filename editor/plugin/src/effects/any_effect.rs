//! Scripts of any type, for the handles that drag their sizes.

use super::{effect_editor::EffectEditor, sizes::Size};
use crate::script_command::ReplaceScript;
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
};
use fyrox_flock::sim::Vec3;
use fyroxed_base::message::MessageSender;

/// A script of any type with the sizes and the position that handles drag.
pub(crate) trait AnyEffect {
    fn sizes(&self) -> Vec<(Size, f32)>;

    fn set_size(&mut self, size: Size, to: f32);

    fn origin(&self, graph: &Graph, node: Handle<Node>) -> Option<Vec3>;

    fn place(&self) -> Option<Vec3>;

    fn set_place(&mut self, to: Vec3);

    fn boxed(&self) -> Box<dyn AnyEffect>;

    /// Replaces the script at a node by this one.
    fn restore(&self, node: &mut Node);

    /// Sends the command that replaces the script at a node by this one.
    fn send(&self, node: Handle<Node>, sender: &MessageSender);
}

impl<S: EffectEditor> AnyEffect for S {
    fn sizes(&self) -> Vec<(Size, f32)> {
        EffectEditor::sizes(self)
    }

    fn set_size(&mut self, size: Size, to: f32) {
        EffectEditor::set_size(self, size, to);
    }

    fn origin(&self, graph: &Graph, node: Handle<Node>) -> Option<Vec3> {
        EffectEditor::origin(self, graph, node)
    }

    fn place(&self) -> Option<Vec3> {
        EffectEditor::place(self)
    }

    fn set_place(&mut self, to: Vec3) {
        EffectEditor::set_place(self, to);
    }

    fn boxed(&self) -> Box<dyn AnyEffect> {
        Box::new(self.clone())
    }

    fn restore(&self, node: &mut Node) {
        if let Some(script) = node.try_get_script_mut::<S>() {
            *script = self.clone();
        }
    }

    fn send(&self, node: Handle<Node>, sender: &MessageSender) {
        let name = "Drag handle".into();
        sender.do_command(ReplaceScript::new(name, node, self.clone()));
    }
}
