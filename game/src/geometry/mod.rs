//! The level's static geometry: what the boids of a scene must not cross.
//!
//! Colliders on enabled static rigid bodies become world-space triangles, posed exactly as the physics engine poses
//! them. Sensors are no obstacles. The result goes to [`flock_sim::Geometry`].

mod collider;

use self::collider::collider_triangles;
use flock_sim::Vec3;
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{
        collider::{Collider, InteractionGroups},
        graph::Graph,
        node::Node,
        rigidbody::{RigidBody, RigidBodyType},
    },
};

/// World-space triangles of a scene's static colliders.
#[derive(Debug, Default)]
pub struct StaticGeometry {
    /// Corners in metres, counter-clockwise seen from outside where the shape has an outside.
    pub triangles: Vec<[Vec3; 3]>,
    /// Number of colliders that the triangles come from.
    pub colliders: usize,
    /// Colliders that were left out, each with the reason and the remedy.
    pub skipped: Vec<SkippedCollider>,
}

/// A static collider that could not become triangles.
#[derive(Debug, Clone, PartialEq)]
pub struct SkippedCollider {
    /// The collider's node.
    pub node: Handle<Node>,
    /// Name of the node.
    pub name: String,
    /// Why it was left out, and what to do about it.
    pub reason: String,
}

/// Collects the static colliders that interact with `groups`, as rapier tests it: each side's memberships must share a
/// bit with the other side's filter. Cost: linear in the nodes of the graph and the triangles of the colliders.
///
/// The global transforms of the graph must be up to date.
pub fn collect_static_geometry(graph: &Graph, groups: InteractionGroups) -> StaticGeometry {
    let mut geometry = StaticGeometry::default();
    for (handle, node) in graph.pair_iter() {
        let Some(collider) = node.cast::<Collider>() else {
            continue;
        };
        if !is_obstacle(graph, collider, groups) {
            continue;
        }
        match collider_triangles(graph, handle, collider, &mut geometry.triangles) {
            Ok(()) => geometry.colliders += 1,
            Err(error) => geometry.skipped.push(SkippedCollider {
                node: handle,
                name: node.name().to_owned(),
                reason: error.to_string(),
            }),
        }
    }
    geometry
}

fn is_obstacle(graph: &Graph, collider: &Collider, groups: InteractionGroups) -> bool {
    let on_static_body = graph
        .try_get_of_type::<RigidBody>(collider.parent())
        .is_ok_and(|body| body.body_type() == RigidBodyType::Static && body.is_globally_enabled());
    let theirs = collider.collision_groups();
    let interacts =
        groups.memberships.0 & theirs.filter.0 != 0 && theirs.memberships.0 & groups.filter.0 != 0;
    on_static_body && interacts && collider.is_globally_enabled() && !collider.is_sensor()
}
