//! The geometry around the flock follows the changes of the scene.

use crate::{
    game::{fish, Game, STEP},
    solids::{add_block, add_box, add_wall, block},
    world::idle,
};
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        collider::{BitMask, Collider, ColliderShape, InteractionGroups},
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource, CUBE},
            Mesh, MeshBuilder,
        },
        node::Node,
        rigidbody::{RigidBody, RigidBodyType},
        Scene,
    },
};
use fyrox_flock::{
    geometry::SolidSource,
    sim::{self, Geometry, Settings, Vec3},
    Flock,
};
use std::{
    sync::Arc,
    thread::sleep,
    time::{Duration, Instant},
};

/// Number of updates, of at least 2 ms each, after which a change must have taken effect. It is
/// large, because all games of a process share the threads that build levels.
const SOON: usize = 30_000;

/// Position of the geometry, far from the boids.
const THERE: Vec3 = Vec3::new(20.0, 0.0, 0.0);

#[test]
fn boids_stay_in_a_cage_of_colliders() {
    // Six walls around the origin, far inside the boundary.
    let mut settings = Settings::default();
    settings.spawn.count = 200;
    settings.spawn.region = sim::settings::Region::Sphere {
        center: sim::Vec3::zeros(),
        radius: 0.6,
    };
    settings.motion.max_speed = 20.0;
    settings.motion.max_acceleration = 200.0;
    settings.cohesion.weight = 60.0;
    settings.avoidance.enabled = false;
    let mut game = Game::with_scene("caged", Flock::new(settings), |scene| {
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                add_wall(scene, axis, side);
            }
        }
    });
    game.update(300, STEP);
    assert_eq!(game.simulation().len(), 200);
    assert!(game.simulation().statistics().contacts > 0);
    let out = |boid: &sim::Boid| boid.position.amax() > 0.95;
    let escaped = game.simulation().boids().filter(out).count();
    assert_eq!(escaped, 0);
}

#[test]
fn boids_stay_in_a_room_that_is_one_mesh() {
    let mut settings = Settings::default();
    settings.spawn.count = 200;
    settings.collision.check_crossings = true;
    let mut game = Game::with_scene("roomy", Flock::new(settings), |scene| {
        add_box(scene, 1.5, true);
    });
    game.update(300, STEP);
    assert_eq!(game.reports("roomy"), [] as [String; 0]);
    let simulation = game.simulation();
    let statistics = simulation.statistics();
    assert_eq!(
        (simulation.len(), statistics.crossings, statistics.rescued),
        (200, 0, 0)
    );
    assert!(simulation.boids().all(|boid| boid.position.amax() < 1.5));
}

#[test]
fn why_boids_found_no_place_is_reported_once() {
    let mut game = Game::with_scene("walled in", fish(50), |scene| {
        add_box(scene, 9.0, false);
    });
    game.update(20, STEP);
    let reports = game.reports("walled in");
    assert_eq!(reports.len(), 1, "{reports:?}");
    for part in [
        "50 boids found no free place",
        "100%",
        "inside solids",
        "inward",
    ] {
        assert!(
            reports[0].contains(part),
            "{part} is not in: {}",
            reports[0]
        );
    }
}

/// Updates the game until its geometry meets the condition, and returns the number of updates.
#[track_caller]
fn updates_until(game: &mut Game, is_wanted: impl Fn(&Geometry) -> bool) -> usize {
    for update in 0..SOON {
        if is_wanted(game.simulation().geometry()) {
            return update;
        }
        game.update(1, STEP);
        sleep(Duration::from_millis(2));
    }
    panic!("the geometry is still the same after {SOON} updates");
}

fn is_solid(at: Vec3) -> impl Fn(&Geometry) -> bool {
    move |geometry| !geometry.is_clear(at, 0.01)
}

fn is_free(at: Vec3) -> impl Fn(&Geometry) -> bool {
    move |geometry| geometry.is_clear(at, 0.01)
}

