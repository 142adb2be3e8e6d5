//! Static bodies with colliders, which the fish must not cross.

use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        collider::{ColliderBuilder, ColliderShape, GeometrySource},
        node::Node,
        rigidbody::{RigidBodyBuilder, RigidBodyType},
        Scene,
    },
};

/// Adds a static body with a collider; the collider's name is the body's name and "Collider".
pub fn body(scene: &mut Scene, base: BaseBuilder, shape: ColliderShape) -> Handle<Node> {
    let node = RigidBodyBuilder::new(base)
        .with_body_type(RigidBodyType::Static)
        .build_node();
    let body = scene.graph.add_node(node);
    let name = format!("{} Collider", scene.graph[body].name());
    let collider = ColliderBuilder::new(BaseBuilder::new().with_name(name))
        .with_friction(0.8)
        .with_shape(shape)
        .build_node();
    let collider = scene.graph.add_node(collider);
    scene.graph.link_nodes(collider, body);
    body
}

/// Adds a static body whose collider is the given mesh. The mesh becomes a child of the body.
pub fn mesh_body(scene: &mut Scene, base: BaseBuilder, mesh: Handle<Node>) -> Handle<Node> {
    let shape = ColliderShape::trimesh(vec![GeometrySource(mesh)]);
    let body = body(scene, base, shape);
    scene.graph.link_nodes(mesh, body);
    body
}

/// A box, from its half extents.
pub fn cuboid(half: Vector3<f32>) -> ColliderShape {
    ColliderShape::cuboid(half.x, half.y, half.z)
}
