//! Glint, translucency and emission.

use crate::{
    stage::{
        add, add_sun, boids, boids_of, changes, facing, plain_texture, scene, view,
        without_and_with, View,
    },
    studio::{test, Test},
};
use flock_testkit::picture::{brightness, Picture};
use fyrox::{
    asset::untyped::ResourceKind,
    core::{
        algebra::{Matrix4, UnitQuaternion, Vector3},
        color::Color,
        uuid::Uuid,
    },
    graph::NodeMapping,
    material::{Material, MaterialResource},
    resource::model::{Model, ModelResource},
    scene::{
        base::BaseBuilder,
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            MeshBuilder, RenderPath,
        },
        Scene,
    },
};
use fyrox_flock::render::{BodyShape, DrawDetail, DrawnBody, FlockRenderer, ForwardAxis, Sun};

pub const TESTS: &[Test] = &[
    test(
        "silver_flanks_flash_when_a_fish_rolls",
        |_| rolling(),
        flash_at_one_roll,
    ),
    test("the_sun_shines_through_fins", |_| backlit(), shine_in_part),
    test("emission_in_the_forward_pass", |_| glowing(), glow),
    test("levels_are_as_bright", |_| levels(), are_as_bright),
];

const EYE: View = view([0.0, 0.0, -6.0], [0.0, 0.0, 1.0]);

/// Fish seen from the side, at other rolls.
const ROLLS: usize = 13;

fn roll(number: usize) -> f32 {
    -1.2 + 0.2 * number as f32
}

fn place(number: usize) -> [f32; 3] {
    [0.0, 2.4 - 0.4 * number as f32, 0.0]
}

/// A silver fish and a fish without silver.
fn rolling() -> Vec<Scene> {
    let scene_with = |shape: BodyShape, length: f32| {
        let mut scene = scene();
        add_sun(&mut scene, [0.0, -1.0, 1.0], 1.0);
        EYE.add_to(&mut scene);
        let along = facing([1.0, 0.0, 0.0]);
        let rolled = |number: usize| {
            along * UnitQuaternion::from_axis_angle(&Vector3::z_axis(), roll(number))
        };
        let places: Vec<_> = (0..ROLLS).map(|it| (place(it), rolled(it))).collect();
        let fish = boids_of(DrawnBody::of_shape(shape), 1.2 / length, &places);
        add(&mut scene, fish);
        scene
    };
    vec![
        scene_with(BodyShape::Sardine, 0.18),
        scene_with(BodyShape::ReefFish, 0.11),
    ]
}

/// Mean brightness around a place, in a window of 16 x 4 pixels.
fn brightness_at(picture: &Picture, place: [f64; 2]) -> f64 {
    let [x, y] = [
        place[0] * picture.width as f64,
        place[1] * picture.height as f64,
    ];
    let (left, top) = (x as usize - 8, y as usize - 2);
    let pixels = (top..top + 4).flat_map(|row| (left..left + 16).map(move |it| (it, row)));
    let sum: f64 = pixels.map(|(x, y)| brightness(picture.at(x, y))).sum();
    sum / 64.0
}

fn flash_at_one_roll(pictures: &[Picture]) {
    let [silver, plain] = [0, 1].map(|picture| {
        let at = |number| brightness_at(&pictures[picture], EYE.place(place(number)));
        let values: Vec<f64> = (0..ROLLS).map(at).collect();
        println!("brightness at each roll: {values:.0?}");
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[ROLLS - 1] / sorted[ROLLS / 2]
    });
    assert!(silver > 1.25, "a silver flank: {silver:.2} times as bright");
    assert!(silver > plain + 0.1, "silver {silver:.2}, plain {plain:.2}");
}

/// The sun is behind the fish.
fn backlit() -> Vec<Scene> {
    let empty = || {
        let mut scene = scene();
        EYE.add_to(&mut scene);
        scene
    };
    let fish = || boids(BodyShape::ReefFish, 30.0, &[[0.0; 3]]);
    let mut shone_through = fish();
    shone_through.set_sun(Sun {
        direction: Vector3::z(),
        light: Vector3::repeat(2.0),
    });
    let mut scenes = without_and_with(empty, fish());
    let mut lit = empty();
    add(&mut lit, shone_through);
    scenes.push(lit);
    scenes
}

