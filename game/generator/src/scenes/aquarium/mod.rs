//! The aquarium scene: camera and tank; lights, reef and fish are in their own files.

mod diver;
mod fish;
mod ground;
mod lights;
mod reef;
mod tank;

use crate::{
    base::{
        camera::Camera,
        colliders::{body, cuboid, mesh_body},
        flocks, material,
        nodes::{self, Place},
        output::Output,
        surface::write_surface,
    },
    shared::{materials, models},
};
use flock_demo::{Day, Feeder, Glow};
use fyrox::{
    core::{
        algebra::Vector3,
        color::Color,
        color_gradient::{ColorGradientBuilder, GradientPoint},
        pool::Handle,
    },
    graph::SceneGraph,
    material::Material,
    scene::{
        base::BaseBuilder,
        node::Node,
        particle_system::{
            emitter::{base::BaseEmitterBuilder, sphere::SphereEmitterBuilder},
            ParticleSystemBuilder,
        },
        Scene,
    },
};
use fyrox_flock::scripts::{FlockTarget, Strength};
use std::error::Error;

/// Paths below the data folder.
const AQUARIUM: &str = "aquarium.rgs";
const SAND: &str = "models/sand.surface";
const WALLS: &str = "models/walls.surface";
const SURFACE: &str = "models/water_surface.surface";
const FLAKES: &str = "materials/flakes.material";
/// The captions of day, dusk, night and dawn.
const SAID: [&str; 4] = [
    "Day: the schools feed",
    "Dusk: they gather at the reef",
    "Night: the fish sleep in the reef",
    "Dawn: the fish wake",
];
/// Thickness of the glass and of the tank's bottom, in metres.
const GLASS: f32 = 0.2;
/// Thickness of the beams of the frame, in metres.
const BEAM: f32 = 0.16;
/// Height of the cabinet below the tank, in metres: it hides the foot of the reef.
const CABINET: f32 = 2.8;

/// Writes the scene and all files of this scene alone.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    write_surface(output, SAND, ground::Ground::new().mesh())?;
    write_surface(output, WALLS, tank::walls())?;
    write_surface(output, SURFACE, tank::surface())?;
    material::write_material(output, FLAKES, Material::standard_particle_system())?;
    diver::write(output)?;
    let mut scene = Scene::new();
    add_camera(&mut scene);
    let lights = lights::add(&mut scene);
    let daylight = lights.clone();
    gather(&mut scene, "Lights", lights);
    let tank = tank_parts(&mut scene);
    gather(&mut scene, "Tank", tank);
    let reef = reef::add(&mut scene)?;
    gather(&mut scene, "Reef", reef);
    let fish = fish::add(&mut scene);
    diver::add(&mut scene, fish.school, fish.all);
    add_feeder(&mut scene, fish.school);
    add_day(&mut scene, daylight);
    nodes::panel(&mut scene);
    nodes::write_scene(output, AQUARIUM, &mut scene)
}

/// Adds a node and makes other nodes its children.
fn gather(scene: &mut Scene, name: &str, children: Vec<Handle<Node>>) {
    let parent = nodes::group(scene, name);
    for child in children {
        scene.graph.link_nodes(child, parent);
    }
}

/// The visitor's camera, a step in front of the glass.
fn add_camera(scene: &mut Scene) {
    let camera = Camera {
        position: Vector3::new(0.0, 1.75, 4.7),
        yaw: 180.0,
        pitch: 4.0,
        field_of_view: 50.0,
        exposure: 1.4,
        speed: 2.5,
        near: 0.05,
        far: 60.0,
    };
    camera.add(scene, AQUARIUM);
}

/// Food that a click drops, in a cloud of flakes.
fn add_feeder(scene: &mut Scene, school: Handle<Node>) {
    let middle = Vector3::new(0.0, 2.3, 0.7);
    let target = FlockTarget {
        slowing: 0.6.into(),
        strength: Strength {
            weight: 5.0,
            reach: 6.0,
            ..Strength::default()
        }
        .into(),
        flocks: vec![school].into(),
        ..FlockTarget::default()
    };
    let food = flocks::add(scene, "Food", middle, target);
    let emitter = BaseEmitterBuilder::new()
        .with_spawn_rate(60)
        .with_max_particles(260)
        .with_lifetime_range(3.0..6.0)
        .with_size_range(0.005..0.012)
        .with_size_modifier_range(0.0..0.0)
        .with_x_velocity_range(-0.0008..0.0008)
        .with_y_velocity_range(-0.0016..-0.0004)
        .with_z_velocity_range(-0.0008..0.0008)
        .resurrect_particles(true);
    let base = BaseBuilder::new().with_name("Flakes");
    let brown = ColorGradientBuilder::new()
        .with_point(GradientPoint::new(0.0, Color::opaque(226, 160, 84)))
        .with_point(GradientPoint::new(1.0, Color::from_rgba(150, 92, 48, 0)))
        .build();
    let flakes = ParticleSystemBuilder::new(base)
        .with_emitters(vec![SphereEmitterBuilder::new(emitter)
            .with_radius(0.22)
            .build()])
        .with_acceleration(Vector3::zeros())
        .with_color_over_lifetime_gradient(brown)
        // The engine's own material would have a random id.
        .with_material(material::reference(FLAKES))
        .build_node();
    let flakes = scene.graph.add_node(flakes);
    scene.graph.link_nodes(flakes, food);
    scene.graph[food].set_enabled(false);
    let mut feeder = Feeder::default();
    feeder.food = food.into();
    feeder.half_extents = Vector3::new(3.2, 1.2, 0.6).into();
    flocks::add(scene, "Feeder", middle, feeder);
}

