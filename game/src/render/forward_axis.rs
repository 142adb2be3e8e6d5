//! The axis of a model that points forward.

use crate::declare::*;
use fyrox::core::algebra::{UnitQuaternion, Vector3};
use std::f32::consts::{FRAC_PI_2, PI};

choice! {
    /// The axis of a model along which its nose points. Bodies are rotated so that this axis points
    /// along the heading.
    pub enum ForwardAxis("7f3e0d52-6d1e-4c0c-9a43-3a0d4d1e9b61") {
        /// The nose points along +Z and the back along +Y, as the engine's own look and up vectors do.
        #[default]
        PlusZ,
        /// The nose points along -Z, the back along +Y.
        MinusZ,
        /// The nose points along +X, the back along +Y.
        PlusX,
        /// The nose points along -X, the back along +Y.
        MinusX,
        /// The nose points along +Y, the back along -Z.
        PlusY,
        /// The nose points along -Y, the back along +Z: models made with Z up and exported without a
        /// conversion.
        MinusY,
    }
}

impl ForwardAxis {
    /// All axes.
    pub const ALL: [Self; 6] = [
        Self::PlusZ,
        Self::MinusZ,
        Self::PlusX,
        Self::MinusX,
        Self::PlusY,
        Self::MinusY,
    ];

    /// The unit vector along which the model's nose points.
    pub fn direction(self) -> Vector3<f32> {
        match self {
            Self::PlusZ => Vector3::z(),
            Self::MinusZ => -Vector3::z(),
            Self::PlusX => Vector3::x(),
            Self::MinusX => -Vector3::x(),
            Self::PlusY => Vector3::y(),
            Self::MinusY => -Vector3::y(),
        }
    }

    /// The rotation that turns the model's nose to +Z and its back to +Y.
    pub fn to_plus_z(self) -> UnitQuaternion<f32> {
        let (axis, angle) = match self {
            Self::PlusZ => (Vector3::y_axis(), 0.0),
            Self::MinusZ => (Vector3::y_axis(), PI),
            Self::PlusX => (Vector3::y_axis(), -FRAC_PI_2),
            Self::MinusX => (Vector3::y_axis(), FRAC_PI_2),
            Self::PlusY => (Vector3::x_axis(), FRAC_PI_2),
            Self::MinusY => (Vector3::x_axis(), -FRAC_PI_2),
        };
        UnitQuaternion::from_axis_angle(&axis, angle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_axis_turns_to_plus_z() {
        for axis in ForwardAxis::ALL {
            let turned = axis.to_plus_z() * axis.direction();
            assert!((turned - Vector3::z()).norm() < 1e-6, "{axis:?}: {turned}");
        }
    }

    #[test]
    fn the_back_turns_to_plus_y() {
        for (axis, back) in [
            (ForwardAxis::PlusX, Vector3::y()),
            (ForwardAxis::MinusX, Vector3::y()),
            (ForwardAxis::MinusZ, Vector3::y()),
            (ForwardAxis::PlusY, -Vector3::z()),
            (ForwardAxis::MinusY, Vector3::z()),
        ] {
            let turned = axis.to_plus_z() * back;
            assert!((turned - Vector3::y()).norm() < 1e-6, "{axis:?}: {turned}");
        }
    }
}
