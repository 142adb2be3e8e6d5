//! The table: the published fish school measured live, and the school behind the table.

use crate::{
    base::{
        camera::Camera,
        flocks, material,
        nodes::{self, Place},
        output::Output,
    },
    shared::{materials, models},
};
use flock_demo::Table;
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        color::Color,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        light::{directional::DirectionalLightBuilder, BaseLightBuilder},
        pivot::PivotBuilder,
        transform::TransformBuilder,
        EnvironmentLightingSource, Scene,
    },
};
use fyrox_flock::{
    render::BodyShape,
    sim::{settings::Backend, Preset},
    Flock,
};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// Paths below the data folder.
const TABLE: &str = "table.rgs";
const SEA: &str = "materials/sea.material";

/// Half extents of the water in metres, and the height of its middle.
const HALF: Vec3 = Vec3::new(420.0, 30.0, 420.0);
const MIDDLE: f32 = -24.0;

/// Writes the scene.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    material::write_material(output, SEA, materials::sea())?;
    let mut scene = Scene::new();
    let camera = Camera {
        position: Vec3::new(-60.0, -17.0, 205.0),
        yaw: 170.0,
        pitch: -3.0,
        field_of_view: 50.0,
        exposure: 1.3,
        speed: 30.0,
        near: 0.5,
        far: 1200.0,
    };
    camera.add(&mut scene, TABLE);
    add_light(&mut scene);
    add_water(&mut scene);
    let school = flocks::add(&mut scene, "School", Vec3::zeros(), school());
    let table = Table::of(school);
    let base = BaseBuilder::new().with_name("Table").with_script(table);
    scene.graph.add_node(PivotBuilder::new(base).build_node());
    nodes::panel(&mut scene);
    nodes::write_scene(output, TABLE, &mut scene)
}

/// The published school, at the smallest size in the table.
fn school() -> Flock {
    let mut flock = Flock::of(Preset::FishSchool);
    let mut settings = flock.settings();
    settings.spawn.count = 100;
    settings.simulation.backend = Backend::SingleThread;
    flock.set_settings(settings);
    flock.shape = BodyShape::Sardine.into();
    flock.body_motion = Default::default();
    flock
}

fn add_light(scene: &mut Scene) {
    let options = &mut scene.rendering_options;
    options.environment_lighting_source = EnvironmentLightingSource::AmbientColor;
    options.ambient_lighting_color = Color::opaque(70, 116, 136);
    options.clear_color = Some(Color::opaque(12, 70, 100));
    scene.set_skybox(None);
    let down = UnitQuaternion::from_axis_angle(&Vec3::x_axis(), 0.35);
    let transform = TransformBuilder::new().with_local_rotation(down);
    let base = BaseBuilder::new()
        .with_name("Sun")
        .with_cast_shadows(false)
        .with_local_transform(transform.build());
    let light = BaseLightBuilder::new(base)
        .with_color(Color::opaque(226, 244, 255))
        .with_scatter_enabled(false)
        .with_intensity(2.6);
    let light = DirectionalLightBuilder::new(light).build_node();
    scene.graph.add_node(light);
}

/// Adds the water, without geometry, as published.
fn add_water(scene: &mut Scene) {
    let bottom = Place::at(0.0, MIDDLE - HALF.y, 0.0)
        .scaled(2.0 * HALF.x, 0.2, 2.0 * HALF.z)
        .base("Sea Bed");
    nodes::mesh_from(scene, bottom, models::CUBE, materials::SAND);
    let base = Place::at(0.0, MIDDLE, 0.0)
        .scaled(2.0 * HALF.x, 2.0 * HALF.y, 2.0 * HALF.z)
        .base("Water");
    nodes::translucent(scene, base, models::CUBE, SEA);
}
