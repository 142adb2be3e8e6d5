//! Tile maps.

use crate::{compare::Comparison, scenes::collect_as};
use fyrox::{
    asset::Resource,
    core::{algebra::Vector2, color::Color, Uuid},
    scene::{
        base::BaseBuilder,
        dim2::{
            collider::{ColliderBuilder, ColliderShape, GeometrySource, TileMapShape},
            rigidbody::RigidBodyBuilder,
        },
        rigidbody::RigidBodyType,
        tilemap::{
            tileset::{
                TileDefinition, TileSet, TileSetColliderLayer, TileSetPage, TileSetPageSource,
            },
            TileCollider, TileDefinitionHandle, TileMapBuilder, Tiles,
        },
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::{geometry::SolidQuery, sim::Vec3};

/// A tile set with one tile, which is solid.
fn tile_set() -> (TileSet, TileDefinitionHandle) {
    let layer = Uuid::new_v4();
    let mut tile = TileDefinition::default();
    tile.data.colliders.insert(layer, TileCollider::Rectangle);
    let handle = TileDefinitionHandle::new(0, 0, 0, 0);
    let mut set = TileSet::default();
    set.colliders.push(TileSetColliderLayer {
        uuid: layer,
        name: "Solid".into(),
        color: Color::WHITE,
    });
    let mut source = TileSetPageSource::new_free();
    if let TileSetPageSource::Freeform(tiles) = &mut source {
        tiles.insert(Vector2::new(0, 0), tile);
    }
    let icon = handle;
    set.pages
        .insert(Vector2::new(0, 0), TileSetPage { icon, source });
    (set, handle)
}

#[test]
fn tile_map_is_where_physics_has_it() {
    let mut scene = Scene::new();
    let graph = &mut scene.graph;
    let (set, tile) = tile_set();
    let mut tiles = Tiles::default();
    for (x, y) in [(0, 0), (1, 0), (-1, 1), (2, 2)] {
        tiles.insert(Vector2::new(x, y), tile);
    }
    let place = TransformBuilder::new()
        .with_local_position(Vec3::new(0.5, -1.0, 2.0))
        .with_local_scale(Vec3::new(0.8, 0.6, 1.0));
    let base = BaseBuilder::new().with_local_transform(place.build());
    let map = TileMapBuilder::new(base)
        .with_tile_set(Resource::new_embedded(set))
        .with_tiles(&tiles)
        .with_tile_scale(Vector2::new(0.9, 1.2))
        .build(graph);
    let shape = ColliderShape::TileMap(TileMapShape {
        tile_map: GeometrySource(map.to_base()),
        layer_name: "Solid".into(),
    });
    let collider = ColliderBuilder::new(BaseBuilder::new()).with_shape(shape);
    let collider = collider.build(graph);
    RigidBodyBuilder::new(BaseBuilder::new().with_child(collider))
        .with_body_type(RigidBodyType::Static)
        .build(graph);
    graph.update_hierarchical_data();
    let comparison = Comparison {
        around: Vec3::new(0.5, -1.0, 0.0),
        reach: Vec3::new(2.0, 2.0, 0.0),
        tolerance: 1e-3,
        query: SolidQuery {
            extrusion: Some([-1.0, 1.0]),
            ..SolidQuery::default()
        },
    };
    let hits = comparison.count_same_flat_hits(&mut scene);
    assert!(hits > 300, "only {hits} rays were compared");
    let found = collect_as(&mut scene, &comparison.query);
    // Two triangles for each tile, each a prism of eight triangles.
    assert_eq!(found.triangles.len(), 4 * 2 * 8);
}
