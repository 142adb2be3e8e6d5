//! Collection of a scene's obstacles on request.

use super::{
    builder, moved_by_hand::Frame, obstacle_settings::ObstacleSource,
    obstacle_tracker::ObstacleTracker,
};
use flock_sim::Vec3;
use fyrox::{
    core::pool::Handle,
    scene::{collider::InteractionGroups, graph::Graph, node::Node},
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

/// World-space triangles of a scene's obstacles.
#[derive(Debug, Default)]
pub struct StaticGeometry {
    /// Corners in metres, counter-clockwise seen from outside if the shape has an outside.
    pub triangles: Vec<[Vec3; 3]>,
    /// Number of colliders and meshes that contributed triangles.
    pub obstacles: usize,
    /// Nodes that were skipped, wholly or in part, each with the reason and the remedy.
    pub skipped: Vec<SkippedObstacle>,
}

/// A node that could not be converted to triangles, or not completely.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SkippedObstacle {
    /// The skipped node.
    pub node: Handle<Node>,
    /// Name of the node.
    pub name: String,
    /// Why the node was skipped, and how to fix it.
    pub reason: String,
}

/// Collects the current obstacles of a scene. Cost: linear in the nodes of the graph and in the
/// triangles.
///
/// The global transforms of the graph must be up to date, see [`Graph::update_hierarchical_data`].
pub fn collect_static_geometry(graph: &Graph, query: &ObstacleQuery) -> StaticGeometry {
    let mut tracker = ObstacleTracker::new(graph);
    tracker.update(graph, query, &Frame::default());
    builder::triangles_of(&tracker.obstacles())
}
