//! The train that carries bees, in whose frame they live.

use super::{
    paint::{DARK, RED, WHITE, WOOD, YELLOW},
    quay::{GAUGE, HEIGHT, TRAIN_TRACK},
};
use crate::{
    base::{
        colliders::{make_kinematic, mesh_body},
        flocks,
        mesh::Mesh,
        nodes::{self, Place},
        output::Output,
        pattern::Random,
        surface::write_surface,
    },
    shared::{materials, models},
};
use flock_demo::{Course, Mover};
use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        color::Color,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    sim::{settings::Region, Preset},
    Flock,
};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// The meshes of the train, and their paints.
const MESHES: [(&str, &str); 5] = [
    ("models/train_red.surface", RED),
    ("models/train_dark.surface", DARK),
    ("models/train_wood.surface", WOOD),
    ("models/train_yellow.surface", YELLOW),
    ("models/train_white.surface", WHITE),
];

/// Way of the train along X, in metres, and the time there and back, in seconds.
const WAY: [f32; 2] = [-15.0, 15.0];
const PERIOD: f32 = 30.0;
/// Height of the floors above the track, and radius of the wheels, in metres.
const FLOOR: f32 = 0.75;
const WHEEL: f32 = 0.32;
/// Ends of engine and wagons along X, in metres.
const ENGINE: [f32; 2] = [2.5, 5.9];
const WAGONS: [[f32; 2]; 2] = [[-1.7, 2.0], [-5.9, -2.2]];
/// Half the width of the wagons, in metres.
const HALF_WIDTH: f32 = 0.85;
/// Place of the hive.
const HIVE: Vec3 = Vec3::new(0.9, FLOOR, 0.0);

/// Writes the meshes.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let mut parts: [Mesh; 5] = Default::default();
    add_engine(&mut parts);
    add_wagons(&mut parts);
    add_flowers(&mut parts);
    for ((path, _), mesh) in MESHES.iter().zip(parts) {
        write_surface(output, path, mesh)?;
    }
    Ok(())
}

/// Adds the train and the bees.
pub fn add(scene: &mut Scene) {
    let mesh = nodes::mesh_of(scene, "Train Mesh", &MESHES);
    let place = Place::at(WAY[0], HEIGHT + 0.07, TRAIN_TRACK);
    let train = mesh_body(scene, place.base("Train"), mesh);
    make_kinematic(scene, train);
    let way = Vec3::x() * (WAY[1] - WAY[0]);
    scene.graph[train].add_script(Mover::new(Course::Swing, way, PERIOD));
    add_grass(scene, train);
    let bees = flocks::add(scene, "Bees", Vec3::new(0.1, 1.7, 0.0), bees(train));
    scene.graph.link_nodes(bees, train);
}

fn bees(train: Handle<Node>) -> Flock {
    let mut flock = Flock::of(Preset::Gnats);
    let mut settings = flock.settings();
    settings.spawn.count = 160;
    settings.spawn.region = Region::sphere(0.7);
    settings.boundary = flocks::around_middle(1.5);
    settings.motion.inertia = 0.4;
    settings.body.scale = 5.5;
    flock.set_settings(settings);
    flock.variety.tint_from = Color::opaque(255, 190, 60);
    flock.variety.tint_to = Color::opaque(255, 224, 120);
    flock.frame = train.into();
    flock
}

fn texture(u: f32, v: f32) -> Vector2<f32> {
    Vector2::new(u * 2.0, v)
}

/// A round body along a line.
fn round(mesh: &mut Mesh, from: Vec3, to: Vec3, radius: f32) {
    mesh.tube(1, 16, |t| from + (to - from) * t, |_, _| radius, texture);
}

fn cuboid(mesh: &mut Mesh, x: [f32; 2], y: [f32; 2], half_width: f32) {
    mesh.cuboid(
        Vec3::new(x[0], y[0], -half_width),
        Vec3::new(x[1], y[1], half_width),
        1.5,
    );
}

/// Wheels at some places along X.
fn add_wheels(mesh: &mut Mesh, places: &[f32]) {
    for x in places {
        for side in [-0.5, 0.5] {
            let at = Vec3::new(*x, WHEEL, side * GAUGE);
            let half = Vec3::z() * 0.06;
            round(mesh, at - half, at + half, WHEEL);
        }
    }
}

