//! The pose of a drawn body.

use nalgebra::UnitQuaternion;

/// The orientation of a drawn body and the beat of its tail or wings.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pose {
    /// Rotates +Z to the body's forward direction and +Y to its back.
    pub(crate) orientation: UnitQuaternion<f32>,
    /// Phase of the beat of tail or wings, in [0, 1).
    pub(crate) phase: f32,
    /// Difference in size, as a share of the setting of size variation, in [-1, 1).
    pub(crate) variation: f32,
}
