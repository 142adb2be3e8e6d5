//! The triangles of a scene's static geometry.

use flock_sim::Vec3;
use fyrox::{core::pool::Handle, scene::node::Node};

/// Triangles of a scene's static geometry, in world space or in the frame of the query.
#[derive(Debug, Default)]
pub struct StaticGeometry {
    /// Corners in metres, counter-clockwise seen from outside if the shape has an outside.
    pub triangles: Vec<[Vec3; 3]>,
    /// Number of colliders and meshes that contributed triangles.
    pub nodes: usize,
    /// Nodes that were skipped, wholly or in part, each with the reason and the remedy.
    pub skipped: Vec<SkippedNode>,
}

/// A node that could not be converted to triangles, or not completely.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SkippedNode {
    /// The skipped node.
    pub node: Handle<Node>,
    /// Name of the node.
    pub name: String,
    /// Why the node was skipped, and how to fix it.
    pub reason: String,
}
