//! The pose of a drawn body.

use nalgebra::UnitQuaternion;

/// The orientation of a drawn body and the beat of its tail or wings.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pose {
    /// Turns +Z to the body's forward direction and +Y to its back.
    pub(crate) orientation: UnitQuaternion<f32>,
    /// Phase of the beat, in [0, 1).
    pub(crate) phase: f32,
    /// Share of the scale variation by which this body differs, in [-1, 1).
    pub(crate) variation: f32,
}
