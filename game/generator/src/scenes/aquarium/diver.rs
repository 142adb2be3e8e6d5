//! A diver with a monofin, who swims through the tank with a lamp.

use super::tank;
use crate::base::{
    flocks,
    image::{Image, Rgb},
    material::{standard, texture, write_material},
    mesh::Mesh,
    nodes,
    output::{resource_uuid, Output},
    pattern::{mix, smooth_step},
    surface::write_surface,
};
use flock_demo::Choice;
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector2, Vector3},
        color::Color,
        pool::Handle,
    },
    graph::SceneGraph,
    resource::model::ModelResource,
    scene::{
        base::BaseBuilder,
        light::{spot::SpotLightBuilder, BaseLightBuilder},
        node::Node,
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::{
    render::{Swim, SwimAxis},
    scripts::{EffectShape, FlockLeader, FlockPredator, FlockVolume, Strength},
    sim::settings::{BoundaryMode, Region, Wander},
    Flock,
};
use std::{error::Error, f32::consts::TAU};

type Vec3 = Vector3<f32>;

/// Paths below the data folder.
const BODY: &str = "models/diver_body.surface";
const TANK: &str = "models/diver_tank.surface";
const FIN: &str = "models/diver_fin.surface";
const MASK: &str = "models/diver_mask.surface";
const MODEL: &str = "models/diver.rgs";
const SUIT: &str = "materials/diver_suit.material";
const YELLOW: &str = "materials/diver_yellow.material";
const GLASS: &str = "materials/diver_glass.material";
const SUIT_COLOR: &str = "textures/diver_suit.png";

/// A cross-section of the body: Z, half width, half height, and height of its middle, in metres.
type Section = [f32; 4];

/// From the neck to the ankles.
const TRUNK: [Section; 9] = [
    [0.52, 0.060, 0.065, 0.015],
    [0.46, 0.150, 0.095, 0.010],
    [0.38, 0.200, 0.120, 0.000],
    [0.24, 0.185, 0.125, 0.000],
    [0.06, 0.145, 0.105, 0.000],
    [-0.10, 0.165, 0.110, 0.000],
    [-0.36, 0.130, 0.085, -0.005],
    [-0.60, 0.092, 0.062, -0.005],
    [-0.86, 0.060, 0.042, -0.010],
];

/// From the nape to the forehead.
const HEAD: [Section; 6] = [
    [0.48, 0.060, 0.070, 0.030],
    [0.54, 0.092, 0.104, 0.060],
    [0.62, 0.104, 0.118, 0.075],
    [0.70, 0.094, 0.106, 0.075],
    [0.76, 0.060, 0.070, 0.065],
    [0.785, 0.006, 0.008, 0.060],
];

/// From the ankles to the edge of the fin.
const BLADE: [Section; 6] = [
    [-0.82, 0.070, 0.046, -0.010],
    [-0.92, 0.090, 0.034, -0.010],
    [-1.05, 0.200, 0.014, -0.010],
    [-1.25, 0.330, 0.008, -0.010],
    [-1.36, 0.350, 0.006, -0.010],
    [-1.38, 0.340, 0.001, -0.010],
];

/// From the shoulder to the finger tips; the half width is that of the arm.
const ARM: [[f32; 4]; 6] = [
    // X, Y, Z and radius.
    [0.165, 0.000, 0.40, 0.062],
    [0.215, -0.060, 0.50, 0.050],
    [0.205, -0.110, 0.64, 0.042],
    [0.130, -0.125, 0.80, 0.034],
    [0.070, -0.120, 0.92, 0.034],
    [0.040, -0.115, 0.99, 0.008],
];

/// Writes the model.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    Image::new(128, 128, suit).write(output, SUIT_COLOR)?;
    write_material(output, SUIT, standard(&[SUIT_COLOR], Color::WHITE))?;
    write_material(output, YELLOW, standard(&[], Color::opaque(240, 176, 24)))?;
    let mut glass = standard(&[], Color::opaque(60, 120, 140));
    glass.set_property("emissionStrength", Vec3::new(0.05, 0.1, 0.12));
    glass.bind("emissionTexture", texture(SUIT_COLOR));
    write_material(output, GLASS, glass)?;
    let mut body = loft(&TRUNK, 20, 24, 1.0);
    // The hood has the colour of the shoulders.
    body.append(loft(&HEAD, 16, 20, 0.3));
    body.append(arm(1.0));
    body.append(arm(-1.0));
    for (path, mesh) in [
        (BODY, body),
        (TANK, bottle()),
        (FIN, loft(&BLADE, 16, 16, 1.0)),
        (MASK, mask()),
    ] {
        write_surface(output, path, mesh)?;
    }
    let mut scene = Scene::new();
    nodes::mesh_of(
        &mut scene,
        "Diver",
        &[(BODY, SUIT), (TANK, YELLOW), (FIN, YELLOW), (MASK, GLASS)],
    );
    nodes::write_scene(output, MODEL, &mut scene)
}

