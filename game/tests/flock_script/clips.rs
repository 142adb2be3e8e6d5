//! Models with skeletons: the drawn vertices match the engine's own skinning, and errors of a model
//! are reported.

use crate::game::engine;
use flock_testkit::rigged::{bird::bird, snake::snake, Clip, Rig};
use fyrox::{
    core::{
        algebra::{Matrix4, UnitQuaternion, Vector3},
        futures::executor::block_on,
        pool::Handle,
    },
    engine::Engine,
    graph::SceneGraph,
    resource::model::{Model, ModelResource, ModelResourceExtension},
    scene::{
        animation::{AnimationPlayer, AnimationPoseExt},
        graph::Graph,
        mesh::{
            buffer::{VertexAttributeUsage, VertexReadTrait},
            surface::Surface,
            Mesh,
        },
        node::Node,
        Scene,
    },
};
use fyrox_flock::render::{BakedClips, ClipChoice, DrawnBody, ForwardAxis, Progress};
use rand_xoshiro::{
    rand_core::{Rng, SeedableRng},
    SplitMix64,
};
use std::{fs, path::Path};

/// Imports a rig with the engine's importer of glTF files.
pub fn import(engine: &Engine, folder: &Path, rig: &Rig) -> ModelResource {
    import_file(engine, &folder.join("rig.glb"), rig.to_glb())
}

/// Writes and imports a file.
fn import_file(engine: &Engine, path: &Path, content: impl AsRef<[u8]>) -> ModelResource {
    fs::write(path, content).unwrap();
    let resources = &engine.resource_manager;
    resources.update_or_load_registry();
    block_on(resources.request::<Model>(path)).expect("the engine imports the rig")
}

/// The vertices of a surface in world space, as in the engine's standard shader.
fn skinned(
    graph: &Graph,
    node: Handle<Node>,
    surface: &Surface,
) -> Vec<(Vector3<f32>, Vector3<f32>)> {
    let matrix = |bone: &Handle<Node>| {
        let bone = &graph[*bone];
        bone.global_transform() * bone.inv_bind_pose_transform()
    };
    let bones: Vec<Matrix4<f32>> = surface.bones().iter().map(matrix).collect();
    let data = surface.data_ref().data_ref();
    let vertices = data.vertex_buffer.iter().map(|view| {
        let position = view.read_3_f32(VertexAttributeUsage::Position).unwrap();
        let normal = view.read_3_f32(VertexAttributeUsage::Normal).unwrap();
        let world = if bones.is_empty() {
            graph[node].global_transform()
        } else {
            let indices = view.read_4_u8(VertexAttributeUsage::BoneIndices).unwrap();
            let weights = view.read_4_f32(VertexAttributeUsage::BoneWeight).unwrap();
            let weighted = indices.iter().zip(weights.iter());
            weighted
                .map(|(&index, &weight)| bones[index as usize] * weight)
                .sum()
        };
        let position = world.transform_point(&position.into()).coords;
        (position, world.transform_vector(&normal).normalize())
    });
    vertices.collect()
}

/// The vertices of an instance of a model, in the order of the model's nodes.
fn engine_vertices(model: &ModelResource, graph: &Graph) -> Vec<(Vector3<f32>, Vector3<f32>)> {
    let model = model.data_ref();
    let meshes = model.get_scene().graph.pair_iter();
    let names =
        meshes.filter_map(|(_, node)| node.cast::<Mesh>().map(|mesh| mesh.name().to_owned()));
    let mut vertices = Vec::new();
    for name in names {
        let (node, _) = graph
            .find_by_name_from_root(&name)
            .expect("the instance has it");
        let mesh = graph[node].cast::<Mesh>().unwrap();
        for surface in mesh.surfaces() {
            vertices.extend(skinned(graph, node, surface));
        }
    }
    vertices
}

/// Largest difference between baked clips and the engine's skinning at random times: of positions
/// in metres, and of normals in degrees.
fn difference(
    model: &ModelResource,
    forward: ForwardAxis,
    turn: UnitQuaternion<f32>,
) -> (f32, f32) {
    let mut random = SplitMix64::seed_from_u64(17);
    let baked = BakedClips::bake(model, forward, &ClipChoice::on(), &Progress::default()).unwrap();
    let clips = baked.clips();
    let mut scene = Scene::new();
    model.instantiate(&mut scene);
    let player = scene
        .graph
        .pair_iter()
        .find(|(_, node)| node.cast::<AnimationPlayer>().is_some());
    let player = player.expect("the model has animations").0;
    let (mut most, mut tilt) = (0.0_f32, 0.0_f32);
    for round in 0..60 {
        let clip = &clips[round % clips.len()];
        let phase = random.next_u32() as f32 / u32::MAX as f32;
        let animations = scene.graph[player]
            .cast::<AnimationPlayer>()
            .unwrap()
            .animations();
        let mut animation = animations
            .iter()
            .find(|it| it.name() == clip.name)
            .unwrap()
            .clone();
        animation.set_time_position(phase * animation.length());
        animation.tick(0.0);
        animation.pose().apply(&mut scene.graph);
        scene.graph.update_hierarchical_data();
        let expected = engine_vertices(model, &scene.graph);
        assert_eq!(expected.len(), baked.vertices());
        for (vertex, (position, normal)) in expected.iter().enumerate() {
            let (drawn, shaded) = baked.vertex_at(&clip.name, vertex, phase).unwrap();
            most = most.max((drawn - turn * position).norm());
            tilt = tilt.max(shaded.angle(&(turn * normal)));
        }
    }
    for clip in clips {
        println!(
            "{}: {} frames, {} mm between them",
            clip.name,
            clip.frames,
            1e3 * clip.error
        );
    }
    println!(
        "{} vertices: {} mm, {} degrees",
        baked.vertices(),
        1e3 * most,
        tilt.to_degrees()
    );
    (most, tilt.to_degrees())
}

