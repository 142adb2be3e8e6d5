//! The level's static geometry: what the boids of a scene must not cross.
//!
//! Colliders on enabled static rigid bodies become world-space triangles, posed exactly as the physics engine poses
//! them; sensors are no obstacles. So do, where the user wants it, Mesh nodes as they are drawn. The result goes to
//! [`flock_sim::Geometry`].
//!
//! [`watch`] finds out what is an obstacle and what changed, each frame; [`solid`] is what it reads of one; [`builder`]
//! makes triangles and a `Geometry` of them, beside the game.

mod builder;
mod collider;
mod flat;
mod heights;
mod mesh;
mod obstacle;
mod obstacles;
mod place;
mod polyhedron;
mod primitive;
mod problem;
mod solid;
mod tiles;
mod watch;
#[cfg(test)]
mod watch_tests;

pub(crate) use builder::{Builder, Built};
pub use obstacles::{ObstacleQuery, ObstacleSource, Obstacles, SkippedObstacle, StaticGeometry};
pub(crate) use watch::Watch;

use flock_sim::Vec3;
use fyrox::scene::graph::Graph;

/// One triangle.
type Triangle = [Vec3; 3];

/// Collects the obstacles of a scene as they are now. Cost: linear in the nodes of the graph and the triangles.
///
/// The global transforms of the graph must be up to date.
pub fn collect_static_geometry(graph: &Graph, query: &ObstacleQuery) -> StaticGeometry {
    let mut watch = Watch::new(graph);
    watch.look(graph, query);
    builder::collect(&watch.parts())
}
