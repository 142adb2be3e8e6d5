//! Scene files hold all fields of the script.

use crate::{
    effects::add_script,
    game::{engine, fish, Game, STEP},
};
use fyrox::{
    core::{
        futures::executor::block_on, pool::Handle, variable::InheritableVariable, visitor::Visitor,
    },
    engine::Engine,
    graph::SceneGraph,
    resource::model::{Model, ModelResourceExtension},
    scene::{
        base::BaseBuilder,
        collider::{BitMask, InteractionGroups},
        graph::Graph,
        node::Node,
        pivot::PivotBuilder,
        Scene, SceneLoader,
    },
};
use fyrox_flock::{
    debug::DebugDrawing,
    geometry::SolidSource,
    relations::FlockRelation,
    render::{ForwardAxis, Sprite, SpriteBlend, SpriteTurn, Swim, SwimAxis},
    scripts::{
        EffectShape, FlockEmitter, FlockFollower, FlockFormation, FlockGuide, FlockLeader,
        FlockObstacle, FlockPath, FlockSound, FlockTarget, FlockVolume, FlockWind, FormationForm,
        Strength, VolumeRole,
    },
    sim::{
        influences::FallOff,
        settings::{AvoidanceSteering, CollisionResponse},
        wind::{Gusts, Turbulence},
        world::RelationKind,
        Vec3,
    },
    Flock,
};
use std::path::{Path, PathBuf};

/// A relation with values that differ from the defaults.
fn relation(flock: Handle<Node>) -> FlockRelation {
    FlockRelation {
        flock,
        kind: RelationKind::Hunt,
        weight: 7.0,
        radius: 3.0,
    }
}

/// A sprite with values that differ from the defaults.
fn sprite() -> Sprite {
    Sprite {
        enabled: false,
        texture: None,
        columns: 4,
        rows: 3,
        patterns: 2,
        first_frame: 2,
        last_frame: 7,
        frames_per_second: 5.0,
        width: 0.75,
        turn: SpriteTurn::Mirror,
        lit: false,
        blend: SpriteBlend::Add,
    }
}

fn swim() -> Swim {
    Swim {
        amplitude: 0.25,
        wavelength: 2.5,
        axis: SwimAxis::UpAndDown,
    }
}

fn collision_groups() -> InteractionGroups {
    InteractionGroups::new(BitMask(5), BitMask(6))
}

const DEBUG: DebugDrawing = DebugDrawing {
    sight: false,
    boid: 3,
};

/// Saves a scene with a flock whose settings differ from the defaults, and returns the file.
fn save(folder: &Path) -> PathBuf {
    let mut game = Game::new("saved", fish(10));
    let node = game.node;
    let rocks = PivotBuilder::new(BaseBuilder::new().with_name("Rocks"));
    let rocks = rocks.build(&mut game.scene().graph).to_base();
    game.scene().graph.link_nodes(rocks, node);
    game.flock().solids.source = SolidSource::Both;
    game.flock().solids.mesh_nodes = vec![rocks];
    *game.flock().relations = vec![relation(rocks)];
    game.flock().events.killed = true;
    *game.flock().sprite = sprite();
    *game.flock().swim = swim();
    *game.flock().forward_axis = ForwardAxis::ALL[5];
    *game.flock().cast_shadows = false;
    *game.flock().budget = 3.0;
    *game.flock().collision_groups = collision_groups();
    *game.flock().debug = DEBUG;
    game.change(|settings| {
        settings.avoidance.rays = 17;
        settings.avoidance.steering = AvoidanceSteering::Toward;
        settings.collision.response = CollisionResponse::Bounce;
        settings.collision.skin = 0.25;
    });
    game.update(3, STEP);
    let mut visitor = Visitor::new();
    game.scene()
        .save("Scene", &mut visitor)
        .expect("the scene is saved");
    let file = folder.join("saved.rgs");
    visitor
        .save_ascii_to_file(&file)
        .expect("the file is written");
    file
}

#[track_caller]
fn assert_as_saved(graph: &Graph) {
    let find = |name: &str| {
        graph
            .find_by_name_from_root(name)
            .expect("the node is there")
    };
    let (rocks, _): (Handle<Node>, _) = find("Rocks");
    let flock = find("saved")
        .1
        .try_get_script::<Flock>()
        .expect("the script is there");
    assert_eq!(flock.solids.source, SolidSource::Both);
    assert_eq!(flock.solids.mesh_nodes, vec![rocks]);
    assert_eq!(*flock.relations, [relation(rocks)]);
    assert!(flock.events.killed && !flock.events.spawned);
    assert_eq!(*flock.sprite, sprite());
    assert_eq!(*flock.swim, swim());
    assert_eq!(*flock.forward_axis, ForwardAxis::ALL[5]);
    assert!(!*flock.cast_shadows);
    assert_eq!(*flock.budget, 3.0);
    assert_eq!(*flock.collision_groups, collision_groups());
    assert_eq!(*flock.debug, DEBUG);
    let settings = flock.settings();
    assert_eq!(settings.avoidance.rays, 17);
    assert_eq!(settings.avoidance.steering, AvoidanceSteering::Toward);
    assert_eq!(settings.collision.response, CollisionResponse::Bounce);
    assert_eq!(settings.collision.skin, 0.25);
}

