//! The scripts of predators and perches, and cameras as viewers: their effects are measured in the
//! boids.

use crate::{
    effects::{errors, game_with, set_position},
    game::{Game, STEP},
    solids::add_box,
    world::idle,
};
use fyrox::{
    core::{algebra::UnitQuaternion, log::MessageKind, pool::Handle},
    graph::SceneGraph,
    scene::{base::BaseBuilder, camera::CameraBuilder, node::Node, transform::TransformBuilder},
};
use fyrox_flock::{
    scripts::{FlockPerches, FlockPredator},
    sim::{threats::Predator, BoidId, Flock, Vec3},
};
use std::{thread::sleep, time::Duration};

#[test]
fn boids_flee_from_a_predator_that_the_game_moves() {
    let start = Vec3::new(-4.0, 0.0, 0.0);
    let (mut game, shark) = game_with("shark", FlockPredator::default(), start);
    game.change(|settings| settings.fear.enabled = true);
    game.update(1, STEP);
    let before = game.simulation().len();
    let mut place = start;
    let mut nearest = f32::MAX;
    for _ in 0..240 {
        place.x += 2.0 * STEP;
        set_position(&mut game, shark, place);
        game.update(1, STEP);
        let boids = game.simulation().boids();
        let distances = boids.map(|boid| (boid.position - place).norm());
        nearest = distances.fold(nearest, f32::min);
    }
    assert_eq!(game.simulation().predators().len(), 1);
    assert_eq!(game.simulation().len(), before);
    let near = game.simulation().in_sphere(Vec3::zeros(), 1.0).count();
    assert!(
        near < before / 2,
        "{near} of {before} stayed, nearest {nearest}"
    );
    game.scene().graph.remove_node(shark);
    game.update(1, STEP);
    assert_eq!(game.simulation().predators().len(), 0);
}

/// Nothing else changes in the scene meanwhile.
#[test]
fn a_script_sets_its_predator_anew_after_the_game_has_moved_it() {
    let start = Vec3::new(-4.0, 0.0, 0.0);
    let (mut game, _) = game_with("shark", FlockPredator::default(), start);
    game.update(3, STEP);
    let simulation = game.flock().running_mut().unwrap();
    let (id, predator) = simulation.predators().next().unwrap();
    let moved = Predator {
        point: Vec3::y(),
        ..*predator
    };
    assert!(simulation.move_predator(id, moved).unwrap());
    game.update(2, STEP);
    let predator = *game.simulation().predators().next().unwrap().1;
    assert_eq!(predator.point, start);
}

/// A flock around a block, whose top is an area of perches.
fn beside_block(script: FlockPerches) -> Game {
    let mut flock = idle(60);
    flock.wander.enabled = true;
    flock.motion.max_speed = 3.0;
    flock.spawn.region = fyrox_flock::sim::settings::Region::Sphere {
        center: Vec3::new(0.0, 4.0, 0.0),
        radius: 1.0,
    };
    Game::with_scene("starlings", flock, |scene| {
        add_box(scene, 2.0, false);
        crate::effects::add_script(scene, "roof", script, Vec3::zeros());
    })
}

/// Perches on which boids soon land, and stay.
pub fn inviting() -> FlockPerches {
    FlockPerches {
        landings: 2.0.into(),
        shortest_stay: 1000.0.into(),
        longest_stay: 1000.0.into(),
        ..FlockPerches::default()
    }
}

/// The node of the perches of [`beside_block`].
fn roof(game: &mut Game) -> Handle<Node> {
    let mut nodes = game.scene().graph.pair_iter();
    let roof = nodes.find(|(_, node)| node.name() == "roof");
    roof.expect("the scene has a roof").0
}

/// The boids that stand on perches.
fn standing(flock: &Flock) -> Vec<BoidId> {
    let ids = flock.loose_boids().map(|boid| boid.id);
    ids.filter(|id| flock.perched_on(*id).is_some()).collect()
}

#[test]
fn boids_land_on_perches_and_rise_when_the_script_goes() {
    let mut game = beside_block(inviting());
    game.update(600, STEP);
    let flock = game.simulation();
    let (perch, _) = flock.perches().next().expect("a perch");
    let taken = flock.perch_use(perch).unwrap().taken;
    assert!(taken > 20, "{taken}");
    let on_top = |place: Vec3| (place.y - 2.0).abs() < 0.2;
    let places = standing(flock).into_iter().filter_map(|id| flock.boid(id));
    assert!(places.map(|boid| boid.position).all(on_top));
    let roof = roof(&mut game);
    game.scene().graph.remove_node(roof);
    game.update(240, STEP);
    assert_eq!(game.simulation().len(), 60);
}

