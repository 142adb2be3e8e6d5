//! The selection of a scene's solids.

use super::solid_settings::SolidSource;
use crate::node_frame::NodeFrame;
use fyrox::{
    core::pool::Handle,
    scene::{collider::InteractionGroups, node::Node},
};

/// Selects the solids of a scene: the parts that boids do not cross.
#[derive(Clone, Copy, Debug)]
pub struct SolidQuery<'a> {
    /// Source of the geometry.
    pub source: SolidSource,
    /// Nodes whose Mesh nodes are part of the geometry: each node itself and all its descendants.
    pub mesh_nodes: &'a [Handle<Node>],
    /// Collision groups of the flock. Colliders that interact with these groups are solids.
    pub groups: InteractionGroups,
    /// Range along the world's Z axis, in metres, over which colliders of 2D physics are extruded
    /// into walls. `None`: they are ignored.
    pub extrusion: Option<[f32; 2]>,
    /// Static colliders become moving obstacles while the game moves them. If false, they stay part
    /// of the level.
    pub moving_bodies: bool,
    /// Moving colliders of the kinds Trimesh and Heightfield keep their shape. If false, the convex
    /// hulls of bodies are obstacles, and static colliders of these kinds stay part of the level.
    pub concave_bodies: bool,
    /// The node in whose frame the geometry is. Its solids are the colliders and meshes at or below
    /// the node, and those of its body, in the node's coordinates without scale; also moving bodies
    /// elsewhere. Invalid: the world, with the solids of the whole scene.
    pub frame: Handle<Node>,
}

impl Default for SolidQuery<'_> {
    /// All static colliders of 3D physics.
    fn default() -> Self {
        Self {
            source: SolidSource::Colliders,
            mesh_nodes: &[],
            groups: InteractionGroups::default(),
            extrusion: None,
            moving_bodies: true,
            concave_bodies: true,
            frame: Handle::NONE,
        }
    }
}

/// A query, and the frame of its geometry as it is in the scene.
#[derive(Clone, Copy)]
pub(crate) struct Selection<'a> {
    pub(crate) query: &'a SolidQuery<'a>,
    pub(crate) frame: &'a NodeFrame,
}

/// A query that owns its list of nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct OwnedQuery {
    source: SolidSource,
    mesh_nodes: Vec<Handle<Node>>,
    groups: InteractionGroups,
    extrusion: Option<[f32; 2]>,
    moving_bodies: bool,
    concave_bodies: bool,
    frame: Handle<Node>,
}

impl OwnedQuery {
    pub(crate) fn new(query: &SolidQuery) -> Self {
        Self {
            source: query.source,
            mesh_nodes: query.mesh_nodes.to_vec(),
            groups: query.groups,
            extrusion: query.extrusion,
            moving_bodies: query.moving_bodies,
            concave_bodies: query.concave_bodies,
            frame: query.frame,
        }
    }

    pub(crate) fn as_query(&self) -> SolidQuery<'_> {
        SolidQuery {
            source: self.source,
            mesh_nodes: &self.mesh_nodes,
            groups: self.groups,
            extrusion: self.extrusion,
            moving_bodies: self.moving_bodies,
            concave_bodies: self.concave_bodies,
            frame: self.frame,
        }
    }

    /// True if both queries select the same solids.
    pub(crate) fn is(&self, query: &SolidQuery) -> bool {
        self.source == query.source
            && self.mesh_nodes == query.mesh_nodes
            && self.groups == query.groups
            && self.extrusion == query.extrusion
            && self.moving_bodies == query.moving_bodies
            && self.concave_bodies == query.concave_bodies
            && self.frame == query.frame
    }
}
