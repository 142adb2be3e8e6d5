//! A formation as the game wants it in a step.

use super::formed::Layout;
use crate::{
    formations::Form,
    math::{frame::Frame, random::hash_of, Vec3},
    settings::{Plane, Settings},
    state::slot_map::SlotMap,
    steering::influences::{Influence, InfluenceKind},
};

/// The number of boids is compared with that of the places at most this often, in seconds.
const PAUSE: f32 = 0.5;

/// A formation as the game wants it in a step.
pub(super) struct Order<'a> {
    pub(super) form: &'a Form,
    spacing: f32,
    plane: Plane,
    pub(super) frame: Frame,
    /// Velocity of the frame, in m/s.
    pub(super) velocity: Vec3,
    pub(super) shrinks: bool,
    /// Largest hash of the slot of a boid that can have a place.
    share: u32,
    /// Steps of a change of the form, of the pause, and between changes of the leader. 0 steps
    /// between them: the leader does not change.
    pub(super) change: u64,
    pub(super) pause: u64,
    pub(super) lead: u64,
}

/// How two layouts differ.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Difference {
    None,
    /// The boids can keep their places.
    Spacing,
    Form,
}

impl<'a> Order<'a> {
    /// The order of an influence; `None` if it is no formation, or does not act.
    pub(super) fn of(influence: &'a Influence, settings: &Settings) -> Option<Self> {
        let InfluenceKind::Formation {
            form,
            spacing,
            change,
            lead,
            shrinks,
            ..
        } = &influence.kind
        else {
            return None;
        };
        let steps = |seconds: f32| (seconds / settings.simulation.time_step).ceil() as u64;
        let is_flight = matches!(form, Form::Vee { .. });
        let frame = influence.kind.formation_frame()?;
        influence.acts().then(|| Self {
            form,
            spacing: *spacing,
            plane: settings.motion.plane,
            frame,
            velocity: influence.motion.velocity,
            shrinks: *shrinks,
            share: influence.share_of_slots(),
            change: steps(*change),
            pause: steps(PAUSE),
            lead: if is_flight { steps(*lead) } else { 0 },
        })
    }

    /// How the wanted layout differs from this one.
    pub(super) fn difference(&self, layout: &Layout) -> Difference {
        if self.plane != layout.plane || *self.form != layout.form {
            Difference::Form
        } else if self.spacing != layout.spacing && self.form.has_spacing() {
            Difference::Spacing
        } else {
            Difference::None
        }
    }

    /// True if places stay where they are when there are more of them.
    pub(super) fn grows(&self) -> bool {
        self.form.grows(self.plane)
    }

    pub(super) fn layout(&self) -> Layout {
        Layout {
            form: self.form.clone(),
            spacing: self.spacing,
            plane: self.plane,
        }
    }

    /// True if the boid in a slot can have a place.
    pub(super) fn is_follower(&self, slot: u32, slot_map: &SlotMap) -> bool {
        slot_map.is_placed(slot) && (self.share == u32::MAX || hash_of(slot) <= self.share)
    }
}
