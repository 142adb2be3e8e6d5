//! Height fields.

use crate::{
    compare::Comparison,
    scenes::{add_solid, collect, transform, BODY},
};
use fyrox::{
    core::{algebra::Vector2, pool::Handle},
    scene::{
        base::BaseBuilder,
        collider::{ColliderShape, GeometrySource},
        graph::Graph,
        node::Node,
        terrain::{Terrain, TerrainBuilder},
        Scene,
    },
};
use fyrox_flock::sim::Vec3;

/// Hills on 2 x 3 chunks, at another place than the collider.
fn add_terrain(graph: &mut Graph, has_holes: bool, scale: Vec3) -> Handle<Terrain> {
    let place = transform(Vec3::new(9.0, 8.0, 7.0), 0.3, scale);
    let terrain = TerrainBuilder::new(BaseBuilder::new().with_local_transform(place))
        .with_width_chunks(-1..1)
        .with_length_chunks(0..3)
        .with_chunk_size(Vector2::new(4.0, 2.0))
        .with_height_map_size(Vector2::new(19, 11))
        .with_holes(has_holes)
        .build(graph);
    graph[terrain].for_each_height_map_pixel(|height, at| {
        *height = (at.x * 0.9).sin() + (at.y * 1.3).cos() * 0.7;
    });
    if has_holes {
        for chunk in graph[terrain].chunks_mut() {
            let mask = chunk.hole_mask().expect("the terrain has holes").clone();
            let mut mask = mask.data_ref();
            let mut mask = mask.modify();
            let pixels = mask.data_mut_of_type::<u8>().expect("a byte a cell");
            for (index, pixel) in pixels.iter_mut().enumerate() {
                *pixel = if index % 7 < 2 { 0 } else { 255 };
            }
        }
    }
    terrain
}

fn assert_same(has_holes: bool, scale: Vec3) {
    let mut scene = Scene::new();
    let terrain: Handle<Node> = add_terrain(&mut scene.graph, has_holes, scale).to_base();
    add_solid(
        &mut scene.graph,
        ColliderShape::heightfield(GeometrySource(terrain)),
    );
    let mut comparison = Comparison::new(2e-3);
    comparison.around = BODY;
    comparison.reach = Vec3::repeat(2.5);
    let hits = comparison.count_same_hits(&mut scene);
    assert!(hits > 300, "only {hits} rays were compared");
    let cells = 6 * 16 * 8;
    let count = collect(&mut scene).triangles.len();
    assert_eq!(count < 2 * cells, has_holes, "{count}");
}

#[test]
fn terrain_of_several_chunks_is_where_physics_has_it() {
    assert_same(false, Vec3::repeat(1.0));
}

#[test]
fn scaled_terrain_is_where_physics_has_it() {
    assert_same(false, Vec3::new(0.5, 1.7, 1.3));
}

#[test]
fn holes_in_a_terrain_are_where_physics_has_them() {
    assert_same(true, Vec3::repeat(1.0));
}
