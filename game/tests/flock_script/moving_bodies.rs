//! Colliders on moving bodies are obstacles without any script.

use crate::{
    effects::add_script,
    game::{Game, STEP},
    solids::{add_block, add_box_mesh},
    world::idle,
};
use fyrox::{
    core::{
        algebra::{Quaternion, UnitQuaternion, Vector4},
        log::MessageKind,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        collider::{
            BitMask, Collider, ColliderShape, ConvexPolyhedronShape, GeometrySource,
            InteractionGroups, TrimeshShape,
        },
        dim2,
        rigidbody::{RigidBody, RigidBodyType},
    },
};
use fyrox_flock::{
    scripts::{EffectShape, FlockObstacle},
    sim::{self, obstacles::ObstacleShape, settings::Plane, Boid, Vec3},
    Flock,
};

/// A game with a kinematic body among boids, 4 m to the left of them.
fn game_with_player(name: &str) -> (Game, (Handle<RigidBody>, Handle<Collider>)) {
    let mut block = (Handle::NONE, Handle::NONE);
    let game = Game::with_scene(name, idle(60), |scene| {
        block = add_block(scene, Vec3::x() * -4.0, Vec3::repeat(0.6));
        scene.graph[block.0].set_body_type(RigidBodyType::KinematicPositionBased);
    });
    (game, block)
}

/// Moves the body through the flock, and returns the number of times that a boid was inside it.
fn walk(game: &mut Game, body: Handle<RigidBody>) -> usize {
    let mut at = Vec3::x() * -4.0;
    let mut inside = 0;
    for _ in 0..240 {
        at.x += 2.0 * STEP;
        game.scene().graph[body].set_position(at);
        game.scene().graph.update_hierarchical_data();
        game.update(1, STEP);
        let is_inside = |boid: &Boid| (boid.position - at).amax() < 0.5;
        inside += game.simulation().boids().filter(is_inside).count();
    }
    inside
}

#[test]
fn a_player_of_any_shape_goes_through_a_flock_without_a_script() {
    for shape in [
        ColliderShape::cuboid(0.6, 0.6, 0.6),
        ColliderShape::ball(1.0),
        ColliderShape::capsule_y(0.5, 0.6),
        ColliderShape::cylinder(0.6, 0.8),
    ] {
        let (mut game, (body, collider)) = game_with_player("player");
        game.scene().graph[collider].set_shape(shape.clone());
        assert_eq!(walk(&mut game, body), 0, "{shape:?}");
        assert_eq!(game.simulation().obstacles().len(), 1);
        assert_eq!(game.reports("player"), [] as [String; 0]);
    }
    // Without the collider, boids would be inside.
    let (mut game, (body, _)) = game_with_player("ghost");
    game.flock().solids.moving_bodies = false;
    assert!(walk(&mut game, body) > 100);
}

#[test]
fn groups_sensors_and_static_bodies_decide_what_is_met() {
    let (mut game, (body, collider)) = game_with_player("groups");
    let count = |game: &mut Game| {
        game.update(3, STEP);
        game.simulation().obstacles().len()
    };
    assert_eq!(count(&mut game), 1);
    let groups = |bits| InteractionGroups::new(BitMask(bits), BitMask(bits));
    game.scene().graph[collider].set_collision_groups(groups(2));
    assert_eq!(count(&mut game), 1);
    game.flock().collision_groups = groups(1).into();
    assert_eq!(count(&mut game), 0);
    game.flock().collision_groups = groups(3).into();
    assert_eq!(count(&mut game), 1);
    game.scene().graph[collider].set_is_sensor(true);
    assert_eq!(count(&mut game), 0);
    game.scene().graph[collider].set_is_sensor(false);
    assert_eq!(count(&mut game), 1);
    game.scene().graph[body].set_body_type(RigidBodyType::Static);
    assert_eq!(count(&mut game), 0);
    game.scene().graph[body].set_body_type(RigidBodyType::Dynamic);
    assert_eq!(count(&mut game), 1);
    game.scene().graph.remove_node(body);
    assert_eq!(count(&mut game), 0);
}

