//! Sprites on the screen: at the positions of the boids, rotated to their headings, and in front of
//! the background.

mod support;

use flock_testkit::picture::Picture;
use fyrox::{
    asset::untyped::ResourceKind,
    core::{
        algebra::{Vector2, Vector3},
        color::Color,
        uuid,
    },
    material::{Material, MaterialResource},
    resource::texture::TextureResource,
    scene::{
        base::BaseBuilder,
        camera::{CameraBuilder, OrthographicProjection, Projection},
        dim2::rectangle::RectangleBuilder,
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::{
    render::{Sprite, SpriteTurn},
    sim::{
        settings::{Plane, Region},
        Settings, Vec3,
    },
    Flock,
};
use serde_json::Value;
use std::fs;
use support::{add_script, execute_on_screen, Folder};

/// Colours of the quarters of the image, in the order of [`QUARTERS`]: front upper, rear upper,
/// rear lower, front lower.
const COLORS: [[u8; 3]; 4] = [[255, 0, 0], [0, 0, 255], [255, 255, 255], [0, 255, 0]];
const QUARTERS: [[f64; 2]; 4] = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];

const TURNS: [SpriteTurn; 4] = [
    SpriteTurn::Turn,
    SpriteTurn::TurnUpright,
    SpriteTurn::Mirror,
    SpriteTurn::Fixed,
];

/// Edge of a sprite, in metres; half the height of the view, in metres.
const EDGE: f32 = 0.6;
const HALF_VIEW: f32 = 4.0;

/// Writes the image, and the file with its resource id.
fn write_image(folder: &Folder) -> TextureResource {
    let id = uuid!("0b1e5c1a-6d5b-4f65-9b7f-2f3a8c4d5e6f");
    let file = fs::File::create(folder.file("data/quarters.png")).expect("it can be written");
    let mut encoder = png::Encoder::new(file, 32, 32);
    encoder.set_color(png::ColorType::Rgb);
    let pixel = |index: usize| {
        let (right, up) = (index % 32 >= 16, index / 32 < 16);
        match (right, up) {
            (true, true) => COLORS[0],
            (false, true) => COLORS[1],
            (false, false) => COLORS[2],
            (true, false) => COLORS[3],
        }
    };
    let bytes: Vec<u8> = (0..32 * 32).flat_map(pixel).collect();
    let mut writer = encoder.write_header().expect("it can be written");
    writer.write_image_data(&bytes).expect("it can be written");
    let meta = format!("(\n    resource_id: \"{id}\",\n)");
    fs::write(folder.file("data/quarters.png.meta"), meta).expect("it can be written");
    TextureResource::from(id)
}

/// A flock that flies straight, in a column of the view.
fn flock(texture: &TextureResource, turn: SpriteTurn, column: f32) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 7;
    settings.spawn.speed = 0.4;
    settings.spawn.region = Region::Box {
        min: Vec3::new(column - 1.2, -3.2, 0.0),
        max: Vec3::new(column + 1.2, 3.2, 0.0),
    };
    for rule in [
        &mut settings.cohesion,
        &mut settings.separation,
        &mut settings.alignment,
    ] {
        rule.enabled = false;
    }
    settings.boundary.enabled = false;
    settings.motion.plane = Plane::Xy;
    settings.body.scale_variation = 0.0;
    let mut flock = Flock::new(settings);
    flock.sprite = Sprite {
        width: EDGE,
        turn,
        lit: false,
        ..Sprite::new(texture.clone())
    }
    .into();
    flock
}

fn scene(texture: &TextureResource) -> Scene {
    let mut scene = Scene::new();
    let at = |z: f32| TransformBuilder::new().with_local_position(Vector3::new(0.0, 0.0, z));
    let base = BaseBuilder::new().with_local_transform(at(-10.0).build());
    CameraBuilder::new(base)
        .with_projection(Projection::Orthographic(OrthographicProjection {
            z_near: 0.1,
            z_far: 20.0,
            vertical_size: HALF_VIEW,
        }))
        .build(&mut scene.graph);
    // A grey wall behind the sprites, which the engine draws after them unless it sorts by depth.
    let wall = at(1.0).with_local_scale(Vector3::new(40.0, 20.0, 1.0));
    let material = MaterialResource::new_ok(
        uuid!("5a0f4f0e-64ad-4a39-8f0b-3d9b4f6f1f11"),
        ResourceKind::Embedded,
        Material::standard_2d(),
    );
    RectangleBuilder::new(BaseBuilder::new().with_local_transform(wall.build()))
        .with_color(Color::opaque(90, 90, 90))
        .with_material(material)
        .build(&mut scene.graph);
    scene.rendering_options.ambient_lighting_color = Color::opaque(200, 200, 200);
    for (turn, column) in TURNS.into_iter().zip([4.8, 1.6, -1.6, -4.8]) {
        add_script(&mut scene, flock(texture, turn, column));
    }
    scene
}

