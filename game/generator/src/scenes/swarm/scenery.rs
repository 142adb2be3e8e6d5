//! The scenery of the garden: tile maps, colliders, lamps, the lantern and the camera.

use super::{
    garden::{self, Place, HEIGHT, WIDTH},
    names::{
        BUSH_MATERIAL, BUSH_PICTURE, COLUMN_MATERIAL, COLUMN_PICTURE, FLIGHT, GLOW_MATERIAL,
        GLOW_PICTURE, LAMP_MATERIAL, LAMP_PICTURE, SWARM, TILES,
    },
    tile::{Tile, PERIOD},
    tiles::SOLID,
};
use crate::base::{
    material,
    output::{resource_uuid, uuid_of, Output},
    pattern::Random,
};
use flock_demo::Lantern;
use fyrox::{
    asset::{untyped::ResourceKind, Resource},
    core::{
        algebra::{Vector2, Vector3},
        color::Color,
        pool::Handle,
    },
    graph::SceneGraph,
    material::Material,
    scene::{
        base::BaseBuilder,
        camera::{CameraBuilder, Exposure, OrthographicProjection, Projection},
        dim2::{
            collider::{ColliderBuilder, ColliderShape, GeometrySource, TileMapShape},
            rectangle::RectangleBuilder,
            rigidbody::RigidBodyBuilder,
        },
        light::{point::PointLightBuilder, BaseLightBuilder},
        node::Node,
        pivot::PivotBuilder,
        rigidbody::RigidBodyType,
        tilemap::{tileset::TileSet, TileMapBuilder, TileMapData},
        transform::TransformBuilder,
        Scene,
    },
};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// Heights of the layers above the ground, towards the camera, in metres along -Z.
const DETAILS: f32 = -0.1;
const SHADOWS: f32 = -0.2;
const BLOCKS: f32 = -0.3;
const LAMPS: f32 = -0.4;
const LIGHTS: f32 = -1.8;

/// Half of the height that the camera shows, in metres.
const HALF_VIEW: f32 = 11.4;

pub fn write_materials(output: &mut Output) -> Result<(), Box<dyn Error>> {
    for (path, picture) in [
        (GLOW_MATERIAL, GLOW_PICTURE),
        (LAMP_MATERIAL, LAMP_PICTURE),
        (BUSH_MATERIAL, BUSH_PICTURE),
        (COLUMN_MATERIAL, COLUMN_PICTURE),
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
    add_map(scene, "Ground", 0.0, ground);
    add_map(scene, "Details", DETAILS, detail);
    add_map(scene, "Shadows", SHADOWS, shadow);
    let blocks = add_map(scene, "Blocks", BLOCKS, block);
    let shape = ColliderShape::TileMap(TileMapShape {
        tile_map: GeometrySource(blocks),
        layer_name: SOLID.into(),
    });
    add_body(scene, "Walls and Hedges", Vec3::zeros(), shape);
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

fn base(name: &str, position: Vec3) -> BaseBuilder {
    let transform = TransformBuilder::new().with_local_position(position);
    BaseBuilder::new()
        .with_name(name)
        .with_local_transform(transform.build())
}

/// Adds a tile map; `tile` gives the tile of each place, if it has one.
fn add_map(
    scene: &mut Scene,
    name: &str,
    z: f32,
    tile: impl Fn(i32, i32, Place) -> Option<Tile>,
) -> Handle<Node> {
    let mut data = TileMapData::default();
    for (column, row, place) in garden::places() {
        if let Some(tile) = tile(column, row, place) {
            // Tile coordinates increase to the right and up.
            data.set(Vector2::new(column, HEIGHT - 1 - row), tile.handle());
        }
    }
    let corner = Vec3::new(WIDTH as f32 / 2.0, -HEIGHT as f32 / 2.0, z);
    let set = Resource::new_ok(
        resource_uuid(TILES),
        ResourceKind::External,
        TileSet::default(),
    );
    let mut node = TileMapBuilder::new(base(name, corner))
        .with_tile_set(set)
        .build_node();
    if let Some(map) = node.cast_mut::<fyrox::scene::tilemap::TileMap>() {
        // The builder assigns a random id.
        let id = uuid_of(&format!("{SWARM}#{name}"));
        map.tiles = Some(Resource::new_ok(id, ResourceKind::Embedded, data)).into();
    }
    scene.graph.add_node(node)
}

fn ground(column: i32, row: i32, place: Place) -> Option<Tile> {
    let part = |at: i32| at.rem_euclid(PERIOD as i32) as u32;
    let (x, y) = (part(column), part(row));
    Some(match place {
        Place::Path | Place::Column => Tile::Cobbles(x, y),
        Place::Water => Tile::Water(x, y),
        _ => Tile::Grass(x, y),
    })
}

fn detail(column: i32, row: i32, place: Place) -> Option<Tile> {
    let is_paved = |place: Place| matches!(place, Place::Path | Place::Column);
    match place {
        Place::Path | Place::Column => {
            let grass = garden::sides(column, row, |it| !is_paved(it) && it != Place::Wall);
            (grass > 0).then_some(Tile::Tufts(grass))
        }
        Place::Water => {
            let bank = garden::sides(column, row, |it| it != Place::Water);
            (bank > 0).then_some(Tile::Stones(bank))
        }
        Place::Flowers => {
            let mut random = Random::new((column * 100 + row) as u64);
            Some(Tile::Flowers((random.unit() * 3.0) as u32 % 3))
        }
        _ => None,
    }
}

fn shadow(column: i32, row: i32, place: Place) -> Option<Tile> {
    let casts = |x: i32, y: i32| u32::from(garden::at(column + x, row + y).is_block());
    let mask = casts(0, -1) + 2 * casts(-1, 0) + 4 * casts(-1, -1);
    (mask > 0 && !place.is_block()).then_some(Tile::Shade(mask))
}

fn block(column: i32, row: i32, place: Place) -> Option<Tile> {
    let alike = garden::sides(column, row, |it| it == place);
    match place {
        Place::Hedge => Some(Tile::Hedge(alike)),
        Place::Wall => Some(Tile::Wall(alike)),
        _ => None,
    }
}

/// Adds a static body of 2D physics.
fn add_body(scene: &mut Scene, name: &str, position: Vec3, shape: ColliderShape) -> Handle<Node> {
    let node = RigidBodyBuilder::new(base(name, position))
        .with_body_type(RigidBodyType::Static)
        .build_node();
    let body = scene.graph.add_node(node);
    let collider = ColliderBuilder::new(BaseBuilder::new().with_name(format!("{name} Collider")))
        .with_shape(shape)
        .build_node();
    let collider = scene.graph.add_node(collider);
    scene.graph.link_nodes(collider, body);
    body
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
        add_body(scene, &name, position, ColliderShape::ball(radius));
        if let Some(material) = material {
            // In their pictures they extend to 0.7 of the half edge.
            let size = 2.0 * radius / 0.7;
            let picture = format!("{name} Picture");
            add_picture(scene, &picture, at_height(position, BLOCKS), size, material);
        }
    }
}

/// Adds a picture of this size, in metres.
fn add_picture(
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

fn add_light(
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

fn at_height(place: Vec3, z: f32) -> Vec3 {
    Vec3::new(place.x, place.y, z)
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