/// Black neoprene with a stripe along each side. U runs around the body, V along it.
fn suit(u: f32, v: f32) -> Rgb {
    let side = ((2.0 * u).fract() - 0.5).abs();
    let stripe = smooth_step(0.42, 0.44, side) * smooth_step(0.9, 0.86, v);
    let seam = 1.0 - 0.25 * smooth_step(0.02, 0.0, (v * 7.0).fract());
    // Blue shoulders and arms, black legs.
    let shoulders = smooth_step(0.34, 0.31, v);
    let black = Rgb::new(0.13, 0.15, 0.19);
    let cloth = black.lerp(&Rgb::new(0.10, 0.34, 0.62), shoulders) * seam;
    cloth.lerp(&Rgb::new(0.95, 0.42, 0.12), stripe)
}

/// The value of a column of a table at a place from 0 to 1, along a smooth curve.
fn along<const N: usize>(table: &[[f32; 4]; N], t: f32, column: usize) -> f32 {
    let place = t.clamp(0.0, 1.0) * (N - 1) as f32;
    let index = (place as usize).min(N - 2);
    let (from, to) = (table[index][column], table[index + 1][column]);
    let share = place - index as f32;
    mix(
        from,
        to,
        share * share * (3.0 - 2.0 * share) * 0.5 + share * 0.5,
    )
}

/// A body through cross-sections, open at both ends, with the first part of the texture's length.
fn loft<const N: usize>(sections: &[Section; N], rows: u32, columns: u32, part: f32) -> Mesh {
    let place = |u: f32, t: f32| {
        let [z, width, height, middle] = [0, 1, 2, 3].map(|column| along(sections, t, column));
        let (sin, cos) = (-u * TAU).sin_cos();
        Vec3::new(width * cos, middle + height * sin, z)
    };
    let mut mesh = Mesh::default();
    mesh.patch(columns, rows, place, |u, v| Vector2::new(u, part * v));
    mesh
}

/// An arm, stretched forward.
fn arm(side: f32) -> Mesh {
    let mut mesh = Mesh::default();
    let at = |t: f32, column| along(&ARM, t, column);
    let center = |t: f32| Vec3::new(side * at(t, 0), at(t, 1), at(t, 2));
    mesh.tube(
        14,
        12,
        center,
        |t, _| at(t, 3),
        |u, v| Vector2::new(0.2 + 0.1 * u, 0.05 + 0.04 * v),
    );
    mesh
}

/// The bottle of air on the back.
fn bottle() -> Mesh {
    let mut mesh = Mesh::default();
    let center = |t: f32| Vec3::new(0.0, 0.14, 0.36 - 0.50 * t);
    // Round at both ends.
    let radius = |t: f32, _: f32| {
        let end = (t.min(1.0 - t) / 0.16).clamp(0.0, 1.0);
        0.012 + 0.073 * (1.0 - (1.0 - end).powi(2)).sqrt()
    };
    mesh.tube(20, 16, center, radius, Vector2::new);
    mesh
}

/// The glass of the mask.
fn mask() -> Mesh {
    let mut mesh = Mesh::default();
    let center = |t: f32| Vec3::new(0.0, 0.055 - 0.01 * t, 0.72 + 0.085 * t);
    mesh.tube(4, 14, center, |t, _| 0.070 - 0.012 * t, Vector2::new);
    mesh
}

