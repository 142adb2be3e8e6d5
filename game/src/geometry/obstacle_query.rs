//! The selection of a scene's obstacles.

use super::obstacle_settings::ObstacleSource;
use fyrox::{
    core::pool::Handle,
    scene::{collider::InteractionGroups, node::Node},
};

/// Selects the obstacles of a scene.
#[derive(Clone, Copy, Debug)]
pub struct ObstacleQuery<'a> {
    /// Source of the geometry.
    pub source: ObstacleSource,
    /// Nodes whose Mesh nodes are obstacles: each node itself and all its descendants.
    pub mesh_nodes: &'a [Handle<Node>],
    /// Collision groups of the flock. Colliders that interact with these groups are obstacles.
    pub groups: InteractionGroups,
    /// Range along the world's Z axis, in metres, over which colliders of 2D physics are extruded
    /// into walls. `None`: they are ignored.
    pub extrusion: Option<[f32; 2]>,
    /// Static colliders become moving obstacles while the game moves them. If false, they stay part
    /// of the level.
    pub moving_bodies: bool,
}

impl Default for ObstacleQuery<'_> {
    /// All static colliders of 3D physics.
    fn default() -> Self {
        Self {
            source: ObstacleSource::Colliders,
            mesh_nodes: &[],
            groups: InteractionGroups::default(),
            extrusion: None,
            moving_bodies: true,
        }
    }
}

/// A query that owns its list of nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct OwnedQuery {
    source: ObstacleSource,
    mesh_nodes: Vec<Handle<Node>>,
    groups: InteractionGroups,
    extrusion: Option<[f32; 2]>,
    moving_bodies: bool,
}

impl OwnedQuery {
    pub(crate) fn new(query: &ObstacleQuery) -> Self {
        Self {
            source: query.source,
            mesh_nodes: query.mesh_nodes.to_vec(),
            groups: query.groups,
            extrusion: query.extrusion,
            moving_bodies: query.moving_bodies,
        }
    }

    pub(crate) fn as_query(&self) -> ObstacleQuery<'_> {
        ObstacleQuery {
            source: self.source,
            mesh_nodes: &self.mesh_nodes,
            groups: self.groups,
            extrusion: self.extrusion,
            moving_bodies: self.moving_bodies,
        }
    }

    /// True if both queries select the same obstacles.
    pub(crate) fn is(&self, query: &ObstacleQuery) -> bool {
        self.source == query.source
            && self.mesh_nodes == query.mesh_nodes
            && self.groups == query.groups
            && self.extrusion == query.extrusion
            && self.moving_bodies == query.moving_bodies
    }
}
