//! The frame of the node in which a flock lives.

use super::{flock_runtime::Runtime, motion::WIDEST_TURN, reported_errors::ErrorKind};
use crate::node_frame::{NodeFrame, NodeSide};
use flock_sim::{ReferenceFrame, SettingsError};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    scene::{graph::Graph, node::Node},
};

/// Speed, in m/s, up to which a change of place is a movement, whatever its distance. The distance
/// alone does not show a teleport: at few frames per second, a train moves far from one frame of the
/// game to the next.
const FASTEST_WAY: f64 = 100.0;

impl Runtime {
    /// Moves the flock with the node in whose frame it lives. A flock that lives in the frame of
    /// another node than before starts anew. `seconds`: the duration of the frame of the game, if it
    /// is known.
    pub(super) fn follow_frame(
        &mut self,
        graph: &mut Graph,
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
        if self.living_in.is_world() {
            self.living_in = NodeFrame::world_from(self.origin());
        }
        // While the flock was paused, it did not follow.
        self.was_paused = self.drawing.take_pause(graph);
        let seconds = seconds.filter(|_| !self.was_paused);
        let error = if self.living_in.is_world() && self.fields.frame.is_some() {
            let error =
                "the node in `frame` does not exist: it lives in the world; choose another \
                         or none";
            Some(error.into())
        } else {
            let error = self.move_frame(seconds).err();
            let error = error.map(|error| format!("its frame stays where it was: {error}"));
            error.or_else(|| self.not_in_frame(graph, owner))
        };
        self.errors.update(ErrorKind::Frame, graph, owner, error);
    }

    /// The origin of the flock's coordinates in the scene, if it lives in the world.
    fn origin(&self) -> Vector3<f64> {
        let simulation = self.simulation.as_ref();
        let loaded = || Some(self.loaded.as_ref()?.frame().origin + self.loaded_shift);
        simulation
            .map(|simulation| simulation.frame().origin)
            .or_else(loaded)
            .unwrap_or(self.start_origin)
    }

    /// An error if the node of the flock does not move with the frame.
    fn not_in_frame(&self, graph: &Graph, owner: Handle<Node>) -> Option<String> {
        let place = match self.living_in.side_of(graph, owner) {
            NodeSide::Outside => "not below",
            NodeSide::Carries if owner != self.living_in.node() => "above",
            _ => return None,
        };
        Some(format!(
            "its node is {place} the node in `frame`, so its boundary does not move with the frame: put its \
             node below that node"
        ))
    }

    /// Moves the simulation to the current place of the frame. `seconds`: the duration of the
    /// movement; if it is not known, the change of place is a teleport.
    fn move_frame(&mut self, seconds: Option<f32>) -> Result<(), SettingsError> {
        let Some(simulation) = &mut self.simulation else {
            return Ok(());
        };
        if self.living_in.is_world() {
            return Ok(());
        }
        let (from, to) = (*simulation.frame(), *self.living_in.pose());
        if is_way(&from, &to, self.fields.frame_jump, seconds.unwrap_or(0.0)) {
            return simulation.move_frame(to);
        }
        if from != to {
            simulation.set_frame(to)?;
            self.living_in.mark_jump();
        }
        Ok(())
    }
}

/// True if a change of place in `seconds` seconds is a movement, false if it is a teleport. `jump`:
/// the distance, in metres, above which a change of place faster than [`FASTEST_WAY`] is a teleport.
fn is_way(from: &ReferenceFrame, to: &ReferenceFrame, jump: f32, seconds: f32) -> bool {
    let way = (to.origin - from.origin).norm();
    let is_near = way <= f64::from(jump) || way <= FASTEST_WAY * f64::from(seconds);
    seconds > 0.0 && is_near && from.rotation.angle_to(&to.rotation) <= WIDEST_TURN.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use flock_sim::nalgebra::{UnitQuaternion, Vector3};

    fn at(x: f64, turn: f64) -> ReferenceFrame {
        ReferenceFrame {
            origin: Vector3::x() * x,
            rotation: UnitQuaternion::from_axis_angle(&Vector3::y_axis(), turn),
        }
    }

    #[test]
    fn a_teleport_is_far_and_fast_or_a_wide_turn() {
        let is_way =
            |x, turn, seconds| is_way(&at(3.0, 0.2), &at(3.0 + x, 0.2 + turn), 5.0, seconds);
        assert!(is_way(4.9, 1.0, 1.0 / 240.0));
        assert!(!is_way(5.1, 0.0, 1.0 / 60.0));
        // A train of 80 m/s at 15 frames per second.
        assert!(is_way(80.0 / 15.0, 0.0, 1.0 / 15.0));
        assert!(!is_way(110.0 / 15.0, 0.0, 1.0 / 15.0));
        // A ship that turns by itself, and one that respawns.
        assert!(is_way(0.0, 0.9, 0.1));
        assert!(!is_way(0.0, 1.2, 0.1));
        assert!(!is_way(0.0, std::f64::consts::PI, 0.1));
        assert!(!is_way(0.1, 0.0, 0.0));
        assert!(!is_way(f64::NAN, 0.0, 1.0));
        assert!(!is_way(0.0, f64::NAN, 1.0));
    }
}
