//! Perches on bodies that move: gulls on a ship.

use crate::{
    effects::{add_script, errors},
    game::{Game, STEP},
    predators_and_perches::inviting,
    world::idle,
};
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        log::MessageKind,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        collider::{ColliderBuilder, ColliderShape},
        node::Node,
        rigidbody::{RigidBodyBuilder, RigidBodyType},
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::{
    scripts::{EffectShape, FlockObstacle, FlockPerches},
    sim::{self, perches::PerchId, settings::Region, BoidId, Vec3},
    Flock,
};

/// Height of the roof of the cabin above the deck, in metres.
const ROOF: f32 = 1.2;

/// Gulls above a place, which only drift.
fn gulls() -> Flock {
    let mut flock = idle(60);
    flock.wander.enabled = true;
    flock.motion.max_speed = 6.0;
    flock.motion.max_acceleration = 20.0;
    flock.spawn.region = Region::Sphere {
        center: Vec3::new(0.0, 3.0, 0.0),
        radius: 1.5,
    };
    flock
}

/// A collider of a body, with the center of a box in the coordinates of the body.
fn add_part(scene: &mut Scene, body: Handle<Node>, half: [f32; 3], center: [f32; 3]) {
    let place = TransformBuilder::new().with_local_position(center.into());
    let base = BaseBuilder::new().with_local_transform(place.build());
    let [x, y, z] = half;
    let collider = ColliderBuilder::new(base)
        .with_shape(ColliderShape::cuboid(x, y, z))
        .build(&mut scene.graph);
    scene.graph.link_nodes(collider, body);
}

fn add_body(scene: &mut Scene, name: &str, body_type: RigidBodyType) -> Handle<Node> {
    let body = RigidBodyBuilder::new(BaseBuilder::new().with_name(name));
    let body = body.with_body_type(body_type);
    body.build(&mut scene.graph).to_base()
}

/// A body with a deck at height 0, a cabin, and perches on both.
fn add_ship(
    scene: &mut Scene,
    name: &str,
    body_type: RigidBodyType,
    script: FlockPerches,
) -> Handle<Node> {
    let ship = add_body(scene, name, body_type);
    add_part(scene, ship, [3.0, 0.5, 3.0], [0.0, -0.5, 0.0]);
    add_part(scene, ship, [0.7, 0.6, 0.7], [0.0, 0.6, 0.0]);
    let area = add_script(scene, &format!("{name} perches"), script, Vec3::zeros());
    scene.graph.link_nodes(area, ship);
    ship
}

/// A game with gulls above a ship.
fn above_ship(name: &str, body_type: RigidBodyType, script: FlockPerches) -> (Game, Handle<Node>) {
    let mut ship = Handle::NONE;
    let game = Game::with_scene(&format!("{name} gulls"), gulls(), |scene| {
        ship = add_ship(scene, name, body_type, script);
    });
    (game, ship)
}

/// Puts the ship somewhere in the next frame.
fn steer(game: &mut Game, ship: Handle<Node>, to: Vec3, yaw: f32) {
    let transform = game.scene().graph[ship].local_transform_mut();
    transform.set_position(to);
    transform.set_rotation(UnitQuaternion::from_axis_angle(&Vector3::y_axis(), yaw));
    game.scene().graph.update_hierarchical_data();
    game.update(1, STEP);
}

fn standing(game: &mut Game) -> Vec<BoidId> {
    let flock = game.simulation();
    let ids = flock.loose_boids().map(|boid| boid.id);
    ids.filter(|id| flock.perched_on(*id).is_some()).collect()
}

fn perches(game: &mut Game) -> Vec<PerchId> {
    let perches = game.simulation().perches();
    perches.map(|(id, _)| id).collect()
}

/// Number of perches on obstacles.
fn carried(game: &mut Game) -> usize {
    let perches = game.simulation().perches();
    let carried = perches.filter(|(_, perch)| perch.carrier.is_some());
    carried.count()
}

