//! Nodes of which the garden consists: static bodies, pictures and lights.

use crate::base::material;
use fyrox::{
    core::{algebra::Vector3, color::Color, pool::Handle},
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        collider::InteractionGroups,
        dim2::{
            collider::{ColliderBuilder, ColliderShape},
            rectangle::RectangleBuilder,
            rigidbody::RigidBodyBuilder,
        },
        light::{point::PointLightBuilder, BaseLightBuilder},
        node::Node,
        rigidbody::RigidBodyType,
        transform::TransformBuilder,
        Scene,
    },
};

type Vec3 = Vector3<f32>;

/// Height of lights above the ground, towards the camera, in metres along -Z.
pub const LIGHTS: f32 = -1.8;

/// The base of a node at a position.
pub fn base(name: &str, position: Vec3) -> BaseBuilder {
    let transform = TransformBuilder::new().with_local_position(position);
    BaseBuilder::new()
        .with_name(name)
        .with_local_transform(transform.build())
}

/// Adds a static body of 2D physics that is in these collision groups.
pub fn add_body(
    scene: &mut Scene,
    name: &str,
    position: Vec3,
    shape: ColliderShape,
    groups: InteractionGroups,
) -> Handle<Node> {
    let node = RigidBodyBuilder::new(base(name, position))
        .with_body_type(RigidBodyType::Static)
        .build_node();
    let body = scene.graph.add_node(node);
    let collider = ColliderBuilder::new(BaseBuilder::new().with_name(format!("{name} Collider")))
        .with_shape(shape)
        .with_collision_groups(groups)
        .build_node();
    let collider = scene.graph.add_node(collider);
    scene.graph.link_nodes(collider, body);
    body
}

/// Adds a picture of this size, in metres.
pub fn add_picture(
    scene: &mut Scene,
    name: &str,
    position: Vec3,
    size: f32,
    material: &str,
) -> Handle<Node> {
    let transform = TransformBuilder::new()
        .with_local_position(position)
        .with_local_scale(Vec3::repeat(size));
    let base = BaseBuilder::new()
        .with_name(name)
        .with_local_transform(transform.build());
    let node = RectangleBuilder::new(base)
        .with_material(material::reference(material))
        .build_node();
    scene.graph.add_node(node)
}

/// Adds a point light without shadows; its radius is in metres.
pub fn add_light(
    scene: &mut Scene,
    name: &str,
    position: Vec3,
    radius: f32,
    color: Color,
) -> Handle<Node> {
    let light = BaseLightBuilder::new(base(name, position).with_cast_shadows(false))
        .with_color(color)
        .with_scatter_enabled(false);
    let node = PointLightBuilder::new(light)
        .with_radius(radius)
        .build_node();
    scene.graph.add_node(node)
}

/// A place at another height above the ground, as Z in metres.
pub fn at_height(place: Vec3, z: f32) -> Vec3 {
    Vec3::new(place.x, place.y, z)
}
