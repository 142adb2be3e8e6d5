//! The box of a box query.

use crate::{
    math::{reference_frame::ReferenceFrame, Vec3},
    neighbours::boid_tree::Bounds,
};

/// Share of the coordinates by which boxes are enlarged, to absorb rounding to single precision.
const SLACK: f64 = 1e-6;

/// An axis-aligned box of the world, tested against what is in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorldBox {
    min: Vec3,
    max: Vec3,
    frame: ReferenceFrame,
    /// The components of the frame's axes in the world, by their amount; `None` if the frame is the
    /// world.
    spread: Option<nalgebra::Matrix3<f64>>,
}

impl WorldBox {
    /// The box between two corners of the world; a component may be infinite.
    pub(crate) fn new(min: Vec3, max: Vec3, frame: ReferenceFrame) -> Self {
        let axes = frame.rotation.to_rotation_matrix().into_inner();
        Self {
            min,
            max,
            frame,
            spread: (!frame.is_world()).then(|| axes.abs()),
        }
    }

    /// True if a position in the frame is inside; the sides are inside.
    pub(crate) fn contains(&self, position: &Vec3) -> bool {
        let position = self.frame.point_to_world(*position);
        (0..3).all(|axis| (self.min[axis]..=self.max[axis]).contains(&position[axis]))
    }

    /// False only if no point of the bounds, which are in the frame, is inside.
    pub(crate) fn may_meet(&self, bounds: &Bounds) -> bool {
        let [low, high] = self.in_world(bounds);
        (0..3).all(|axis| {
            let (min, max) = (self.min[axis], self.max[axis]);
            min <= max && low[axis] <= f64::from(max) && f64::from(min) <= high[axis]
        })
    }

    /// The smallest and the largest corner, in the world, of a box around bounds in the frame.
    fn in_world(&self, bounds: &Bounds) -> [[f64; 3]; 2] {
        let [low, high] = [bounds.min, bounds.max].map(|corner| Vec3::from(corner).cast::<f64>());
        let Some(spread) = &self.spread else {
            return [low.into(), high.into()];
        };
        let (center, half) = ((low + high) / 2.0, (high - low) / 2.0);
        let center = self.frame.rotation * center + self.frame.origin;
        let half = spread * half;
        let half = half + (center.abs() + half) * SLACK;
        [(center - half).into(), (center + half).into()]
    }
}