type Vec2 = Vector2<f64>;

/// A boid in the picture: its place in pixels, and its heading.
struct Seen {
    at: Vec2,
    heading: Vec2,
}

fn seen(report: &Value, picture: &Picture) -> Vec<Vec<Seen>> {
    let matrix = &report["view_projection"];
    let number = |value: &Value| value.as_f64().expect("a number");
    let project = |point: [f64; 3]| {
        let row = |row: usize| {
            let cell = |column: usize| number(&matrix[row][column]);
            cell(0) * point[0] + cell(1) * point[1] + cell(2) * point[2] + cell(3)
        };
        let (width, height) = (picture.width as f64, picture.height as f64);
        Vec2::new((row(0) + 1.0) / 2.0 * width, (1.0 - row(1)) / 2.0 * height)
    };
    let of_boid = |boid: &Value| {
        let part = |name: &str| std::array::from_fn(|axis| number(&boid[name][axis]));
        let (position, velocity): ([f64; 3], [f64; 3]) = (part("position"), part("velocity"));
        let ahead = std::array::from_fn(|axis| position[axis] + velocity[axis]);
        let at = project(position);
        let heading = (project(ahead) - at).normalize();
        Seen { at, heading }
    };
    let flocks = report["flocks"].as_array().expect("flocks").iter();
    let boids = flocks.map(|flock| flock["boids"].as_array().expect("boids"));
    boids
        .map(|boids| boids.iter().map(of_boid).collect())
        .collect()
}

/// Directions of the image's right and upper sides in the picture, whose rows go down.
fn axes(turn: SpriteTurn, heading: Vec2) -> [Vec2; 2] {
    let goes_left = heading.x < 0.0;
    let left_of_heading = Vec2::new(heading.y, -heading.x);
    let (right, up) = (Vec2::new(1.0, 0.0), Vec2::new(0.0, -1.0));
    match turn {
        SpriteTurn::Turn => [heading, left_of_heading],
        SpriteTurn::TurnUpright if goes_left => [heading, -left_of_heading],
        SpriteTurn::TurnUpright => [heading, left_of_heading],
        SpriteTurn::Mirror if goes_left => [-right, up],
        _ => [right, up],
    }
}

/// The quarter with the most similar colour to a pixel.
fn quarter_of([r, g, b]: [u8; 3]) -> Option<usize> {
    let is_high = |value: u8| value > 140;
    let quarter = [is_high(r), is_high(g), is_high(b)];
    COLORS
        .iter()
        .position(|color| color.map(is_high) == quarter)
}

#[test]
fn sprites_are_turned_as_their_boids_go() {
    let folder = Folder::new("sprites");
    let texture = write_image(&folder);
    folder.save("data/sprites.rgs", scene(&texture));
    let options = [
        "--override-scene",
        "data/sprites.rgs",
        "--size",
        "960x540",
        "--after",
        "1",
        "--picture",
        "a.png",
        "--report",
        "a.json",
    ];
    execute_on_screen(folder.path(), &options);
    let picture = Picture::open(&folder.file("a.png"));
    let report = fs::read_to_string(folder.file("a.json")).expect("the report was written");
    let report: Value = serde_json::from_str(&report).expect("the report is JSON");
    let flocks = seen(&report, &picture);
    let all: Vec<Vec2> = flocks.iter().flatten().map(|boid| boid.at).collect();
    let edge = f64::from(EDGE / (2.0 * HALF_VIEW)) * picture.height as f64;
    let is_alone = |at: Vec2| {
        let near = all.iter().filter(|other| (*other - at).norm() < 1.5 * edge);
        near.count() == 1
    };
    for (turn, boids) in TURNS.into_iter().zip(&flocks) {
        let mut compared = 0;
        for boid in boids.iter().filter(|boid| is_alone(boid.at)) {
            let [right, up] = axes(turn, boid.heading);
            for (number, [x, y]) in QUARTERS.into_iter().enumerate() {
                let place = boid.at + (right * x + up * y) * (0.2 * edge);
                let pixel = picture.at(place.x as usize, place.y as usize);
                let quarter = quarter_of(pixel);
                assert_eq!(quarter, Some(number), "{turn:?} at {place:?}: {pixel:?}");
            }
            compared += 1;
        }
        assert!(compared >= 3, "{turn:?}: {compared} boids are alone");
    }
}
