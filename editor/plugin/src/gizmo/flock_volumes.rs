//! Handles for the spawn region, the boundary and its margin of a flock.

use super::{
    dragged::{DragLine, Dragged},
    handles::{handles, VolumeHandle},
};
use crate::{
    scene_flocks::{frame, script, script_mut},
    script_command::ReplaceScript,
};
use fyrox::{
    core::{pool::Handle, Uuid},
    scene::{graph::Graph, node::Node},
};
use fyrox_flock::{sim::Vec3, Flock};
use fyroxed_base::message::MessageSender;

/// The volumes of a flock.
pub(super) struct FlockVolumes;

impl Dragged for FlockVolumes {
    type Handle = VolumeHandle;
    type Original = Flock;
    const MODE: Uuid = Uuid::from_u128(0x5f0a4d3c_6a53_4a06_9a4e_0d7f2a6f1c10);
    const TOOLTIP: &'static str =
        "Edit the spawn region, boundary and margin of the flock; click a boid to watch it";

    fn handles(graph: &Graph, node: Handle<Node>) -> Vec<VolumeHandle> {
        script(graph, node).map_or_else(Vec::new, handles)
    }

    fn position(graph: &Graph, node: Handle<Node>, handle: &VolumeHandle) -> Option<Vec3> {
        let position = handle.position(script(graph, node)?);
        Some(frame(graph, node).transform_point(&position.into()).coords)
    }

    fn line(graph: &Graph, node: Handle<Node>, handle: &VolumeHandle) -> Option<DragLine> {
        let center = handle.center(script(graph, node)?);
        let frame = frame(graph, node);
        let axis = handle.direction();
        Some(DragLine {
            center: frame.transform_point(&center.into()).coords,
            direction: frame.transform_vector(&axis),
            axis,
        })
    }

    fn original(graph: &Graph, node: Handle<Node>, _: &VolumeHandle) -> Option<Flock> {
        script(graph, node).cloned()
    }

    fn move_to(graph: &mut Graph, node: Handle<Node>, handle: &VolumeHandle, position: Vec3) {
        let Some(line) = Self::line(graph, node, handle) else {
            return;
        };
        if let Some(script) = script_mut(graph, node) {
            let distance = (position - line.center).dot(&line.direction);
            handle.set_distance(script, distance);
        }
    }

    fn restore(graph: &mut Graph, node: Handle<Node>, _: &VolumeHandle, original: Flock) {
        if let Some(script) = script_mut(graph, node) {
            *script = original;
        }
    }

    fn finish(
        graph: &mut Graph,
        node: Handle<Node>,
        handle: &VolumeHandle,
        original: Flock,
        sender: &MessageSender,
    ) {
        let Some(script) = script_mut(graph, node) else {
            return;
        };
        // Restored first, so that the command makes the change and can undo it.
        let changed = std::mem::replace(script, original);
        if changed.settings() != script.settings() {
            let name = format!("Drag {:?}", handle.volume).to_lowercase();
            sender.do_command(ReplaceScript::new(name, node, changed));
        }
    }
}
