//! Boids fly in the formation of a script: its places move with its node, its points are child
//! nodes, and its mesh may be anywhere.

use crate::{
    effects::{add_script, errors, seconds, set_position},
    game::{Game, STEP},
    solids::add_box_mesh,
    world::idle,
};
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder, node::Node, pivot::PivotBuilder, transform::TransformBuilder, Scene,
    },
};
use fyrox_flock::{
    scripts::{FlockFormation, FormationForm},
    sim::{settings::Region, BoidId, Vec3},
    Flock,
};
use std::{f32::consts::FRAC_PI_2, thread::sleep, time::Duration};

fn of_form(form: FormationForm) -> FlockFormation {
    FlockFormation {
        form: form.into(),
        spacing: 0.5.into(),
        change: 0.0.into(),
        ..FlockFormation::default()
    }
}

/// A flock without rules whose boids can rest.
fn still(count: u32) -> Flock {
    let mut flock = idle(count);
    let mut settings = flock.settings();
    settings.spawn.region = Region::cube(3.0);
    settings.motion.min_speed = 0.0;
    settings.motion.max_speed = 4.0;
    settings.motion.max_acceleration = 40.0;
    flock.set_settings(settings);
    flock
}

fn game_with(name: &str, form: FormationForm, at: Vec3) -> (Game, Handle<Node>) {
    let mut node = Handle::NONE;
    let game = Game::with_scene(name, still(60), |scene| {
        node = add_script(scene, name, of_form(form), at);
    });
    (game, node)
}

fn places(game: &mut Game) -> Vec<(Vec3, Option<BoidId>)> {
    let flock = game.simulation();
    let formation = flock.influences().next().map(|(id, _)| id);
    let places = formation.and_then(|id| flock.formation_places(id));
    places.map(Iterator::collect).unwrap_or_default()
}

/// The largest distance of a boid from its place, in metres. Asserts that all boids have one.
#[track_caller]
fn farthest(game: &mut Game) -> f32 {
    let places = places(game);
    let flock = game.simulation();
    let away = |(place, boid): &(Vec3, Option<BoidId>)| {
        let boid = flock.boid((*boid)?)?;
        Some((boid.position - place).norm())
    };
    let away: Vec<f32> = places.iter().filter_map(away).collect();
    assert_eq!(away.len(), flock.len());
    away.into_iter().fold(0.0, f32::max)
}

fn add_point(scene: &mut Scene, node: Handle<Node>, at: Vec3) -> Handle<Node> {
    let place = TransformBuilder::new().with_local_position(at).build();
    let base = BaseBuilder::new().with_local_transform(place);
    let child = PivotBuilder::new(base).build(&mut scene.graph).to_base();
    scene.graph.link_nodes(child, node);
    child
}

#[test]
fn geese_fly_in_a_v_that_moves_and_turns_with_its_node() {
    let (mut game, node) = game_with("geese", FormationForm::default(), Vec3::zeros());
    let turn = UnitQuaternion::from_scaled_axis(Vector3::y() * FRAC_PI_2);
    let transform = game.scene().graph[node].local_transform_mut();
    transform.set_rotation(turn);
    game.update(seconds(15), STEP);
    assert!(farthest(&mut game) < 0.1);
    let placed = places(&mut game);
    assert!(placed[0].0.norm() < 1e-5);
    // The node looks along X, so the arms are behind in that direction.
    assert!(placed[1..].iter().all(|(place, _)| place.x < -0.1));
    let velocity = Vec3::new(0.3, 0.1, 0.0);
    for frame in 0..seconds(10) {
        set_position(&mut game, node, velocity * (frame as f32 * STEP));
        game.update(1, STEP);
    }
    assert!(farthest(&mut game) < 0.2, "{}", farthest(&mut game));
    assert_eq!(game.reports("geese"), [""; 0]);
}

#[test]
fn child_nodes_are_the_points_of_a_form() {
    let (mut game, node) = game_with("drones", FormationForm::Points, Vec3::x());
    game.update(3, STEP);
    let said = errors(&game, "drones");
    assert!(
        said.len() == 1 && said[0].contains("has 0 child nodes; add 1 at least"),
        "{said:?}"
    );
    for index in 0..4 {
        add_point(game.scene(), node, Vec3::z() * index as f32);
    }
    let transform = game.scene().graph[node].local_transform_mut();
    transform.set_scale(Vec3::repeat(2.0));
    game.update(seconds(10), STEP);
    let placed = places(&mut game);
    let expected = [0.0, 2.0, 4.0, 6.0].map(|z| Vec3::new(1.0, 0.0, z));
    assert_eq!(placed.len(), 4);
    for ((place, boid), expected) in placed.iter().zip(expected) {
        assert!((place - expected).norm() < 1e-4, "{place}");
        let boid = game.simulation().boid(boid.unwrap()).unwrap();
        assert!((boid.position - expected).norm() < 0.1);
    }
    let form = FormationForm::Curve { is_loop: true };
    change(&mut game, node, |script| script.form = form.into());
    game.update(seconds(10), STEP);
    assert_eq!(places(&mut game).len(), 60);
    assert!(farthest(&mut game) < 0.1);
    assert_eq!(errors(&game, "drones"), [""; 0]);
}

