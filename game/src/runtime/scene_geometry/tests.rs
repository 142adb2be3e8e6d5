//! Background builds of geometry.

use super::*;
use crate::geometry::StaticGeometry;
use fyrox::{
    core::algebra::Vector3,
    scene::{
        base::BaseBuilder,
        collider::{ColliderBuilder, ColliderShape},
        rigidbody::{RigidBodyBuilder, RigidBodyType},
        transform::TransformBuilder,
    },
};
use std::sync::mpsc::{channel, Sender};

const FRAME: Option<f32> = Some(1.0 / 60.0);

fn add_block(graph: &mut Graph, x: f32) {
    let shape = ColliderShape::cuboid(0.5, 0.5, 0.5);
    let collider = ColliderBuilder::new(BaseBuilder::new()).with_shape(shape);
    let collider = collider.build(graph);
    let place = TransformBuilder::new().with_local_position(Vector3::x() * x);
    let base = BaseBuilder::new().with_local_transform(place.build());
    let body = RigidBodyBuilder::new(base.with_child(collider));
    body.with_body_type(RigidBodyType::Static).build(graph);
}

/// A block, and a geometry whose build does not finish until the sender is dropped.
fn with_endless_build() -> (Graph, SceneGeometry, Sender<()>) {
    let (mut graph, mut geometry) = (Graph::new(), SceneGeometry::default());
    add_block(&mut graph, 0.0);
    graph.update_hierarchical_data();
    geometry.update((1, FRAME), &NodeFrame::default(), &mut graph, Handle::NONE);
    assert_eq!(geometry.geometry().triangle_count(), 12);
    let (end, ended) = channel();
    geometry.builder.begin(move || {
        let _ = ended.recv();
        BuiltGeometry::new(StaticGeometry::default())
    });
    (graph, geometry, end)
}

#[test]
fn updates_do_not_wait_for_a_build() {
    let (mut graph, mut geometry, end) = with_endless_build();
    let first = geometry.geometry();
    add_block(&mut graph, 3.0);
    for frame in 2..100 {
        graph.update_hierarchical_data();
        geometry.update(
            (frame, FRAME),
            &NodeFrame::default(),
            &mut graph,
            Handle::NONE,
        );
        assert!(Arc::ptr_eq(&geometry.geometry(), &first));
    }
    drop(end);
    // The endless build has no block, the next build has both.
    for frame in [100, 101] {
        geometry.wait();
        geometry.update(
            (frame, FRAME),
            &NodeFrame::default(),
            &mut graph,
            Handle::NONE,
        );
    }
    assert_eq!(geometry.geometry().triangle_count(), 24);
}

#[test]
fn end_of_a_scene_does_not_wait_for_a_build() {
    let (_graph, geometry, end) = with_endless_build();
    drop(geometry);
    drop(end);
}