fn body(game: &mut Game, (body, _): Block) -> &mut RigidBody {
    &mut game.scene().graph[body]
}

fn collider(game: &mut Game, (_, collider): Block) -> &mut Collider {
    &mut game.scene().graph[collider]
}

type Block = (Handle<RigidBody>, Handle<Collider>);

#[test]
fn first_geometry_is_there_before_the_first_boid() {
    let mut game = Game::with_scene("first", fish(200), |scene| {
        add_block(scene, Vec3::zeros(), Vec3::repeat(0.5));
    });
    game.update(1, STEP);
    assert_eq!(game.simulation().len(), 200);
    assert_eq!(game.simulation().statistics().rescued, 0);
    let inside = |boid: &sim::Boid| boid.position.amax() < 0.5;
    assert_eq!(game.simulation().boids().filter(inside).count(), 0);
}

#[test]
fn every_change_of_a_collider_is_picked_up() {
    let mut game = Game::new("picked", fish(10));
    game.update(2, STEP);
    let wall = add_block(game.scene(), THERE, Vec3::repeat(1.0));
    let mut most = updates_until(&mut game, is_solid(THERE));
    let mut expect = |game: &mut Game, change: &dyn Fn(&mut Game), solid: Option<Vec3>| {
        change(game);
        let updates = match solid {
            Some(at) => updates_until(game, is_solid(at)),
            None => updates_until(game, is_free(THERE)),
        };
        most = most.max(updates);
    };
    let shift = Vec3::new(0.0, 3.0, 0.0);
    let moved = |to: Vec3| move |game: &mut Game| body(game, wall).set_position(to);
    expect(&mut game, &moved(THERE + shift), None);
    expect(&mut game, &moved(THERE), Some(THERE));
    let shifted = |to: Vec3| move |game: &mut Game| collider(game, wall).set_position(to);
    expect(&mut game, &shifted(shift), None);
    expect(&mut game, &shifted(Vec3::zeros()), Some(THERE));
    expect(
        &mut game,
        &|game| _ = collider(game, wall).set_enabled(false),
        None,
    );
    expect(
        &mut game,
        &|game| _ = collider(game, wall).set_enabled(true),
        Some(THERE),
    );
    expect(
        &mut game,
        &|game| _ = body(game, wall).set_enabled(false),
        None,
    );
    expect(
        &mut game,
        &|game| _ = body(game, wall).set_enabled(true),
        Some(THERE),
    );
    let become_type = |kind| move |game: &mut Game| _ = body(game, wall).set_body_type(kind);
    expect(
        &mut game,
        &become_type(RigidBodyType::KinematicPositionBased),
        None,
    );
    expect(&mut game, &become_type(RigidBodyType::Static), Some(THERE));
    let sense =
        |is_sensor| move |game: &mut Game| _ = collider(game, wall).set_is_sensor(is_sensor);
    expect(&mut game, &sense(true), None);
    expect(&mut game, &sense(false), Some(THERE));
    let group = |bits| {
        move |game: &mut Game| {
            let groups = InteractionGroups::new(BitMask(bits), BitMask(bits));
            collider(game, wall).set_collision_groups(groups);
        }
    };
    expect(&mut game, &group(0), None);
    expect(&mut game, &group(u32::MAX), Some(THERE));
    let reshape = |shape: ColliderShape| {
        move |game: &mut Game| _ = collider(game, wall).set_shape(shape.clone())
    };
    // From a cuboid to a larger ball to an invalid ball.
    expect(
        &mut game,
        &reshape(ColliderShape::ball(4.0)),
        Some(THERE + shift),
    );
    expect(&mut game, &reshape(ColliderShape::ball(f32::NAN)), None);
    expect(
        &mut game,
        &reshape(ColliderShape::cuboid(1.0, 1.0, 1.0)),
        Some(THERE),
    );
    expect(
        &mut game,
        &|game| game.scene().graph.remove_node(wall.0),
        None,
    );
    println!("a change takes {most} updates at most");
    assert_eq!(game.simulation().statistics().rescued, 0);
    let reports = game.reports("picked");
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert!(reports[0].contains("Block") && reports[0].contains("radius is NaN"));
}

