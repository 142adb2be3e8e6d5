//! Nodes that cannot be part of the geometry are reported with a remedy.

use crate::scenes::{add_mesh, add_solid, add_sphere, collect, transform, BODY};
use fyrox::{
    core::pool::Handle,
    scene::{
        collider::{
            ColliderShape, ConvexPolyhedronShape, GeometrySource, HeightfieldShape, TrimeshShape,
        },
        mesh::surface::{CUBE, SPHERE},
        Scene,
    },
};
use fyrox_flock::{sim::Geometry, sim::Vec3};

/// Adds a collider and returns the reason why it is skipped.
fn reason_for(scene: &mut Scene, shape: ColliderShape) -> String {
    add_solid(&mut scene.graph, shape);
    let found = collect(scene);
    assert_eq!((found.nodes, found.triangles.len()), (0, 0));
    assert_eq!(found.skipped.len(), 1, "{:?}", found.skipped);
    assert_eq!(found.skipped[0].name, "Wall");
    found.skipped[0].reason.clone()
}

#[track_caller]
fn assert_reason(shape: ColliderShape, parts: &[&str]) {
    let reason = reason_for(&mut Scene::new(), shape);
    for part in parts {
        assert!(reason.contains(part), "{part} is not in: {reason}");
    }
}

#[test]
fn sizes_that_enclose_nothing_are_refused() {
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let number = bad.to_string();
        let (a, b) = (Vec3::zeros(), Vec3::y());
        for (shape, field) in [
            (ColliderShape::ball(bad), "radius"),
            (ColliderShape::cuboid(1.0, bad, 1.0), "half extent"),
            (ColliderShape::capsule(a, b, bad), "radius"),
            (ColliderShape::cylinder(1.0, bad), "radius"),
            (ColliderShape::cylinder(bad, 1.0), "half height"),
            (ColliderShape::cone(1.0, bad), "radius"),
            (ColliderShape::cone(bad, 1.0), "half height"),
        ] {
            assert_reason(shape, &[field, &number, "above 0"]);
        }
    }
}

#[test]
fn corners_that_are_not_finite_are_refused() {
    let (a, b) = (Vec3::zeros(), Vec3::y());
    for bad in [f32::NAN, f32::INFINITY].map(Vec3::repeat) {
        assert_reason(ColliderShape::capsule(a, bad, 1.0), &["NaN or infinite"]);
        assert_reason(ColliderShape::triangle(a, b, bad), &["NaN or infinite"]);
    }
    assert_reason(ColliderShape::triangle(a, b, 2.0 * b), &["has an area"]);
}

#[test]
fn segments_have_no_surface() {
    let segment = ColliderShape::segment(Vec3::zeros(), Vec3::y());
    assert_reason(segment, &["Segment", "no surface", "Capsule"]);
}

#[test]
fn missing_sources_are_named() {
    let none = GeometrySource(Handle::NONE);
    assert_reason(ColliderShape::trimesh(vec![]), &["at least one Mesh node"]);
    assert_reason(ColliderShape::trimesh(vec![none]), &["choose a Mesh node"]);
    let polyhedron = ConvexPolyhedronShape {
        geometry_source: none,
    };
    assert_reason(
        ColliderShape::Polyhedron(polyhedron),
        &["choose a Mesh node"],
    );
    let field = HeightfieldShape {
        geometry_source: none,
    };
    assert_reason(
        ColliderShape::Heightfield(field),
        &["choose a Terrain node"],
    );
}

#[test]
fn trimesh_with_one_missing_source_is_there_in_part() {
    let mut scene = Scene::new();
    let mesh = add_sphere(&mut scene.graph);
    let sources = [mesh, Handle::NONE].map(GeometrySource).to_vec();
    add_solid(
        &mut scene.graph,
        ColliderShape::Trimesh(TrimeshShape { sources }),
    );
    let found = collect(&mut scene);
    assert_eq!((found.nodes, found.skipped.len()), (1, 1));
    assert!(found.skipped[0].reason.contains("is not a Mesh node"));
}

#[test]
fn meshes_without_an_area_are_refused() {
    for scale in [
        Vec3::zeros(),
        Vec3::new(1.0, 0.0, 0.0),
        Vec3::repeat(f32::NAN),
    ] {
        for is_polyhedron in [false, true] {
            let mut scene = Scene::new();
            let place = transform(BODY, 0.3, scale);
            let mesh = add_mesh(&mut scene.graph, SPHERE.resource(), place);
            let source = GeometrySource(mesh);
            let (shape, about) = if is_polyhedron {
                let geometry_source = source;
                let shape = ColliderShape::Polyhedron(ConvexPolyhedronShape { geometry_source });
                (shape, "encloses a volume")
            } else {
                (ColliderShape::trimesh(vec![source]), "has an area")
            };
            let reason = reason_for(&mut scene, shape);
            assert!(reason.contains(about), "{scale}: {reason}");
        }
    }
}

#[test]
fn flat_polyhedron_is_refused() {
    let mut scene = Scene::new();
    let place = transform(BODY, 0.0, Vec3::new(1.0, 0.0, 1.0));
    let mesh = add_mesh(&mut scene.graph, SPHERE.resource(), place);
    let shape = ColliderShape::Polyhedron(ConvexPolyhedronShape {
        geometry_source: GeometrySource(mesh),
    });
    assert!(reason_for(&mut scene, shape).contains("encloses a volume"));
}

#[test]
fn bodies_without_a_finite_position_are_no_geometry() {
    for bad in [f32::NAN, f32::INFINITY] {
        let mut scene = Scene::new();
        let collider = add_solid(&mut scene.graph, ColliderShape::cuboid(1.0, 1.0, 1.0));
        let transform = scene.graph[collider].local_transform_mut();
        transform.set_position(Vec3::repeat(bad));
        let found = collect(&mut scene);
        assert_eq!(found.nodes, 0);
        assert!(found.skipped[0].reason.contains("too far out"));
    }
}

#[test]
fn mirrored_meshes_are_solid() {
    let mut scene = Scene::new();
    let place = transform(BODY, 0.3, Vec3::new(-1.0, 1.0, 1.0));
    let mesh = add_mesh(&mut scene.graph, CUBE.resource(), place);
    let shape = ColliderShape::trimesh(vec![GeometrySource(mesh)]);
    add_solid(&mut scene.graph, shape);
    let geometry = Geometry::new(&collect(&mut scene).triangles).0;
    assert_eq!(geometry.triangle_count(), 12);
    assert!(!geometry.is_clear(BODY, 0.01));
}
