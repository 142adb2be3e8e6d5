//! Several cameras, render targets, reflections and the zoom of 2D games: each shows the boids where
//! they are.

use crate::{
    stage::{
        add, assert_near, at, boids, changes, changes_within, plain_texture, scene, view,
        without_and_with, View,
    },
    studio::{test, Test},
};
use flock_testkit::picture::Picture;
use fyrox::{
    core::algebra::{Matrix4, Vector3},
    graph::SceneGraph,
    material::{Material, MaterialResource},
    resource::texture::{TextureResource, TextureResourceExtension},
    scene::{
        base::BaseBuilder,
        camera::{CameraBuilder, OrthographicProjection, Projection},
        collider::BitMask,
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            MeshBuilder,
        },
        node::Node,
        pivot::PivotBuilder,
        probe::{ReflectionProbeBuilder, UpdateMode},
        transform::TransformBuilder,
        EnvironmentLightingSource, Scene,
    },
};
use fyrox_flock::render::BodyShape;

pub const TESTS: &[Test] = &[
    test("split_screen", |_| split_screen(), are_in_both_halves),
    test("render_target", |_| render_target(), is_on_the_monitor),
    test("reflection_probe", |_| reflection_probe(), is_in_the_mirror),
    test("zoom_of_a_2d_camera", |_| zoom(), grows_with_the_zoom),
    test(
        "render_mask_of_a_camera",
        |_| render_masks(),
        is_seen_by_one,
    ),
];

const EYE: View = view([0.0; 3], [0.0, 0.0, 1.0]);

/// Two players who look in opposite directions.
const PLAYERS: [View; 2] = [
    View {
        part: [0.0, 0.0, 0.5, 1.0],
        ..view([0.0, 0.0, 0.0], [0.0, 0.0, 1.0])
    },
    View {
        part: [0.5, 0.0, 0.5, 1.0],
        ..view([0.0, 0.0, 0.0], [0.0, 0.0, -1.0])
    },
];

/// A fish before each player.
const FISH: [[f32; 3]; 2] = [[0.5, 0.4, 6.0], [0.3, -0.7, -6.0]];

/// Nobody; fish; and meshes at their places. The engine squeezes the picture of all cameras into the
/// part of each one, so meshes tell where something is seen.
fn split_screen() -> Vec<Scene> {
    let empty = || {
        let mut scene = scene();
        PLAYERS.iter().for_each(|it| it.add_to(&mut scene));
        scene
    };
    let mut with_meshes = empty();
    for place in FISH {
        let ball = SurfaceData::make_sphere(12, 12, 0.4, &Matrix4::identity());
        add_mesh(&mut with_meshes, at(place), ball, Material::standard());
    }
    let mut scenes = without_and_with(empty, boids(BodyShape::ReefFish, 8.0, &FISH));
    scenes.push(with_meshes);
    scenes
}

fn are_in_both_halves(pictures: &[Picture]) {
    for left in [0.0, 0.5] {
        let half = [left, left + 0.5];
        let [fish, meshes] = [1, 2].map(|it| changes_within(&pictures[0], &pictures[it], half));
        assert!(meshes.count > 30);
        assert_near(&fish, meshes.middle, "a half of the screen");
    }
}

fn add_mesh(scene: &mut Scene, base: BaseBuilder, surface: SurfaceData, material: Material) {
    let surface = SurfaceBuilder::new(SurfaceResource::new_embedded(surface))
        .with_material(MaterialResource::new_embedded(material));
    MeshBuilder::new(base)
        .with_surfaces(vec![surface.build()])
        .build(&mut scene.graph);
}

/// A quad before the camera, as large as the picture.
fn add_monitor(scene: &mut Scene, texture: TextureResource) {
    let mut material = Material::standard();
    material.bind("diffuseTexture", texture);
    let quad = SurfaceData::make_quad(&Matrix4::new_scaling(2.0));
    add_mesh(scene, at([0.0, 0.0, 3.0]), quad, material);
}

