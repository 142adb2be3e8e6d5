//! The scenes in `data`, loaded by the engine without a screen.

use flock_demo::{scene_file, AquariumHud, Player, SCENES};
use fyrox::{
    asset::{manager::ResourceManager, untyped::UntypedResource},
    core::{futures::executor::block_on, reflect::prelude::*, visitor::prelude::*},
    engine::executor::Executor,
    graph::SceneGraph,
    material::shader::ShaderDefinition,
    plugin::{error::GameResult, Plugin, PluginRegistrationContext},
    resource::{
        model::{Model, ModelResource, ModelResourceExtension},
        texture::Texture,
    },
    scene::{
        camera::{Camera, Projection},
        collider::{Collider, ColliderShape},
        dim2,
        light::point::PointLight,
        mesh::{
            buffer::{VertexAttributeUsage, VertexReadTrait},
            Mesh,
        },
        node::Node,
        sound::listener::Listener,
        Scene, SceneLoader,
    },
};
use fyrox_flock::{
    geometry::{collect_static_geometry, SolidQuery},
    reef::ReefBuild,
    render::{DrawnBody, ForwardAxis},
    scripts::{FlockReef, FlockSound},
    sim::{settings::Region, Geometry, Preset, Vec3},
    Flock,
};
use fyrox_scripts::camera::FlyingCameraController;
use std::{
    path::Path,
    sync::{Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// Registers the scripts and resources of the scenes, as a game does.
#[derive(Debug, Reflect, Visit)]
#[reflect(non_cloneable)]
struct Game;

impl Plugin for Game {
    fn register(&self, context: PluginRegistrationContext) -> GameResult {
        flock_demo::register(&context);
        Ok(())
    }
}

/// An engine without a screen, in the root of the repository, with the registry of `data` loaded.
fn engine() -> Executor {
    // The engine writes the registry when it starts, and the tests of this file run in parallel.
    static START: Mutex<()> = Mutex::new(());
    let _guard = START.lock().unwrap_or_else(PoisonError::into_inner);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(root).expect("the repository's root exists");
    let mut engine = Executor::new(None);
    engine.add_plugin(Game);
    engine.resource_manager.update_or_load_registry();
    engine
}

/// Loads a scene and everything that it refers to.
fn load(engine: &Executor, path: impl AsRef<Path>) -> Scene {
    let path = path.as_ref();
    let manager = engine.resource_manager.clone();
    let io = manager.resource_io();
    let (loader, _) = block_on(SceneLoader::from_file(
        path,
        &*io,
        engine.serialization_context.clone(),
        engine.dyn_type_constructors.clone(),
        manager.clone(),
    ))
    .unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut scene = block_on(loader.finish());
    wait_for_resources(&manager);
    scene.graph.update_hierarchical_data();
    build_reefs(&mut scene);
    scene
}

/// Builds what the scripts build in a game.
fn build_reefs(scene: &mut Scene) {
    let reefs = scene.graph.pair_iter();
    let reefs =
        reefs.filter_map(|(node, _)| Some((node, FlockReef::of(&scene.graph, node)?.clone())));
    for (node, reef) in reefs.collect::<Vec<_>>() {
        ReefBuild::default().build_now(&reef, &mut scene.graph, node);
    }
}

fn wait_for_resources(manager: &ResourceManager) {
    let begin = Instant::now();
    while manager.state().count_pending_resources() > 0 {
        assert!(begin.elapsed() < Duration::from_secs(120), "loading hangs");
        thread::sleep(Duration::from_millis(10));
    }
}

fn node<'a>(scene: &'a Scene, name: &str) -> &'a Node {
    let found = scene.graph.find_by_name_from_root(name);
    found.unwrap_or_else(|| panic!("there is no node {name}")).1
}

fn colliders(scene: &Scene) -> impl Iterator<Item = (&Node, &Collider)> {
    let nodes = scene.graph.linear_iter();
    nodes.filter_map(|node| Some((node, node.cast::<Collider>()?)))
}

/// World-space positions of a mesh's vertices.
fn vertices(mesh: &Mesh) -> Vec<Vec3> {
    let transform = mesh.global_transform();
    let mut positions = Vec::new();
    for surface in mesh.surfaces() {
        let data = surface.data();
        let data = data.data_ref();
        for vertex in data.vertex_buffer.iter() {
            let position = vertex
                .read_3_f32(VertexAttributeUsage::Position)
                .expect("every vertex has a position");
            positions.push(transform.transform_point(&position.into()).coords);
        }
    }
    positions
}