/// Asserts that the drawn feet of the gulls are on the deck or on the roof, within a centimetre, and
/// on their spots. Returns their number.
#[track_caller]
fn assert_on_board(game: &mut Game, ship: Handle<Node>) -> usize {
    let to_ship = game.scene().graph[ship].global_transform();
    let to_ship = to_ship.try_inverse().unwrap();
    let all = standing(game);
    let flock = game.simulation();
    let radius = flock.settings().collision.body_radius;
    for gull in &all {
        let feet = flock.drawn_at(*gull).unwrap().origin - Vec3::y() * radius;
        let place = to_ship.transform_point(&feet.into()).coords;
        let is_near = |height: f32| (place.y - height).abs() < 0.01;
        assert!(is_near(0.0) || is_near(ROOF), "{place}");
        let off = spot_of(flock, *gull) - feet;
        assert!(off.norm() < 0.01, "{off}");
    }
    all.len()
}

/// The spot under a boid that stands on an obstacle.
fn spot_of(flock: &sim::Flock, boid: BoidId) -> Vec3 {
    let (perch, spot) = flock.perched_on(boid).expect("it stands");
    let (_, perch) = flock.perches().find(|(id, _)| *id == perch).unwrap();
    let carrier = flock.obstacle_target(perch.carrier.unwrap()).unwrap();
    carrier.origin + carrier.rotation * perch.spots[spot as usize].position
}

#[test]
fn gulls_ride_on_a_ship_and_rise_when_it_sinks() {
    let (mut game, ship) = above_ship("sailing", RigidBodyType::KinematicPositionBased, inviting());
    game.update(600, STEP);
    let before = assert_on_board(&mut game, ship);
    assert!(before > 20, "{before}");
    let heights = standing(&mut game).into_iter().map(|gull| {
        let flock = game.simulation();
        flock.boid(gull).unwrap().position.y
    });
    let on_roof = heights.filter(|height| *height > ROOF).count();
    assert!(on_roof > 0 && on_roof < before, "{on_roof} of {before}");
    let (mut to, mut yaw, known) = (Vec3::zeros(), 0.0, perches(&mut game));
    assert_eq!(known.len(), 2, "one on each collider");
    for frame in 0..480 {
        let grown = (frame as f32 / 300.0).min(1.0);
        to += Vec3::new(6.0, 0.2 * (0.05 * frame as f32).cos(), 1.0) * (grown * STEP);
        yaw += 0.5 * grown * STEP;
        steer(&mut game, ship, to, yaw);
        assert!(assert_on_board(&mut game, ship) >= before);
    }
    assert_eq!(perches(&mut game), known, "the spots were found anew");
    assert_eq!(game.reports("sailing gulls"), [] as [String; 0]);
    game.scene().graph.remove_node(ship);
    game.update(240, STEP);
    assert_eq!(standing(&mut game), []);
    assert_eq!(game.simulation().len(), 60);
    assert_eq!(perches(&mut game), []);
}

#[test]
fn gulls_rise_when_the_ship_jolts_more_than_the_field_allows() {
    for (name, most_jolt) in [("rough", 10_000.0), ("gentle", 4.0)] {
        let script = FlockPerches {
            most_jolt: most_jolt.into(),
            ..inviting()
        };
        let (mut game, ship) = above_ship(name, RigidBodyType::KinematicPositionBased, script);
        game.update(600, STEP);
        let before = standing(&mut game);
        assert!(before.len() > 20, "{name}: {}", before.len());
        for frame in 1..=60 {
            // To 10 m/s within a frame.
            let to = Vec3::x() * (10.0 * frame as f32 * STEP);
            steer(&mut game, ship, to, 0.0);
        }
        let flock = game.simulation();
        let stayed = before.iter().filter(|id| flock.perched_on(**id).is_some());
        let expected = if most_jolt > 100.0 { before.len() } else { 0 };
        assert_eq!(stayed.count(), expected, "{name}");
    }
}

#[test]
fn a_jolt_out_of_range_is_said_once() {
    let script = FlockPerches {
        most_jolt: (-1.0).into(),
        ..inviting()
    };
    let (mut game, _) = above_ship("jolted", RigidBodyType::KinematicPositionBased, script);
    game.update(10, STEP);
    let errors = errors(&game, "jolted perches");
    assert_eq!(errors.len(), 1, "{errors:?}");
    let expected = "perch.most_jolt is -1; allowed: 0 to 10000 m/s²";
    assert!(errors[0].contains(expected), "{errors:?}");
    assert_eq!(perches(&mut game), []);
}