#[test]
fn what_the_script_asks_for_is_picked_up() {
    let mut game = Game::with_scene("asked", fish(10), |scene| {
        add_block(scene, THERE, Vec3::repeat(1.0));
    });
    game.update(2, STEP);
    assert!(is_solid(THERE)(game.simulation().geometry()));
    let none = InteractionGroups::new(BitMask::none(), BitMask::none());
    game.flock().collision_groups = none.into();
    updates_until(&mut game, is_free(THERE));
    game.flock().collision_groups = InteractionGroups::default().into();
    updates_until(&mut game, is_solid(THERE));
    game.flock().solids.source = SolidSource::Meshes;
    updates_until(&mut game, is_free(THERE));
    game.flock().solids.source = SolidSource::Both;
    updates_until(&mut game, is_solid(THERE));
    assert_eq!(game.reports("asked"), Vec::<String>::new());
}

fn add_mesh(scene: &mut Scene) -> Handle<Node> {
    let data = SurfaceData::clone(&CUBE.resource().data_ref());
    let surface = SurfaceResource::new_embedded(data);
    let surfaces = vec![SurfaceBuilder::new(surface).build()];
    let base = BaseBuilder::new().with_name("Mesh");
    let mesh = MeshBuilder::new(base).with_surfaces(surfaces);
    let mesh: Handle<Node> = mesh.build(&mut scene.graph).to_base();
    scene.graph[mesh].set_position(THERE);
    mesh
}

#[test]
fn every_change_of_a_chosen_mesh_is_picked_up() {
    let mut game = Game::new("meshes", fish(10));
    let mesh = add_mesh(game.scene());
    game.flock().solids.source = SolidSource::Meshes;
    game.flock().solids.mesh_nodes = vec![Handle::NONE, mesh];
    game.update(2, STEP);
    assert!(is_solid(THERE)(game.simulation().geometry()));
    let away = THERE + Vec3::new(0.0, 5.0, 0.0);
    game.scene().graph[mesh].set_position(away);
    updates_until(&mut game, is_solid(away));
    assert!(is_free(THERE)(game.simulation().geometry()));
    game.scene().graph[mesh].set_enabled(false);
    updates_until(&mut game, is_free(away));
    game.scene().graph[mesh].set_enabled(true);
    updates_until(&mut game, is_solid(away));
    // Its only surface becomes empty, and then full again.
    let surface = game.scene().graph[mesh].cast::<Mesh>().unwrap().surfaces()[0].data();
    let triangles = surface.data_ref().geometry_buffer.triangles_ref().to_vec();
    surface.data_ref().geometry_buffer.modify().clear();
    updates_until(&mut game, is_free(away));
    surface
        .data_ref()
        .geometry_buffer
        .modify()
        .push_triangles(&triangles);
    updates_until(&mut game, is_solid(away));
    let child = add_mesh(game.scene());
    game.scene().graph.link_nodes(child, mesh);
    updates_until(&mut game, is_solid(away + THERE));
    game.scene().graph.remove_node(mesh);
    updates_until(&mut game, is_free(away));
    game.update(5, STEP);
    let reports = game.reports("meshes");
    assert_eq!(reports.len(), 2, "{reports:?}");
    assert!(
        reports[0].contains("Mesh is no part of the geometry"),
        "{reports:?}"
    );
    assert!(reports[1].contains("solids.mesh_nodes"), "{reports:?}");
}

