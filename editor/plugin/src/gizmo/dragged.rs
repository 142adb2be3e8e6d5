//! What a mode drags.

use fyrox::{
    core::{pool::Handle, Uuid},
    scene::{graph::Graph, node::Node},
};
use fyrox_flock::sim::Vec3;
use fyroxed_base::message::MessageSender;

/// Handles of one kind of node, and what dragging them changes.
pub(super) trait Dragged: 'static {
    type Handle: Copy + PartialEq + 'static;
    /// What a drag changes, as it was before.
    type Original: 'static;
    /// Id of the mode.
    const MODE: Uuid;
    /// Text of the mode's button.
    const TOOLTIP: &'static str;

    /// The handles that a node has now.
    fn handles(graph: &Graph, node: Handle<Node>) -> Vec<Self::Handle>;

    /// Position of a handle in the world.
    fn position(graph: &Graph, node: Handle<Node>, handle: &Self::Handle) -> Option<Vec3>;

    /// The line along which a handle moves; `None` if it moves in a plane that faces the camera.
    fn line(graph: &Graph, node: Handle<Node>, handle: &Self::Handle) -> Option<DragLine>;

    /// What dragging a handle changes.
    fn original(graph: &Graph, node: Handle<Node>, handle: &Self::Handle)
        -> Option<Self::Original>;

    /// Moves a handle to a position of the world, on its line.
    fn move_to(graph: &mut Graph, node: Handle<Node>, handle: &Self::Handle, position: Vec3);

    /// Takes a drag back.
    fn restore(
        graph: &mut Graph,
        node: Handle<Node>,
        handle: &Self::Handle,
        original: Self::Original,
    );

    /// Takes a drag back, and sends the command that makes it, if it changed anything.
    fn finish(
        graph: &mut Graph,
        node: Handle<Node>,
        handle: &Self::Handle,
        original: Self::Original,
        sender: &MessageSender,
    );
}

/// A line in the world along which a handle moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct DragLine {
    /// The point from which distances count.
    pub(super) center: Vec3,
    /// Unit vector.
    pub(super) direction: Vec3,
    /// The same in the frame of the node, for the grid.
    pub(super) axis: Vec3,
}
