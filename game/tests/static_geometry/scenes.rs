//! Scenes with one solid.

use fyrox::{
    asset::untyped::ResourceKind,
    core::{
        algebra::{UnitQuaternion, Vector2, Vector3},
        pool::Handle,
        Uuid,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        collider::{Collider, ColliderBuilder, ColliderShape},
        graph::Graph,
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource, CUBE, SPHERE},
            MeshBuilder,
        },
        node::Node,
        pivot::PivotBuilder,
        rigidbody::{RigidBody, RigidBodyBuilder, RigidBodyType},
        transform::{Transform, TransformBuilder},
        Scene,
    },
};
use fyrox_flock::{
    geometry::{collect_static_geometry, SolidQuery, StaticGeometry},
    sim::Vec3,
};

/// Position of the bodies in all scenes.
pub const BODY: Vec3 = Vec3::new(1.0, -2.0, 0.5);

pub fn transform(position: Vec3, turn: f32, scale: Vec3) -> Transform {
    TransformBuilder::new()
        .with_local_position(position)
        .with_local_rotation(UnitQuaternion::from_euler_angles(turn, 0.7 * turn, -turn))
        .with_local_scale(scale)
        .build()
}

pub fn add_body(
    graph: &mut Graph,
    collider: Handle<Collider>,
    kind: RigidBodyType,
) -> Handle<RigidBody> {
    let base = BaseBuilder::new()
        .with_name("Body")
        .with_local_transform(transform(BODY, 0.4, Vec3::repeat(1.0)))
        .with_child(collider);
    RigidBodyBuilder::new(base)
        .with_body_type(kind)
        .build(graph)
}

pub fn add_collider(graph: &mut Graph, shape: ColliderShape) -> Handle<Collider> {
    let place = transform(Vec3::new(0.3, 0.2, -0.4), 0.9, Vec3::repeat(1.0));
    let base = BaseBuilder::new()
        .with_name("Wall")
        .with_local_transform(place);
    ColliderBuilder::new(base).with_shape(shape).build(graph)
}

/// Adds one static collider.
pub fn add_solid(graph: &mut Graph, shape: ColliderShape) -> Handle<Collider> {
    let collider = add_collider(graph, shape);
    add_body(graph, collider, RigidBodyType::Static);
    collider
}

/// A scene with one static collider.
pub fn solid(shape: ColliderShape) -> Scene {
    let mut scene = Scene::new();
    add_solid(&mut scene.graph, shape);
    scene
}

/// Moves a body with its collider and other children below scaled nodes.
pub fn scale_parents(graph: &mut Graph, body: Handle<Node>) {
    let mut child = body;
    for (turn, scale) in [(0.0, Vec3::repeat(1.5)), (-0.3, Vec3::repeat(0.8))] {
        let place = transform(Vec3::new(0.1, -0.2, 0.3), turn, scale);
        let base = BaseBuilder::new().with_local_transform(place);
        let parent = PivotBuilder::new(base).build(graph).to_base();
        graph.link_nodes(child, parent);
        child = parent;
    }
}

pub fn add_mesh(graph: &mut Graph, surface: SurfaceResource, place: Transform) -> Handle<Node> {
    let base = BaseBuilder::new()
        .with_name("Mesh")
        .with_local_transform(place);
    let surfaces = vec![SurfaceBuilder::new(surface).build()];
    MeshBuilder::new(base)
        .with_surfaces(surfaces)
        .build(graph)
        .to_base()
}

/// A box around a room: the engine's box with all triangles reversed.
pub fn room() -> SurfaceResource {
    let mut data = SurfaceData::clone(&CUBE.resource().data_ref());
    for triangle in data.geometry_buffer.modify().iter_mut() {
        triangle.0.swap(1, 2);
    }
    SurfaceResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, data)
}

/// A sphere near the body.
pub fn add_sphere(graph: &mut Graph) -> Handle<Node> {
    let place = transform(Vec3::new(0.8, -1.7, 0.4), 0.2, Vector3::repeat(1.4));
    add_mesh(graph, SPHERE.resource(), place)
}

/// Updates physics: bodies exist after the first update, colliders after the second, and queries
/// work from the third on.
pub fn settle(scene: &mut Scene) {
    for _ in 0..3 {
        let size = Vector2::repeat(1.0);
        scene.graph.update(size, 1.0 / 60.0, Default::default());
    }
}

pub fn collect(scene: &mut Scene) -> StaticGeometry {
    collect_as(scene, &SolidQuery::default())
}

pub fn collect_as(scene: &mut Scene, query: &SolidQuery) -> StaticGeometry {
    scene.graph.update_hierarchical_data();
    collect_static_geometry(&scene.graph, query)
}
