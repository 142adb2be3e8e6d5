//! The cone of a cone query.

use crate::{
    math::{is_finite, Vec3, Vec3d},
    neighbours::boid_tree::Bounds,
};

/// Angle in radians that is added to the cone when it is tested against boxes, to absorb rounding.
const SLACK: f64 = 1e-9;

/// A cone with a spherical cap, in the flock's frame: all points within a length from the tip and
/// an angle from the axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cone {
    tip: Vec3d,
    /// A unit vector.
    axis: Vec3d,
    /// Largest angle to the axis, in radians.
    half_angle: f64,
    cos: f64,
    length_squared: f64,
}

impl Cone {
    /// `None` if the arguments describe no cone, so that no boid can be inside.
    pub(crate) fn new(tip: Vec3, axis: Vec3, angle: f32, length: f32) -> Option<Self> {
        let half_angle = (f64::from(angle) / 2.0).min(180.0).to_radians();
        let is_cone = is_finite(&tip) && is_finite(&axis) && angle >= 0.0 && length >= 0.0;
        let axis = axis.cast::<f64>().try_normalize(0.0)?;
        is_cone.then(|| Self {
            tip: tip.cast(),
            axis,
            half_angle,
            cos: libm::cos(half_angle),
            length_squared: f64::from(length) * f64::from(length),
        })
    }

    /// True if the position is inside; the tip is inside.
    pub(crate) fn contains(&self, position: &Vec3) -> bool {
        let offset = position.cast::<f64>() - self.tip;
        let squared = offset.norm_squared();
        let is_everywhere = self.cos <= -1.0;
        squared <= self.length_squared
            && (is_everywhere || offset.dot(&self.axis) >= self.cos * squared.sqrt())
    }

    /// False only if no point of the box is inside.
    pub(crate) fn may_meet(&self, bounds: &Bounds) -> bool {
        if bounds.gap_squared(&self.tip) > self.length_squared {
            return false;
        }
        let [min, max] = [bounds.min, bounds.max].map(|corner| Vec3::from(corner).cast::<f64>());
        let (offset, radius) = ((min + max) / 2.0 - self.tip, (max - min).norm() / 2.0);
        let distance = offset.norm();
        if distance <= radius {
            return true;
        }
        let angle = libm::acos((offset.dot(&self.axis) / distance).clamp(-1.0, 1.0));
        angle - libm::asin(radius / distance) <= self.half_angle + SLACK
    }
}
