//! The aquarium, the cave, the swarm and the labyrinth in the engine without a window: they load, run,
//! and are unchanged by saving and loading.

mod support;

use flock_demo::Lantern;
use flock_testkit::engine::{self, load_scene};
use fyrox::{
    core::{futures::executor::block_on, pool::Handle, visitor::Visitor},
    engine::Engine,
    graph::SceneGraph,
    resource::model::ModelResource,
    scene::{
        collider::{BitMask, InteractionGroups},
        node::Node,
        Scene, SceneLoader,
    },
};
use fyrox_flock::{
    render::{ForwardAxis, Swim, SwimAxis},
    sim::{
        self,
        settings::{
            AlignTo, Avoidance, AvoidanceSteering, Backend, Boundary, BoundaryMode, Catch,
            Collision, CollisionResponse, Facing, Growth, Manoeuvre, Motion, Neighbours,
            Normalization, Plane, Region, Rule, Steering, Wander,
        },
        Settings, Vec3,
    },
    Flock,
};
use std::{
    env, thread,
    time::{Duration, Instant},
};
use support::project;

const AQUARIUM: &str = "data/aquarium.rgs";
const CAVE: &str = "data/cave.rgs";
const SWARM: &str = "data/swarm.rgs";
const LABYRINTH: &str = "data/labyrinth.rgs";
const STEP: f32 = 1.0 / 60.0;

/// An engine with the types of the executor's scenes, in the project's folder.
fn engine() -> Engine {
    env::set_current_dir(project()).unwrap();
    let engine = engine::without_window(flock_demo::register).unwrap();
    engine.resource_manager.update_or_load_registry();
    engine
}

