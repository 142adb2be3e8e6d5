//! Solids: walls, blocks and boxes with colliders.

use fyrox::{
    asset::untyped::ResourceKind,
    core::{
        algebra::{Matrix4, Vector2, Vector3},
        pool::Handle,
        Uuid,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        collider::{Collider, ColliderBuilder, ColliderShape, GeometrySource},
        dim2,
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            MeshBuilder,
        },
        node::Node,
        rigidbody::{RigidBody, RigidBodyBuilder, RigidBodyType},
        Scene,
    },
};

/// One side of a cage of six.
pub fn add_wall(scene: &mut Scene, axis: usize, side: f32) {
    let mut half = Vector3::repeat(1.0);
    half[axis] = 0.05;
    let mut center = Vector3::zeros();
    center[axis] = side;
    add_block(scene, center, half);
}

pub fn add_block(
    scene: &mut Scene,
    center: Vector3<f32>,
    half: Vector3<f32>,
) -> (Handle<RigidBody>, Handle<Collider>) {
    let shape = ColliderShape::cuboid(half.x, half.y, half.z);
    let base = BaseBuilder::new().with_name("Block");
    let collider = ColliderBuilder::new(base)
        .with_shape(shape)
        .build(&mut scene.graph);
    let body = RigidBodyBuilder::new(BaseBuilder::new().with_child(collider))
        .with_body_type(RigidBodyType::Static)
        .build(&mut scene.graph);
    scene.graph[body].set_position(center);
    (body, collider)
}

/// A box around the origin as a Trimesh of a static body: a solid or, with its triangles reversed,
/// a room.
pub fn add_box(scene: &mut Scene, half: f32, is_room: bool) {
    let mut data = SurfaceData::make_cube(Matrix4::new_scaling(2.0 * half));
    if is_room {
        for triangle in data.geometry_buffer.modify().iter_mut() {
            triangle.0.swap(1, 2);
        }
    }
    let surface = SurfaceResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, data);
    let mesh = MeshBuilder::new(BaseBuilder::new())
        .with_surfaces(vec![SurfaceBuilder::new(surface).build()])
        .build(&mut scene.graph)
        .to_base();
    let collider = ColliderBuilder::new(BaseBuilder::new())
        .with_shape(ColliderShape::trimesh(vec![GeometrySource(mesh)]))
        .build(&mut scene.graph);
    RigidBodyBuilder::new(BaseBuilder::new().with_child(collider))
        .with_body_type(RigidBodyType::Static)
        .build(&mut scene.graph);
}

/// The mesh of a box around the origin, closed or with a hole.
pub fn add_box_mesh(scene: &mut Scene, half: f32, is_open: bool) -> Handle<Node> {
    let mut data = SurfaceData::make_cube(Matrix4::new_scaling(2.0 * half));
    if is_open {
        let mut triangles = data.geometry_buffer.modify();
        let last = triangles[0];
        triangles[1] = last;
    }
    let surface = SurfaceResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, data);
    let surfaces = vec![SurfaceBuilder::new(surface).build()];
    let mesh = MeshBuilder::new(BaseBuilder::new()).with_surfaces(surfaces);
    mesh.build(&mut scene.graph).to_base()
}

/// The body of the only block.
pub fn block(scene: &Scene) -> Handle<RigidBody> {
    let mut nodes = scene.graph.pair_iter();
    let block = nodes.find(|(_, node)| node.cast::<RigidBody>().is_some());
    block.expect("there is a block").0.to_variant()
}

/// Four walls of 2D physics around the origin.
pub fn add_flat_cage(scene: &mut Scene) {
    for axis in 0..2 {
        for side in [-1.0, 1.0] {
            let mut half = Vector2::repeat(1.0);
            half[axis] = 0.05;
            let mut center = Vector3::zeros();
            center[axis] = side;
            let shape = dim2::collider::ColliderShape::cuboid(half.x, half.y);
            let collider = dim2::collider::ColliderBuilder::new(BaseBuilder::new());
            let collider = collider.with_shape(shape).build(&mut scene.graph);
            let base = BaseBuilder::new().with_child(collider);
            let body = dim2::rigidbody::RigidBodyBuilder::new(base);
            let body = body
                .with_body_type(RigidBodyType::Static)
                .build(&mut scene.graph);
            scene.graph[body].set_position(center);
        }
    }
}