/// Loads a scene with an engine of its own.
pub fn load(file: &Path) -> (Engine, Scene) {
    let engine = engine();
    engine.resource_manager.update_or_load_registry();
    let scene = load_with(&engine, file);
    (engine, scene)
}

/// Loads a scene and its resources with an engine.
pub fn load_with(engine: &Engine, file: &Path) -> Scene {
    let (loader, _) = block_on(SceneLoader::from_file(
        file,
        &*engine.resource_manager.resource_io(),
        engine.serialization_context.clone(),
        engine.dyn_type_constructors.clone(),
        engine.resource_manager.clone(),
    ))
    .expect("the scene can be read");
    block_on(loader.finish())
}

#[test]
fn everything_is_read_back_from_a_scene() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let (_, scene) = load(&save(folder.path()));
    assert_as_saved(&scene.graph);
}

#[test]
fn scene_saved_while_it_runs_draws_its_flock_once() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let (engine, scene) = load(&save(folder.path()));
    let (node, _) = scene
        .graph
        .find_by_name_from_root("saved")
        .expect("the flock is there");
    let mut game = Game::of_scene(engine, scene, node);
    game.update(3, STEP);
    assert_eq!(game.renderers(), vec![10]);
}

#[test]
fn chosen_nodes_of_a_prefab_are_those_of_the_instance() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let file = save(folder.path());
    let engine = engine();
    engine.resource_manager.update_or_load_registry();
    let model = block_on(engine.resource_manager.request::<Model>(file));
    let mut scene = Scene::new();
    // So that the handles of the instance differ from those of the prefab.
    for _ in 0..5 {
        PivotBuilder::new(BaseBuilder::new()).build(&mut scene.graph);
    }
    let model = model.expect("the prefab can be loaded");
    model.instantiate(&mut scene);
    assert_as_saved(&scene.graph);
}

/// Adds every script that affects flocks, with values that differ from the defaults.
fn add_scripts(scene: &mut Scene, flock: Handle<Node>) {
    let flocks = || vec![flock].into();
    let strength = || -> InheritableVariable<Strength> {
        let strength = Strength {
            weight: 7.0,
            reach: 9.0,
            fall_off: FallOff::Smooth,
            share: 0.25,
        };
        strength.into()
    };
    let at = Vec3::new(1.0, 2.0, 3.0);
    let target = FlockTarget {
        slowing: 3.5.into(),
        finds_way: true.into(),
        strength: strength(),
        flocks: flocks(),
    };
    let node = add_script(scene, "Target", target, at);
    let leader = FlockLeader {
        follow: 2.5.into(),
        lane_length: 4.5.into(),
        lane_radius: 1.5.into(),
        finds_way: true.into(),
        strength: strength(),
        flocks: flocks(),
    };
    add_script(scene, "Leader", leader, at);
    let guide = FlockGuide {
        length: 6.5.into(),
        strength: strength(),
        flocks: flocks(),
    };
    add_script(scene, "Guide", guide, at);
    let volume = FlockVolume {
        role: VolumeRole::Roost {
            slowing: 0.5,
            dusk: 0.25,
        }
        .into(),
        shape: EffectShape::Mesh { node }.into(),
        finds_way: true.into(),
        strength: strength(),
        flocks: flocks(),
    };
    add_script(scene, "Volume", volume, at);
    let path = FlockPath {
        is_loop: true.into(),
        radius: 2.5.into(),
        look_ahead: 1.5.into(),
        strength: strength(),
        flocks: flocks(),
    };
    add_script(scene, "Path", path, at);
    let formation = FlockFormation {
        form: FormationForm::Volume { node }.into(),
        spacing: 1.5.into(),
        slowing: 0.5.into(),
        strictness: 0.25.into(),
        change: 3.5.into(),
        shrinks: false.into(),
        finds_way: true.into(),
        strength: strength(),
        flocks: flocks(),
    };
    add_script(scene, "Formation", formation, at);
    let wind = FlockWind {
        speed: 2.5.into(),
        gusts: Gusts {
            swing: 0.5,
            strength: 0.25,
            period: 3.0,
        }
        .into(),
        turbulence: Turbulence {
            speed: 0.5,
            size: 4.0,
            rate: 0.75,
        }
        .into(),
        flocks: flocks(),
    };
    add_script(scene, "Wind", wind, at);
    let obstacle = FlockObstacle {
        shape: EffectShape::Capsule {
            half_height: 2.5,
            radius: 0.75,
        }
        .into(),
        fastest: 90.0.into(),
        puts: 3.into(),
        flocks: flocks(),
    };
    add_script(scene, "Obstacle", obstacle, at);
    let emitter = FlockEmitter {
        radius: 0.75.into(),
        rate: 12.0.into(),
        burst: 5.into(),
        speed: 1.5.into(),
        most_alive: 50.into(),
        lifetime: 20.0.into(),
        farthest: 30.0.into(),
        exit: node.into(),
        exit_radius: 0.25.into(),
        flocks: flocks(),
    };
    add_script(scene, "Emitter", emitter, at);
    let mut follower = FlockFollower::default();
    follower.flock = flock.into();
    follower.offset = Vec3::x().into();
    follower.turns = false.into();
    add_script(scene, "Follower", follower, at);
    let sound = FlockSound {
        volume: 0.25.into(),
        range: 12.0.into(),
        rate: 2.0.into(),
        pitch_spread: 0.3.into(),
        flocks: flocks(),
        ..FlockSound::default()
    };
    add_script(scene, "Sound", sound, at);
}

