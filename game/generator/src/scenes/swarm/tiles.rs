//! The tiles of the garden: their image, and the tile set.

use super::{
    names::{TILES, TILE_MATERIAL, TILE_PICTURE},
    tile::{cell, rows, Tile, COLUMNS},
    tile_paint::Painter,
};
use crate::base::{
    image::{Image, Rgba},
    material,
    output::{uuid_of, Output},
};
use fyrox::{
    core::{
        algebra::Vector2,
        color::Color,
        visitor::{Visit, Visitor},
        Uuid,
    },
    scene::tilemap::{
        tileset::{
            TileBounds, TileDefinition, TileMaterialBounds, TileSet, TileSetColliderLayer,
            TileSetPage, TileSetPageSource,
        },
        TileCollider,
    },
};
use std::error::Error;

/// Edge of a tile in its image in pixels, and the border around it that separates it from its
/// neighbours.
const EDGE: u32 = 40;
const BORDER: u32 = 1;

/// The name of the collider layer.
pub const SOLID: &str = "Solid";

/// Writes the image of all tiles, its material and the tile set.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    paint_all().write(output, TILE_PICTURE)?;
    let mut material = fyrox::material::Material::standard_tile();
    material.bind("diffuseTexture", material::texture(TILE_PICTURE));
    material::write_material(output, TILE_MATERIAL, material)?;
    let mut visitor = Visitor::new();
    tile_set().visit("TileSet", &mut visitor)?;
    output.write_visitor(TILES, &visitor)
}

fn paint_all() -> Image {
    let (tiles, painter) = (Tile::all(), Painter::new());
    let cell_edge = (EDGE + 2 * BORDER) as f32;
    let size = [COLUMNS, rows()].map(|cells| cells * (EDGE + 2 * BORDER));
    Image::transparent(size[0], size[1], |u, v| {
        let (x, y) = (
            u * size[0] as f32 / cell_edge,
            v * size[1] as f32 / cell_edge,
        );
        let index = y as u32 * COLUMNS + x as u32;
        let inside = |at: f32| (at.fract() * cell_edge - BORDER as f32) / EDGE as f32;
        let half = 0.5 / EDGE as f32;
        let (u, v) = (inside(x), inside(y));
        let (u, v) = (u.clamp(half, 1.0 - half), v.clamp(half, 1.0 - half));
        match tiles.get(index as usize) {
            Some(tile) => painter.paint(*tile, u, v),
            None => Rgba::zeros(),
        }
    })
}

fn tile_set() -> TileSet {
    let layer: Uuid = uuid_of(&format!("{TILES}#{SOLID}"));
    let mut source = TileSetPageSource::new_free();
    let TileSetPageSource::Freeform(definitions) = &mut source else {
        unreachable!("the page was made free");
    };
    for (index, tile) in Tile::all().into_iter().enumerate() {
        let [column, row] = cell(index as u32);
        let corner = |right: u32, down: u32| {
            let at = |cell: u32, far: u32| cell * (EDGE + 2 * BORDER) + BORDER + far * EDGE;
            Vector2::new(at(column, right), at(row, down))
        };
        let mut definition = TileDefinition {
            material_bounds: TileMaterialBounds {
                material: material::reference(TILE_MATERIAL),
                bounds: TileBounds {
                    left_top_corner: corner(0, 0),
                    right_top_corner: corner(1, 0),
                    right_bottom_corner: corner(1, 1),
                    left_bottom_corner: corner(0, 1),
                },
            },
            data: Default::default(),
        };
        if matches!(tile, Tile::Hedge(_) | Tile::Wall(_) | Tile::Boulder(_)) {
            let solid = TileCollider::Rectangle;
            definition.data.colliders.insert(layer, solid);
        }
        definitions.insert(Vector2::new(column as i32, -(row as i32)), definition);
    }
    let mut set = TileSet::default();
    set.colliders.push(TileSetColliderLayer {
        uuid: layer,
        name: SOLID.into(),
        color: Color::opaque(255, 120, 60),
    });
    let icon = Tile::Hedge(0).handle();
    set.pages
        .insert(Vector2::new(0, 0), TileSetPage { icon, source });
    set
}