/// A game sets the fields at nightfall and back at dawn.
#[test]
fn boids_on_perches_stay_when_only_its_times_change() {
    let mut game = beside_block(inviting());
    let roof = roof(&mut game);
    let set = |game: &mut Game, landings: f32| {
        let node = &mut game.scene().graph[roof];
        let perches = node.try_get_script_mut::<FlockPerches>().unwrap();
        *perches.landings = landings;
        game.update(1, STEP);
    };
    let first = |game: &mut Game| {
        let (id, perch) = game.simulation().perches().next().expect("a perch");
        (id, perch.landings)
    };
    set(&mut game, 0.0);
    let (perch, landings) = first(&mut game);
    assert_eq!(landings, 0.0);
    game.update(300, STEP);
    assert_eq!(standing(game.simulation()), []);
    set(&mut game, 2.0);
    assert_eq!(first(&mut game), (perch, 2.0));
    game.update(600, STEP);
    let asleep = standing(game.simulation());
    assert!(asleep.len() > 20, "{}", asleep.len());
    set(&mut game, 0.0);
    game.update(60, STEP);
    assert_eq!(first(&mut game), (perch, 0.0));
    assert_eq!(standing(game.simulation()), asleep);
}

/// By a millimetre and a tenth of a degree, as on a dynamic body at rest.
#[test]
fn boids_stand_on_perches_that_tremble() {
    let mut game = beside_block(inviting());
    let roof = roof(&mut game);
    let mut perches = Vec::new();
    let mut tremble = |game: &mut Game, frames: usize| {
        for frame in 0..frames {
            let by = Vec3::new(0.001, -0.001, 0.001) * [0.0, 1.0][frame % 2];
            let transform = game.scene().graph[roof].local_transform_mut();
            transform.set_position(by);
            transform.set_rotation(UnitQuaternion::from_scaled_axis(by * 1.7));
            game.update(1, STEP);
            let flock = game.simulation();
            perches.extend(flock.perches().map(|(perch, _)| perch));
        }
        perches.dedup();
        perches.len()
    };
    assert_eq!(tremble(&mut game, 600), 1, "its spots were found anew");
    let before = standing(game.simulation());
    assert!(before.len() > 20, "{}", before.len());
    assert_eq!(tremble(&mut game, 60), 1, "its spots were found anew");
    let flock = game.simulation();
    assert!(before.iter().all(|id| flock.perched_on(*id).is_some()));
    // A real movement creates another perch.
    let first = flock.perches().next().map(|(perch, _)| perch);
    set_position(&mut game, roof, Vec3::x() * 0.1);
    game.update(2, STEP);
    let moved = game.simulation().perches().next().map(|(perch, _)| perch);
    assert!(moved.is_some() && moved != first);
}

#[test]
fn perches_without_a_surface_are_said_once_and_found_when_it_comes() {
    let mut flock = idle(20);
    flock.wander.enabled = true;
    let mut game = Game::with_scene("bare", flock, |scene| {
        let script = FlockPerches::default();
        crate::effects::add_script(scene, "ledge", script, Vec3::zeros());
    });
    game.update(10, STEP);
    let said = |game: &Game| game.messages_with(MessageKind::Error, "Flock Perches of node ledge");
    assert_eq!(said(&game).len(), 1, "{:?}", said(&game));
    assert_eq!(game.simulation().perches().len(), 0);
    add_box(game.scene(), 2.0, false);
    // The geometry is built on another thread.
    for _ in 0..1000 {
        game.update(1, STEP);
        if game.simulation().perches().len() > 0 {
            break;
        }
        sleep(Duration::from_millis(5));
    }
    let perches = game.simulation().perches();
    let spots: usize = perches.map(|(_, perch)| perch.spots.len()).sum();
    assert!(spots > 20, "{spots}");
    assert!(said(&game).is_empty());
}

#[test]
fn perches_out_of_range_are_said_once() {
    let script = FlockPerches {
        shortest_stay: 30.0.into(),
        ..FlockPerches::default()
    };
    let mut game = beside_block(script);
    game.update(10, STEP);
    let errors = errors(&game, "roof");
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].contains("perch.stay[1] is 20; allowed: 30 to"),
        "{errors:?}"
    );
}

#[test]
fn boids_far_from_the_camera_steer_less_often() {
    let mut flock = idle(60);
    flock.detail.enabled = true;
    let mut game = Game::with_scene("far", flock, |scene| {
        let place = TransformBuilder::new().with_local_position(Vec3::z() * -100.0);
        let base = BaseBuilder::new().with_local_transform(place.build());
        CameraBuilder::new(base).build(&mut scene.graph);
    });
    game.update(20, STEP);
    assert_eq!(game.simulation().viewers().len(), 1);
    assert_eq!(game.simulation().detail_levels(), [0, 0, 60, 0, 0]);
}
