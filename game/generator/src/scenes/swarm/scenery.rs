//! The scenery of the garden: tile maps, colliders, lamps, the lantern and the camera.

use super::{
    garden::{self, Place, HEIGHT, WIDTH},
    maps::{self, BLOCKS},
    names::{
        BUSH_MATERIAL, BUSH_PICTURE, COLUMN_MATERIAL, COLUMN_PICTURE, FLIGHT, FRUIT_MATERIAL,
        FRUIT_PICTURE, GLOW_MATERIAL, GLOW_PICTURE, LAMP_MATERIAL, LAMP_PICTURE,
    },
    parts::{add_body, add_light, add_picture, at_height, base, LIGHTS},
};
use crate::base::{material, output::Output};
use flock_demo::Lantern;
use fyrox::{
    core::{algebra::Vector3, color::Color},
    graph::SceneGraph,
    material::Material,
    scene::{
        camera::{CameraBuilder, Exposure, OrthographicProjection, Projection},
        collider::InteractionGroups,
        dim2::collider::ColliderShape,
        pivot::PivotBuilder,
        Scene,
    },
};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// Height of the lamps above the ground, towards the camera, in metres along -Z.
const LAMPS: f32 = -0.4;

/// Half of the height that the camera shows, in metres.
const HALF_VIEW: f32 = 11.4;

pub fn write_materials(output: &mut Output) -> Result<(), Box<dyn Error>> {
    for (path, picture) in [
        (GLOW_MATERIAL, GLOW_PICTURE),
        (LAMP_MATERIAL, LAMP_PICTURE),
        (BUSH_MATERIAL, BUSH_PICTURE),
        (COLUMN_MATERIAL, COLUMN_PICTURE),
        (FRUIT_MATERIAL, FRUIT_PICTURE),
    ] {
        let mut material = Material::standard_2d();
        material.bind("diffuseTexture", material::texture(picture));
        material::write_material(output, path, material)?;
    }
    Ok(())
}

/// The middle of a place of the plan, in the plane of flight. The camera looks along +Z, so +X is to its left.
fn middle(column: i32, row: i32) -> Vec3 {
    let (x, y) = (column as f32 + 0.5, row as f32 + 0.5);
    Vec3::new(WIDTH as f32 / 2.0 - x, HEIGHT as f32 / 2.0 - y, FLIGHT)
}

/// The positions of the lamps, in the plane of flight.
pub fn lamps() -> impl Iterator<Item = Vec3> {
    let lamps = garden::places().filter(|(_, _, place)| *place == Place::Lamp);
    lamps.map(|(column, row, _)| middle(column, row))
}

pub fn add(scene: &mut Scene) {
    add_camera(scene);
    maps::add(scene);
    add_round_things(scene);
    for (number, place) in lamps().enumerate() {
        add_lamp(scene, &format!("Lamp {number}"), place);
    }
    add_lantern(scene);
}

fn add_camera(scene: &mut Scene) {
    let base = base("Camera", Vec3::new(0.0, 0.0, -10.0));
    let camera = CameraBuilder::new(base)
        .with_projection(Projection::Orthographic(OrthographicProjection {
            z_near: 0.1,
            z_far: 20.0,
            vertical_size: HALF_VIEW,
        }))
        .with_exposure(Exposure::Manual(1.5))
        .build_node();
    scene.graph.add_node(camera);
}

/// Columns, bushes and lamp posts have balls as colliders.
fn add_round_things(scene: &mut Scene) {
    let round = garden::places().filter_map(|(column, row, place)| {
        let radius = place.round()?;
        Some((middle(column, row), place, radius))
    });
    for (number, (position, place, radius)) in round.enumerate() {
        let (kind, material) = match place {
            Place::Column => ("Column", Some(COLUMN_MATERIAL)),
            Place::Bush => ("Bush", Some(BUSH_MATERIAL)),
            _ => ("Lamp Post", None),
        };
        let name = format!("{kind} {number}");
        let (shape, everybody) = (ColliderShape::ball(radius), InteractionGroups::default());
        add_body(scene, &name, position, shape, everybody);
        if let Some(material) = material {
            // In their pictures they extend to 0.7 of the half edge.
            let size = 2.0 * radius / 0.7;
            let picture = format!("{name} Picture");
            add_picture(scene, &picture, at_height(position, BLOCKS), size, material);
        }
    }
}

fn add_lamp(scene: &mut Scene, name: &str, place: Vec3) {
    let glow = Color::opaque(255, 186, 112);
    add_picture(scene, name, at_height(place, LAMPS), 0.62, LAMP_MATERIAL);
    let halo = format!("{name} Glow");
    add_picture(
        scene,
        &halo,
        at_height(place, LAMPS - 0.05),
        3.4,
        GLOW_MATERIAL,
    );
    let light = format!("{name} Light");
    add_light(scene, &light, at_height(place, LIGHTS), 6.0, glow);
}

/// The lantern that the visitor moves.
fn add_lantern(scene: &mut Scene) {
    let node = PivotBuilder::new(
        base("Lantern", Vec3::new(0.0, 0.0, FLIGHT)).with_script(Lantern::default()),
    )
    .build_node();
    let lantern = scene.graph.add_node(node);
    let parts = [
        add_picture(
            scene,
            "Lantern Picture",
            Vec3::new(0.0, 0.0, -0.3),
            0.9,
            LAMP_MATERIAL,
        ),
        add_picture(
            scene,
            "Lantern Glow",
            Vec3::new(0.0, 0.0, -0.35),
            5.0,
            GLOW_MATERIAL,
        ),
        add_light(
            scene,
            "Lantern Light",
            Vec3::new(0.0, 0.0, LIGHTS - FLIGHT),
            9.0,
            Color::opaque(255, 214, 150),
        ),
    ];
    for part in parts {
        scene.graph.link_nodes(part, lantern);
    }
}
