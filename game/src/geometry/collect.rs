//! Collection of a scene's geometry on request.

use super::{
    builder::triangles_of,
    moved_by_hand::Frame,
    solid_query::{Selection, SolidQuery},
    solid_tracker::SolidTracker,
    static_geometry::StaticGeometry,
};
use crate::node_frame::NodeFrame;
use fyrox::scene::graph::Graph;

/// Collects the current geometry of a scene, in the frame of the query. Cost: linear in the nodes of
/// the graph and in the triangles.
///
/// The global transforms of the graph must be up to date, see [`Graph::update_hierarchical_data`].
pub fn collect_static_geometry(graph: &Graph, query: &SolidQuery) -> StaticGeometry {
    let mut tracker = SolidTracker::new(graph);
    let frame = &NodeFrame::of(graph, query.frame);
    tracker.update(graph, Selection { query, frame }, &Frame::default());
    triangles_of(&tracker.solids())
}
