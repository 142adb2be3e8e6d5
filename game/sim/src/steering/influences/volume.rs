//! Volumes of influences: spheres, capsules, boxes and meshes.

use super::{
    mesh::Samples, mesh_volume::MeshVolume, rounded_box::RoundedBox, Influence, InfluenceKind,
};
use crate::{formations::Form, math::Vec3};
use nalgebra::UnitQuaternion;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A volume of an influence, in the flock's frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum InfluenceVolume {
    /// A sphere, or a point if its radius is 0.
    Sphere {
        /// Centre, in metres. Within ±10,000 in every component.
        center: Vec3,
        /// Radius, in metres; 0 for a point. 0 to 10,000.
        radius: f32,
    },
    /// All points within a distance of a line segment.
    Capsule {
        /// Start of the segment, in metres. Within ±10,000 in every component.
        start: Vec3,
        /// End of the segment, in metres. Within ±10,000 in every component.
        end: Vec3,
        /// Radius, in metres; 0 for a line. 0 to 10,000.
        radius: f32,
    },
    /// A box with any rotation.
    Box {
        /// Centre, in metres. Within ±10,000 in every component.
        center: Vec3,
        /// Rotation from the box to the flock's frame. Default: none.
        #[serde(default = "UnitQuaternion::identity")]
        rotation: UnitQuaternion<f32>,
        /// Half of the size along each axis of the box, in metres. Each 0 to 10,000.
        half_extents: Vec3,
    },
    /// The inside of a closed triangle mesh.
    Mesh(MeshVolume),
}

/// The prepared form of a volume.
#[derive(Clone)]
pub(super) enum Shape {
    Box(RoundedBox),
    Mesh(Arc<Samples>),
}

impl InfluenceVolume {
    /// The prepared form of the volume; `None` for a mesh that is not a volume.
    pub(super) fn shape(&self) -> Option<Shape> {
        Some(Shape::Box(match *self {
            Self::Mesh(ref mesh) => return mesh.samples().ok().map(Shape::Mesh),
            Self::Sphere { center, radius } => RoundedBox {
                center,
                radius,
                ..RoundedBox::default()
            },
            Self::Capsule { start, end, radius } => RoundedBox::capsule(start, end, radius),
            Self::Box {
                center,
                rotation,
                half_extents,
            } => {
                let rotation = UnitQuaternion::new_normalize(rotation.into_inner());
                RoundedBox {
                    center,
                    to_local: rotation.to_rotation_matrix().into_inner().transpose(),
                    half_extents,
                    radius: 0.0,
                }
            }
        }))
    }
}

impl Influence {
    /// True if both influences have volumes, or both a form, and these are equal.
    pub(crate) fn has_shapes_of(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (
                InfluenceKind::Formation { form: a, .. },
                InfluenceKind::Formation { form: b, .. },
            ) => a == b,
            (own, others) => {
                let own = own.volumes();
                own.is_some_and(|volumes| Some(volumes) == others.volumes())
            }
        }
    }

    /// The influence without its volumes, or with a form without places.
    pub(crate) fn without_shapes(mut self) -> Self {
        match &mut self.kind {
            InfluenceKind::Formation { form, .. } => *form = Form::Points { points: Vec::new() },
            kind => {
                if let Some(volumes) = kind.volumes_mut() {
                    volumes.clear();
                }
            }
        }
        self
    }

    /// The influence with the volumes or the form of another one, if both have them.
    pub(crate) fn with_shapes_of(mut self, other: &Self) -> Self {
        match (&mut self.kind, &other.kind) {
            (
                InfluenceKind::Formation { form: a, .. },
                InfluenceKind::Formation { form: b, .. },
            ) => {
                a.clone_from(b);
            }
            (own, others) => {
                if let (Some(own), Some(others)) = (own.volumes_mut(), others.volumes()) {
                    own.clone_from(others);
                }
            }
        }
        self
    }
}

impl InfluenceKind {
    pub(crate) fn volumes(&self) -> Option<&Vec<InfluenceVolume>> {
        match self {
            Self::Attract { volumes }
            | Self::Repel { volumes }
            | Self::Pen { volumes }
            | Self::Roost { volumes, .. } => Some(volumes),
            _ => None,
        }
    }

    fn volumes_mut(&mut self) -> Option<&mut Vec<InfluenceVolume>> {
        match self {
            Self::Attract { volumes }
            | Self::Repel { volumes }
            | Self::Pen { volumes }
            | Self::Roost { volumes, .. } => Some(volumes),
            _ => None,
        }
    }
}
