//! Colliders of 2D physics.

use crate::{compare::Comparison, scenes::collect_as};
use fyrox::{
    core::algebra::{UnitQuaternion, Vector2, Vector3},
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        dim2::{
            collider::{Collider, ColliderBuilder, ColliderShape},
            rigidbody::{RigidBody, RigidBodyBuilder},
        },
        pivot::PivotBuilder,
        rigidbody::RigidBodyType,
        transform::{Transform, TransformBuilder},
        Scene,
    },
};
use fyrox_flock::{
    geometry::SolidQuery,
    sim::{Geometry, Vec3},
};

const CENTER: Vec3 = Vec3::new(1.5, -2.0, 0.0);

fn transform(x: f32, y: f32, angle: f32, scale: f32) -> Transform {
    TransformBuilder::new()
        .with_local_position(Vector3::new(x, y, 3.0))
        .with_local_rotation(UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle))
        .with_local_scale(Vector3::repeat(scale))
        .build()
}

/// A scene with one static collider below a node with a scale.
fn solid(shape: ColliderShape) -> Scene {
    let mut scene = Scene::new();
    let graph = &mut scene.graph;
    let base = BaseBuilder::new().with_name("Wall");
    let collider = ColliderBuilder::new(base.with_local_transform(transform(0.3, -0.2, 0.7, 1.0)))
        .with_shape(shape)
        .build(graph);
    let place = transform(0.6, -0.9, 0.4, 1.0);
    let base = BaseBuilder::new().with_local_transform(place);
    let body = RigidBodyBuilder::new(base.with_child(collider))
        .with_body_type(RigidBodyType::Static)
        .build(graph);
    let base = BaseBuilder::new().with_local_transform(transform(0.2, -0.1, 0.0, 2.0));
    PivotBuilder::new(base.with_child(body)).build(graph);
    scene
}

fn query() -> SolidQuery<'static> {
    SolidQuery {
        extrusion: Some([-0.5, 0.75]),
        ..SolidQuery::default()
    }
}

#[track_caller]
fn assert_same(shape: ColliderShape, tolerance: f64) {
    let mut scene = solid(shape);
    let comparison = Comparison {
        around: CENTER,
        reach: Vec3::new(1.5, 1.5, 0.0),
        tolerance,
        query: query(),
    };
    let hits = comparison.count_same_flat_hits(&mut scene);
    assert!(hits > 300, "only {hits} rays were compared");
    let geometry = Geometry::new(&collect_as(&mut scene, &query()).triangles).0;
    let (min, max) = geometry.bounds().expect("there are triangles");
    assert_eq!((min.z, max.z), (-0.5, 0.75));
}

#[test]
fn disc_is_where_physics_has_it() {
    assert_same(ColliderShape::ball(0.6), 0.02);
}

#[test]
fn rectangle_is_where_physics_has_it() {
    assert_same(ColliderShape::cuboid(0.4, 0.9), 1e-3);
}

#[test]
fn flat_capsule_is_where_physics_has_it() {
    let (begin, end) = (Vector2::new(-0.3, 0.1), Vector2::new(0.5, 0.6));
    assert_same(ColliderShape::capsule(begin, end, 0.4), 0.02);
}

#[test]
fn segment_is_a_sheet_where_physics_has_it() {
    let (begin, end) = (Vector2::new(-0.8, 0.1), Vector2::new(0.9, 0.6));
    assert_same(ColliderShape::segment(begin, end), 1e-3);
}

#[test]
fn flat_triangle_is_solid_either_way_round() {
    let corners = [[-0.8, 0.1], [0.9, 0.6], [0.1, -0.9]].map(Vector2::from);
    let [a, b, c] = corners;
    for shape in [
        ColliderShape::triangle(a, b, c),
        ColliderShape::triangle(a, c, b),
    ] {
        assert_same(shape.clone(), 1e-3);
        let mut scene = solid(shape);
        let geometry = Geometry::new(&collect_as(&mut scene, &query()).triangles).0;
        let (min, max) = geometry.bounds().expect("there are triangles");
        assert!(!geometry.is_clear((min + max) / 2.0, 0.01));
    }
}

#[test]
fn flat_colliders_are_geometry_only_where_walls_are_wanted() {
    let mut scene = solid(ColliderShape::ball(1.0));
    let found = collect_as(&mut scene, &SolidQuery::default());
    assert_eq!((found.nodes, found.skipped), (0, vec![]));
}

#[test]
fn colliders_that_physics_ignores_are_reported() {
    for (shape, parts) in [
        (ColliderShape::trimesh(vec![]), ["shape Trimesh", "Cuboid"]),
        (
            ColliderShape::heightfield(Default::default()),
            ["shape Heightfield", "Cuboid"],
        ),
        (
            ColliderShape::TileMap(Default::default()),
            ["Tile Map", "layers"],
        ),
        (ColliderShape::ball(0.0), ["radius", "above 0"]),
        (ColliderShape::cuboid(1.0, f32::NAN), ["half height", "NaN"]),
        (
            ColliderShape::segment(Vector2::zeros(), Vector2::repeat(f32::NAN)),
            ["corner", "NaN or infinite"],
        ),
        (
            ColliderShape::segment(Vector2::x(), Vector2::x()),
            ["area", "check"],
        ),
    ] {
        let found = collect_as(&mut solid(shape), &query());
        assert_eq!((found.nodes, found.skipped.len()), (0, 1));
        let reason = &found.skipped[0].reason;
        assert!(parts.iter().all(|part| reason.contains(part)), "{reason}");
    }
}

#[test]
fn sensors_and_what_moves_or_is_disabled_are_no_walls() {
    let changes: [fn(&mut Scene); 4] = [
        |scene| _ = collider_of(scene).set_is_sensor(true),
        |scene| _ = collider_of(scene).set_enabled(false),
        |scene| _ = body_of(scene).set_enabled(false),
        |scene| _ = body_of(scene).set_body_type(RigidBodyType::Dynamic),
    ];
    for change in changes {
        let mut scene = solid(ColliderShape::ball(1.0));
        assert_eq!(collect_as(&mut scene, &query()).nodes, 1);
        change(&mut scene);
        assert_eq!(collect_as(&mut scene, &query()).nodes, 0);
    }
}

fn collider_of(scene: &mut Scene) -> &mut Collider {
    let mut nodes = scene.graph.linear_iter_mut();
    nodes
        .find_map(|node| node.cast_mut())
        .expect("there is one")
}

fn body_of(scene: &mut Scene) -> &mut RigidBody {
    let mut nodes = scene.graph.linear_iter_mut();
    nodes
        .find_map(|node| node.cast_mut())
        .expect("there is one")
}
