//! The axis of a model that points forward.

use crate::declare::*;
use fyrox::core::algebra::{UnitQuaternion, Vector3};

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
        /// The nose points along +X, the back along +Z: models made with Z up.
        PlusXBackZ,
        /// The nose points along -X, the back along +Z: models made with Z up.
        MinusXBackZ,
        /// The nose points along +Y, the back along +Z: models made with Z up.
        PlusYBackZ,
    }
}

impl ForwardAxis {
    /// All axes.
    pub const ALL: [Self; 9] = [
        Self::PlusZ,
        Self::MinusZ,
        Self::PlusX,
        Self::MinusX,
        Self::PlusY,
        Self::MinusY,
        Self::PlusXBackZ,
        Self::MinusXBackZ,
        Self::PlusYBackZ,
    ];

    /// The unit vector along which the model's nose points.
    pub fn direction(self) -> Vector3<f32> {
        match self {
            Self::PlusZ => Vector3::z(),
            Self::MinusZ => -Vector3::z(),
            Self::PlusX | Self::PlusXBackZ => Vector3::x(),
            Self::MinusX | Self::MinusXBackZ => -Vector3::x(),
            Self::PlusY | Self::PlusYBackZ => Vector3::y(),
            Self::MinusY => -Vector3::y(),
        }
    }

    /// The unit vector along which the model's back points.
    pub fn back(self) -> Vector3<f32> {
        match self {
            Self::PlusZ | Self::MinusZ | Self::PlusX | Self::MinusX => Vector3::y(),
            Self::PlusY => -Vector3::z(),
            Self::MinusY | Self::PlusXBackZ | Self::MinusXBackZ | Self::PlusYBackZ => Vector3::z(),
        }
    }

    /// The rotation that turns the model's nose to +Z and its back to +Y.
    pub fn to_plus_z(self) -> UnitQuaternion<f32> {
        UnitQuaternion::face_towards(&self.direction(), &self.back()).inverse()
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
        let backs = [
            (ForwardAxis::PlusZ, Vector3::y()),
            (ForwardAxis::MinusZ, Vector3::y()),
            (ForwardAxis::PlusX, Vector3::y()),
            (ForwardAxis::MinusX, Vector3::y()),
            (ForwardAxis::PlusY, -Vector3::z()),
            (ForwardAxis::MinusY, Vector3::z()),
            (ForwardAxis::PlusXBackZ, Vector3::z()),
            (ForwardAxis::MinusXBackZ, Vector3::z()),
            (ForwardAxis::PlusYBackZ, Vector3::z()),
        ];
        assert_eq!(backs.map(|(axis, _)| axis), ForwardAxis::ALL);
        for (axis, back) in backs {
            let turned = axis.to_plus_z() * back;
            assert!((turned - Vector3::y()).norm() < 1e-6, "{axis:?}: {turned}");
        }
    }
}
