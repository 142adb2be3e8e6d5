//! The triangles that boids meet against the engine's own physics: the same rays hit at the same distance.

use fyrox::{
    core::{
        algebra::{Point3, UnitQuaternion, Vector2, Vector3},
        pool::Handle,
    },
    scene::{
        base::BaseBuilder,
        collider::{
            BitMask, Collider, ColliderBuilder, ColliderShape, GeometrySource, InteractionGroups,
        },
        graph::{physics::RayCastOptions, Graph},
        mesh::{
            surface::{SurfaceBuilder, SPHERE},
            MeshBuilder,
        },
        node::Node,
        rigidbody::{RigidBodyBuilder, RigidBodyType},
        transform::{Transform, TransformBuilder},
        Scene,
    },
};
use fyrox_flock::{collect_static_geometry, sim::Vec3, StaticGeometry};
use rand_xoshiro::{
    rand_core::{Rng, SeedableRng},
    SplitMix64,
};

fn transform(position: Vec3, turn: f32, scale: f32) -> Transform {
    TransformBuilder::new()
        .with_local_position(position)
        .with_local_rotation(UnitQuaternion::from_euler_angles(turn, 0.7 * turn, -turn))
        .with_local_scale(Vector3::repeat(scale))
        .build()
}

fn add_collider(scene: &mut Scene, collider: Handle<Collider>, kind: RigidBodyType) {
    let base = BaseBuilder::new()
        .with_name("Body")
        .with_local_transform(transform(Vec3::new(1.0, -2.0, 0.5), 0.4, 1.0))
        .with_child(collider);
    RigidBodyBuilder::new(base)
        .with_body_type(kind)
        .build(&mut scene.graph);
}

fn collider(scene: &mut Scene, shape: ColliderShape) -> Handle<Collider> {
    let base = BaseBuilder::new()
        .with_name("Wall")
        .with_local_transform(transform(Vec3::new(0.3, 0.2, -0.4), 0.9, 1.0));
    ColliderBuilder::new(base)
        .with_shape(shape)
        .build(&mut scene.graph)
}

/// A scene with one static collider.
fn obstacle(shape: ColliderShape) -> Scene {
    let mut scene = Scene::new();
    let collider = collider(&mut scene, shape);
    add_collider(&mut scene, collider, RigidBodyType::Static);
    scene
}

fn collect(scene: &mut Scene) -> StaticGeometry {
    scene.graph.update_hierarchical_data();
    collect_static_geometry(&scene.graph, InteractionGroups::default())
}

/// Distance at which a ray first meets a triangle from either side, by Cramer's rule in float64.
fn cast(triangles: &[[Vec3; 3]], origin: Vec3, direction: Vec3) -> Option<f64> {
    let double = |v: Vec3| v.cast::<f64>();
    let (origin, direction) = (double(origin), double(direction));
    let hit = |[a, b, c]: &[Vec3; 3]| {
        let (a, ab, ac) = (double(*a), double(*b - *a), double(*c - *a));
        let normal = ab.cross(&ac);
        let slope = -direction.dot(&normal);
        let from_a = origin - a;
        let turn = from_a.cross(&direction);
        let (u, v) = (ac.dot(&turn) / slope, -ab.dot(&turn) / slope);
        let t = from_a.dot(&normal) / slope;
        (slope != 0.0 && u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0).then_some(t)
    };
    triangles.iter().filter_map(hit).min_by(f64::total_cmp)
}

/// Compares 2,000 rays towards the collider and returns how many hit it.
fn assert_same_hits(scene: &mut Scene, tolerance: f64) -> usize {
    // Bodies on the first update, colliders on the second, queries from the third on.
    for _ in 0..3 {
        let size = Vector2::repeat(1.0);
        scene.graph.update(size, 1.0 / 60.0, Default::default());
    }
    let found = collect(scene);
    assert_eq!((found.colliders, found.skipped), (1, vec![]));
    let mut random = SplitMix64::seed_from_u64(7);
    let mut coordinate = || random.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0;
    let mut hits = 0;
    for _ in 0..2000 {
        let mut vector = || Vec3::new(coordinate(), coordinate(), coordinate());
        let origin = Vec3::new(1.0, -2.0, 0.5) + 8.0 * vector().normalize();
        let direction = (Vec3::new(1.0, -2.0, 0.5) + 1.5 * vector() - origin).normalize();
        let mut buffer = Vec::new();
        let options = RayCastOptions {
            ray_origin: Point3::from(origin),
            ray_direction: direction,
            max_len: 100.0,
            groups: InteractionGroups::default(),
            sort_results: true,
        };
        scene.graph.physics.cast_ray(options, &mut buffer);
        let ours = cast(&found.triangles, origin, direction);
        let Some(theirs) = buffer.first() else {
            continue;
        };
        // Where a ray grazes a round shape, the distance to its polyhedron says little.
        if theirs.normal.dot(&direction).abs() > 0.3 {
            let ours = ours.expect("the engine's ray hits, ours does not");
            assert!(
                (ours - f64::from(theirs.toi)).abs() < tolerance,
                "{ours} {}",
                theirs.toi
            );
            hits += 1;
        }
    }
    hits
}

