//! Collection of a scene's obstacles on request.

use super::{
    builder::triangles_of, moved_by_hand::Frame, obstacle_query::ObstacleQuery,
    obstacle_tracker::ObstacleTracker, static_geometry::StaticGeometry,
};
use fyrox::scene::graph::Graph;

/// Collects the current obstacles of a scene. Cost: linear in the nodes of the graph and in the
/// triangles.
///
/// The global transforms of the graph must be up to date, see [`Graph::update_hierarchical_data`].
pub fn collect_static_geometry(graph: &Graph, query: &ObstacleQuery) -> StaticGeometry {
    let mut tracker = ObstacleTracker::new(graph);
    tracker.update(graph, query, &Frame::default());
    triangles_of(&tracker.obstacles())
}
