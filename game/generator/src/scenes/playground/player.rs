//! The player and its cameras.

use crate::{
    base::{nodes::Place, output::resource_uuid},
    shared::sky,
};
use flock_demo::Player;
use fyrox::{
    asset::untyped::ResourceKind,
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    resource::model::{Model, ModelResource},
    scene::{
        base::BaseBuilder,
        camera::{CameraBuilder, Exposure, PerspectiveProjection, Projection},
        collider::{ColliderBuilder, ColliderShape},
        node::Node,
        pivot::PivotBuilder,
        rigidbody::RigidBodyBuilder,
        sound::listener::ListenerBuilder,
        Scene,
    },
};
use std::f32::consts::PI;

/// Half the length of the straight part of the player's capsule, and its radius, in metres.
const CAPSULE: [f32; 2] = [0.55, 0.35];
/// Height of its eyes above its middle, in metres.
const EYES: f32 = 0.75;
/// Initial angle of the player's view, in radians below the horizon.
const LOOKS: f32 = 0.09;

/// Nodes of the player.
#[derive(Clone, Copy)]
pub struct PlayerNodes {
    pub camera: Handle<Node>,
    /// Rotates with the view about the vertical axis.
    pub heading: Handle<Node>,
}

/// Adds the player, who stands at a place and throws stones of this model.
pub fn add(scene: &mut Scene, feet: Vector3<f32>, stone: &str) -> PlayerNodes {
    let [half, radius] = CAPSULE;
    let middle = feet + Vector3::y() * (half + radius + 0.02);
    let camera = add_camera(scene, Place::at(0.0, EYES, 0.0).base("Camera"));
    let ears = ListenerBuilder::new(BaseBuilder::new().with_name("Ears")).build_node();
    let ears = scene.graph.add_node(ears);
    scene.graph.link_nodes(ears, camera);
    let heading = PivotBuilder::new(BaseBuilder::new().with_name("Player Heading")).build_node();
    let heading = scene.graph.add_node(heading);
    let collider = ColliderBuilder::new(BaseBuilder::new().with_name("Player Collider"))
        .with_shape(ColliderShape::capsule_y(half, radius))
        .with_friction(0.0)
        .build_node();
    let collider = scene.graph.add_node(collider);
    let stone = ModelResource::new_ok(
        resource_uuid(stone),
        ResourceKind::External,
        Model::default(),
    );
    let mut player = Player::default();
    player.camera = camera.into();
    player.heading = heading.into();
    player.stone = Some(stone).into();
    player.yaw = PI.into();
    player.pitch = LOOKS.into();
    let base = Place::at(middle.x, middle.y, middle.z).base("Player");
    let body = RigidBodyBuilder::new(base.with_script(player))
        .with_locked_rotations(true)
        .with_can_sleep(false)
        .build_node();
    let body = scene.graph.add_node(body);
    for part in [camera, heading, collider] {
        scene.graph.link_nodes(part, body);
    }
    PlayerNodes { camera, heading }
}

/// Adds a camera with the player's optics.
pub fn add_camera(scene: &mut Scene, base: BaseBuilder) -> Handle<Node> {
    let camera = CameraBuilder::new(base)
        // `CameraBuilder::with_fov` and its companions have no effect in Fyrox 1.0.1.
        .with_projection(Projection::Perspective(PerspectiveProjection {
            fov: 50.0_f32.to_radians(),
            z_near: 0.08,
            z_far: sky::FAR,
        }))
        .with_exposure(Exposure::Manual(1.4))
        .build_node();
    scene.graph.add_node(camera)
}
