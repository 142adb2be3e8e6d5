//! The settings that select the solids of a flock.

use crate::declare::*;
use fyrox::{core::pool::Handle, scene::node::Node};

/// The parts of a scene that boids do not cross: static geometry and moving bodies.
#[derive(Clone, Debug, PartialEq, Reflect, Visit, TypeUuidProvider)]
#[type_uuid(id = "0f0a8f53-3a57-4c3f-8a0e-6f5f1c8b7d21")]
#[visit(optional)]
pub struct SolidSettings {
    /// Source of the geometry. Default: colliders.
    pub source: SolidSource,
    /// Nodes whose Mesh nodes are part of the geometry in their rest pose: each node itself and all
    /// its descendants. Disabled meshes are ignored, invisible ones are not. Choose meshes that do
    /// not move: the geometry is rebuilt whenever one of them moves.
    pub mesh_nodes: Vec<Handle<Node>>,
    /// Colliders on dynamic and kinematic bodies are moving obstacles: boids avoid them and never
    /// pass through them. At most 256 at a time. Default: on.
    pub moving_bodies: bool,
    /// Moving colliders of the kinds Trimesh and Heightfield keep their shape: boids in an open cart
    /// or in the hold of a ship stay there. If off, their convex hulls are the obstacles, which
    /// takes less time; boids inside of them are carried out. Default: on.
    pub concave_bodies: bool,
}

impl Default for SolidSettings {
    fn default() -> Self {
        Self {
            source: SolidSource::default(),
            mesh_nodes: Vec::new(),
            moving_bodies: true,
            concave_bodies: true,
        }
    }
}

choice! {
    /// Source of the geometry of the level.
    pub enum SolidSource("b1d4c6f0-52a7-4a3d-9b87-0e9c4b1f7a63") {
        /// The colliders on static bodies. For a flock with `motion.plane` Xy, colliders of 2D
        /// physics are included as walls along Z.
        #[default]
        Colliders,
        /// The triangles of the Mesh nodes under the chosen nodes.
        Meshes,
        /// Both colliders and meshes.
        Both,
    }
}
