//! Triangles of the tiles of a TileMap node.

use super::solid_error::SolidError;
use fyrox::{
    core::{
        algebra::{Matrix4, Point2, Vector3},
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{dim2::collider::TileMapShape, graph::Graph, node::Node, tilemap::TileMap},
};
use std::hash::{Hash, Hasher};

/// The triangles of all tiles with a collider on the layer of the shape, in the frame of the
/// collider. The physics engine reads the tiles in the pose that they have when the collider is
/// created.
pub(super) fn triangles(
    graph: &Graph,
    collider: Handle<Node>,
    shape: &TileMapShape,
) -> Result<Vec<[[f32; 2]; 3]>, SolidError> {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    build(graph, collider, shape, &mut vertices, &mut triangles);
    let corner = |index: u32| vertices.get(index as usize).map(|at| [at.x, at.y]);
    let triangles = triangles.into_iter().filter_map(|[a, b, c]: [u32; 3]| {
        let corners = [corner(a)?, corner(b)?, corner(c)?];
        corners
            .iter()
            .flatten()
            .all(|x| x.is_finite())
            .then_some(corners)
    });
    let triangles: Vec<_> = triangles.collect();
    if triangles.is_empty() {
        return Err(SolidError::NoTiles);
    }
    Ok(triangles)
}

fn build(
    graph: &Graph,
    collider: Handle<Node>,
    shape: &TileMapShape,
    vertices: &mut Vec<Point2<f32>>,
    triangles: &mut Vec<[u32; 3]>,
) -> Option<()> {
    let map = graph.try_get_of_type::<TileMap>(shape.tile_map.0).ok()?;
    let tile_set = map.tile_set()?.data_ref();
    let tile_set = tile_set.as_loaded_ref()?;
    let tiles = map.tiles()?.data_ref();
    let tiles = tiles.as_loaded_ref()?;
    let layer = tile_set.collider_name_to_uuid(&shape.layer_name)?;
    let to_collider = graph.isometric_global_transform(collider).try_inverse();
    let scale = map.tile_scale();
    let to_collider = to_collider.unwrap_or_default()
        * map.global_transform()
        * Matrix4::new_nonuniform_scaling(&Vector3::new(-scale.x, scale.y, 1.0));
    for (at, tile) in tiles.iter() {
        let data = tile_set.get_tile_data(tile.into());
        if let Some(collider) = data.and_then(|data| data.colliders.get(&layer)) {
            let at = at.cast::<f32>().to_homogeneous();
            collider.build_collider_shape(&to_collider, at, vertices, triangles);
        }
    }
    Some(())
}

/// Hashes everything that changes when another tile map is assigned or the tile map is loaded.
pub(super) fn hash(graph: &Graph, shape: &TileMapShape, hasher: &mut impl Hasher) {
    shape.tile_map.0.hash(hasher);
    shape.layer_name.hash(hasher);
    if let Ok(map) = graph.try_get_of_type::<TileMap>(shape.tile_map.0) {
        map.tile_set()
            .map(|set| (set.key(), set.is_ok()))
            .hash(hasher);
        map.tiles()
            .map(|tiles| (tiles.key(), tiles.is_ok()))
            .hash(hasher);
    }
}
