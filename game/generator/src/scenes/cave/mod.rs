//! The cave scene: two halls under water, joined by a passage, and a school that swims through
//! them.

mod guide;
mod rock;

use crate::{
    base::{
        camera::Camera,
        colliders::mesh_body,
        material,
        nodes::{self, Place},
        output::Output,
        pattern::Random,
        surface::write_data,
    },
    shared::{growth::Growth, materials as m, models, school, textures},
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
        light::{point::PointLightBuilder, spot::SpotLightBuilder, BaseLightBuilder},
        mesh::surface::SurfaceData,
        node::Node,
        transform::TransformBuilder,
        EnvironmentLightingSource, Scene,
    },
};
use fyrox_flock::{
    reef::textured_surface,
    sim::{
        settings::{AlignTo, Boundary, Detail, Neighbours, Region, Rule, Wander},
        Geometry, Settings,
    },
};
use rock::{terrain, FAR_HALL, HALL};
use std::error::Error;

/// Paths below the data folder.
const CAVE: &str = "cave.rgs";
const SURFACE: &str = "models/cave.surface";
/// Size of one repetition of the rock texture, in metres.
const TEXTURE_SIZE: f32 = 2.2;
/// Number of attempts to place corals and weeds.
const PLANTS: usize = 160;

/// The surface of the rock, for drawing and as geometry.
fn surface() -> Result<SurfaceData, Box<dyn Error>> {
    let triangles = terrain().triangles()?;
    Ok(textured_surface(&triangles, TEXTURE_SIZE)?)
}

/// Writes the scene with the rock.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    write_data(output, SURFACE, surface()?)?;
    let mut scene = Scene::new();
    let camera = Camera {
        position: HALL + Vector3::new(-2.2, 0.9, 3.4),
        yaw: 141.0,
        pitch: 2.0,
        field_of_view: 74.0,
        exposure: 1.8,
        speed: 2.5,
        near: 0.05,
        far: 60.0,
    };
    let eye = camera.add(&mut scene, CAVE);
    add_lights(&mut scene);
    let rock = nodes::mesh(&mut scene, "Rock", SURFACE, m::PALE_ROCK);
    mesh_body(&mut scene, Place::at(0.0, 0.0, 0.0).base("Cave"), rock);
    add_growth(&mut scene)?;
    add_water(&mut scene);
    let school = school::add(&mut scene, HALL, settings());
    guide::add(&mut scene, school, eye, &camera);
    nodes::panel(&mut scene);
    nodes::write_scene(output, CAVE, &mut scene)
}

/// A school that flows through the halls.
fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 6000;
    settings.spawn.speed = 1.2;
    settings.spawn.region = Region::Sphere {
        center: Vector3::new(1.5, -0.3, -1.5),
        radius: 3.0,
    };
    settings.cohesion = Rule::new(2.0, 0.9);
    settings.separation = Rule::new(3.0, 0.3);
    settings.alignment = Rule::new(2.5, 0.7);
    settings.neighbours = Neighbours {
        align_to: AlignTo::VelocityDifference,
        ..Neighbours::default()
    };
    settings.wander = Wander {
        enabled: true,
        weight: 0.4,
        ..Wander::default()
    };
    settings.motion.min_speed = 0.9;
    settings.motion.max_speed = 1.6;
    settings.motion.max_acceleration = 6.0;
    settings.motion.flattening = 0.5;
    let half = terrain().size / 2.0;
    settings.boundary = Boundary::new(Region::Box {
        min: -half - HALL,
        max: half - HALL,
    });
    settings.collision.body_radius = 0.06;
    settings.detail = Detail {
        enabled: true,
        second: 12.0,
        fourth: 24.0,
        eighth: 48.0,
        ..Detail::default()
    };
    settings
}

fn add_lights(scene: &mut Scene) {
    let options = &mut scene.rendering_options;
    options.environment_lighting_source = EnvironmentLightingSource::AmbientColor;
    options.ambient_lighting_color = Color::opaque(52, 78, 96);
    options.clear_color = Some(Color::opaque(3, 10, 16));
    scene.set_skybox(None);
    let above = Vector3::new(0.8, 3.8, -0.6);
    caustics(scene, "Hall Caustics", HALL + above, 16.0);
    caustics(scene, "Far Hall Caustics", FAR_HALL + above, 16.0);
    let blue = Color::opaque(110, 200, 255);
    let warm = Color::opaque(255, 190, 120);
    point(
        scene,
        "Hall",
        HALL + Vector3::new(-1.0, 2.0, 1.5),
        blue,
        9.0,
        1.5,
    );
    point(
        scene,
        "Passage",
        Vector3::new(-2.2, 0.6, -1.4),
        warm,
        6.0,
        2.0,
    );
    point(
        scene,
        "Far Hall",
        Vector3::new(-1.0, 1.0, -6.4),
        blue,
        9.0,
        2.0,
    );
}

fn caustics(scene: &mut Scene, name: &str, position: Vector3<f32>, intensity: f32) {
    let transform = TransformBuilder::new()
        .with_local_position(position)
        .with_local_rotation(UnitQuaternion::from_axis_angle(&Vector3::x_axis(), 0.2));
    let base = BaseBuilder::new()
        .with_name(name)
        .with_local_transform(transform.build());
    let light = BaseLightBuilder::new(base)
        .with_color(Color::opaque(226, 246, 255))
        .with_scatter_enabled(false)
        .with_intensity(intensity);
    let node = SpotLightBuilder::new(light)
        .with_distance(14.0)
        .with_hotspot_cone_angle(84.0_f32.to_radians())
        .with_falloff_angle_delta(24.0_f32.to_radians())
        .with_cookie_texture(material::texture(textures::CAUSTICS_COOKIE))
        .build_node();
    scene.graph.add_node(node);
}

fn point(
    scene: &mut Scene,
    name: &str,
    position: Vector3<f32>,
    color: Color,
    radius: f32,
    intensity: f32,
) {
    let base = Place::at(position.x, position.y, position.z)
        .base(name)
        .with_cast_shadows(false);
    let light = BaseLightBuilder::new(base)
        .with_color(color)
        .with_scatter_enabled(false)
        .with_intensity(intensity);
    let node = PointLightBuilder::new(light)
        .with_radius(radius)
        .build_node();
    scene.graph.add_node(node);
}

/// Corals and weeds on the ground of both halls.
fn add_growth(scene: &mut Scene) -> Result<(), Box<dyn Error>> {
    let (rock, _) = Geometry::new(&terrain().triangles()?);
    let mut random = Random::new(5);
    let growth = Growth {
        rock: &rock,
        room: 0.5,
        flatness: 0.75,
        group: nodes::group(scene, "Growth"),
    };
    for (number, hall) in (0..PLANTS).zip([HALL, FAR_HALL].into_iter().cycle()) {
        let mut offset = random.direction() * random.between(0.5, 6.0);
        offset.y = 0.0;
        let size = random.between(0.8, 1.6);
        growth.add(scene, &mut random, number, hall + offset, size);
    }
    Ok(())
}

/// Adds the haze of the water.
fn add_water(scene: &mut Scene) -> Handle<Node> {
    let size = terrain().size;
    let place = Place::at(0.0, 0.0, 0.0).scaled(size.x, size.y, size.z);
    nodes::translucent(scene, place.base("Water"), models::CUBE, m::CAVE_WATER)
}
