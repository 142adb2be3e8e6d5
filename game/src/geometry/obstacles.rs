//! What of a level the boids meet.

use flock_sim::Vec3;
use fyrox::{
    core::{pool::Handle, reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    scene::{collider::InteractionGroups, node::Node},
};
use strum_macros::{AsRefStr, EnumString, VariantNames};

/// What of the level the boids meet.
#[derive(Clone, Debug, Default, PartialEq, Reflect, Visit, TypeUuidProvider)]
#[type_uuid(id = "0f0a8f53-3a57-4c3f-8a0e-6f5f1c8b7d21")]
#[visit(optional)]
pub struct Obstacles {
    /// Where the geometry comes from. Default: colliders.
    pub source: ObstacleSource,
    /// Nodes whose Mesh nodes are obstacles as they are drawn at rest, themselves and all below them; disabled ones are
    /// not, invisible ones are. Choose what stands still: whenever one of them moves, the geometry is built anew.
    pub mesh_nodes: Vec<Handle<Node>>,
}

/// Where the geometry comes from that boids meet.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Reflect,
    Visit,
    TypeUuidProvider,
    AsRefStr,
    EnumString,
    VariantNames,
)]
#[type_uuid(id = "b1d4c6f0-52a7-4a3d-9b87-0e9c4b1f7a63")]
pub enum ObstacleSource {
    /// The colliders on static bodies. A flock with `motion.plane` Xy meets those of 2D physics as well, as walls along Z.
    #[default]
    Colliders,
    /// The triangles of the Mesh nodes under chosen nodes.
    Meshes,
    /// Both.
    Both,
}

/// What to look for in a scene.
#[derive(Clone, Copy, Debug)]
pub struct ObstacleQuery<'a> {
    /// Where the geometry comes from.
    pub source: ObstacleSource,
    /// Nodes whose Mesh nodes are obstacles, themselves and all below them.
    pub mesh_nodes: &'a [Handle<Node>],
    /// Colliders that interact with these are obstacles.
    pub groups: InteractionGroups,
    /// From where to where along Z colliders of 2D physics become walls; `None`: they are no obstacles.
    pub walls: Option<[f32; 2]>,
}

impl Default for ObstacleQuery<'_> {
    /// All static colliders of 3D physics.
    fn default() -> Self {
        Self {
            source: ObstacleSource::Colliders,
            mesh_nodes: &[],
            groups: InteractionGroups::default(),
            walls: None,
        }
    }
}

/// World-space triangles of a scene's obstacles.
#[derive(Debug, Default)]
pub struct StaticGeometry {
    /// Corners in metres, counter-clockwise seen from outside where the shape has an outside.
    pub triangles: Vec<[Vec3; 3]>,
    /// Number of colliders and meshes that the triangles come from.
    pub obstacles: usize,
    /// Nodes that were left out, wholly or in part, each with the reason and the remedy.
    pub skipped: Vec<SkippedObstacle>,
}

/// A node that could not become triangles, or not wholly.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SkippedObstacle {
    /// The node.
    pub node: Handle<Node>,
    /// Name of the node.
    pub name: String,
    /// Why it was left out, and what to do about it.
    pub reason: String,
}
