//! Changes of the user take effect, and no input of the user stops the game.

use crate::game::{fish, Game, STEP};
use fyrox::{
    asset::Resource,
    core::{
        algebra::{UnitQuaternion, Vector3},
        log::MessageKind,
    },
    graph::SceneGraph,
    resource::model::Model,
};
use fyrox_flock::{
    sim::{self, settings::Backend, Preset, Settings},
    Flock,
};

#[test]
fn changes_take_effect_on_the_next_update() {
    let mut game = Game::new("changes", fish(50));
    game.update(3, STEP);
    assert_eq!((game.simulation().len(), game.renderers()), (50, vec![50]));
    game.change(|settings| {
        settings.spawn.count = 80;
        settings.motion.max_speed = 0.1;
        settings.simulation.backend = Backend::SingleThread;
    });
    game.update(1, STEP);
    assert_eq!((game.simulation().len(), game.renderers()), (80, vec![80]));
    assert!(game
        .simulation()
        .boids()
        .all(|boid| boid.velocity.norm() < 0.1001));
    game.change(|settings| settings.spawn.count = 0);
    game.update(2, STEP);
    assert_eq!((game.simulation().len(), game.renderers()), (0, vec![0]));
    assert_eq!(game.reports("changes"), Vec::<String>::new());
}

#[test]
fn bad_settings_are_reported_once_and_the_last_good_ones_stay() {
    let mut game = Game::new("bad", fish(50));
    game.update(2, STEP);
    for bad in [f32::NAN, -1.0, f32::INFINITY, 1e30] {
        game.change(|settings| settings.separation.radius = bad);
        game.update(20, STEP);
        let reports = game.reports("bad");
        assert_eq!(reports.len(), 1, "{bad}: {reports:?}");
        assert!(reports[0].contains("separation.radius"), "{reports:?}");
        let radius = game.simulation().settings().separation.radius;
        assert_eq!(radius, Settings::default().separation.radius);
        assert_eq!(game.simulation().len(), 50);
        game.change(|settings| settings.separation.radius = 0.3);
        game.update(1, STEP);
        assert_eq!(game.simulation().settings().separation.radius, 0.3);
        game.change(|settings| settings.separation.radius = radius);
        game.update(1, STEP);
    }
}

#[test]
fn a_bad_budget_is_reported_once_and_the_last_one_stays() {
    let mut game = Game::new("budget", fish(50));
    game.flock().budget = 2.5.into();
    game.update(1, STEP);
    assert_eq!(game.simulation().budget(), Some(2.5));
    for bad in [f32::NAN, -1.0, 0.001, f32::INFINITY] {
        game.flock().budget = bad.into();
        game.update(5, STEP);
        let reports = game.reports("budget");
        assert_eq!(reports.len(), 1, "{bad}: {reports:?}");
        assert!(reports[0].contains("budget is"), "{reports:?}");
        assert_eq!(game.simulation().budget(), Some(2.5));
        game.flock().budget = 2.5.into();
        game.update(1, STEP);
    }
    game.flock().budget = 0.0.into();
    game.update(1, STEP);
    assert_eq!(game.simulation().budget(), None);
    // While the field is 0, the game's own budget stays, also through a snapshot.
    let running = game.flock().running_mut().unwrap();
    running.set_budget(Some(1.0)).unwrap();
    let snapshot = running.snapshot();
    game.update(1, STEP);
    assert_eq!(game.simulation().budget(), Some(1.0));
    let running = game.flock().running_mut().unwrap();
    running.set_budget(None).unwrap();
    game.flock().restore(&snapshot).unwrap();
    game.update(1, STEP);
    assert_eq!(game.simulation().budget(), Some(1.0));
    // Another value of the field also holds for another flock and a snapshot.
    game.flock().budget = 3.0.into();
    game.update(1, STEP);
    let running = game.flock().running_mut().unwrap();
    let settings = running.settings().clone();
    *running = sim::Flock::new(settings, Default::default(), Default::default()).unwrap();
    game.update(1, STEP);
    assert_eq!(game.simulation().budget(), Some(3.0));
    game.flock().restore(&snapshot).unwrap();
    game.update(1, STEP);
    assert_eq!(game.simulation().budget(), Some(3.0));
}

#[test]
fn flock_at_no_place_starts_when_it_gets_one() {
    let mut game = Game::new("nowhere", fish(50));
    let node = game.node;
    game.scene().graph[node]
        .local_transform_mut()
        .set_position(Vector3::repeat(f32::NAN));
    game.update(5, STEP);
    assert!(game.flock().running().is_none());
    assert_eq!(game.reports("nowhere").len(), 1);
    game.scene().graph[node]
        .local_transform_mut()
        .set_position(Vector3::zeros());
    game.update(3, STEP);
    assert_eq!(game.renderers(), vec![50]);
}

#[test]
fn flock_with_bad_settings_starts_when_they_are_mended() {
    let mut flock = fish(50);
    flock.motion.max_speed = f32::NAN;
    let mut game = Game::new("mended", flock);
    game.update(5, STEP);
    assert!(game.flock().running().is_none());
    assert_eq!(game.reports("mended").len(), 1);
    game.change(|settings| settings.motion.max_speed = 1.0);
    game.update(2, STEP);
    assert_eq!((game.simulation().len(), game.renderers()), (50, vec![50]));
}

