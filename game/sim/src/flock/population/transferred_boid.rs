//! A boid on its way from one flock to another.

use super::{store::Joining, Context, Population};
use crate::{
    flock::reports::events::EventKind,
    math::{frame::Placement, frame_motion::FrameMotion, Vec3},
    settings::validation::{Check, SettingsError},
    state::{boid_id::BoidId, boids::BoidState, pose::Pose},
};
use serde::{Deserialize, Serialize};

/// What a boid keeps when it goes to another flock, in the frame of that flock.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TransferredBoid {
    /// Position and orientation of the body.
    pub place: Placement,
    /// The same before the last step. The boid is drawn between the two.
    pub place_before: Placement,
    /// Velocity, in m/s.
    pub velocity: Vec3,
    /// Phase of the beat of tail or wings. 0 to 1.
    pub phase: f32,
    /// Difference in size, as a share of `body.scale_variation`. -1 to 1.
    pub variation: f32,
    /// The number from which its colours and patterns are drawn.
    pub look: u32,
    /// The number that the game attached to it; 0 if it attached none.
    pub data: u32,
}

impl TransferredBoid {
    /// The same boid in the outer frame of a flock.
    pub(crate) fn out_of(self, motion: &FrameMotion) -> Self {
        Self {
            place: motion.frame().placement_to_world(&self.place),
            place_before: motion.frame().placement_to_world(&self.place_before),
            velocity: motion.velocity_out(self.place.origin, self.velocity),
            ..self
        }
    }

    /// The opposite of [`out_of`](Self::out_of).
    pub(crate) fn into_frame(self, motion: &FrameMotion) -> Self {
        let place = motion.frame().placement_to_frame(&self.place);
        Self {
            place,
            place_before: motion.frame().placement_to_frame(&self.place_before),
            velocity: motion.velocity_in(place.origin, self.velocity),
            ..self
        }
    }

    /// Refuses values that no boid has.
    pub(crate) fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        for (name, place) in [("place", self.place), ("place_before", self.place_before)] {
            check.vector(&format!("{name}.origin"), &place.origin, "m");
            check.rotation(&format!("{name}.rotation"), &place.rotation);
        }
        check.vector("velocity", &self.velocity, "m/s");
        check.range("phase", self.phase, 0.0, 1.0, "");
        check.range("variation", self.variation, -1.0, 1.0, "");
        check.finish()
    }
}

impl Population {
    /// A boid that flies in the flock; `None` if there is none with this id. On a GPU, waits for
    /// the last step.
    pub(crate) fn flying(&mut self, id: BoidId, context: &mut Context) -> Option<TransferredBoid> {
        let members = self
            .boids
            .change_members(Joining::NONE, context.config, context.reports);
        let [before, state] = members.exact_states_of(id)?;
        let memories = &self.boids.memories;
        Some(TransferredBoid {
            place: place(&state),
            place_before: place(&before),
            velocity: state.velocity,
            phase: state.pose.phase,
            variation: state.pose.variation,
            look: memories.looks.of(id.slot()),
            data: memories.data.get(id),
        })
    }

    /// Adds a boid of another flock, for which memory is reserved, at a free position.
    pub(crate) fn arrive(&mut self, boid: &TransferredBoid, context: &mut Context) -> BoidId {
        let mut members =
            self.boids
                .change_members(Joining::new(1), context.config, context.reports);
        let id = members.slot_map.issue();
        let [before, state] = [boid.place_before, boid.place].map(|place| BoidState {
            position: place.origin,
            velocity: boid.velocity,
            slot: id.slot(),
            pose: Pose {
                orientation: place.rotation,
                phase: boid.phase,
                variation: boid.variation,
            },
        });
        members.join_between(&before, &state);
        let memories = &mut self.boids.memories;
        if boid.look != id.slot() {
            memories.looks.set(id, boid.look);
        }
        if boid.data != 0 {
            memories.data.set(id, boid.data);
        }
        context.reports.record(EventKind::Joined, id);
        id
    }
}

fn place(state: &BoidState) -> Placement {
    Placement {
        origin: state.position,
        rotation: state.pose.orientation,
    }
}
