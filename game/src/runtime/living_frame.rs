//! The frame of the node in which a flock lives.

use super::{flock_runtime::Runtime, reported_errors::ErrorKind};
use crate::node_frame::NodeFrame;
use flock_sim::SettingsError;
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
};

impl Runtime {
    /// Moves the flock with the node in whose frame it lives. A flock that lives in the frame of
    /// another node than before starts anew. `seconds`: the duration of the frame of the game, if it
    /// is known.
    pub(super) fn follow_frame(
        &mut self,
        graph: &Graph,
        owner: Handle<Node>,
        seconds: Option<f32>,
    ) {
        let before = self.living_in.node();
        self.living_in = NodeFrame::of(graph, self.fields.frame);
        if self.living_in.node() != before {
            self.restart();
            // It stays in use until another one is built, and has other coordinates.
            self.geometry = None;
        }
        let error = if self.living_in.is_world() && self.fields.frame.is_some() {
            let error =
                "the node in `frame` does not exist: it lives in the world; choose another \
                         or none";
            Some(error.into())
        } else {
            let error = self.move_frame(seconds).err();
            error.map(|error| format!("its frame stays where it was: {error}"))
        };
        self.errors.update(ErrorKind::Frame, graph, owner, error);
    }

    fn move_frame(&mut self, seconds: Option<f32>) -> Result<(), SettingsError> {
        self.has_jumped = false;
        let (Some(simulation), Some(to)) = (&mut self.simulation, self.living_in.reference())
        else {
            return Ok(());
        };
        let from = simulation.frame();
        let way = (to.origin - from.origin).norm();
        let is_near = way <= f64::from(self.fields.frame_jump);
        let has_time = seconds.is_some_and(|seconds| seconds > 0.0);
        if is_near && has_time {
            simulation.move_frame(to)
        } else if *from != to {
            self.has_jumped = true;
            simulation.set_frame(to)
        } else {
            Ok(())
        }
    }
}