/// A camera far away draws into a texture, which hangs on a monitor.
fn render_target() -> Vec<Scene> {
    let empty = || {
        let mut scene = scene();
        let texture = TextureResource::new_render_target(256, 256);
        add_monitor(&mut scene, texture.clone());
        view([500.0, 0.0, 0.0], [0.0, 0.0, 1.0])
            .camera()
            .with_render_target(Some(texture))
            .build(&mut scene.graph);
        EYE.add_to(&mut scene);
        scene
    };
    without_and_with(empty, boids(BodyShape::Shark, 1.0, &[[500.0, 0.0, 4.0]]))
}

fn is_on_the_monitor(pictures: &[Picture]) {
    let seen = changes(&pictures[0], &pictures[1]);
    assert_near(&seen, [0.5, 0.5], "the monitor");
}

/// A mirror before the camera; the boid is behind the camera.
fn reflection_probe() -> Vec<Scene> {
    let empty = || {
        let mut scene = scene();
        scene.rendering_options.environment_lighting_source = EnvironmentLightingSource::SkyBox;
        let mut material = Material::standard();
        for (texture, value) in [("metallicTexture", 255), ("roughnessTexture", 0)] {
            material.bind(texture, plain_texture([value, value, value, 255]));
        }
        let ball = SurfaceData::make_sphere(32, 32, 1.0, &Matrix4::identity());
        add_mesh(&mut scene, at([0.0, 0.0, 4.0]), ball, material);
        let around = TransformBuilder::new().with_local_scale(Vector3::repeat(30.0));
        ReflectionProbeBuilder::new(BaseBuilder::new().with_local_transform(around.build()))
            .with_resolution(128)
            .with_update_mode(UpdateMode::EachFrame)
            .build(&mut scene.graph);
        EYE.add_to(&mut scene);
        scene
    };
    without_and_with(empty, boids(BodyShape::Shark, 3.0, &[[0.0, 0.0, -3.0]]))
}

fn is_in_the_mirror(pictures: &[Picture]) {
    let seen = changes(&pictures[0], &pictures[1]);
    assert_near(&seen, [0.5, 0.5], "the mirror");
}

fn zoom() -> Vec<Scene> {
    let zoomed = |vertical_size: f32| {
        let mut scene = scene();
        let projection = OrthographicProjection {
            z_near: 0.1,
            z_far: 20.0,
            vertical_size,
        };
        CameraBuilder::new(at([0.0, 0.0, -10.0]))
            .with_projection(Projection::Orthographic(projection))
            .build(&mut scene.graph);
        scene
    };
    [2.0, 1.0]
        .into_iter()
        .flat_map(|size| {
            let boid = boids(BodyShape::ReefFish, 5.0, &[[0.0; 3]]);
            without_and_with(|| zoomed(size), boid)
        })
        .collect()
}

fn grows_with_the_zoom(pictures: &[Picture]) {
    let [far, near] = [0, 2].map(|it| changes(&pictures[it], &pictures[it + 1]));
    for seen in [&far, &near] {
        assert_near(seen, [0.5, 0.5], "the 2D camera");
    }
    let growth = near.count as f64 / far.count as f64;
    assert!((3.4..4.6).contains(&growth), "{growth:.2} times the pixels");
}

/// Cameras with two render masks; the second shares a bit with the owner.
fn render_masks() -> Vec<Scene> {
    let with_mask = |mask: u32| {
        let mut scene = scene();
        let mut camera = EYE.camera().build_camera();
        camera
            .render_mask
            .set_value_and_mark_modified(BitMask(mask));
        scene.graph.add_node(Node::new(camera));
        scene
    };
    let with_fish = |mask: u32| {
        let mut scene = with_mask(mask);
        let owner = PivotBuilder::new(BaseBuilder::new()).build(&mut scene.graph);
        let owner = owner.to_base::<Node>();
        let mask = &mut scene.graph[owner].render_mask;
        mask.set_value_and_mark_modified(BitMask(2));
        let mut renderer = boids(BodyShape::ReefFish, 8.0, &FISH);
        renderer.set_owner(owner);
        add(&mut scene, renderer);
        scene
    };
    vec![with_mask(1), with_fish(1), with_fish(2)]
}

fn is_seen_by_one(pictures: &[Picture]) {
    let [without, with] = [1, 2].map(|it| changes(&pictures[0], &pictures[it]));
    assert_eq!(without.count, 0, "a camera without the bit");
    assert_near(&with, EYE.place(FISH[0]), "a camera with the bit");
}
