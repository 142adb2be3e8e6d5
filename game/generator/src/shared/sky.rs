//! Open air: the sky, its light and the haze, in the colours of a time of day.

use super::models;
use crate::base::{
    material,
    nodes::{self, Place},
    output::Output,
};
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        color::Color,
        pool::Handle,
    },
    graph::SceneGraph,
    material::Material,
    scene::{
        base::BaseBuilder,
        light::{
            directional::{CsmOptions, DirectionalLightBuilder, FrustumSplitOptions},
            BaseLightBuilder,
        },
        node::Node,
        transform::TransformBuilder,
        EnvironmentLightingSource, Scene,
    },
};
use std::error::Error;

/// Path below the data folder.
const SHADER: &str = "shaders/air.shader";
/// Edge of the cube of air, in metres.
const SIZE: f32 = 640.0;
/// Far plane of cameras in the cube of air, in metres.
pub const FAR: f32 = 800.0;

/// The sky of a scene.
pub struct Sky {
    /// Path of its material below the data folder.
    pub material: &'static str,
    pub zenith: Color,
    pub horizon: Color,
    /// Colour of the sky around the sun.
    pub glow: Color,
    pub cloud: Color,
    /// Direction towards the sun.
    pub sun_direction: Vector3<f32>,
    pub glow_strength: f32,
    /// Brightness of the sun's disc relative to the glow.
    pub disc: f32,
    /// Fraction of the sky that is covered by clouds.
    pub cover: f32,
    /// Fraction of the light that a metre of air scatters.
    pub haze: f32,
    pub brightness: f32,
    pub sun: Color,
    pub sun_intensity: f32,
    /// Sky light from above, without shadows.
    pub fill: Color,
    pub fill_intensity: f32,
    /// Ambient light.
    pub ambient: Color,
    /// Distances at which the sun's shadows become coarser, in metres.
    pub shadows: [f32; 3],
}

/// Writes the shader.
pub fn write_shader(output: &mut Output) -> Result<(), Box<dyn Error>> {
    output.write_resource(SHADER, include_bytes!("air.shader"))
}

/// The lights of a sky.
pub struct Lights {
    pub sun: Handle<Node>,
    /// The light of the sky itself.
    pub fill: Handle<Node>,
}

impl Sky {
    /// Writes the material and adds air and lights to a scene.
    pub fn add(&self, output: &mut Output, scene: &mut Scene) -> Result<Lights, Box<dyn Error>> {
        material::write_material(output, self.material, self.material())?;
        let options = &mut scene.rendering_options;
        options.environment_lighting_source = EnvironmentLightingSource::AmbientColor;
        options.ambient_lighting_color = self.ambient;
        options.clear_color = Some(self.horizon);
        scene.set_skybox(None);
        let base = Place::at(0.0, 0.0, 0.0)
            .scaled(SIZE, SIZE, SIZE)
            .base("Air");
        nodes::translucent(scene, base, models::CUBE, self.material);
        Ok(self.add_lights(scene))
    }

    fn material(&self) -> Material {
        let properties = [
            ("zenithColor", self.zenith.into()),
            ("horizonColor", self.horizon.into()),
            ("glowColor", self.glow.into()),
            ("cloudColor", self.cloud.into()),
            ("sunDirection", self.sun_direction.into()),
            ("glow", self.glow_strength.into()),
            ("disc", self.disc.into()),
            ("cover", self.cover.into()),
            ("haze", self.haze.into()),
            ("brightness", self.brightness.into()),
        ];
        material::of_shader(SHADER, &properties)
    }

    fn add_lights(&self, scene: &mut Scene) -> Lights {
        let mut cascades = CsmOptions::default();
        cascades.split_options = FrustumSplitOptions::Absolute {
            far_planes: self.shadows,
        };
        let sun = BaseLightBuilder::new(shining("Sun", -self.sun_direction))
            .with_color(self.sun)
            .with_scatter_enabled(false)
            .with_intensity(self.sun_intensity);
        let sun = DirectionalLightBuilder::new(sun).with_csm_options(cascades);
        let sun = scene.graph.add_node(sun.build_node());
        // From the side opposite to the sun, so that shaded faces are not flat.
        let away = Vector3::new(self.sun_direction.x, -1.6, self.sun_direction.z);
        let base = shining("Light of the Sky", away).with_cast_shadows(false);
        let fill = BaseLightBuilder::new(base)
            .with_color(self.fill)
            .with_scatter_enabled(false)
            .with_intensity(self.fill_intensity);
        let fill = DirectionalLightBuilder::new(fill);
        let fill = scene.graph.add_node(fill.build_node());
        Lights { sun, fill }
    }
}

/// The base of a light along a direction: lights shine along their own -Y.
fn shining(name: &str, direction: Vector3<f32>) -> BaseBuilder {
    let rotation = UnitQuaternion::rotation_between(&-Vector3::y(), &direction).unwrap_or_default();
    let transform = TransformBuilder::new().with_local_rotation(rotation);
    BaseBuilder::new()
        .with_name(name)
        .with_local_transform(transform.build())
}