/// The day in the tank: at night the lamps are dim, and fish sleep in the reef.
fn add_day(scene: &mut Scene, daylight: Vec<Handle<Node>>) {
    let mut day = Day::default();
    day.hour = 14.0.into();
    day.said = SAID.map(str::to_string).to_vec().into();
    day.keys = "Click: food   F: diver".to_string().into();
    day.daylight = daylight.into();
    day.water = vec![material::reference(materials::WATER)].into();
    day.glows = vec![Glow {
        materials: vec![material::reference(materials::SURFACE)],
        emission: materials::SURFACE_GLOW,
        fades: true,
    }]
    .into();
    flocks::add(scene, "Day", Vector3::zeros(), day);
}

fn tank_parts(scene: &mut Scene) -> Vec<Handle<Node>> {
    let sand = nodes::mesh(scene, "Sand", SAND, materials::SAND);
    let mut parts = vec![mesh_body(
        scene,
        Place::at(0.0, 0.0, 0.0).base("Ground"),
        sand,
    )];
    parts.extend(panes(scene));
    parts.extend(frame(scene));
    parts.push(cabinet(scene));
    // Walls and surface are visible only: light passes through them.
    for (name, mesh, material) in [
        ("Walls", WALLS, materials::WALL),
        ("Water Surface", SURFACE, materials::SURFACE),
    ] {
        let base = BaseBuilder::new().with_name(name).with_cast_shadows(false);
        parts.push(nodes::mesh_from(scene, base, mesh, material));
    }
    parts.push(water(scene));
    parts
}

/// Invisible boxes around the water: bottom, glass on all sides, and the surface.
fn panes(scene: &mut Scene) -> Vec<Handle<Node>> {
    let half = tank::HALF_SIZE;
    let middle = Vector3::new(0.0, half.y, 0.0);
    let names = [
        ["Left Pane", "Right Pane"],
        ["Bottom", "Surface"],
        ["Back Pane", "Front Pane"],
    ];
    let mut panes = Vec::new();
    for (axis, pair) in names.into_iter().enumerate() {
        for (name, sign) in pair.into_iter().zip([-1.0, 1.0]) {
            let mut center = middle;
            center[axis] += sign * (half[axis] + GLASS * 0.5);
            // The boxes overlap at the edges, so that there is no gap in the corners.
            let mut size = half + Vector3::repeat(GLASS);
            size[axis] = GLASS * 0.5;
            let place = Place::at(center.x, center.y, center.z);
            panes.push(body(scene, place.base(name), cuboid(size)));
        }
    }
    panes
}

/// Dark beams around the front glass.
fn frame(scene: &mut Scene) -> Vec<Handle<Node>> {
    let half = tank::HALF_SIZE;
    let z = half.z + BEAM * 0.5;
    let (x, y) = (half.x + BEAM * 0.5, tank::HEIGHT + BEAM * 0.5);
    let (width, height) = (2.0 * x + BEAM, tank::HEIGHT);
    [
        (
            "Frame Bottom",
            Place::at(0.0, -BEAM * 0.5, z).scaled(width, BEAM, BEAM),
        ),
        ("Frame Top", Place::at(0.0, y, z).scaled(width, BEAM, BEAM)),
        (
            "Frame Left",
            Place::at(-x, half.y, z).scaled(BEAM, height, BEAM),
        ),
        (
            "Frame Right",
            Place::at(x, half.y, z).scaled(BEAM, height, BEAM),
        ),
    ]
    .into_iter()
    .map(|(name, place)| {
        nodes::mesh_from(
            scene,
            place.base(name).with_cast_shadows(false),
            models::CUBE,
            materials::FRAME,
        )
    })
    .collect()
}

/// The cabinet below the tank.
fn cabinet(scene: &mut Scene) -> Handle<Node> {
    let size = (tank::HALF_SIZE + Vector3::repeat(0.6 * BEAM)) * 2.0;
    let place = Place::at(0.0, -0.5 * CABINET - 0.02, 0.0).scaled(size.x, CABINET, size.z);
    let base = place.base("Cabinet").with_cast_shadows(false);
    nodes::mesh_from(scene, base, models::CUBE, materials::FRAME)
}

/// The haze and the light beams: one cube over the whole tank.
fn water(scene: &mut Scene) -> Handle<Node> {
    let half = tank::HALF_SIZE;
    let place = Place::at(0.0, half.y, 0.0).scaled(2.0 * half.x, 2.0 * half.y, 2.0 * half.z);
    nodes::translucent(scene, place.base("Water"), models::CUBE, materials::WATER)
}
