//! Trimeshes, polyhedra, and meshes without a collider.

use crate::{
    compare::Comparison,
    scenes::{
        add_body, add_collider, add_mesh, add_solid, add_sphere, collect_as, room, scale_parents,
        transform, BODY,
    },
};
use fyrox::{
    asset::untyped::ResourceKind,
    core::Uuid,
    core::{algebra::Matrix4, pool::Handle},
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        collider::{ColliderShape, ConvexPolyhedronShape, GeometrySource},
        graph::Graph,
        mesh::surface::{SurfaceData, SurfaceResource, CUBE, SPHERE},
        node::Node,
        pivot::PivotBuilder,
        rigidbody::RigidBodyType,
        Scene,
    },
};
use fyrox_flock::{
    geometry::{SolidQuery, SolidSource},
    sim::{Geometry, Vec3},
};

#[test]
fn trimesh_is_where_physics_has_it() {
    let mut scene = Scene::new();
    let mesh = add_sphere(&mut scene.graph);
    add_solid(
        &mut scene.graph,
        ColliderShape::trimesh(vec![GeometrySource(mesh)]),
    );
    scene.graph.update_hierarchical_data();
    assert!(Comparison::new(1e-3).count_same_hits(&mut scene) > 300);
}

/// A mesh and its child mesh, with scales, one of them mirrored.
fn add_nested_meshes(graph: &mut Graph) -> [Handle<Node>; 2] {
    let scale = Vec3::new(0.6, -0.8, 0.7);
    let outer = add_mesh(graph, CUBE.resource(), transform(BODY, 0.5, scale));
    let place = transform(Vec3::new(1.3, 0.2, 0.1), 1.1, Vec3::new(0.5, 1.5, 0.9));
    let inner = add_mesh(graph, SPHERE.resource(), place);
    graph.link_nodes(inner, outer);
    [outer, inner]
}

#[test]
fn trimesh_of_several_scaled_and_nested_sources_is_where_physics_has_it() {
    for is_scaled in [false, true] {
        let mut scene = Scene::new();
        let sources = add_nested_meshes(&mut scene.graph).map(GeometrySource);
        let shape = ColliderShape::trimesh(sources.to_vec());
        let collider = add_collider(&mut scene.graph, shape);
        let body = add_body(&mut scene.graph, collider, RigidBodyType::Static);
        if is_scaled {
            scale_parents(&mut scene.graph, body.to_base());
        }
        scene.graph.update_hierarchical_data();
        let mut comparison = Comparison::new(2e-3);
        comparison.around = collect_as(&mut scene, &comparison.query).triangles[0][0];
        let hits = comparison.count_same_hits(&mut scene);
        assert!(hits > 300, "only {hits} rays were compared");
    }
}

#[test]
fn trimesh_stays_with_its_collider_as_in_physics() {
    let mut scene = Scene::new();
    let mesh = add_sphere(&mut scene.graph);
    let shape = ColliderShape::trimesh(vec![GeometrySource(mesh)]);
    let collider = add_collider(&mut scene.graph, shape);
    let body = add_body(&mut scene.graph, collider, RigidBodyType::Static);
    scene.graph.link_nodes(mesh, body);
    scene.graph.update_hierarchical_data();
    crate::scenes::settle(&mut scene);
    let away = Vec3::new(3.0, 1.0, -2.0);
    scene.graph[body]
        .local_transform_mut()
        .set_position(BODY + away);
    let mut comparison = Comparison::new(1e-3);
    comparison.around += away;
    assert!(comparison.count_same_hits(&mut scene) > 300);
}

fn polyhedron(mesh: Handle<Node>) -> ColliderShape {
    ColliderShape::Polyhedron(ConvexPolyhedronShape {
        geometry_source: GeometrySource(mesh),
    })
}

#[test]
fn convex_polyhedron_is_where_physics_has_it() {
    let mut scene = Scene::new();
    let place = transform(BODY, 0.6, Vec3::new(0.9, 1.4, 0.7));
    let mesh = add_mesh(&mut scene.graph, CUBE.resource(), place);
    add_solid(&mut scene.graph, polyhedron(mesh));
    scene.graph.update_hierarchical_data();
    assert!(Comparison::new(1e-3).count_same_hits(&mut scene) > 300);
}

