//! What the editor can do with a script that affects flocks.

use super::{pen::Pen, sizes::Size};
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
    script::ScriptTrait,
};
use fyrox_flock::sim::Vec3;

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

    /// The world position from which the sizes are measured along the axes of the world. `None` if
    /// they are measured from the node along its own axes.
    fn origin(&self, _: &Graph, _: Handle<Node>) -> Option<Vec3> {
        None
    }

    /// The position in the frame of the node that a handle drags, in metres.
    fn place(&self) -> Option<Vec3> {
        None
    }

    /// Sets this position.
    fn set_place(&mut self, _: Vec3) {}
}