fn geometry(scene: &Scene) -> Geometry {
    let collected = collect_static_geometry(&scene.graph, &SolidQuery::default());
    assert_eq!(collected.skipped, [], "every collider is usable");
    let (geometry, report) = Geometry::new(&collected.triangles);
    assert_eq!(report.dropped(), 0, "{report:?}");
    geometry
}

#[test]
fn every_resource_of_the_aquarium_loads() {
    assert_eq!(textures_of("data/aquarium.rgs"), 13);
}

#[test]
fn every_resource_of_the_cave_loads() {
    // Rock, corals, leaves and fish; caustics as light, and for the water, which has no beams of
    // it.
    assert_eq!(textures_of("data/cave.rgs"), 9);
}

/// Loads a scene with all resources and counts the textures.
fn textures_of(path: &str) -> usize {
    let engine = engine();
    load(&engine, path);
    let state = engine.resource_manager.state();
    for resource in state.iter() {
        let path = state.resource_path(resource);
        assert!(resource.is_ok(), "{path:?} {resource:?}");
    }
    let is_texture = |resource: &&UntypedResource| resource.try_cast::<Texture>().is_some();
    state.iter().filter(is_texture).count()
}

#[test]
fn the_aquarium_has_every_kind_of_collider() {
    let scene = load(&engine(), "data/aquarium.rgs");
    let count = |is: fn(&ColliderShape) -> bool| {
        colliders(&scene)
            .filter(|(_, collider)| is(collider.shape()))
            .count()
    };
    // Six sides of the tank; sand, three rocks and the reef.
    assert_eq!(count(|shape| matches!(shape, ColliderShape::Cuboid(_))), 6);
    assert_eq!(count(|shape| matches!(shape, ColliderShape::Trimesh(_))), 5);
    assert!(count(|shape| matches!(shape, ColliderShape::Ball(_))) > 0);
    assert!(count(|shape| matches!(shape, ColliderShape::Capsule(_))) > 0);
}

#[test]
fn simple_shapes_hold_what_they_stand_for() {
    let scene = load(&engine(), "data/aquarium.rgs");
    for (collider_node, collider) in colliders(&scene) {
        let (begin, end, radius) = match collider.shape() {
            ColliderShape::Ball(ball) => (Vec3::zeros(), Vec3::zeros(), ball.radius),
            ColliderShape::Capsule(capsule) => (capsule.begin, capsule.end, capsule.radius),
            _ => continue,
        };
        let origin = collider_node.global_position();
        let body = &scene.graph[collider_node.parent()];
        let meshes = body
            .children()
            .iter()
            .filter_map(|child| scene.graph[*child].cast::<Mesh>());
        let mut outside = 0;
        for position in meshes.flat_map(vertices) {
            let local = position - origin;
            let axis = end - begin;
            let along = (local - begin).dot(&axis) / axis.norm_squared().max(1.0e-9);
            let nearest = begin + axis * along.clamp(0.0, 1.0);
            // Vertices below the origin lie in the sand.
            let in_sand = local.y < 0.0;
            outside += usize::from(!in_sand && (local - nearest).norm() > radius + 0.01);
        }
        assert_eq!(
            outside,
            0,
            "vertices of {} outside its collider",
            body.name()
        );
    }
}

#[test]
fn the_school_starts_in_open_water_inside_the_tank() {
    let scene = load(&engine(), "data/aquarium.rgs");
    let school = node(&scene, "School");
    let flock = school
        .try_get_script::<Flock>()
        .expect("the school has a flock");
    assert_eq!(flock.spawn.count, 1600);
    assert_eq!(flock.settings().advice(), []);
    let Region::Box { min, max } = flock.spawn.region else {
        panic!("the school starts in a box");
    };
    let (geometry, origin) = (geometry(&scene), school.global_position());
    for step in 0..1000 {
        let at = |axis: usize, number: usize| min[axis] + (max - min)[axis] * number as f32 / 9.0;
        let place = Vec3::new(at(0, step % 10), at(1, step / 10 % 10), at(2, step / 100));
        assert!(
            geometry.is_clear(origin + place, 0.06),
            "{place:?} is not clear"
        );
    }
    let (low, high) = geometry.bounds().expect("there is geometry");
    let ((min, max), radius) = (flock.boundary.shape.bounds(), flock.collision.body_radius);
    for axis in 0..3 {
        assert!(origin[axis] + min[axis] - radius > low[axis]);
        assert!(origin[axis] + max[axis] + radius < high[axis]);
    }
}