/// The points are the same to the last bit in every frame, so that boids keep their places.
#[test]
fn points_keep_their_places_while_the_formation_moves() {
    let (mut game, node) = game_with("moved", FormationForm::Points, Vec3::zeros());
    for index in 0..60 {
        let at = Vec3::new(index as f32 * 0.3, (index % 7) as f32 * 0.31, 0.17);
        add_point(game.scene(), node, at);
    }
    game.update(2, STEP);
    let boids = |game: &mut Game| -> Vec<_> { places(game).iter().map(|it| it.1).collect() };
    let before = boids(&mut game);
    for frame in 0..120 {
        let turn = UnitQuaternion::from_scaled_axis(Vector3::y() * (frame as f32 * 0.05));
        let transform = game.scene().graph[node].local_transform_mut();
        transform
            .set_rotation(turn)
            .set_position(Vec3::x() * (frame as f32 * 0.013));
        game.update(1, STEP);
        assert_eq!(boids(&mut game), before, "in frame {frame}");
    }
}

#[test]
fn a_mesh_gives_its_form_wherever_it_is() {
    let mut mesh = Handle::NONE;
    let mut game = Game::with_scene("logo", still(60), |scene| {
        mesh = add_box_mesh(scene, 1.5, false);
        let transform = scene.graph[mesh].local_transform_mut();
        transform.set_position(Vec3::new(50.0, -20.0, 7.0));
        scene.graph[mesh].set_visibility(false);
        add_script(
            scene,
            "Logo",
            of_form(FormationForm::Surface { node: mesh }),
            Vec3::y(),
        );
    });
    // The mesh is read in the background.
    game.update(1, STEP);
    while game.simulation().influences().len() == 0 {
        game.update(1, STEP);
        sleep(Duration::from_millis(1));
    }
    game.update(seconds(10), STEP);
    let placed = places(&mut game);
    assert_eq!(placed.len(), 60);
    for (place, _) in &placed {
        let distance = (place - Vec3::y()).amax();
        assert!((distance - 1.5).abs() < 1e-4, "{place}");
    }
    assert!(farthest(&mut game) < 0.1);
    assert_eq!(game.reports("logo"), [""; 0]);
}

#[test]
fn a_volume_of_an_open_mesh_is_said_once() {
    let mut game = Game::with_scene("open", still(6), |scene| {
        let mesh = add_box_mesh(scene, 1.5, true);
        let form = FormationForm::Volume { node: mesh };
        add_script(scene, "Holey", of_form(form), Vec3::zeros());
    });
    // The mesh is read in the background.
    let mut said = Vec::new();
    while said.is_empty() {
        game.update(1, STEP);
        said.extend(errors(&game, "Holey"));
        sleep(Duration::from_millis(1));
    }
    game.update(60, STEP);
    said.extend(errors(&game, "Holey"));
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("the mesh is open"), "{said:?}");
}

#[test]
fn forms_change_while_the_game_runs() {
    let (mut game, node) = game_with("changing", FormationForm::Grid, Vec3::zeros());
    game.update(seconds(10), STEP);
    for form in [
        FormationForm::Wedge,
        FormationForm::Column { abreast: 2 },
        FormationForm::Circle,
        FormationForm::Sphere,
    ] {
        change(&mut game, node, |script| {
            (script.form, script.change) = (form.into(), 1.0.into());
        });
        game.update(seconds(15), STEP);
        assert!(farthest(&mut game) < 0.1, "{form:?}");
    }
    // Values out of range are said, and the formation stays as it was.
    change(&mut game, node, |script| script.spacing = f32::NAN.into());
    game.update(60, STEP);
    let said = errors(&game, "changing");
    assert!(
        said.len() == 1 && said[0].contains("spacing is NaN"),
        "{said:?}"
    );
}

fn change(game: &mut Game, node: Handle<Node>, change: impl FnOnce(&mut FlockFormation)) {
    let node = &mut game.scene().graph[node];
    change(node.try_get_script_mut::<FlockFormation>().unwrap());
}
