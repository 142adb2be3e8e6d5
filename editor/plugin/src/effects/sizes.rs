//! The lengths of scripts that handles can drag.

use fyrox_flock::{scripts::EffectShape, sim::Vec3};

/// A length of a script that a handle can drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// The length of an arrow, along Z.
    Arrow,
    /// A radius, along X.
    Radius,
    /// A half extent of a box, along an axis.
    HalfExtent(usize),
    /// The distance of the end of a capsule, along Y.
    End,
    /// The reach around a mesh, along Y from its top.
    Reach,
}

impl Size {
    /// The axis of the node along which the size is measured.
    pub(crate) fn axis(self) -> Vec3 {
        match self {
            Self::Arrow => Vec3::z(),
            Self::Radius => Vec3::x(),
            Self::End | Self::Reach => Vec3::y(),
            Self::HalfExtent(axis) => {
                let mut along = Vec3::zeros();
                along[axis] = 1.0;
                along
            }
        }
    }
}

/// The sizes of a shape.
pub(super) fn sizes_of(shape: &EffectShape) -> Vec<(Size, f32)> {
    match *shape {
        EffectShape::Sphere { radius } => vec![(Size::Radius, radius)],
        EffectShape::Box { half_extents } => (0..3)
            .map(|axis| (Size::HalfExtent(axis), half_extents[axis]))
            .collect(),
        EffectShape::Capsule {
            half_height,
            radius,
        } => vec![(Size::Radius, radius), (Size::End, half_height + radius)],
        EffectShape::Mesh { .. } => Vec::new(),
    }
}

/// A shape with one size changed.
pub(super) fn resized(mut shape: EffectShape, size: Size, to: f32) -> EffectShape {
    match (&mut shape, size) {
        (EffectShape::Sphere { radius }, _) => *radius = to,
        (EffectShape::Box { half_extents }, Size::HalfExtent(axis)) => half_extents[axis] = to,
        (
            EffectShape::Capsule {
                half_height,
                radius,
            },
            Size::End,
        ) => *half_height = (to - *radius).max(0.0),
        (EffectShape::Capsule { radius, .. }, _) => *radius = to,
        _ => (),
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_size_of_a_shape_is_set_alone() {
        let half_extents = Vec3::new(1.0, 2.0, 3.0);
        let capsule = EffectShape::Capsule {
            half_height: 2.0,
            radius: 0.5,
        };
        for shape in [
            EffectShape::default(),
            EffectShape::Box { half_extents },
            capsule,
        ] {
            for (size, before) in sizes_of(&shape) {
                let changed = resized(shape, size, before + 1.0);
                let (_, after) = sizes_of(&changed)
                    .into_iter()
                    .find(|(known, _)| *known == size)
                    .unwrap();
                assert!((after - before - 1.0).abs() < 1e-6, "{shape:?} {size:?}");
                assert_eq!(resized(changed, size, before), shape);
            }
        }
        // The end of a capsule does not come nearer than its radius.
        let ball = resized(capsule, Size::End, 0.1);
        let expected = EffectShape::Capsule {
            half_height: 0.0,
            radius: 0.5,
        };
        assert_eq!(ball, expected);
    }
}