#[test]
fn meshes_move_as_their_parts_as_they_are_or_as_their_hull_which_is_said_once() {
    let (mut game, (_, collider)) = game_with_player("meshes");
    let mesh = add_box_mesh(game.scene(), 0.6, false);
    game.scene().graph[collider].set_name("Crate");
    let warnings = |game: &Game| game.messages_with(MessageKind::Warning, "Crate moves");
    let polyhedron = ConvexPolyhedronShape {
        geometry_source: GeometrySource(mesh),
    };
    game.scene().graph[collider].set_shape(ColliderShape::Polyhedron(polyhedron));
    game.update(3, STEP);
    assert!(game.simulation().obstacles().len() > 0);
    assert_eq!(warnings(&game), [] as [String; 0]);
    let trimesh = TrimeshShape {
        sources: vec![GeometrySource(mesh)],
    };
    game.scene().graph[collider].set_shape(ColliderShape::Trimesh(trimesh));
    game.update(20, STEP);
    let is_mesh = |game: &mut Game| {
        let mut obstacles = game.simulation().obstacles();
        obstacles.all(|(_, it)| matches!(it.shape, ObstacleShape::Mesh(_)))
    };
    assert_eq!(game.simulation().obstacles().len(), 1);
    assert!(is_mesh(&mut game));
    assert_eq!(warnings(&game), [] as [String; 0]);
    game.flock().solids.concave_bodies = false;
    game.update(20, STEP);
    assert!(!is_mesh(&mut game));
    assert_eq!(game.simulation().obstacles().len(), 1);
    let said = warnings(&game);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].contains("its convex hull is the obstacle"),
        "{said:?}"
    );
    // A shape without a volume is skipped.
    game.scene().graph[collider].set_shape(ColliderShape::ball(f32::NAN));
    game.update(20, STEP);
    assert_eq!(game.simulation().obstacles().len(), 0);
    let said = game.messages_with(MessageKind::Error, "Crate moves and is no obstacle");
    assert_eq!(said.len(), 1, "{said:?}");
}

/// Boids in a box with a hole, on a kinematic body, stay in it when it goes.
#[test]
fn a_moving_box_with_a_hole_keeps_its_boids() {
    let half = 0.6;
    for is_concave in [true, false] {
        let mut flock = idle(50);
        let mut settings = flock.settings();
        settings.spawn.region = sim::settings::Region::cube(0.5 * half);
        settings.collision.body_radius = 0.02;
        flock.set_settings(settings);
        flock.solids.concave_bodies = is_concave;
        let mut body = Handle::NONE;
        let mut game = Game::with_scene("tank", flock, |scene| {
            let mesh = add_box_mesh(scene, half, true);
            let block = add_block(scene, Vec3::zeros(), Vec3::repeat(half));
            body = block.0;
            scene.graph[body].set_body_type(RigidBodyType::KinematicPositionBased);
            let sources = vec![GeometrySource(mesh)];
            let trimesh = TrimeshShape { sources };
            scene.graph[block.1].set_shape(ColliderShape::Trimesh(trimesh));
        });
        let mut at = Vec3::zeros();
        for step in 0..120 {
            at.x += (step.min(20) as f32 / 10.0) * STEP;
            game.scene().graph[body].set_position(at);
            game.scene().graph.update_hierarchical_data();
            game.update(1, STEP);
        }
        let is_inside = |boid: &Boid| (boid.position - at).amax() < half;
        let inside = game.simulation().boids().filter(is_inside).count();
        assert_eq!(inside, if is_concave { 50 } else { 0 });
    }
}

#[test]
fn more_bodies_than_can_be_met_are_said_once() {
    let mut game = Game::with_scene("crowded", idle(10), |scene| {
        for index in 0..270 {
            let at = Vec3::new(index as f32, 50.0, 0.0);
            let (body, _) = add_block(scene, at, Vec3::repeat(0.2));
            scene.graph[body].set_body_type(RigidBodyType::KinematicPositionBased);
        }
    });
    game.update(10, STEP);
    assert_eq!(game.simulation().obstacles().len(), 256);
    let reports = game.reports("crowded");
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert!(
        reports[0].contains("number of obstacles is 256"),
        "{reports:?}"
    );
}

#[test]
fn bodies_of_2d_physics_move_among_a_flat_flock() {
    for shape in [
        dim2::collider::ColliderShape::ball(0.8),
        dim2::collider::ColliderShape::cuboid(0.6, 0.6),
        dim2::collider::ColliderShape::capsule_y(0.4, 0.6),
    ] {
        let mut flock = idle(60);
        flock.motion.plane = Plane::Xy;
        let mut body = Handle::NONE;
        let mut game = Game::with_scene("flat", flock, |scene| {
            let collider = dim2::collider::ColliderBuilder::new(BaseBuilder::new());
            let collider = collider.with_shape(shape.clone()).build(&mut scene.graph);
            let base = BaseBuilder::new().with_child(collider);
            body = dim2::rigidbody::RigidBodyBuilder::new(base)
                .with_body_type(RigidBodyType::KinematicPositionBased)
                .build(&mut scene.graph);
            scene.graph[body].set_position(Vec3::x() * -4.0);
        });
        let mut at = Vec3::x() * -4.0;
        for _ in 0..240 {
            at.x += 2.0 * STEP;
            game.scene().graph[body].set_position(at);
            game.scene().graph.update_hierarchical_data();
            game.update(1, STEP);
            let is_inside = |boid: &Boid| (boid.position - at).xy().norm() < 0.55;
            assert_eq!(game.simulation().boids().filter(is_inside).count(), 0);
        }
        assert_eq!(game.simulation().obstacles().len(), 1);
        assert_eq!(game.reports("flat"), [] as [String; 0]);
    }
}