#[test]
fn nothing_is_built_while_nothing_changes() {
    let mut game = Game::with_scene("still", fish(10), |scene| {
        add_block(scene, THERE, Vec3::repeat(1.0));
        // NaNs are never equal to themselves.
        let (body, collider) = add_block(scene, THERE, Vec3::repeat(f32::NAN));
        scene.graph[body].set_position(Vec3::repeat(f32::NAN));
        scene.graph[collider].set_shape(ColliderShape::ball(f32::NAN));
    });
    game.update(2, STEP);
    let before = game.simulation().geometry().clone();
    for _ in 0..50 {
        game.update(1, STEP);
        sleep(Duration::from_millis(1));
    }
    assert!(Arc::ptr_eq(&before, game.simulation().geometry()));
    assert_eq!(game.reports("still").len(), 1);
}

#[test]
fn boids_under_a_wall_that_moves_over_them_are_rescued() {
    // They rest, so that they stay however long the geometry takes to build.
    let mut game = Game::with_scene("rescued", idle(300), |scene| {
        add_block(scene, THERE, Vec3::repeat(0.6));
    });
    game.update(60, STEP);
    assert_eq!(game.simulation().statistics().rescued, 0);
    let wall = block(game.scene());
    game.scene().graph[wall].set_position(Vec3::zeros());
    updates_until(&mut game, is_solid(Vec3::zeros()));
    game.update(2, STEP);
    let simulation = game.simulation();
    assert!(simulation.statistics().rescued > 0);
    let inside = |boid: &sim::Boid| boid.position.amax() < 0.6;
    assert_eq!(simulation.boids().filter(inside).count(), 0);
    assert_eq!(simulation.len() + simulation.not_placed(), 300);
}

#[test]
fn old_geometry_serves_while_something_moves_all_the_time() {
    let mut settings = Settings::default();
    settings.spawn.count = 50;
    settings.collision.check_crossings = true;
    // As a moving convex body it would not be part of the geometry.
    let mut flock = Flock::new(settings);
    flock.solids.moving_bodies = false;
    let mut game = Game::with_scene("moving", flock, |scene| {
        add_block(scene, THERE, Vec3::repeat(1.0));
    });
    game.update(2, STEP);
    let wall = block(game.scene());
    let mut geometry = game.simulation().geometry().clone();
    let mut swaps = 0;
    let (mut update, begin) = (0, Instant::now());
    // Longer if other work slows the build down.
    while update < 200 || (swaps < 3 && begin.elapsed() < Duration::from_secs(60)) {
        update += 1;
        let angle = update as f32 * 0.05;
        let at = Vec3::new(angle.cos(), angle.sin(), 0.0) * 3.0;
        game.scene().graph[wall].set_position(at);
        game.update(1, STEP);
        sleep(Duration::from_millis(2));
        assert_eq!(game.simulation().geometry().triangle_count(), 12);
        swaps += usize::from(!Arc::ptr_eq(&geometry, game.simulation().geometry()));
        geometry = game.simulation().geometry().clone();
    }
    assert!(swaps >= 3, "{swaps} of {update} updates had a new geometry");
    assert_eq!(game.simulation().statistics().crossings, 0);
}

#[test]
fn flat_colliders_cage_a_planar_flock() {
    let mut settings = Settings::default();
    settings.spawn.count = 100;
    settings.spawn.region = sim::settings::Region::sphere(0.6);
    settings.motion.max_speed = 20.0;
    settings.motion.max_acceleration = 200.0;
    settings.motion.plane = sim::settings::Plane::Xy;
    settings.avoidance.enabled = false;
    let mut game = Game::with_scene("flat", Flock::new(settings), crate::solids::add_flat_cage);
    game.update(300, STEP);
    assert!(game.simulation().statistics().contacts > 0);
    let out = |boid: &sim::Boid| boid.position.xy().amax() > 0.96;
    assert_eq!(game.simulation().boids().filter(out).count(), 0);
    // They are not geometry for a flock that is not planar.
    game.change(|settings| settings.motion.plane = sim::settings::Plane::All);
    updates_until(&mut game, |geometry| geometry.triangle_count() == 0);
}