#[test]
fn cuboid_is_where_physics_has_it() {
    let mut scene = obstacle(ColliderShape::cuboid(0.5, 1.0, 0.25));
    let hits = assert_same_hits(&mut scene, 1e-4);
    assert!(hits > 300, "only {hits} rays were compared");
}

#[test]
fn ball_is_where_physics_has_it() {
    let mut scene = obstacle(ColliderShape::ball(0.8));
    assert!(assert_same_hits(&mut scene, 0.03) > 300);
}

#[test]
fn capsule_is_where_physics_has_it() {
    let (begin, end) = (Vec3::new(0.1, -0.5, 0.0), Vec3::new(0.3, 0.6, 0.2));
    let mut scene = obstacle(ColliderShape::capsule(begin, end, 0.6));
    assert!(assert_same_hits(&mut scene, 0.03) > 300);
}

fn add_mesh(graph: &mut Graph) -> Handle<Node> {
    let base =
        BaseBuilder::new().with_local_transform(transform(Vec3::new(0.8, -1.7, 0.4), 0.2, 1.4));
    MeshBuilder::new(base)
        .with_surfaces(vec![SurfaceBuilder::new(SPHERE.resource()).build()])
        .build(graph)
        .to_base()
}

#[test]
fn trimesh_is_where_physics_has_it() {
    let mut scene = Scene::new();
    let mesh = add_mesh(&mut scene.graph);
    let collider = collider(
        &mut scene,
        ColliderShape::trimesh(vec![GeometrySource(mesh)]),
    );
    add_collider(&mut scene, collider, RigidBodyType::Static);
    scene.graph.update_hierarchical_data();
    assert!(assert_same_hits(&mut scene, 1e-3) > 300);
}

#[test]
fn only_solid_static_interacting_colliders_are_obstacles() {
    let mut scene = Scene::new();
    let shape = || ColliderShape::cuboid(1.0, 1.0, 1.0);
    for kind in [
        RigidBodyType::Dynamic,
        RigidBodyType::KinematicPositionBased,
    ] {
        let moving = collider(&mut scene, shape());
        add_collider(&mut scene, moving, kind);
    }
    let sensor = collider(&mut scene, shape());
    scene.graph[sensor].set_is_sensor(true);
    add_collider(&mut scene, sensor, RigidBodyType::Static);
    let disabled = collider(&mut scene, shape());
    scene.graph[disabled].set_enabled(false);
    add_collider(&mut scene, disabled, RigidBodyType::Static);
    assert_eq!(collect(&mut scene).colliders, 0);

    let grouped = collider(&mut scene, shape());
    let second = BitMask::none().with(1);
    scene.graph[grouped].set_collision_groups(InteractionGroups::new(second, BitMask::all()));
    add_collider(&mut scene, grouped, RigidBodyType::Static);
    assert_eq!(collect(&mut scene).colliders, 1);
    let seen = |filter| {
        let groups = InteractionGroups::new(BitMask::all(), filter);
        collect_static_geometry(&scene.graph, groups).colliders
    };
    assert_eq!((seen(second), seen(BitMask::none().with(2))), (1, 0));
}

#[test]
fn unusable_colliders_are_named_with_a_remedy() {
    let mut scene = Scene::new();
    let shapes = [
        ColliderShape::cone(1.0, 1.0),
        ColliderShape::trimesh(vec![]),
        ColliderShape::trimesh(vec![GeometrySource(Handle::NONE)]),
    ];
    for shape in shapes {
        let collider = collider(&mut scene, shape);
        add_collider(&mut scene, collider, RigidBodyType::Static);
    }
    let found = collect(&mut scene);
    assert_eq!((found.colliders, found.triangles.len()), (0, 0));
    let mut reasons: Vec<_> = found
        .skipped
        .iter()
        .map(|skipped| skipped.reason.as_str())
        .collect();
    reasons.sort_unstable();
    assert_eq!(reasons.len(), 3);
    assert!(
        reasons[0].contains("no source with triangles"),
        "{reasons:?}"
    );
    assert!(reasons[1].contains("is not a Mesh node"), "{reasons:?}");
    assert!(
        reasons[2].contains("Cone") && reasons[2].contains("Trimesh"),
        "{reasons:?}"
    );
    assert!(found.skipped.iter().all(|skipped| skipped.name == "Wall"));
}