#[test]
fn polyhedron_with_a_hole_is_divided_as_physics_divides_it() {
    let mut scene = Scene::new();
    let ring = SurfaceData::make_torus(0.8, 0.3, 16, 12, &Matrix4::identity());
    let ring = SurfaceResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, ring);
    let mesh = add_mesh(
        &mut scene.graph,
        ring,
        transform(BODY, 0.6, Vec3::repeat(1.2)),
    );
    add_solid(&mut scene.graph, polyhedron(mesh));
    scene.graph.update_hierarchical_data();
    assert!(Comparison::new(1e-3).count_same_hits(&mut scene) > 300);
}

#[test]
fn meshes_under_chosen_nodes_are_where_they_are_drawn() {
    let mut scene = Scene::new();
    let graph = &mut scene.graph;
    let group = PivotBuilder::new(BaseBuilder::new()).build(graph).to_base();
    let sources = add_nested_meshes(graph);
    graph.link_nodes(sources[0], group);
    // Another mesh, which is not chosen.
    add_sphere(graph);
    // The same meshes as a Trimesh, which physics has at their drawn places.
    let shape = ColliderShape::trimesh(sources.map(GeometrySource).to_vec());
    add_solid(graph, shape);
    graph.update_hierarchical_data();
    let by_collider = collect_as(&mut scene, &SolidQuery::default());

    // The second node is a child of the first, and the third is the first again.
    let mesh_nodes = &[group, sources[1], group];
    let query = |source| SolidQuery {
        source,
        mesh_nodes,
        ..SolidQuery::default()
    };
    let by_mesh = collect_as(&mut scene, &query(SolidSource::Meshes));
    assert_eq!((by_mesh.nodes, by_mesh.skipped), (2, vec![]));
    assert_eq!(by_mesh.triangles.len(), by_collider.triangles.len());
    let corners = by_mesh.triangles.iter().flatten();
    for (ours, theirs) in corners.zip(by_collider.triangles.iter().flatten()) {
        assert!((ours - theirs).norm() < 1e-5, "{ours} {theirs}");
    }
    let both = collect_as(&mut scene, &query(SolidSource::Both));
    assert_eq!(both.nodes, 3);
    let colliders = collect_as(&mut scene, &query(SolidSource::Colliders));
    assert_eq!(colliders.nodes, 1);
}

#[test]
fn disabled_meshes_are_no_geometry_and_invisible_ones_are() {
    let mut scene = Scene::new();
    let [outer, inner] = add_nested_meshes(&mut scene.graph);
    scene.graph[inner].set_visibility(false);
    let mesh_nodes = &[outer];
    let query = SolidQuery {
        source: SolidSource::Meshes,
        mesh_nodes,
        ..SolidQuery::default()
    };
    assert_eq!(collect_as(&mut scene, &query).nodes, 2);
    scene.graph[inner].set_enabled(false);
    assert_eq!(collect_as(&mut scene, &query).nodes, 1);
}

/// Solids and rooms in a scene.
fn closed_surfaces(scene: &mut Scene, query: &SolidQuery) -> (usize, usize) {
    let report = Geometry::new(&collect_as(scene, query).triangles).1;
    assert_eq!(report.two_sided, 0);
    (report.solids, report.rooms)
}

#[test]
fn solids_and_rooms_stay_what_they_are_when_mirrored() {
    for (surface, expected) in [(CUBE.resource(), (1, 0)), (room(), (0, 1))] {
        for mirrored in 0..8 {
            let sign = |axis: u32| if mirrored >> axis & 1 == 1 { -1.0 } else { 1.0 };
            let scale = Vec3::new(1.5 * sign(0), sign(1), 0.8 * sign(2));
            for parent_is_mirrored in [false, true] {
                let mut scene = Scene::new();
                let graph = &mut scene.graph;
                let mesh = add_mesh(graph, surface.clone(), transform(BODY, 0.3, scale));
                if parent_is_mirrored {
                    let flipped = transform(Vec3::x(), 0.7, Vec3::new(1.0, 1.0, -1.2));
                    let base = BaseBuilder::new().with_local_transform(flipped);
                    let parent: Handle<Node> = PivotBuilder::new(base).build(graph).to_base();
                    graph.link_nodes(mesh, parent);
                }
                let by_mesh = SolidQuery {
                    source: SolidSource::Meshes,
                    mesh_nodes: &[mesh],
                    ..SolidQuery::default()
                };
                assert_eq!(closed_surfaces(&mut scene, &by_mesh), expected, "{scale}");
                let shape = ColliderShape::trimesh(vec![GeometrySource(mesh)]);
                add_solid(&mut scene.graph, shape);
                scene.graph.update_hierarchical_data();
                let by_collider = SolidQuery::default();
                assert_eq!(
                    closed_surfaces(&mut scene, &by_collider),
                    expected,
                    "{scale}"
                );
            }
        }
    }
}