#[test]
fn a_body_without_colliders_is_said_once_and_one_that_comes_has_spots() {
    let mut raft = Handle::NONE;
    let mut game = Game::with_scene("raft gulls", gulls(), |scene| {
        raft = add_body(scene, "raft", RigidBodyType::KinematicPositionBased);
        let area = add_script(scene, "raft perches", inviting(), Vec3::zeros());
        scene.graph.link_nodes(area, raft);
        // Surfaces of the level within the area are not those of the body.
        crate::solids::add_block(scene, Vec3::y() * -3.0, Vec3::repeat(1.0));
    });
    game.update(10, STEP);
    let said = |game: &Game| game.messages_with(MessageKind::Error, "Flock Perches of node raft");
    let first = said(&game);
    assert_eq!(first.len(), 1, "{first:?}");
    assert!(
        first[0].contains("no collider that is a moving obstacle"),
        "{first:?}"
    );
    assert_eq!(perches(&mut game), []);
    add_part(game.scene(), raft, [2.0, 0.5, 2.0], [0.0, -0.5, 0.0]);
    game.update(10, STEP);
    assert_eq!(carried(&mut game), 1);
    assert_eq!(said(&game), [] as [String; 0]);
    // Too low for any boid.
    add_part(game.scene(), raft, [3.0, 0.1, 3.0], [0.0, 0.2, 0.0]);
    let area = Vec3::new(5.0, 0.05, 5.0);
    let graph = &mut game.scene().graph;
    let (node, _) = graph.find_by_name_from_root("raft perches").unwrap();
    let script = graph[node].try_get_script_mut::<FlockPerches>().unwrap();
    script.half_extents = area.into();
    game.update(10, STEP);
    let second = said(&game);
    assert_eq!(second.len(), 1, "{second:?}");
    assert!(second[0].contains("surfaces that face up"), "{second:?}");
}

#[test]
fn a_static_body_that_the_game_moves_carries_while_it_moves() {
    let (mut game, ship) = above_ship("ferry", RigidBodyType::Static, inviting());
    game.update(10, STEP);
    assert_eq!((perches(&mut game).len(), carried(&mut game)), (1, 0));
    for frame in 1..=60 {
        let to = Vec3::x() * (frame as f32 * STEP);
        steer(&mut game, ship, to, 0.0);
    }
    assert_eq!((perches(&mut game).len(), carried(&mut game)), (2, 2));
    assert_eq!(game.reports("ferry gulls"), [] as [String; 0]);
}

#[test]
fn an_obstacle_of_a_script_carries() {
    let mut glove = Handle::NONE;
    let mut game = Game::with_scene("falcons", gulls(), |scene| {
        let shape = EffectShape::Sphere { radius: 1.5 };
        let obstacle = FlockObstacle {
            shape: shape.into(),
            ..FlockObstacle::default()
        };
        glove = add_script(scene, "glove", obstacle, Vec3::zeros());
        let area = add_script(scene, "glove perches", inviting(), Vec3::zeros());
        scene.graph.link_nodes(area, glove);
    });
    game.update(600, STEP);
    assert_eq!(carried(&mut game), 1);
    assert!(standing(&mut game).len() > 5);
    let known = perches(&mut game);
    for frame in 1..=120 {
        let to = Vec3::x() * (0.5 * frame as f32 * STEP);
        steer(&mut game, glove, to, 0.0);
        let all = standing(&mut game);
        assert!(all.len() > 5);
        let flock = game.simulation();
        let radius = flock.settings().collision.body_radius;
        for falcon in all {
            let center = flock.drawn_at(falcon).unwrap().origin;
            let height = (center - to).norm() - radius;
            assert!((height - 1.5).abs() < 0.01, "{height}");
        }
    }
    assert_eq!(perches(&mut game), known);
}