#[test]
fn bodies_that_are_added_while_the_game_runs_push_nobody_on_the_way() {
    let mut game = Game::new("added body", idle(30));
    game.update(3, STEP);
    let (body, _) = add_block(game.scene(), Vec3::x() * 4.0, Vec3::repeat(1.0));
    game.scene().graph[body].set_body_type(RigidBodyType::KinematicPositionBased);
    for _ in 0..5 {
        game.update(1, STEP);
        let mut obstacles = game.simulation().obstacles();
        let is_there = |at: Vec3| (at - Vec3::x() * 4.0).norm() < 1e-4;
        assert!(obstacles.all(|(_, it)| is_there(it.placement.origin)));
    }
    assert_eq!(game.simulation().obstacles().len(), 1);
    assert_eq!(game.simulation().statistics().rescued, 0);
}

#[test]
fn a_collider_without_a_place_is_said_once_and_left_out() {
    let (mut game, (_, collider)) = game_with_player("lost");
    game.scene().graph[collider].set_name("Lost");
    game.update(3, STEP);
    assert_eq!(game.simulation().obstacles().len(), 1);
    let nan = UnitQuaternion::new_unchecked(Quaternion::from(Vector4::repeat(f32::NAN)));
    let transform = game.scene().graph[collider].local_transform_mut();
    transform.set_rotation(nan);
    game.update(10, STEP);
    assert_eq!(game.simulation().obstacles().len(), 0);
    let said = game.messages_with(MessageKind::Error, "Lost moves and is no obstacle");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(game
        .simulation()
        .boids()
        .all(|boid| boid.position.iter().all(|x| x.is_finite())));

    let transform = game.scene().graph[collider].local_transform_mut();
    transform.set_rotation(UnitQuaternion::identity());
    game.update(3, STEP);
    assert_eq!(game.simulation().obstacles().len(), 1);
}

#[test]
fn a_scaled_body_whose_collider_keeps_its_size_is_said_once() {
    for body_type in [RigidBodyType::KinematicPositionBased, RigidBodyType::Static] {
        let (mut game, (body, collider)) = game_with_player("scaled");
        game.scene().graph[collider].set_name("Large");
        game.scene().graph[body].set_body_type(body_type);
        let transform = game.scene().graph[body].local_transform_mut();
        transform.set_scale(Vec3::repeat(2.0));
        game.update(20, STEP);
        let said = game.messages_with(MessageKind::Warning, "Large or its rigid body is scaled");
        assert_eq!(said.len(), 1, "{body_type:?}: {said:?}");
    }
}

fn places(game: &mut Game) -> Vec<(sim::BoidId, Vec3)> {
    let boids = game.simulation().boids();
    let mut places: Vec<_> = boids.map(|boid| (boid.id, boid.position)).collect();
    places.sort_by_key(|it| it.0);
    places
}

/// Number of boids that have moved by more than a millimetre.
fn pushed(before: &[(sim::BoidId, Vec3)], game: &mut Game) -> usize {
    let now = places(game);
    let pairs = before.iter().zip(&now);
    pairs.filter(|(a, b)| (a.1 - b.1).norm() > 1e-3).count()
}

/// Boids at rest in a thin slab, 3.2 to 3.4 m to the left.
fn slab() -> Flock {
    let mut script = idle(60);
    let mut settings = script.settings();
    settings.spawn.region = sim::settings::Region::Box {
        min: Vec3::new(-3.4, -0.2, -0.2),
        max: Vec3::new(-3.2, 0.2, 0.2),
    };
    settings.collision.body_radius = 0.02;
    script.set_settings(settings);
    script
}

#[test]
fn a_body_that_is_put_elsewhere_pushes_nobody_between() {
    for (x, are_pushed) in [(4.0, false), (-2.6, true)] {
        let mut body = Handle::NONE;
        let mut game = Game::with_scene("put", slab(), |scene| {
            body = add_block(scene, Vec3::x() * -4.0, Vec3::repeat(0.5)).0;
            scene.graph[body].set_body_type(RigidBodyType::KinematicPositionBased);
        });
        game.update(3, STEP);
        let before = places(&mut game);
        game.scene().graph[body].set_position(Vec3::x() * x);
        game.scene().graph.update_hierarchical_data();
        game.update(2, STEP);
        assert_eq!(pushed(&before, &mut game) > 0, are_pushed, "{x}");
    }
}

/// By a distance that an obstacle of its size and usual speed moves in a frame.
#[test]
fn a_script_can_say_that_it_puts_an_obstacle() {
    for is_put in [false, true] {
        let mut node = Handle::NONE;
        let mut game = Game::with_scene("put", slab(), |scene| {
            let script = FlockObstacle {
                shape: EffectShape::Sphere { radius: 0.5 }.into(),
                ..FlockObstacle::default()
            };
            node = add_script(scene, "shark", script, Vec3::x() * -4.0);
        });
        game.update(3, STEP);
        let before = places(&mut game);
        if is_put {
            let script = game.scene().graph[node].try_get_script_mut::<FlockObstacle>();
            script.unwrap().put();
        }
        let transform = game.scene().graph[node].local_transform_mut();
        transform.set_position(Vec3::x() * -2.6);
        game.update(2, STEP);
        assert_eq!(pushed(&before, &mut game) == 0, is_put);
    }
}