#[test]
fn fish_fit_through_the_arch_of_the_reef() {
    let scene = load(&engine(), "data/aquarium.rgs");
    let geometry = geometry(&scene);
    let is_free = |from: Vec3, way: Vec3| geometry.sweep(from, way, 0.06).is_none();
    let (from, through) = (Vec3::new(1.5, 0.8, 1.4), Vec3::new(0.0, 0.0, -3.2));
    assert!(is_free(from, through), "the opening is free");
    let middle = from + through * 0.5;
    assert!(!is_free(middle, Vec3::y() * 2.0), "there is rock above");
    for side in [Vec3::x(), -Vec3::x()] {
        assert!(!is_free(middle, side * 2.0), "there is rock at the side");
    }
}

#[test]
fn the_cave_is_a_hollow_in_closed_rock() {
    let scene = load(&engine(), "data/cave.rgs");
    assert_eq!(colliders(&scene).count(), 1);
    let geometry = geometry(&scene);
    assert!(geometry.triangle_count() > 15_000);
    let eye = node(&scene, "Camera").global_position();
    assert!(geometry.is_clear(eye, 0.2), "the camera is in the rock");
    // The hollow has no exit: a straight line meets rock in each direction, with no space behind
    // it.
    for direction in [Vec3::x(), Vec3::y(), Vec3::z()]
        .map(|axis| [axis, -axis])
        .concat()
    {
        assert!(geometry.sweep(eye, direction * 30.0, 0.01).is_some());
    }
    let (low, high) = geometry.bounds().expect("there is geometry");
    assert!(!geometry.is_clear(low + Vec3::repeat(0.2), 0.01));
    assert!(!geometry.is_clear(high - Vec3::repeat(0.2), 0.01));
}

#[test]
fn the_school_of_the_cave_starts_in_the_hall_and_may_go_anywhere() {
    let scene = load(&engine(), "data/cave.rgs");
    let school = node(&scene, "School");
    let flock = school
        .try_get_script::<Flock>()
        .expect("the school has a flock");
    assert_eq!(flock.spawn.count, 6000);
    assert_eq!(flock.settings().advice(), []);
    let (geometry, origin) = (geometry(&scene), school.global_position());
    assert!(geometry.is_clear(origin, 4.0), "the hall is narrow");
    let (low, high) = geometry.bounds().expect("there is geometry");
    let (min, max) = flock.boundary.shape.bounds();
    for axis in 0..3 {
        assert!(origin[axis] + min[axis] <= low[axis] + 1.0e-3);
        assert!(origin[axis] + max[axis] >= high[axis] - 1.0e-3);
    }
}

/// Blocks in the picture are geometry for the boids, and no boid starts in them.
#[test]
fn the_garden_is_walled_by_its_tiles() {
    let scene = load(&engine(), "data/swarm.rgs");
    let nodes = scene.graph.linear_iter();
    let shapes: Vec<_> = nodes
        .filter_map(|node| node.cast::<dim2::collider::Collider>())
        .map(|collider| collider.shape().clone())
        .collect();
    let is_map = |shape: &&dim2::collider::ColliderShape| {
        matches!(shape, dim2::collider::ColliderShape::TileMap(_))
    };
    // The walls and hedges, and the stones of the maze.
    assert_eq!(shapes.iter().filter(is_map).count(), 2);
    assert!(shapes.len() > 25, "columns, bushes and lamps are solid too");

    let lights = scene.graph.linear_iter();
    let lights = lights.filter(|node| node.cast::<PointLight>().is_some());
    assert!(
        lights.count() <= ShaderDefinition::MAX_LIGHTS,
        "some are not drawn"
    );

    let is_clear = |name: &str, x: f32, y: f32| {
        let found = scene.graph.find_by_name_from_root(name);
        let (handle, flock) = found.expect("it is there");
        let script = flock.try_get_script::<Flock>().expect("it is a flock");
        let collected = script.geometry_at(&scene.graph, handle);
        assert_eq!(collected.skipped, []);
        let (geometry, _) = Geometry::new(&collected.triangles);
        let z = flock.global_position().z;
        geometry.is_clear(Vec3::new(x, y, z), 0.1)
    };
    // +X is to the left. A hedge in the upper left, the wall on the right; lawn and path.
    for flock in ["Moths", "Ants"] {
        assert!(!is_clear(flock, 14.5, 9.5) && !is_clear(flock, -20.5, 0.0));
        assert!(is_clear(flock, 18.5, 4.5) && is_clear(flock, -0.5, 3.5));
    }
    // A stone at the upper left of the maze, over which moths fly.
    assert!(!is_clear("Ants", 18.5, -1.5) && is_clear("Moths", 18.5, -1.5));
}

