//! The work of the tracker on the main thread: the number of nodes that it visits and of shapes
//! that it reads.

use super::{
    builder::{BuiltGeometry, GeometryBuilder},
    moved_by_hand::Frame,
    solid_query::{Selection, SolidQuery},
    solid_settings::SolidSource,
    solid_shape::SolidShape,
    solid_tracker::SolidTracker,
};
use crate::node_frame::NodeFrame;
use fyrox::{
    core::{
        algebra::{Matrix4, Vector3},
        pool::Handle,
    },
    scene::{
        base::BaseBuilder,
        collider::{ColliderBuilder, ColliderShape},
        graph::Graph,
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            MeshBuilder,
        },
        pivot::PivotBuilder,
        rigidbody::{RigidBody, RigidBodyBuilder, RigidBodyType},
    },
};
use std::sync::Arc;

fn add_block(graph: &mut Graph, at: Vector3<f32>) -> Handle<RigidBody> {
    let shape = ColliderShape::cuboid(0.5, 0.5, 0.5);
    let collider = ColliderBuilder::new(BaseBuilder::new()).with_shape(shape);
    let collider = collider.build(graph);
    let body = RigidBodyBuilder::new(BaseBuilder::new().with_child(collider));
    let body = body.with_body_type(RigidBodyType::Static).build(graph);
    graph[body].set_position(at);
    body
}

fn shapes(tracker: &SolidTracker) -> Vec<Arc<SolidShape>> {
    let solids = tracker.solids().into_iter();
    solids.map(|solid| solid.shape).collect()
}

/// Number of shapes that were read again since `before`.
fn read_anew(tracker: &SolidTracker, before: &[Arc<SolidShape>]) -> usize {
    let shapes = shapes(tracker);
    assert_eq!(shapes.len(), before.len());
    let pairs = shapes.iter().zip(before);
    pairs
        .filter(|(now, before)| !Arc::ptr_eq(now, before))
        .count()
}

/// Updates a tracker of the whole scene, in its coordinates.
fn update(tracker: &mut SolidTracker, graph: &Graph, query: &SolidQuery) -> bool {
    let frame = &NodeFrame::default();
    tracker.update(graph, Selection { query, frame }, &Frame::default())
}

#[test]
fn search_for_changes_looks_at_colliders_alone_and_reads_no_shape() {
    let mut graph = Graph::new();
    for index in 0..1000 {
        add_block(&mut graph, Vector3::x() * index as f32);
        for _ in 0..9 {
            PivotBuilder::new(BaseBuilder::new()).build(&mut graph);
        }
    }
    graph.update_hierarchical_data();
    let mut tracker = SolidTracker::subscribe(&mut graph);
    let query = SolidQuery::default();
    assert!(update(&mut tracker, &graph, &query));
    let before = shapes(&tracker);
    for _ in 0..3 {
        assert!(!update(&mut tracker, &graph, &query));
        assert_eq!(tracker.tracked_nodes(), 1000);
        assert_eq!(read_anew(&tracker, &before), 0);
    }
}

#[test]
fn change_in_a_large_scene_reads_what_changed() {
    let mut graph = Graph::new();
    let ball = SurfaceData::make_sphere(315, 315, 6.0, &Matrix4::identity());
    let surface = SurfaceResource::new_embedded(ball);
    let surfaces = vec![SurfaceBuilder::new(surface.clone()).build()];
    let mesh = MeshBuilder::new(BaseBuilder::new()).with_surfaces(surfaces);
    let mesh = mesh.build(&mut graph).to_base();
    let block = add_block(&mut graph, Vector3::zeros());
    graph.update_hierarchical_data();
    let mut tracker = SolidTracker::subscribe(&mut graph);
    let query = SolidQuery {
        source: SolidSource::Both,
        mesh_nodes: &[mesh],
        moving_bodies: false,
        ..SolidQuery::default()
    };
    update(&mut tracker, &graph, &query);

    let mut changed = |change: &mut dyn FnMut(&mut Graph)| {
        let before = shapes(&tracker);
        change(&mut graph);
        graph.update_hierarchical_data();
        assert!(update(&mut tracker, &graph, &query));
        read_anew(&tracker, &before)
    };
    for height in 1..4 {
        let mut rise = |graph: &mut Graph| graph[block].set_position(Vector3::y() * height as f32);
        assert_eq!(changed(&mut rise), 0);
        let mut reshape = |_: &mut Graph| drop(surface.data_ref().vertex_buffer.modify());
        assert_eq!(changed(&mut reshape), 1);
    }
}

#[test]
fn geometry_is_built_in_place_where_there_are_no_threads() {
    let mut graph = Graph::new();
    add_block(&mut graph, Vector3::zeros());
    let mut tracker = SolidTracker::subscribe(&mut graph);
    update(&mut tracker, &graph, &SolidQuery::default());
    let mut builder = GeometryBuilder::without_threads();
    builder.start(tracker.solids());
    let built = builder.take().expect("it is there at once");
    let BuiltGeometry { geometry, .. } = built.expect("it can be built");
    assert_eq!(geometry.triangle_count(), 12);
    assert!(builder.take().is_none() && !builder.is_busy());
}

#[test]
fn panic_while_building_is_an_error() {
    let mut builder = GeometryBuilder::default();
    builder.begin(|| panic!("a panic on purpose"));
    let outcome = loop {
        match builder.take() {
            Some(outcome) => break outcome,
            None => std::thread::yield_now(),
        }
    };
    assert!(outcome.is_err() && !builder.is_busy());
}