#[test]
fn a_survey_finds_the_spots_where_the_body_is() {
    let (mut game, ship) = above_ship(
        "surveyed",
        RigidBodyType::KinematicPositionBased,
        inviting(),
    );
    game.update(3, STEP);
    let to = Vec3::new(100.0, 7.0, -40.0);
    (0..3).for_each(|_| steer(&mut game, ship, to, 0.6));
    let graph = &game.scene().graph;
    let (area, _) = graph.find_by_name_from_root("surveyed perches").unwrap();
    let script = graph[area]
        .try_get_script::<FlockPerches>()
        .unwrap()
        .clone();
    let graph = &game.engine.scenes[game.scene].graph;
    let flock = graph[game.node].try_get_script::<Flock>().unwrap();
    let flock = flock.running().unwrap();
    let count: usize = flock.perches().map(|(_, perch)| perch.spots.len()).sum();
    let survey = script.survey(graph, area, flock).unwrap();
    assert_eq!(survey.spots.len(), count);
    let turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), -0.6);
    for spot in &survey.spots {
        let place = turn * (spot.position - to);
        assert!(
            place.y.abs() < 1e-3 || (place.y - ROOF).abs() < 1e-3,
            "{place}"
        );
        assert!(place.xz().amax() < 3.01, "{place}");
        assert!((spot.normal - Vec3::y()).norm() < 1e-4);
    }
}

/// The ship is the frame: its colliders are the level there.
#[test]
fn a_flock_in_the_frame_of_the_ship_has_static_spots() {
    let (mut game, ship) = above_ship(
        "flagship",
        RigidBodyType::KinematicPositionBased,
        inviting(),
    );
    let node = game.node;
    game.scene().graph.link_nodes(node, ship);
    game.flock().frame = ship.into();
    game.update(10, STEP);
    assert_eq!((perches(&mut game).len(), carried(&mut game)), (1, 0));
    let known = perches(&mut game);
    for frame in 1..=60 {
        steer(
            &mut game,
            ship,
            Vec3::x() * (6.0 * frame as f32 * STEP),
            0.0,
        );
    }
    assert_eq!(perches(&mut game), known);
    assert_eq!(game.reports("flagship gulls"), [] as [String; 0]);
}

/// Moves the glove of a falconer who walks in a circle at 1.4 m/s and sways. Returns the number of
/// frames in which the falcon stood on it.
fn walk(game: &mut Game, glove: Handle<Node>, frames: std::ops::Range<usize>) -> usize {
    let mut ridden = 0;
    for frame in frames {
        let time = frame as f32 * STEP;
        let (sin, cos) = (0.35 * time).sin_cos();
        let sway = 0.03 * (11.0 * time).sin();
        let at = Vec3::new(4.0 * cos, 1.3 + sway, 4.0 * sin);
        steer(game, glove, at, -0.35 * time);
        if let [falcon] = standing(game)[..] {
            let flock = game.simulation();
            let radius = flock.settings().collision.body_radius;
            let feet = flock.drawn_at(falcon).unwrap().origin - Vec3::y() * radius;
            let off = spot_of(flock, falcon) - feet;
            assert!(off.norm() < 0.01, "{off}");
            ridden += 1;
        }
    }
    ridden
}

#[test]
fn a_falcon_lands_on_the_glove_of_a_falconer_who_walks() {
    let mut falcon = idle(1);
    falcon.wander.enabled = true;
    falcon.motion.max_speed = 12.0;
    falcon.motion.max_acceleration = 20.0;
    let mut glove = Handle::NONE;
    let mut game = Game::with_scene("Falcon", falcon, |scene| {
        let shape = EffectShape::Box {
            half_extents: Vec3::new(0.12, 0.06, 0.12),
        };
        let obstacle = FlockObstacle {
            shape: shape.into(),
            ..FlockObstacle::default()
        };
        glove = add_script(scene, "Glove", obstacle, Vec3::new(4.0, 1.3, 0.0));
        let hand = FlockPerches {
            half_extents: Vec3::repeat(0.3).into(),
            reach: 30.0.into(),
            most: 1.into(),
            ..inviting()
        };
        let hand = add_script(scene, "Hand", hand, Vec3::zeros());
        scene.graph.link_nodes(hand, glove);
    });
    let ridden = walk(&mut game, glove, 0..1200);
    assert!(ridden > 300, "{ridden}");
}