#[test]
fn the_cameras_look_where_their_controllers_say() {
    for path in SCENES.map(scene_file) {
        let scene = load(&engine(), &path);
        let camera = node(&scene, "Camera");
        assert!(camera.cast::<Camera>().is_some());
        let Some(controller) = camera.try_get_script::<FlyingCameraController>() else {
            // The camera of a 2D scene does not move.
            let projection = camera.cast::<Camera>().map(Camera::projection_value);
            if !matches!(projection, Some(Projection::Orthographic(_))) {
                let player = &scene.graph[camera.parent()];
                assert!(player.has_script::<Player>(), "{path:?}: nobody moves it");
            }
            continue;
        };
        let (yaw, pitch) = (*controller.yaw, *controller.pitch);
        let look = Vec3::new(
            yaw.sin() * pitch.cos(),
            -pitch.sin(),
            yaw.cos() * pitch.cos(),
        );
        let angle = camera.look_vector().normalize().dot(&look).min(1.0).acos();
        assert!(
            angle < 1.0e-3,
            "{path:?}: the first mouse motion would jump by {angle} radians"
        );
    }
}

#[test]
fn the_scenes_have_a_panel() {
    for path in SCENES.map(scene_file) {
        let scene = load(&engine(), &path);
        assert!(
            node(&scene, "Panel").has_script::<AquariumHud>(),
            "{path:?}"
        );
    }
}

#[test]
fn every_resource_of_every_scene_loads() {
    let engine = engine();
    for path in SCENES.map(scene_file) {
        load(&engine, &path);
        let state = engine.resource_manager.state();
        for resource in state.iter() {
            let name = state.resource_path(resource);
            assert!(resource.is_ok(), "{path:?} {name:?} {resource:?}");
        }
    }
}

#[test]
fn flocks_have_sound_settings_and_relations() {
    let mut advice = Vec::new();
    for path in SCENES.map(scene_file) {
        let scene = load(&engine(), &path);
        let flocks = scene.graph.linear_iter();
        let flocks = flocks.filter_map(|node| Some((node, node.try_get_script::<Flock>()?)));
        for (node, flock) in flocks {
            let name = node.name();
            // The school of the table has the published settings.
            let published = Preset::FishSchool.settings().advice();
            let found = flock.settings().advice().into_iter();
            let found = found.filter(|advice| !published.contains(advice));
            advice.extend(found.map(|advice| format!("{path:?} {name}: {advice:?}")));
            for relation in flock.relations.iter() {
                let other = &scene.graph[relation.flock];
                assert!(other.has_script::<Flock>(), "{path:?} {name}");
            }
        }
    }
    assert!(advice.is_empty(), "{}", advice.join("\n"));
}

#[test]
fn cameras_are_in_the_open() {
    for path in SCENES.map(scene_file) {
        let scene = load(&engine(), &path);
        let eye = node(&scene, "Camera").global_position();
        assert!(geometry(&scene).is_clear(eye, 0.2), "{path:?}");
    }
}

#[test]
fn the_school_is_a_prefab() {
    let engine = engine();
    let prefab: ModelResource =
        block_on(engine.resource_manager.request::<Model>("data/school.rgs"))
            .expect("the prefab loads");
    let mut scene = Scene::new();
    let instance = prefab.instantiate(&mut scene);
    let flock = scene.graph[instance]
        .try_get_script::<Flock>()
        .expect("the instance itself carries the flock");
    let model = (*flock.model).clone().expect("the flock has a model");
    wait_for_resources(&engine.resource_manager);
    let body =
        DrawnBody::from_model(&model, ForwardAxis::default()).expect("the fish can be drawn");
    assert!(
        (body.length() - 0.2).abs() < 0.02,
        "{} m long",
        body.length()
    );
}

#[test]
fn what_is_heard_is_loaded_and_somebody_hears() {
    let engine = engine();
    let mut sounds = 0;
    for name in SCENES {
        let scene = load(&engine, scene_file(name));
        let nodes = || scene.graph.linear_iter();
        let scripts: Vec<_> = nodes()
            .filter_map(|node| node.try_get_script::<FlockSound>())
            .collect();
        let listeners = nodes().filter(|node| node.cast::<Listener>().is_some());
        assert!(scripts.is_empty() || listeners.count() == 1, "{name}");
        for script in scripts {
            for sound in script.call.iter().chain(script.burst.iter()) {
                assert!(sound.is_ok(), "{name}: {:?}", sound.header().state);
                let seconds = sound.data_ref().duration().as_secs_f32();
                assert!((0.1..=1.0).contains(&seconds), "{name}: {seconds} s");
                sounds += 1;
            }
        }
    }
    assert_eq!(sounds, 11);
}
