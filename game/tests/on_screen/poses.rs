//! The mesh of a body and its impostor have the same poses. The shaders move the mesh; the pictures of
//! the impostor are made by Rust code, so this compares the two.

use crate::{
    stage::{add, assert_has_impostor, scene},
    studio::{Test, SIZE},
};
use flock_testkit::{
    picture::{brightness, Picture},
    rigged::bird::bird,
};
use fyrox::{
    asset::manager::ResourceManager,
    core::{
        algebra::{UnitQuaternion, Vector3},
        color::Color,
        futures::executor::block_on,
    },
    resource::model::Model,
    scene::{
        base::BaseBuilder,
        camera::{CameraBuilder, OrthographicProjection, Projection},
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::render::{
    BakedClips, BodyShape, ClipBlend, ClipChoice, DrawDetail, DrawnBody, FlockRenderer,
    ForwardAxis, MotionKind, Progress,
};
use std::{f32::consts::FRAC_PI_2, fs};

pub const TESTS: &[Test] = &[
    Test {
        name: "poses_of_fish",
        scale: 1,
        scenes: |_| of_shapes(&[BodyShape::Sardine, BodyShape::Shark], &PHASES, 0.0),
        check: are_alike,
    },
    Test {
        name: "poses_of_wings",
        scale: 1,
        scenes: |_| of_shapes(&[BodyShape::Crow, BodyShape::Butterfly], &ALL, 0.0),
        check: are_alike,
    },
    Test {
        name: "gliding_and_diving_birds",
        scale: 1,
        scenes: |_| {
            let at = |slope| of_shapes(&[BodyShape::Starling], &PHASES[..1], slope);
            [at(0.3_f32.asin()), at(FRAC_PI_2)]
                .into_iter()
                .flatten()
                .collect()
        },
        check: are_alike,
    },
    Test {
        name: "poses_of_a_clip",
        scale: 1,
        scenes: of_clip,
        check: are_alike,
    },
];

/// Phase of the beat, and activity in the format of `Flock::write_motions`.
type State = [f32; 2];

const PHASES: [State; 8] = [
    [0.0, 0.0],
    [0.125, 0.0],
    [0.25, 0.0],
    [0.375, 0.0],
    [0.5, 0.0],
    [0.625, 0.0],
    [0.75, 0.0],
    [0.875, 0.0],
];

/// The phases, standing, and dead.
const ALL: [State; 10] = {
    let mut all = [[0.25, 2.999]; 10];
    let mut number = 0;
    while number < PHASES.len() {
        all[number] = PHASES[number];
        number += 1;
    }
    all[9] = [0.25, 4.999];
    all
};

/// Columns and rows of boids in a picture.
const CELLS: [usize; 2] = [5, 2];

/// Pixels along an edge of a boid's part of the picture, and of a block of it.
const CELL: usize = 128;
const BLOCK: usize = 4;

/// Height of the view, in parts of one boid.
const HEIGHT: f32 = SIZE[1] as f32 / CELL as f32;

/// Direction to the camera in the frame of the body: that of a picture of the impostor.
fn seen_from() -> Vector3<f32> {
    Vector3::new(0.6, 0.3, 0.1).normalize()
}

/// Scenes without bodies, with meshes and with impostors, for each shape.
fn of_shapes(shapes: &[BodyShape], states: &[State], pitch: f32) -> Vec<Scene> {
    let scenes = shapes
        .iter()
        .flat_map(|shape| of_body(&DrawnBody::of_shape(*shape), states, pitch));
    scenes.collect()
}

/// A model that plays its first clip.
fn of_clip(resources: &ResourceManager) -> Vec<Scene> {
    fs::write("bird.glb", bird().to_glb()).expect("the model can be written");
    resources.update_or_load_registry();
    let model = block_on(resources.request::<Model>("bird.glb")).expect("it is a model");
    let choice = ClipChoice {
        blend: ClipBlend::Never,
        ..ClipChoice::on()
    };
    let forward = ForwardAxis::PlusZ;
    let baked = BakedClips::bake(&model, forward, &choice, &Progress::default())
        .expect("the model has clips");
    let body = DrawnBody::from_baked_model(&model, forward, &baked, &choice)
        .expect("the clips are of the model");
    of_body(&body.with_levels(MotionKind::OfBody), &PHASES, 0.0).into()
}

fn of_body(body: &DrawnBody, states: &[State], pitch: f32) -> [Scene; 3] {
    assert_has_impostor(body);
    [None, Some(100.0), Some(0.01)].map(|quality| {
        let down = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), pitch);
        let mut scene = stage(down * seen_from());
        if let Some(quality) = quality {
            add(&mut scene, bodies(body, states, down, quality));
        }
        scene
    })
}

