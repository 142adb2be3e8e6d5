//! The contents of the scene.

use crate::options::{BodyKind, Light, Options};
use fyrox::{
    asset::{manager::ResourceManager, untyped::ResourceKind},
    core::{
        algebra::{Matrix4, UnitQuaternion, Vector2, Vector3},
        color::Color,
        futures::executor::block_on,
        uuid::Uuid,
    },
    graph::NodeMapping,
    material::{Material, MaterialResource},
    resource::model::{Model, ModelResource},
    scene::{
        base::BaseBuilder,
        camera::CameraBuilder,
        graph::Graph,
        light::{
            directional::DirectionalLightBuilder, point::PointLightBuilder, spot::SpotLightBuilder,
            BaseLightBuilder,
        },
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            MeshBuilder, RenderPath,
        },
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::render::{
    BakedClips, BodyShape, ClipBlend, ClipChoice, DrawnBody, ForwardAxis, MotionKind, Progress,
};
use std::{f32::consts::TAU, path::Path};

fn place(position: [f32; 3], yaw: f32, pitch: f32) -> BaseBuilder {
    let rotation = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), yaw)
        * UnitQuaternion::from_axis_angle(&Vector3::x_axis(), pitch);
    BaseBuilder::new().with_local_transform(
        TransformBuilder::new()
            .with_local_position(Vector3::from(position))
            .with_local_rotation(rotation)
            .build(),
    )
}

pub fn add_camera(graph: &mut Graph, options: &Options) {
    let base = match options.far {
        Some(far) => place([0.0, 0.1 * far, -far], 0.0, 0.1),
        None if options.tank => place([0.0, 1.75, -4.7], 0.0, 0.07),
        None if options.close => place([0.0, 0.75, -1.1], 0.0, 0.35),
        None => place([0.0, 2.4, -4.2], 0.0, 0.4),
    };
    let mut camera = CameraBuilder::new(base).with_z_near(0.02);
    if options.tank {
        camera = camera.with_fov(50_f32.to_radians());
    }
    camera.build(graph);
}

pub fn add_ground(graph: &mut Graph) {
    let plane = SurfaceData::make_quad(&Matrix4::new_nonuniform_scaling(&Vector3::new(
        20.0, 20.0, 1.0,
    )));
    let mut material = Material::standard();
    material.set_property("diffuseColor", Color::opaque(200, 190, 170));
    MeshBuilder::new(place([0.0; 3], 0.0, TAU / 4.0))
        .with_surfaces(vec![SurfaceBuilder::new(SurfaceResource::new_embedded(
            plane,
        ))
        .with_material(MaterialResource::new_embedded(material))
        .build()])
        .build(graph);
}

pub fn add_lights(graph: &mut Graph, options: &Options) {
    if options.has_light(Light::Directional) {
        let base = BaseLightBuilder::new(place([0.0, 3.0, 0.0], 0.0, 0.6)).with_intensity(0.7);
        DirectionalLightBuilder::new(base).build(graph);
    }
    if options.has_light(Light::Spot) {
        let base = BaseLightBuilder::new(place([0.0, 4.0, 1.5], 0.0, 0.3))
            .with_color(Color::opaque(255, 220, 160))
            .with_intensity(3.0);
        SpotLightBuilder::new(base)
            .with_distance(8.0)
            .with_hotspot_cone_angle(0.8)
            .build(graph);
    }
    if options.has_light(Light::Point) {
        let base = BaseLightBuilder::new(place([1.2, 2.0, 0.5], 0.0, 0.0))
            .with_color(Color::opaque(160, 200, 255))
            .with_intensity(2.0);
        PointLightBuilder::new(base).with_radius(6.0).build(graph);
    }
}

pub fn surface(kind: BodyKind) -> SurfaceResource {
    SurfaceResource::new_embedded(match kind {
        BodyKind::Box => SurfaceData::make_cube(Matrix4::new_scaling(0.04)),
        _ => SurfaceData::make_sphere(10, 9, 0.04, &Matrix4::identity()),
    })
}

pub fn red() -> MaterialResource {
    let mut material = Material::standard();
    material.set_property("diffuseColor", Color::opaque(200, 60, 40));
    material.set_property("texCoordScale", Vector2::new(1.0f32, 1.0));
    MaterialResource::new_embedded(material)
}

fn glass() -> MaterialResource {
    let mut material = Material::standard();
    material.set_property("diffuseColor", Color::from_rgba(80, 160, 220, 90));
    MaterialResource::new_embedded(material)
}

fn model_body(
    surface: SurfaceResource,
    material: MaterialResource,
    render_path: RenderPath,
) -> DrawnBody {
    let mut scene = Scene::new();
    MeshBuilder::new(BaseBuilder::new())
        .with_surfaces(vec![SurfaceBuilder::new(surface)
            .with_material(material)
            .build()])
        .with_render_path(render_path)
        .build(&mut scene.graph);
    let model = Model::new(NodeMapping::UseHandles, scene);
    let model = ModelResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, model);
    DrawnBody::from_model(&model, ForwardAxis::PlusZ).unwrap_or_else(|error| {
        eprintln!("{error}; showing fish instead");
        DrawnBody::fish()
    })
}

/// A rigged model that plays its first animation.
pub fn animated_body(path: &Path, resources: &ResourceManager) -> DrawnBody {
    let choice = ClipChoice {
        blend: ClipBlend::Never,
        ..ClipChoice::on()
    };
    let (forward, progress) = (ForwardAxis::PlusZ, Progress::default());
    let body = block_on(resources.request::<Model>(path))
        .map_err(|error| error.to_string())
        .and_then(|model| {
            let baked = BakedClips::bake(&model, forward, &choice, &progress);
            let baked = baked.map_err(|error| error.to_string())?;
            let body = DrawnBody::from_baked_model(&model, forward, &baked, &choice);
            let body = body.map_err(|error| error.to_string())?;
            Ok(body.with_levels(MotionKind::OfBody))
        });
    body.unwrap_or_else(|error| {
        eprintln!("{error}; showing fish instead");
        DrawnBody::fish()
    })
}

/// The body of a flock.
pub fn body(kind: BodyKind) -> DrawnBody {
    match kind {
        BodyKind::Fish => DrawnBody::fish(),
        BodyKind::Sardine => DrawnBody::of_shape(BodyShape::Sardine),
        BodyKind::Shark => DrawnBody::of_shape(BodyShape::Shark),
        BodyKind::Starling => DrawnBody::of_shape(BodyShape::Starling),
        BodyKind::Crow => DrawnBody::of_shape(BodyShape::Crow),
        BodyKind::Gull => DrawnBody::of_shape(BodyShape::Gull),
        BodyKind::Butterfly => DrawnBody::of_shape(BodyShape::Butterfly),
        BodyKind::Glass => model_body(surface(kind), glass(), RenderPath::Forward),
        BodyKind::Sphere | BodyKind::Box => model_body(surface(kind), red(), RenderPath::Deferred),
    }
}
