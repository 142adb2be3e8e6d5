//! The moving parts of a body.

use super::body_part::BodyPart;
use fyrox::core::algebra::Vector3;

/// Positions of the moving parts of a body, in metres at size 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Anatomy {
    /// The foremost point on the long axis, and the length of the body behind it.
    pub nose: f32,
    pub length: f32,
    /// Distances of a shoulder and of a wing tip from the middle.
    pub shoulder: f32,
    pub half_span: f32,
    /// Heights of the hips and of the soles of the feet.
    pub hip: f32,
    pub sole: f32,
}

impl Anatomy {
    /// Distance of the shoulders as a fraction of the half span, and of the hips as a fraction of
    /// the height of the soles: as in the built-in birds.
    const SHOULDER: f32 = 0.05;
    const HIP: f32 = 0.35;

    pub(super) fn of(parts: &[BodyPart]) -> Self {
        let (mut min, mut max) = (Vector3::repeat(f32::MAX), Vector3::repeat(f32::MIN));
        for vertex in parts.iter().flat_map(|part| &part.mesh.vertices) {
            min = min.inf(&vertex.position);
            max = max.sup(&vertex.position);
        }
        let half_span = max.x.max(-min.x);
        Self {
            nose: max.z,
            // Not zero for a flat body, because the shader divides by the lengths.
            length: (max.z - min.z).max(1e-6),
            shoulder: Self::SHOULDER * half_span,
            half_span: half_span.max(1e-6),
            hip: Self::HIP * min.y,
            sole: min.y,
        }
    }
}