fn stage(seen_from: Vector3<f32>) -> Scene {
    let mut scene = scene();
    scene.rendering_options.clear_color = Some(Color::WHITE);
    scene.rendering_options.ambient_lighting_color = Color::BLACK;
    let transform = TransformBuilder::new()
        .with_local_position(seen_from * 20.0)
        .with_local_rotation(towards(seen_from))
        .build();
    CameraBuilder::new(BaseBuilder::new().with_local_transform(transform))
        .with_projection(Projection::Orthographic(OrthographicProjection {
            z_near: 0.1,
            z_far: 40.0,
            vertical_size: 0.5 * HEIGHT,
        }))
        .build(&mut scene.graph);
    scene
}

/// The rotation of a camera that looks back along the direction to it.
fn towards(seen_from: Vector3<f32>) -> UnitQuaternion<f32> {
    UnitQuaternion::face_towards(&-seen_from, &Vector3::y())
}

/// Bodies in a grid in the plane of the picture, in these states.
fn bodies(
    body: &DrawnBody,
    states: &[State],
    rotation: UnitQuaternion<f32>,
    quality: f32,
) -> FlockRenderer {
    let size = 0.45 / body.radius();
    let camera = towards(rotation * seen_from());
    let mut renderer = FlockRenderer::new(body.clone());
    renderer.set_detail(DrawDetail {
        quality,
        ..DrawDetail::default()
    });
    renderer.set_instances(states.len(), |texels| {
        for (number, (texels, [phase, _])) in texels.chunks_mut(2).zip(states).enumerate() {
            let [column, row] = cell(number).map(|it| it as f32);
            // +X of a camera is at the left.
            let offset = Vector3::new(
                0.5 * (CELLS[0] - 1) as f32 - column,
                0.5 * (CELLS[1] - 1) as f32 - row,
                0.0,
            );
            let [x, y, z] = (camera * offset).into();
            texels[0] = [x, y, z, size];
            texels[1] = [rotation.i, rotation.j, rotation.k, *phase];
        }
    });
    renderer.set_motions(|texels| {
        for (texel, [_, activity]) in texels.iter_mut().zip(states) {
            // The number of the boid, which varies the beat of butterflies, is 0 in the pictures.
            *texel = [0.0, 0.8, *activity, 0.0];
        }
    });
    renderer
}

fn cell(number: usize) -> [usize; 2] {
    [number % CELLS[0], number / CELLS[0]]
}

/// The fractions of the blocks of a boid's part of the picture that it covers.
fn covered(empty: &Picture, picture: &Picture, number: usize) -> Vec<f64> {
    let [column, row] = cell(number);
    let left = (picture.width - CELLS[0] * CELL) / 2 + column * CELL;
    let top = (picture.height - CELLS[1] * CELL) / 2 + row * CELL;
    let is_covered = |x: usize, y: usize| {
        let [before, after] = [empty, picture].map(|it| brightness(it.at(x, y)));
        before - after > 40.0
    };
    let blocks = CELL / BLOCK;
    let block = |number: usize| {
        let corner = [
            left + number % blocks * BLOCK,
            top + number / blocks * BLOCK,
        ];
        let pixels = (0..BLOCK * BLOCK).map(|it| [it % BLOCK, it / BLOCK]);
        let count = pixels.filter(|[x, y]| is_covered(corner[0] + x, corner[1] + y));
        count.count() as f64 / (BLOCK * BLOCK) as f64
    };
    (0..blocks * blocks).map(block).collect()
}

/// Intersection over union of two coverages.
fn likeness(one: &[f64], other: &[f64]) -> f64 {
    let pairs = || one.iter().zip(other);
    let common: f64 = pairs().map(|(a, b)| a.min(*b)).sum();
    let all: f64 = pairs().map(|(a, b)| a.max(*b)).sum();
    common / all.max(1.0)
}

/// The impostor of a state is like the mesh in this state, and no other is more like it.
fn are_alike(pictures: &[Picture]) {
    for of_body in pictures.chunks(3) {
        let [empty, meshes, impostors] = of_body else {
            panic!("three pictures of each body");
        };
        let all = |picture| (0..ALL.len()).map(move |it| covered(empty, picture, it));
        let is_drawn = |blocks: &Vec<f64>| blocks.iter().sum::<f64>() > 0.0;
        let meshes: Vec<_> = all(meshes).filter(is_drawn).collect();
        let impostors: Vec<_> = all(impostors).filter(is_drawn).collect();
        assert_eq!(meshes.len(), impostors.len());
        assert!(!meshes.is_empty());
        let own: Vec<f64> = meshes
            .iter()
            .zip(&impostors)
            .map(|(mesh, impostor)| likeness(mesh, impostor))
            .collect();
        println!("likeness of mesh and impostor: {own:.2?}");
        let mut least = 1.0_f64;
        for (mesh, own) in meshes.iter().zip(&own) {
            let others = impostors.iter().map(|it| likeness(mesh, it));
            let most = others.clone().fold(0.0, f64::max);
            least = others.fold(least, f64::min);
            assert!(
                *own > 0.5 && *own > most - 0.04,
                "{own:.2}, others {most:.2}"
            );
        }
        println!("likeness of the most different states: {least:.2}");
    }
}