fn shine_in_part(pictures: &[Picture]) {
    let body = changes(&pictures[0], &pictures[1]).count as f64;
    let lit = changes(&pictures[1], &pictures[2]);
    let share = lit.count as f64 / body;
    println!(
        "{:.0}% of the fish is brighter by {:.0}",
        100.0 * share,
        lit.change
    );
    assert!(lit.change > 20.0, "{}", lit.change);
    assert!((0.1..0.7).contains(&share), "{share:.2} of the fish");
}

/// A translucent ball, which glows in green.
fn ball(strength: f32) -> FlockRenderer {
    let mut material = Material::standard();
    material.set_property("diffuseColor", Color::from_rgba(90, 90, 90, 200));
    material.bind("emissionTexture", plain_texture([0, 255, 0, 255]));
    material.set_property("emissionStrength", Vector3::repeat(strength));
    let surface = SurfaceData::make_sphere(16, 16, 1.0, &Matrix4::identity());
    let mut scene = Scene::new();
    MeshBuilder::new(BaseBuilder::new())
        .with_surfaces(vec![SurfaceBuilder::new(SurfaceResource::new_embedded(
            surface,
        ))
        .with_material(MaterialResource::new_embedded(material))
        .build()])
        .with_render_path(RenderPath::Forward)
        .build(&mut scene.graph);
    let model = Model::new(NodeMapping::UseHandles, scene);
    let model = ModelResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, model);
    let body = DrawnBody::from_model(&model, ForwardAxis::PlusZ).expect("it is a ball");
    boids_of(body, 1.0, &[([0.0; 3], UnitQuaternion::identity())])
}

fn glowing() -> Vec<Scene> {
    let with = |strength: f32| {
        let mut scene = scene();
        EYE.add_to(&mut scene);
        add(&mut scene, ball(strength));
        scene
    };
    vec![with(0.0), with(2.0)]
}

fn glow(pictures: &[Picture]) {
    let [dark, bright] = [0, 1].map(|it| {
        let picture: &Picture = &pictures[it];
        picture.at(picture.width / 2, picture.height / 2)
    });
    let more = |channel: usize| f64::from(bright[channel]) - f64::from(dark[channel]);
    assert!(more(1) > 40.0 + more(0), "{dark:?} {bright:?}");
}

/// The finest level and the others, of a silver fish and a butterfly with the sun behind it.
const QUALITIES: [f32; 4] = [100.0, 0.5, 0.15, 0.01];

fn levels() -> Vec<Scene> {
    let mut scenes = Vec::new();
    for (shape, along) in [
        (BodyShape::Sardine, [0.2, -0.6, 1.0]),
        (BodyShape::Butterfly, [0.2, -0.6, -1.0]),
    ] {
        for quality in QUALITIES {
            let mut scene = scene();
            scene.rendering_options.clear_color = Some(Color::BLACK);
            add_sun(&mut scene, along, 1.0);
            EYE.add_to(&mut scene);
            let positions: Vec<_> = (0..60)
                .map(|it| {
                    [
                        0.9 * (it % 10) as f32 - 4.0,
                        0.8 * (it / 10) as f32 - 2.0,
                        0.0,
                    ]
                })
                .collect();
            let mut bodies = boids(shape, 0.4 / DrawnBody::of_shape(shape).radius(), &positions);
            bodies.set_detail(DrawDetail {
                quality,
                ..DrawDetail::default()
            });
            bodies.set_sun(Sun {
                direction: -Vector3::from(along).normalize(),
                light: Vector3::repeat(1.0),
            });
            add(&mut scene, bodies);
            scenes.push(scene);
        }
    }
    scenes
}

fn are_as_bright(pictures: &[Picture]) {
    for shape in pictures.chunks(QUALITIES.len()) {
        let sums: Vec<f64> = shape.iter().map(Picture::brightness).collect();
        println!("brightness at each level, before black: {sums:.3?}");
        for sum in &sums {
            let ratio = sum / sums[0];
            assert!((0.7..1.4).contains(&ratio), "{sums:?}");
        }
    }
}
