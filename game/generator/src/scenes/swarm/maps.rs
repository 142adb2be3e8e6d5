//! The tile maps of the garden: its ground, what lies on it, and what boids do not cross.

use super::{
    garden::{self, Place, HEIGHT, WIDTH},
    maze,
    names::{SWARM, TILES},
    parts::{add_body, base},
    tile::{Tile, PERIOD},
    tiles::SOLID,
};
use crate::base::{
    output::{resource_uuid, uuid_of},
    pattern::Random,
};
use fyrox::{
    asset::{untyped::ResourceKind, Resource},
    core::{
        algebra::{Vector2, Vector3},
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        collider::InteractionGroups,
        dim2::collider::{ColliderShape, GeometrySource, TileMapShape},
        node::Node,
        tilemap::{tileset::TileSet, TileMap, TileMapBuilder, TileMapData},
        Scene,
    },
};

type Vec3 = Vector3<f32>;

/// Heights of the maps above the ground, towards the camera, in metres along -Z.
const DETAILS: f32 = -0.1;
const SHADOWS: f32 = -0.2;
const STONES: f32 = -0.25;
pub const BLOCKS: f32 = -0.3;

/// Adds the maps, and the bodies of those that are solid.
pub fn add(scene: &mut Scene) {
    add_garden(scene, "Ground", 0.0, ground);
    add_garden(scene, "Details", DETAILS, detail);
    add_garden(scene, "Shadows", SHADOWS, shadow);
    let blocks = add_garden(scene, "Blocks", BLOCKS, block);
    let everybody = InteractionGroups::default();
    add_solid(scene, "Walls and Hedges", blocks, everybody);
    add_maze(scene);
}

/// Adds a map of the whole garden; `tile` gives the tile of each place, if it has one.
fn add_garden(
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
    add_map(scene, name, corner, data)
}

/// Adds the stones of the maze, which are smaller than the tiles of the garden.
fn add_maze(scene: &mut Scene) {
    let mut data = TileMapData::default();
    for [column, row] in maze::stones() {
        let mut random = Random::new((column * 1000 + row) as u64);
        let tile = Tile::Boulder((random.unit() * Tile::BOULDERS as f32) as u32);
        data.set(Vector2::new(column, maze::rows() - 1 - row), tile.handle());
    }
    let corner = maze::lower_left() + Vec3::z() * STONES;
    let map = add_map(scene, "Stones", corner, data);
    let scale = Vec3::new(maze::STONE, maze::STONE, 1.0);
    scene.graph[map].local_transform_mut().set_scale(scale);
    add_solid(scene, "Maze", map, maze::groups());
}

/// Adds a tile map whose lower left corner is at a position.
fn add_map(scene: &mut Scene, name: &str, corner: Vec3, data: TileMapData) -> Handle<Node> {
    let set = Resource::new_ok(
        resource_uuid(TILES),
        ResourceKind::External,
        TileSet::default(),
    );
    let mut node = TileMapBuilder::new(base(name, corner))
        .with_tile_set(set)
        .build_node();
    if let Some(map) = node.cast_mut::<TileMap>() {
        // The builder assigns a random id.
        let id = uuid_of(&format!("{SWARM}#{name}"));
        map.tiles = Some(Resource::new_ok(id, ResourceKind::Embedded, data)).into();
    }
    scene.graph.add_node(node)
}

/// Adds a static body of the solid tiles of a map.
fn add_solid(scene: &mut Scene, name: &str, map: Handle<Node>, groups: InteractionGroups) {
    let shape = ColliderShape::TileMap(TileMapShape {
        tile_map: GeometrySource(map),
        layer_name: SOLID.into(),
    });
    add_body(scene, name, Vec3::zeros(), shape, groups);
}

fn ground(column: i32, row: i32, place: Place) -> Option<Tile> {
    let part = |at: i32| at.rem_euclid(PERIOD as i32) as u32;
    let (x, y) = (part(column), part(row));
    Some(match place {
        Place::Path | Place::Column => Tile::Cobbles(x, y),
        Place::Water => Tile::Water(x, y),
        Place::Sand => Tile::Sand(x, y),
        _ => Tile::Grass(x, y),
    })
}

fn detail(column: i32, row: i32, place: Place) -> Option<Tile> {
    let is_paved = |place: Place| matches!(place, Place::Path | Place::Column | Place::Sand);
    match place {
        Place::Path | Place::Column | Place::Sand => {
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