/// Any other model: `MODEL=fox.glb cargo test --test flock_script -- any_model --ignored --nocapture`.
#[test]
#[ignore = "takes a model from the environment"]
fn baked_poses_of_any_model_are_those_of_the_engine() {
    let path = std::env::var("MODEL").expect("MODEL is the path of a model");
    let path = std::path::absolute(path).unwrap();
    let engine = engine();
    engine.resource_manager.update_or_load_registry();
    let model = engine.resource_manager.request::<Model>(path);
    let model = block_on(model).expect("the engine reads the model");
    let began = std::time::Instant::now();
    let (metres, degrees) = difference(&model, ForwardAxis::PlusZ, UnitQuaternion::identity());
    println!("{} m, {degrees} degrees, {:?}", metres, began.elapsed());
}

#[test]
fn baked_poses_are_those_of_the_engine() {
    let (engine, folder) = (engine(), tempfile::tempdir().unwrap());
    let model = import(&engine, folder.path(), &bird());
    let (metres, degrees) = difference(&model, ForwardAxis::PlusZ, UnitQuaternion::identity());
    assert!(metres < 0.001, "{metres}");
    assert!(degrees < 2.0, "{degrees}");
}

#[test]
fn baked_poses_from_fbx_are_those_of_the_engine() {
    let (engine, folder) = (engine(), tempfile::tempdir().unwrap());
    let path = folder.path().join("rig.fbx");
    let model = import_file(&engine, &path, bird().to_fbx());
    let (metres, degrees) = difference(&model, ForwardAxis::PlusZ, UnitQuaternion::identity());
    assert!(metres < 0.001, "{metres}");
    assert!(degrees < 2.0, "{degrees}");

    // The same bird as from the other format.
    let radius = |model| {
        let body = DrawnBody::from_model(model, ForwardAxis::PlusZ);
        body.unwrap().radius()
    };
    let (fbx, glb) = (
        radius(&model),
        radius(&import(&engine, folder.path(), &bird())),
    );
    assert!((fbx - glb).abs() < 1e-3, "{fbx} {glb}");
}

#[test]
fn baked_poses_of_many_bones_are_those_of_the_engine() {
    let (engine, folder) = (engine(), tempfile::tempdir().unwrap());
    let model = import(&engine, folder.path(), &snake(128, 5));
    let half_turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), std::f32::consts::PI);
    let (metres, degrees) = difference(&model, ForwardAxis::MinusZ, half_turn);
    assert!(metres < 0.001, "{metres}");
    assert!(degrees < 3.0, "{degrees}");
}

pub fn bake(model: &ModelResource, choice: &ClipChoice) -> Result<BakedClips, String> {
    let baked = BakedClips::bake(model, ForwardAxis::PlusZ, choice, &Progress::default());
    baked.map_err(|error| error.to_string())
}

#[test]
fn errors_name_the_model_and_what_is_missing() {
    let (engine, folder) = (engine(), tempfile::tempdir().unwrap());
    let choice = ClipChoice {
        first: "Flapp".into(),
        ..ClipChoice::on()
    };
    let model = import(&engine, folder.path(), &bird());
    let error = bake(&model, &choice).unwrap_err();
    for part in ["rig.glb", "\"Flapp\"", "Flap, Glide"] {
        assert!(error.contains(part), "{error}");
    }

    let folder = tempfile::tempdir().unwrap();
    let stiff = Rig {
        clips: Vec::new(),
        ..bird()
    };
    let error = bake(&import(&engine, folder.path(), &stiff), &ClipChoice::on()).unwrap_err();
    assert!(error.contains("rig.glb has no animation"), "{error}");

    // The meshes have no skeleton any more.
    let folder = tempfile::tempdir().unwrap();
    let mut unbound = snake(3, 1);
    unbound.parts[0].hangs_on = Some(0);
    for clip in &mut unbound.clips {
        clip.channels.retain(|channel| channel.joint > 0);
    }
    let error = bake(&import(&engine, folder.path(), &unbound), &ClipChoice::on()).unwrap_err();
    for part in ["rig.glb", "Crawl", "skeleton"] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_clip_that_is_one_pose_takes_one_frame() {
    let (engine, folder) = (engine(), tempfile::tempdir().unwrap());
    let mut rig = bird();
    let Clip { channels, .. } = &mut rig.clips[1];
    for channel in channels {
        channel.turns.truncate(1);
    }
    let baked = bake(&import(&engine, folder.path(), &rig), &ClipChoice::on()).unwrap();
    assert!(baked.clips()[0].frames > 1);
    assert_eq!(baked.clips()[1].frames, 1);
    assert!(baked.vertex_at("Glide", 0, 0.7).is_some());
}