fn wait(what: &str, done: impl Fn() -> bool) {
    let began = Instant::now();
    while !done() {
        let waited = began.elapsed();
        assert!(waited < Duration::from_secs(60), "{what} takes too long");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The scene after saving and loading.
fn save_and_load(engine: &Engine, scene: &mut Scene) -> Scene {
    let mut visitor = Visitor::new();
    scene.save("Scene", &mut visitor).unwrap();
    let mut visitor = Visitor::load_from_memory(&visitor.save_binary_to_vec().unwrap()).unwrap();
    let loader = SceneLoader::load(
        "Scene",
        engine.serialization_context.clone(),
        engine.dyn_type_constructors.clone(),
        engine.resource_manager.clone(),
        &mut visitor,
        None,
    )
    .unwrap();
    block_on(loader.finish())
}

/// Adds a scene to the engine, which runs scripts only after the last resource was loaded.
fn start(engine: &mut Engine, scene: Scene) -> Handle<Scene> {
    let manager = engine.resource_manager.clone();
    wait("a resource", || {
        manager.state().count_pending_resources() == 0
    });
    let handle = engine.scenes.add(scene);
    engine.register_scripted_scene(handle);
    handle
}

fn update(engine: &mut Engine) {
    engine::update(engine, STEP);
}

fn flocks(scene: &Scene) -> impl Iterator<Item = &Flock> {
    let nodes = scene.graph.linear_iter();
    nodes.flat_map(|node| node.try_get_scripts::<Flock>())
}

/// The inspector fields of every flock.
fn authored(scene: &Scene) -> Vec<Authored> {
    let authored = flocks(scene).map(|flock| Authored {
        settings: flock.settings(),
        model: (*flock.model).clone(),
        forward_axis: *flock.forward_axis,
        swim: *flock.swim,
        cast_shadows: *flock.cast_shadows,
        budget: *flock.budget,
        collision_groups: *flock.collision_groups,
    });
    authored.collect()
}

#[derive(Debug, PartialEq)]
struct Authored {
    settings: Settings,
    model: Option<ModelResource>,
    forward_axis: ForwardAxis,
    swim: Swim,
    cast_shadows: bool,
    budget: f32,
    collision_groups: InteractionGroups,
}

/// Sets every group of the script's fields to a value that is not its default.
fn change_everything(flock: &mut Flock) {
    let mut settings = flock.settings();
    settings.spawn.seed = 77;
    settings.spawn.region = Region::Sphere {
        center: Vec3::new(0.1, 0.2, 0.3),
        radius: 0.4,
    };
    settings.cohesion = Rule::new(0.11, 0.12);
    settings.separation = Rule {
        normalization: Normalization::LimitedMean,
        field_of_view: 270.0,
        damping: 0.15,
        ..Rule::new(0.13, 0.14)
    };
    settings.alignment.enabled = false;
    settings.neighbours = Neighbours {
        align_to: AlignTo::VelocityDifference,
        nearest_only: true,
        nearest: 6,
        too_close: true,
        too_close_radius: 0.16,
        too_close_weight: 17.0,
        crowding: true,
        crowd: 18,
        crowd_factor: -0.19,
    };
    settings.wander = Wander {
        enabled: true,
        weight: 0.21,
        change_time: 0.22,
        only_alone: true,
    };
    settings.motion = Motion {
        steering: Steering::Velocity,
        drive: 0.23,
        min_speed: 0.24,
        max_speed: 0.25,
        max_acceleration: 0.26,
        limit_turning: true,
        max_turn_rate: 27.0,
        flattening: 0.28,
        inertia: 0.3,
        plane: Plane::Xz,
    };
    settings.boundary = Boundary {
        enabled: true,
        shape: Region::Sphere {
            center: Vec3::new(0.1, 0.0, 0.0),
            radius: 2.5,
        },
        mode: BoundaryMode::SoftTurn { margin: 0.7 },
    };
    settings.avoidance = Avoidance {
        enabled: false,
        weight: 0.31,
        look_ahead: 0.32,
        rays: 33,
        field_of_view: 134.0,
        examined_view: 35.0,
        steering: AvoidanceSteering::Toward,
        growth: Growth::Quadratic,
        look_interval: 0.36,
        cohesion_fade: 0.37,
        ray_budget: 38,
    };
    settings.collision = Collision {
        enabled: false,
        body_radius: 0.07,
        skin: 0.08,
        response: CollisionResponse::Bounce,
        check_crossings: true,
    };
    settings.fear.manoeuvre = Manoeuvre::Fountain;
    settings.fear.field_of_view = 245.0;
    settings.panic.deaf_time = 4.6;
    settings.hunting.catch = Catch::Report;
    settings.hunting.exposed = 0.47;
    settings.way_finding.cell = 0.3;
    settings.detail.second = 48.0;
    settings.detail.sleep = true;
    settings.body.turn_time = 0.33;
    settings.body.facing = Facing::Alignment;
    settings.body.banking = 0.44;
    settings.simulation.backend = Backend::SingleThread;
    flock.set_settings(settings);
    flock.forward_axis = ForwardAxis::MinusX.into();
    flock.swim = Swim {
        amplitude: 0.3,
        wavelength: 2.0,
        axis: SwimAxis::UpAndDown,
    }
    .into();
    flock.cast_shadows = false.into();
    flock.budget = 3.0.into();
    flock.collision_groups = InteractionGroups::new(BitMask(6), BitMask(5)).into();
}

fn assert_every_group_changed(settings: &Settings) {
    let groups = |settings: &Settings| serde_json::to_value(settings).expect("settings are data");
    let default = groups(&Settings::default());
    for (name, group) in groups(settings).as_object().expect("settings have groups") {
        assert_ne!(*group, default[name], "{name}");
    }
}

/// No boid is lost, and all are inside the boundary, up to the distance that they need to turn.
fn assert_invariants(flock: &sim::Flock, update: usize) {
    let settings = flock.settings();
    assert_eq!(
        flock.len() + flock.not_placed(),
        settings.spawn.count as usize
    );
    let speed = settings.motion.max_speed;
    let margin = 2.0 * speed * settings.simulation.time_step + 1e-4;
    let (min, max) = settings.boundary.shape.bounds();
    let placement = flock.placement();
    for boid in flock.boids() {
        let place = placement.rotation.inverse() * (boid.position - placement.origin);
        for axis in 0..3 {
            let range = min[axis] - margin..=max[axis] + margin;
            assert!(
                range.contains(&place[axis]),
                "boid {} at {place:?} after {update} updates, boundary {min:?} to {max:?}",
                boid.id
            );
        }
        // Comparisons with NaN are false, so NaN fails here too.
        assert!(
            boid.velocity.norm() <= speed * 1.001,
            "boid {}: {:?}",
            boid.id,
            boid.velocity
        );
    }
}

#[test]
fn aquarium_runs_and_keeps_its_invariants() {
    run_and_check(AQUARIUM, 1769);
}

#[test]
fn cave_runs_and_keeps_its_invariants() {
    run_and_check(CAVE, 6001);
}

#[test]
fn swarm_runs_and_keeps_its_invariants() {
    run_and_check(SWARM, 4158);
}

#[test]
fn labyrinth_runs_and_keeps_its_invariants() {
    run_and_check(LABYRINTH, 2600);
}

fn find<'a>(scene: &'a Scene, name: &str) -> &'a Node {
    let found = scene.graph.find_by_name_from_root(name);
    found.expect("it is there").1
}

