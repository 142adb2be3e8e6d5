//! The shapes of volumes and obstacles.

use super::place::Place;
use flock_sim::{influences::InfluenceVolume, obstacles::ObstacleShape, Vec3};
use fyrox::{
    core::{pool::Handle, reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    scene::node::Node,
};
use std::sync::Arc;
use strum_macros::{AsRefStr, EnumString, VariantNames};

/// A shape around a node that rotates with the node. The node's scale only affects meshes.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Reflect,
    Visit,
    TypeUuidProvider,
    AsRefStr,
    EnumString,
    VariantNames,
)]
#[type_uuid(id = "6b90d3e8-f15a-4c72-a8e4-27c6b1d9f053")]
#[visit(optional)]
pub enum EffectShape {
    /// A ball around the node.
    Sphere {
        /// Radius in metres. 0.001 to 10,000, of an obstacle at most 1,000; default 2.
        #[reflect(min_value = 0.001, max_value = 10000.0, step = 0.1)]
        #[strum(default_with = "default_radius")]
        radius: f32,
    },
    /// A box around the node.
    Box {
        /// Half extents, in metres. Each 0.001 to 10,000, of an obstacle at most 1,000; default 2.
        #[strum(default_with = "default_half_extents")]
        half_extents: Vec3,
    },
    /// A capsule around the node, along its Y axis.
    Capsule {
        /// Half of the length of the capsule's axis, in metres. 0 to 10,000, of an obstacle at most
        /// 1,000; default 1.
        #[reflect(min_value = 0.0, max_value = 10000.0, step = 0.1)]
        #[strum(default_with = "default_half_height")]
        half_height: f32,
        /// Radius in metres. 0.001 to 10,000, of an obstacle at most 1,000; default 0.5.
        #[reflect(min_value = 0.001, max_value = 10000.0, step = 0.1)]
        #[strum(default_with = "default_thickness")]
        radius: f32,
    },
    /// The meshes of a node and of its descendants, in their rest pose.
    Mesh {
        /// The node with the meshes. Default: none, for the node with the script.
        node: Handle<Node>,
    },
}

fn default_radius() -> f32 {
    2.0
}

fn default_half_extents() -> Vec3 {
    Vec3::repeat(2.0)
}

fn default_half_height() -> f32 {
    1.0
}

fn default_thickness() -> f32 {
    0.5
}

impl Default for EffectShape {
    fn default() -> Self {
        Self::Sphere {
            radius: default_radius(),
        }
    }
}

impl EffectShape {
    /// See [`EffectScript::surroundings`](super::EffectScript::surroundings): the meshes of other
    /// nodes may move or change.
    pub(super) fn surroundings(&self) -> Option<u64> {
        (!matches!(self, Self::Mesh { .. })).then_some(0)
    }

    /// The volume of the shape at a place; `None` while a mesh is not ready.
    pub(super) fn volume(&self, place: &mut Place) -> Result<Option<InfluenceVolume>, String> {
        Ok(Some(match *self {
            Self::Sphere { radius } => InfluenceVolume::Sphere {
                center: place.frame.origin,
                radius,
            },
            Self::Box { half_extents } => InfluenceVolume::Box {
                center: place.frame.origin,
                rotation: place.frame.rotation,
                half_extents,
            },
            Self::Capsule {
                half_height,
                radius,
            } => InfluenceVolume::Capsule {
                start: place.point(Vec3::y() * -half_height),
                end: place.point(Vec3::y() * half_height),
                radius,
            },
            Self::Mesh { node } => {
                let volume = place.mesh_volume(node)?;
                return Ok(volume.map(InfluenceVolume::Mesh));
            }
        }))
    }

    /// The shape of an obstacle, in the frame of a place; `None` while a mesh is not loaded.
    pub(super) fn obstacle(&self, place: &mut Place) -> Result<Option<Arc<ObstacleShape>>, String> {
        Ok(Some(Arc::new(match *self {
            Self::Sphere { radius } => ObstacleShape::Sphere { radius },
            Self::Box { half_extents } => ObstacleShape::Box { half_extents },
            Self::Capsule {
                half_height,
                radius,
            } => ObstacleShape::Capsule {
                start: Vec3::y() * -half_height,
                end: Vec3::y() * half_height,
                radius,
            },
            Self::Mesh { node } => return place.mesh_hull(node),
        })))
    }
}
