//! What the editor can do with a script that affects flocks.

use super::{pen::Pen, sizes::Size};
use fyrox::{scene::node::Node, script::ScriptTrait};

/// The editor's functions for a script. The defaults do nothing.
pub(super) trait EffectEditor: ScriptTrait + Clone + Default {
    /// The child nodes of a new node with the script.
    fn new_children() -> Vec<Node> {
        Vec::new()
    }

    /// Draws the outline of the script.
    fn draw(&self, _: &mut Pen) {}

    /// The sizes that handles drag, in metres.
    fn sizes(&self) -> Vec<(Size, f32)> {
        Vec::new()
    }

    /// Sets a size, in metres.
    fn set_size(&mut self, _: Size, _: f32) {}
}
