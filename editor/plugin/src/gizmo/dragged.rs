//! The operations of an interaction mode on its handles.

use fyrox::{
    core::{pool::Handle, Uuid},
    scene::{graph::Graph, node::Node},
};
use fyrox_flock::sim::Vec3;
use fyroxed_base::message::MessageSender;

/// Handles of one kind of node, and the values that they drag.
pub(super) trait Dragged: 'static {
    type Handle: Copy + PartialEq + 'static;
    /// The values before a drag.
    type Original: 'static;
    /// Id of the mode.
    const MODE: Uuid;
    /// Text of the mode's button.
    const TOOLTIP: &'static str;

    /// The current handles of a node.
    fn handles(graph: &Graph, node: Handle<Node>) -> Vec<Self::Handle>;

    /// World position of a handle.
    fn position(graph: &Graph, node: Handle<Node>, handle: &Self::Handle) -> Option<Vec3>;

    /// The line along which a handle moves; `None` if it moves in a plane that faces the camera.
    fn line(graph: &Graph, node: Handle<Node>, handle: &Self::Handle) -> Option<DragLine>;

    /// The values that dragging a handle changes.
    fn original(graph: &Graph, node: Handle<Node>, handle: &Self::Handle)
        -> Option<Self::Original>;

    /// Moves a handle to a world position on its line.
    fn move_to(graph: &mut Graph, node: Handle<Node>, handle: &Self::Handle, position: Vec3);

    /// Restores the values before a drag.
    fn restore(
        graph: &mut Graph,
        node: Handle<Node>,
        handle: &Self::Handle,
        original: Self::Original,
    );

    /// Ends a drag: restores the values and, if they have changed, sends the command that changes
    /// them.
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
    /// The point from which distances are measured.
    pub(super) center: Vec3,
    /// Unit vector.
    pub(super) direction: Vec3,
    /// The direction in the frame of the node, for the grid.
    pub(super) axis: Vec3,
}
