//! Time that the search for changes takes on the main thread. The shortest of many runs counts,
//! because other programs disturb them.

use super::{
    builder::{BuiltGeometry, GeometryBuilder},
    moved_by_hand::Frame,
    obstacle_query::ObstacleQuery,
    obstacle_settings::ObstacleSource,
    obstacle_tracker::ObstacleTracker,
};
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
use std::time::{Duration, Instant};

fn add_block(graph: &mut Graph, at: Vector3<f32>) -> Handle<RigidBody> {
    let shape = ColliderShape::cuboid(0.5, 0.5, 0.5);
    let collider = ColliderBuilder::new(BaseBuilder::new()).with_shape(shape);
    let collider = collider.build(graph);
    let body = RigidBodyBuilder::new(BaseBuilder::new().with_child(collider));
    let body = body.with_body_type(RigidBodyType::Static).build(graph);
    graph[body].set_position(at);
    body
}

/// The shortest of many runs.
fn least(mut run: impl FnMut() -> Duration) -> Duration {
    let times = (0..50).map(|_| run());
    times.min().unwrap_or_default()
}

#[test]
fn searching_a_thousand_colliders_for_changes_is_fast() {
    let mut graph = Graph::new();
    for index in 0..1000 {
        add_block(&mut graph, Vector3::x() * index as f32);
        for _ in 0..9 {
            PivotBuilder::new(BaseBuilder::new()).build(&mut graph);
        }
    }
    graph.update_hierarchical_data();
    let mut tracker = ObstacleTracker::subscribe(&mut graph);
    let query = ObstacleQuery::default();
    assert!(tracker.update(&graph, &query, &Frame::default()));
    assert_eq!(tracker.obstacles().len(), 1000);
    let time = least(|| {
        let begin = Instant::now();
        assert!(!tracker.update(&graph, &query, &Frame::default()));
        begin.elapsed()
    });
    println!("an update of 1,000 colliders among 12,000 nodes takes {time:?}");
    assert!(time < Duration::from_millis(1), "{time:?}");
}

#[test]
fn change_in_a_large_scene_takes_little_time_on_the_main_thread() {
    let mut graph = Graph::new();
    let ball = SurfaceData::make_sphere(315, 315, 6.0, &Matrix4::identity());
    let surface = SurfaceResource::new_embedded(ball);
    let surfaces = vec![SurfaceBuilder::new(surface.clone()).build()];
    let mesh = MeshBuilder::new(BaseBuilder::new()).with_surfaces(surfaces);
    let mesh = mesh.build(&mut graph).to_base();
    let block = add_block(&mut graph, Vector3::zeros());
    graph.update_hierarchical_data();
    let mut tracker = ObstacleTracker::subscribe(&mut graph);
    let query = ObstacleQuery {
        source: ObstacleSource::Both,
        mesh_nodes: &[mesh],
        moving_bodies: false,
        ..ObstacleQuery::default()
    };
    tracker.update(&graph, &query, &Frame::default());
    let mut builder = GeometryBuilder::default();

    let mut time_change = |change: &mut dyn FnMut(&mut Graph)| {
        least(|| {
            change(&mut graph);
            graph.update_hierarchical_data();
            let begin = Instant::now();
            assert!(tracker.update(&graph, &query, &Frame::default()));
            let obstacles = tracker.obstacles();
            assert_eq!(obstacles.len(), 2);
            // The thread that will build starts here.
            builder.run(move || drop(obstacles));
            begin.elapsed()
        })
    };
    let mut height = 0.0;
    let moved = time_change(&mut |graph| {
        height += 1.0;
        graph[block].set_position(Vector3::y() * height);
    });
    let reshaped = time_change(&mut |_| drop(surface.data_ref().vertex_buffer.modify()));
    println!("a collider moved: {moved:?}; a mesh of 198,000 triangles reshaped: {reshaped:?}");
    assert!(moved < Duration::from_micros(500), "{moved:?}");
    assert!(reshaped < Duration::from_millis(20), "{reshaped:?}");
}

#[test]
fn geometry_is_built_in_place_where_there_are_no_threads() {
    let mut graph = Graph::new();
    add_block(&mut graph, Vector3::zeros());
    let mut tracker = ObstacleTracker::subscribe(&mut graph);
    tracker.update(&graph, &ObstacleQuery::default(), &Frame::default());
    let mut builder = GeometryBuilder::without_threads();
    builder.start(tracker.obstacles());
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
