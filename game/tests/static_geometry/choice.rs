//! Selection of the colliders that are part of the geometry.

use crate::scenes::{add_body, add_collider, collect, collect_as};
use fyrox::scene::{
    collider::{BitMask, ColliderShape, InteractionGroups},
    rigidbody::RigidBodyType,
    Scene,
};
use fyrox_flock::geometry::{SolidQuery, SolidSource};

#[test]
fn only_solid_static_interacting_colliders_are_geometry() {
    let mut scene = Scene::new();
    let graph = &mut scene.graph;
    let shape = || ColliderShape::cuboid(1.0, 1.0, 1.0);
    for kind in [
        RigidBodyType::Dynamic,
        RigidBodyType::KinematicPositionBased,
    ] {
        let moving = add_collider(graph, shape());
        add_body(graph, moving, kind);
    }
    let sensor = add_collider(graph, shape());
    graph[sensor].set_is_sensor(true);
    add_body(graph, sensor, RigidBodyType::Static);
    let disabled = add_collider(graph, shape());
    graph[disabled].set_enabled(false);
    add_body(graph, disabled, RigidBodyType::Static);
    // Physics ignores a collider without a body too.
    add_collider(graph, shape());
    assert_eq!(collect(&mut scene).nodes, 0);

    let graph = &mut scene.graph;
    let grouped = add_collider(graph, shape());
    let second = BitMask::none().with(1);
    graph[grouped].set_collision_groups(InteractionGroups::new(second, BitMask::all()));
    add_body(graph, grouped, RigidBodyType::Static);
    assert_eq!(collect(&mut scene).nodes, 1);
    let mut seen = |filter| {
        let query = SolidQuery {
            groups: InteractionGroups::new(BitMask::all(), filter),
            ..SolidQuery::default()
        };
        collect_as(&mut scene, &query).nodes
    };
    assert_eq!((seen(second), seen(BitMask::none().with(2))), (1, 0));

    let query = SolidQuery {
        source: SolidSource::Meshes,
        ..SolidQuery::default()
    };
    assert_eq!(collect_as(&mut scene, &query).nodes, 0);
}