/// Fraction of the moths within `radius` metres of the lantern.
fn share_at_lantern(scene: &Scene, radius: f32) -> f32 {
    let lantern = find(scene, "Lantern").global_position();
    let moths = find(scene, "Moths")
        .try_get_script::<Flock>()
        .and_then(Flock::running);
    let moths = moths.expect("the flock runs");
    let near = moths.in_sphere(lantern, radius).count();
    near as f32 / moths.len() as f32
}

#[test]
fn moths_follow_the_lantern_and_a_click_drives_them_away() {
    const RADIUS: f32 = 3.0;
    let mut engine = engine();
    let scene = load_scene(&engine, SWARM);
    let handle = start(&mut engine, scene);
    for _ in 0..480 {
        update(&mut engine);
    }
    // With an even distribution, a thirtieth of the moths would be there.
    let gathered = share_at_lantern(&engine.scenes[handle], RADIUS);
    assert!(gathered > 0.08, "{gathered}");
    let lantern = find(&engine.scenes[handle], "Lantern").global_position();
    Lantern::clap(&mut engine.scenes[handle], lantern);
    // Within a second: then they come back.
    let mut left = gathered;
    for _ in 0..60 {
        update(&mut engine);
        left = left.min(share_at_lantern(&engine.scenes[handle], RADIUS));
    }
    assert!(left < 0.75 * gathered, "{gathered} before, {left} after");
}

/// Runs a scene for ten seconds.
fn run_and_check(path: &str, boids: u32) {
    let mut engine = engine();
    let mut scene = load_scene(&engine, path);
    for node in scene.graph.linear_iter_mut() {
        for flock in node.try_get_scripts_mut::<Flock>() {
            flock.collision.check_crossings = true;
        }
    }
    let authored_count: u32 = flocks(&scene).map(|flock| flock.spawn.count).sum();
    assert_eq!(authored_count, boids);
    let handle = start(&mut engine, scene);
    for count in 1..=600 {
        update(&mut engine);
        let scene = &engine.scenes[handle];
        for flock in flocks(scene) {
            let simulation = flock.running().expect("the flock runs");
            assert_invariants(simulation, count);
        }
    }
    for flock in flocks(&engine.scenes[handle]) {
        let simulation = flock.running().unwrap();
        let statistics = simulation.statistics();
        assert!((599..=600).contains(&statistics.steps), "{statistics:?}");
        assert_eq!(statistics.not_placed, 0, "there is room for all");
        assert_eq!(statistics.crossings, 0);
        let rock = simulation.geometry();
        for boid in simulation.boids() {
            assert!(rock.is_clear(boid.position, 0.0), "{boid:?} is in the rock");
        }
    }
}

#[test]
fn aquarium_has_the_same_settings_after_saving_and_loading() {
    let engine = engine();
    let mut scene = load_scene(&engine, AQUARIUM);
    for node in scene.graph.linear_iter_mut() {
        node.try_get_scripts_mut::<Flock>()
            .for_each(change_everything);
    }
    let before = authored(&scene);
    assert_eq!(before.len(), 5);
    let all = before.iter().map(|authored| &authored.settings);
    all.for_each(assert_every_group_changed);
    let again = save_and_load(&engine, &mut scene);
    assert_eq!(authored(&again), before);
}

#[test]
fn running_aquarium_saves_what_was_authored() {
    let mut engine = engine();
    let scene = load_scene(&engine, AQUARIUM);
    let before = authored(&scene);
    let handle = start(&mut engine, scene);
    for _ in 0..10 {
        update(&mut engine);
    }
    let (ticket, mut running) = engine.scenes.take_reserve(handle);
    let again = save_and_load(&engine, &mut running);
    engine.scenes.put_back(ticket, running);
    assert_eq!(authored(&again), before);
}
