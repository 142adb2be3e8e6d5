//! Shapes that are described by a few numbers.

use crate::{
    compare::Comparison,
    scenes::{scale_parents, solid},
};
use fyrox::{
    graph::SceneGraph,
    scene::{collider::ColliderShape, rigidbody::RigidBody, Scene},
};
use fyrox_flock::sim::Vec3;

/// Compares a shape, and then again with the body below scaled nodes.
#[track_caller]
fn assert_same(shape: ColliderShape, tolerance: f64, least_hits: usize) {
    let mut scene = solid(shape.clone());
    let hits = Comparison::new(tolerance).count_same_hits(&mut scene);
    assert!(hits > least_hits, "only {hits} rays were compared");

    let mut scene = solid(shape);
    let body = body(&scene);
    scale_parents(&mut scene.graph, body);
    let mut comparison = Comparison::new(tolerance);
    scene.graph.update_hierarchical_data();
    comparison.around = scene.graph[body].global_position();
    let hits = comparison.count_same_hits(&mut scene);
    assert!(hits > least_hits / 2, "only {hits} rays were compared");
}

fn body(scene: &Scene) -> fyrox::core::pool::Handle<fyrox::scene::node::Node> {
    let mut nodes = scene.graph.pair_iter();
    let body = nodes.find(|(_, node)| node.cast::<RigidBody>().is_some());
    body.expect("there is a body").0
}

#[test]
fn cuboid_is_where_physics_has_it() {
    assert_same(ColliderShape::cuboid(0.5, 1.0, 0.25), 1e-4, 300);
}

#[test]
fn ball_is_where_physics_has_it() {
    assert_same(ColliderShape::ball(0.8), 0.03, 300);
}

#[test]
fn capsule_is_where_physics_has_it() {
    let (begin, end) = (Vec3::new(0.1, -0.5, 0.0), Vec3::new(0.3, 0.6, 0.2));
    assert_same(ColliderShape::capsule(begin, end, 0.6), 0.04, 300);
}

#[test]
fn cylinder_is_where_physics_has_it() {
    assert_same(ColliderShape::cylinder(0.9, 0.5), 0.02, 300);
}

#[test]
fn cone_is_where_physics_has_it() {
    assert_same(ColliderShape::cone(0.9, 0.7), 0.02, 200);
}

#[test]
fn triangle_is_where_physics_has_it() {
    let corners = [[1.0, 0.1, -0.5], [-1.0, 0.3, 0.2], [0.2, -0.4, 1.2]];
    let [a, b, c] = corners.map(Vec3::from);
    assert_same(ColliderShape::triangle(a, b, c), 1e-4, 50);
}