#[test]
fn foolish_settings_get_advice_once() {
    let mut game = Game::new("foolish", fish(50));
    game.change(|settings| settings.separation.radius = 2.0);
    game.update(20, STEP);
    let advice = game.messages(MessageKind::Warning, "foolish");
    assert_eq!(advice.len(), 1, "{advice:?}");
    assert!(advice[0].contains("separation.radius is 2"), "{advice:?}");
    assert_eq!(game.simulation().len(), 50);
}

/// Such as a boid that follows a path, whose rules are off.
#[test]
fn a_flock_that_only_a_script_steers_gets_no_advice() {
    for (name, is_steered) in [("idle alone", false), ("idle led", true)] {
        let mut game = Game::with_scene(name, crate::world::idle(3), |scene| {
            if is_steered {
                let target = fyrox_flock::scripts::FlockTarget::default();
                crate::effects::add_script(scene, "target", target, Vector3::zeros());
            }
        });
        game.update(3, STEP);
        let advice = game.messages(MessageKind::Warning, name);
        let idle = advice.iter().filter(|it| it.contains("no rule acts"));
        assert_eq!(idle.count(), usize::from(!is_steered), "{advice:?}");
    }
}

#[test]
fn a_published_model_gets_no_advice_in_the_log() {
    let preset = Preset::FishSchool.settings();
    assert!(!preset.advice().is_empty());
    let mut game = Game::new("published", Flock::new(preset));
    game.update(5, STEP);
    assert_eq!(game.messages(MessageKind::Warning, "published"), [""; 0]);
    game.change(|settings| settings.separation.radius = 1.3);
    game.update(5, STEP);
    assert!(!game.messages(MessageKind::Warning, "published").is_empty());
}

#[test]
fn stalls_and_frames_without_time_are_survived() {
    let mut game = Game::new("stalls", fish(50));
    for dt in [0.0, 1.0, 100.0, STEP, 0.0] {
        let before = game
            .flock()
            .running()
            .map_or(0, |flock| flock.statistics().steps);
        game.update(2, dt);
        let steps = game.simulation().statistics().steps - before;
        let most = u64::from(Settings::default().simulation.max_steps_per_frame);
        assert!(steps <= 2 * most, "{steps} steps in 2 frames of {dt} s");
        assert!(game
            .simulation()
            .boids()
            .all(|boid| boid.position.norm() < 10.0));
    }
}

#[test]
fn node_places_the_flock() {
    let mut game = Game::new("placed", fish(50));
    let node = game.node;
    let position = Vector3::new(100.0, 20.0, -5.0);
    let turn = UnitQuaternion::from_euler_angles(0.3, 1.0, 0.0);
    let transform = game.scene().graph[node].local_transform_mut();
    transform
        .set_position(position)
        .set_rotation(turn)
        .set_scale(Vector3::repeat(3.0));
    game.update(3, STEP);
    assert_eq!(game.simulation().placement().origin, position);
    assert!(game.simulation().placement().rotation.angle_to(&turn) < 1e-5);
    let far = |boid: sim::Boid| (boid.position - position).norm();
    assert!(game
        .simulation()
        .boids()
        .map(far)
        .all(|distance| distance < 2.0));

    // The boundary moves at once, and the boids follow it.
    let transform = game.scene().graph[node].local_transform_mut();
    transform.set_position(position + Vector3::new(0.0, 4.0, 0.0));
    game.update(600, STEP);
    let height = game
        .simulation()
        .boids()
        .map(|boid| boid.position.y)
        .sum::<f32>()
        / 50.0;
    assert!(height > 22.0, "the mean height is {height}");
}

#[test]
fn transforms_that_are_no_numbers_leave_the_flock_where_it_was() {
    let mut game = Game::new("lost", fish(50));
    game.update(2, STEP);
    let node = game.node;
    for bad in [f32::NAN, f32::INFINITY] {
        let transform = game.scene().graph[node].local_transform_mut();
        transform.set_position(Vector3::repeat(bad));
        game.update(10, STEP);
    }
    assert_eq!(game.reports("lost").len(), 1);
    assert!(game
        .simulation()
        .boids()
        .all(|boid| boid.position.norm() < 10.0));
}

#[test]
fn missing_model_is_drawn_as_the_fish() {
    let mut game = Game::new("missing", fish(50));
    let model = game
        .engine
        .resource_manager
        .request::<Model>("data/no such model.rgs");
    game.flock().model = Some(model).into();
    game.update(2, STEP);
    while game
        .flock()
        .model
        .as_ref()
        .is_some_and(Resource::is_loading)
    {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    game.update(30, STEP);
    let reports = game.reports("missing");
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert!(reports[0].contains("could not be loaded"), "{reports:?}");
    assert_eq!(game.renderers(), vec![50]);
}

#[test]
fn disabled_node_pauses_and_a_removed_one_leaves_nothing() {
    let mut game = Game::new("removed", fish(50));
    game.update(5, STEP);
    let node = game.node;
    game.scene().graph[node].set_enabled(false);
    game.update(2, STEP);
    let hash = game.simulation().state_hash();
    game.update(5, STEP);
    assert_eq!(game.simulation().state_hash(), hash);
    game.scene().graph.remove_node(node);
    game.update(2, STEP);
    assert_eq!(game.renderers(), Vec::<usize>::new());
}

#[test]
fn copied_node_starts_a_flock_of_its_own() {
    let mut game = Game::new("copied", fish(50));
    game.update(5, STEP);
    let node = game.node;
    let copy = game.scene().graph.copy_single_node(node);
    game.scene().graph.add_node(copy);
    game.update(5, STEP);
    assert_eq!(game.renderers(), vec![50, 50]);
}
