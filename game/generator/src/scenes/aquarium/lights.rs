//! The lights of the tank.

use super::tank;
use crate::{
    base::material,
    shared::{materials::LIGHT_DIRECTION, textures},
};
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        color::Color,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        light::{
            directional::{CsmOptions, DirectionalLightBuilder, FrustumSplitOptions},
            point::PointLightBuilder,
            spot::SpotLightBuilder,
            BaseLightBuilder,
        },
        node::Node,
        transform::TransformBuilder,
        EnvironmentLightingSource, Scene,
    },
};

/// Height of the caustics' lamp above the middle of the tank, in metres.
const LAMP_DISTANCE: f32 = 13.0;

/// Adds all lights.
pub fn add(scene: &mut Scene) -> Vec<Handle<Node>> {
    let options = &mut scene.rendering_options;
    options.environment_lighting_source = EnvironmentLightingSource::AmbientColor;
    options.ambient_lighting_color = Color::opaque(60, 104, 124);
    options.clear_color = Some(Color::opaque(3, 10, 16));
    scene.set_skybox(None);
    vec![sun(scene), caustics(scene), fill(scene)]
}

/// The base of a light along the sunlight: lights shine along their own -Y.
fn shining(name: &str, position: Vector3<f32>) -> BaseBuilder {
    let rotation =
        UnitQuaternion::rotation_between(&-Vector3::y(), &LIGHT_DIRECTION).unwrap_or_default();
    let transform = TransformBuilder::new()
        .with_local_position(position)
        .with_local_rotation(rotation);
    BaseBuilder::new()
        .with_name(name)
        .with_local_transform(transform.build())
}

/// The uniform part of the sunlight, with soft shadows over the whole tank.
fn sun(scene: &mut Scene) -> Handle<Node> {
    let light = BaseLightBuilder::new(shining("Sun", Vector3::new(0.0, 7.0, 0.0)))
        .with_color(Color::opaque(255, 240, 214))
        .with_intensity(1.4);
    let mut cascades = CsmOptions::default();
    cascades.split_options = FrustumSplitOptions::Absolute {
        far_planes: [5.0, 8.0, 12.0],
    };
    let node = DirectionalLightBuilder::new(light)
        .with_csm_options(cascades)
        .build_node();
    scene.graph.add_node(node)
}

/// The part of the sunlight that the waves focus. The lamp is far away, so that its rays are almost
/// parallel to the sun's and the shadows of both coincide.
fn caustics(scene: &mut Scene) -> Handle<Node> {
    let middle = Vector3::new(0.0, tank::HALF_SIZE.y * 0.5, 0.0);
    let position = middle - LIGHT_DIRECTION.normalize() * LAMP_DISTANCE;
    let light = BaseLightBuilder::new(shining("Caustics", position))
        .with_color(Color::opaque(226, 246, 255))
        .with_scatter_enabled(false)
        .with_intensity(8.0);
    let node = SpotLightBuilder::new(light)
        .with_distance(LAMP_DISTANCE * 2.0)
        .with_hotspot_cone_angle(44.0_f32.to_radians())
        .with_falloff_angle_delta(4.0_f32.to_radians())
        .with_cookie_texture(material::texture(textures::CAUSTICS_COOKIE))
        .build_node();
    scene.graph.add_node(node)
}

/// A faint light from the visitor's side, for the surfaces that face the glass.
fn fill(scene: &mut Scene) -> Handle<Node> {
    let transform = TransformBuilder::new().with_local_position(Vector3::new(-1.0, 2.6, 4.6));
    let base = BaseBuilder::new()
        .with_name("Fill Light")
        .with_cast_shadows(false)
        .with_local_transform(transform.build());
    let light = BaseLightBuilder::new(base)
        .with_color(Color::opaque(150, 205, 235))
        .with_scatter_enabled(false)
        .with_intensity(1.0);
    let node = PointLightBuilder::new(light).with_radius(9.0).build_node();
    scene.graph.add_node(node)
}