/// The fields of a node's scripts, as text.
fn scripts_of(scene: &Scene, name: &str) -> String {
    let (_, node) = scene
        .graph
        .find_by_name_from_root(name)
        .expect("the node is there");
    node.scripts()
        .map(|script| format!("{script:#?}"))
        .collect()
}

#[test]
fn scripts_that_act_on_flocks_are_read_back_and_run() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let mut game = Game::new("scripts", fish(10));
    let flock = game.node;
    add_scripts(game.scene(), flock);
    let file = folder.path().join("scripts.rgs");
    let mut visitor = Visitor::new();
    let saved = game.scene().save("Scene", &mut visitor);
    saved.expect("the scene is saved");
    let written = visitor.save_ascii_to_file(&file);
    written.expect("the file is written");

    let (engine, scene) = load(&file);
    let names = [
        "Target", "Leader", "Guide", "Volume", "Path", "Wind", "Obstacle", "Emitter", "Follower",
        "Sound",
    ];
    for name in names {
        let [before, after] = [game.scene(), &scene].map(|scene| scripts_of(scene, name));
        assert!(before.contains(&format!("Flock{name}")), "{before}");
        // The handles of the loaded scene differ.
        let fields = |text: &str| {
            let of_handle = |line: &str| line.contains("index") || line.contains("generation");
            let lines = text.lines().filter(|line| !of_handle(line));
            // Loaded values are marked as modified.
            lines
                .map(|line| line.replace("|SYNC", ""))
                .collect::<Vec<_>>()
        };
        assert_eq!(fields(&before), fields(&after), "{name}");
    }
    let (node, _) = scene
        .graph
        .find_by_name_from_root("scripts")
        .expect("the flock is there");
    let (target, _) = scene.graph.find_by_name_from_root("Target").unwrap();
    let find = |name| scene.graph.find_by_name_from_root(name).unwrap().1;
    let leader = find("Leader").try_get_script::<FlockLeader>().unwrap();
    assert_eq!((*leader.follow, *leader.lane_length), (2.5, 4.5));
    assert_eq!(*leader.flocks, [node]);
    assert_eq!(leader.strength.fall_off, FallOff::Smooth);
    let volume = find("Volume").try_get_script::<FlockVolume>().unwrap();
    assert_eq!(*volume.shape, EffectShape::Mesh { node: target });
    let wind = find("Wind").try_get_script::<FlockWind>().unwrap();
    assert_eq!((wind.gusts.period, wind.turbulence.rate), (3.0, 0.75));
    let emitter = find("Emitter").try_get_script::<FlockEmitter>().unwrap();
    assert_eq!((*emitter.burst, *emitter.exit), (5, target));

    let mut game = Game::of_scene(engine, scene, node);
    game.update(3, STEP);
    let simulation = game.simulation();
    // The volume has no mesh, and the path no points.
    assert_eq!(simulation.influences().len(), 3);
    assert_eq!(
        (simulation.obstacles().len(), simulation.emitters().len()),
        (1, 1)
    );
    assert_eq!(simulation.wind().gusts.period, 3.0);
}
