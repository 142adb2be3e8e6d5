//! A boid that may look for geometry.

use crate::math::Vec3;

/// A boid whose look may be due.
#[derive(Clone, Copy, Debug)]
pub(super) struct Observer {
    pub(super) slot: u32,
    pub(super) place: Vec3,
    /// Heading, a unit vector.
    pub(super) ahead: [f32; 3],
    /// Speed, in m/s.
    pub(super) speed: f32,
    /// Range of view, in metres.
    pub(super) view: f32,
    /// Distance from the nearest surface, in metres.
    pub(super) clearance: f32,
}