fn add_engine([red, dark, _, yellow, _]: &mut [Mesh; 5]) {
    let [back, front] = ENGINE;
    cuboid(dark, [back, front], [0.5, FLOOR], 0.8);
    add_wheels(dark, &[back + 0.6, back + 1.7, front - 0.6]);
    let axis = |x: f32| Vec3::new(x, FLOOR + 0.62, 0.0);
    round(red, axis(back + 1.2), axis(front - 0.1), 0.56);
    round(dark, axis(front - 0.12), axis(front - 0.04), 0.5);
    for x in [back + 1.7, back + 2.5] {
        round(yellow, axis(x), axis(x + 0.08), 0.575);
    }
    let foot = Vec3::new(front - 0.5, FLOOR + 1.0, 0.0);
    let funnel = |t: f32| foot + Vec3::y() * (0.95 * t);
    dark.tube(4, 12, funnel, |t, _| 0.14 + 0.11 * t * t, texture);
    let dome = Vec3::new(back + 2.1, FLOOR + 1.05, 0.0);
    round(yellow, dome, dome + Vec3::y() * 0.35, 0.2);
    // The cab: walls up to the windows, posts and a roof.
    cuboid(red, [back, back + 1.25], [FLOOR, FLOOR + 1.0], 0.8);
    for x in [back + 0.06, back + 1.12] {
        for z in [-0.74, 0.74] {
            let foot = Vec3::new(x, FLOOR + 0.9, z);
            red.pole(foot, foot + Vec3::y() * 0.8, [0.06, 0.06], 4);
        }
    }
    cuboid(
        dark,
        [back - 0.15, back + 1.4],
        [FLOOR + 1.65, FLOOR + 1.75],
        0.92,
    );
    cuboid(dark, [WAGONS[1][1] - 0.1, back + 0.1], [0.52, 0.62], 0.08);
}

fn add_wagons([red, dark, wood, yellow, _]: &mut [Mesh; 5]) {
    for [back, front] in WAGONS {
        cuboid(wood, [back, front], [0.58, FLOOR], HALF_WIDTH);
        add_wheels(dark, &[back + 0.6, front - 0.6]);
        let walls = [FLOOR, FLOOR + 0.32];
        for x in [[back, back + 0.06], [front - 0.06, front]] {
            cuboid(wood, x, walls, HALF_WIDTH);
        }
        for side in [-1.0, 1.0] {
            let z = [HALF_WIDTH - 0.06, HALF_WIDTH].map(|z| z * side);
            wood.cuboid(
                Vec3::new(back, walls[0], z[0].min(z[1])),
                Vec3::new(front, walls[1], z[0].max(z[1])),
                1.5,
            );
        }
    }
    // A hive of straw.
    let rings = |t: f32, _: f32| {
        let coil = 0.025 * (t * 24.0).sin().abs();
        0.48 * (1.0 - t * t).max(0.0).sqrt() + coil
    };
    yellow.tube(30, 18, |t| HIVE + Vec3::y() * (0.82 * t), rings, texture);
    let [back, _] = WAGONS[1];
    for (x, z, size) in [(0.6, -0.3, 0.7), (1.5, 0.25, 0.8), (2.5, -0.2, 0.75)] {
        let at = Vec3::new(back + x, FLOOR, z);
        let half = Vec3::new(0.5, 0.0, 0.5) * size;
        red.cuboid(at - half, at + half + Vec3::y() * size, 1.5);
    }
}

/// Flowers around the hive: flat heads on stems.
fn add_flowers(parts: &mut [Mesh; 5]) {
    let mut random = Random::new(841);
    for number in 0..34 {
        let x = random.between(WAGONS[0][0] + 0.15, WAGONS[0][1] - 0.2);
        let z = random.between(-0.72, 0.72);
        if (x - HIVE.x).hypot(z) < 0.55 {
            continue;
        }
        let head = Vec3::new(x, FLOOR + random.between(0.45, 0.75), z);
        let lean = Vec3::new(
            random.between(-0.03, 0.03),
            0.035,
            random.between(-0.03, 0.03),
        );
        let kind = [0, 3, 4][number % 3];
        let petals = &mut parts[kind];
        petals.tube(2, 7, |t| head + lean * t, |t, _| 0.03 + 0.07 * t, texture);
    }
}

fn add_grass(scene: &mut Scene, train: Handle<Node>) {
    for (number, (x, z)) in [
        (-1.3, -0.4),
        (-1.2, 0.35),
        (-0.6, -0.1),
        (-0.4, 0.5),
        (0.1, -0.5),
        (1.6, 0.4),
        (1.6, -0.45),
    ]
    .into_iter()
    .enumerate()
    {
        let place = Place::at(x, FLOOR, z)
            .turned(77.0 * number as f32)
            .scaled(1.0, 1.1, 1.0);
        let base = place.base("Grass");
        let grass = nodes::mesh_from(scene, base, models::GRASS, materials::GRASS);
        scene.graph.link_nodes(grass, train);
    }
}