/// Adds the diver, from whom fish keep clear. The school follows or flees.
pub fn add(scene: &mut Scene, school: Handle<Node>, fish: Vec<Handle<Node>>) {
    let middle = Vec3::y() * tank::HALF_SIZE.y;
    let diver = flocks::add(scene, "Diver", middle, flock());
    let follow =
        |scene: &mut Scene, name| flocks::add_follower(scene, name, middle, diver, Vec3::zeros());
    let place = follow(scene, "Place of the Diver");
    let body = FlockVolume {
        shape: EffectShape::Box {
            half_extents: Vec3::new(0.2, 0.16, 0.75),
        }
        .into(),
        strength: Strength {
            weight: 12.0,
            reach: 0.4,
            ..Strength::default()
        }
        .into(),
        flocks: fish.into(),
        ..FlockVolume::default()
    };
    let node = follow(scene, "Body of the Diver");
    scene.graph[node].add_script(body);
    let leader = FlockLeader {
        follow: 0.6.into(),
        strength: Strength {
            weight: 3.0,
            reach: 5.0,
            ..Strength::default()
        }
        .into(),
        flocks: vec![school].into(),
        ..FlockLeader::default()
    };
    let leader = flocks::add(scene, "Diver Leads", Vec3::zeros(), leader);
    let threat = FlockPredator {
        flocks: vec![school].into(),
        ..FlockPredator::default()
    };
    let threat = flocks::add(scene, "Diver Scares", Vec3::zeros(), threat);
    for node in [leader, threat] {
        scene.graph[node].set_enabled(false);
    }
    let alone = nodes::group(scene, "Diver is Ignored");
    let mut choice = Choice::default();
    choice.nodes = vec![alone, leader, threat].into();
    let choice = flocks::add(scene, "What the School Does", Vec3::zeros(), choice);
    let lamp = add_lamp(scene);
    for node in [leader, threat, alone, choice, lamp] {
        scene.graph.link_nodes(node, place);
    }
}

/// The lamp in the diver's hands, which shines forward.
fn add_lamp(scene: &mut Scene) -> Handle<Node> {
    // Lights shine along their own -Y.
    let rotation = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), -TAU / 4.0);
    let transform = TransformBuilder::new()
        .with_local_position(Vec3::new(0.0, -0.09, 0.75))
        .with_local_rotation(rotation);
    let base = BaseBuilder::new()
        .with_name("Lamp of the Diver")
        .with_cast_shadows(false)
        .with_local_transform(transform.build());
    let light = BaseLightBuilder::new(base)
        .with_color(Color::opaque(255, 240, 210))
        .with_intensity(3.0);
    let light = SpotLightBuilder::new(light)
        .with_distance(5.0)
        .with_hotspot_cone_angle(26.0_f32.to_radians())
        .with_falloff_angle_delta(14.0_f32.to_radians());
    scene.graph.add_node(light.build_node())
}

/// A flock of one.
fn flock() -> Flock {
    let mut settings = flocks::single();
    settings.spawn.speed = 0.5;
    settings.spawn.region = Region::Box {
        min: Vec3::new(-0.6, -0.5, 1.0),
        max: Vec3::new(0.6, 0.1, 1.2),
    };
    settings.wander = Wander {
        enabled: true,
        weight: 0.25,
        change_time: 5.0,
        ..Wander::default()
    };
    settings.motion.min_speed = 0.35;
    settings.motion.max_speed = 0.6;
    settings.motion.max_acceleration = 0.7;
    settings.motion.flattening = 0.8;
    settings.boundary = super::fish::in_tank(1.1, 1.2);
    settings.boundary.mode = BoundaryMode::SoftTurn { margin: 1.1 };
    settings.avoidance.look_ahead = 3.0;
    settings.collision.body_radius = 0.3;
    settings.body.scale = 0.75;
    settings.body.turn_time = 0.8;
    settings.body.beats_per_second = 0.5;
    settings.body.beats_per_metre = 0.6;
    let mut flock = Flock::new(settings);
    flock.model = Some(ModelResource::from(resource_uuid(MODEL))).into();
    flock.swim = Swim {
        amplitude: 0.10,
        wavelength: 1.1,
        axis: SwimAxis::UpAndDown,
    }
    .into();
    flock
}
