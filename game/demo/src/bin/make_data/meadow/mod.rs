//! The meadow: butterflies over flowers, gnats above a pond, and swallows that hunt them.

mod plants;

use super::{
    camera::Camera,
    colliders::{body, mesh_body},
    flocks,
    materials::{self, write_material},
    mesh::Mesh,
    models::write_surface,
    nodes::{self, Place},
    output::Output,
    pattern::{mix, smooth_step, Pattern, Random},
    sky::{self, Sky},
    sounds,
    textures::{self, Image, Rgb},
};
use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        color::Color,
        pool::Handle,
    },
    graph::SceneGraph,
    material::Material,
    scene::{collider::ColliderShape, node::Node, Scene},
};
use fyrox_flock::{
    render::BodyShape,
    sim::{Catch, Preset, Region, RelationKind},
    EventSettings, Flock, FlockSound,
};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// Path below the data folder.
const MEADOW: &str = "meadow.rgs";

const GROUND: &str = "models/meadow_ground.surface";
const POND: &str = "models/pond.surface";
const GRASS: &str = "models/meadow_grass.surface";
const REEDS: &str = "models/reeds.surface";
const PETALS: &str = "models/petals.surface";
const STEMS: &str = "models/flower_stems.surface";
pub const TRUNK: &str = "models/trunk.surface";
pub const LEAVES: &str = "models/leaves.surface";

const BLADE: &str = "materials/meadow_blade.material";
const REED: &str = "materials/reed.material";
pub const LEAF: &str = "materials/tree_leaf.material";
pub const WOOD: &str = "materials/meadow_wood.material";
const SOIL: &str = "materials/meadow_ground.material";
const WATER: &str = "materials/pond.material";
const FLOWERS: [(&str, Color); 4] = [
    ("materials/poppy.material", Color::opaque(236, 54, 36)),
    ("materials/cornflower.material", Color::opaque(84, 104, 240)),
    ("materials/daisy.material", Color::opaque(255, 252, 240)),
    ("materials/buttercup.material", Color::opaque(255, 206, 40)),
];
const GROUND_COLOR: &str = "textures/meadow.png";
const BLADE_COLOR: &str = "textures/blade.png";
const PETAL_COLOR: &str = "textures/petal.png";

/// The middle of the pond, and its radius, in metres.
const POND_AT: [f32; 2] = [4.0, -10.0];
const POND_RADIUS: f32 = 6.5;
/// Height of the water.
const WATER_HEIGHT: f32 = -0.35;
/// Half the edge of the ground, in metres.
const HALF: f32 = 200.0;

const DAY: Sky = Sky {
    material: materials::DAY_AIR,
    zenith: Color::from_rgba(58, 122, 214, 255),
    horizon: Color::from_rgba(196, 220, 236, 255),
    glow: Color::from_rgba(255, 226, 176, 255),
    cloud: Color::from_rgba(214, 222, 232, 255),
    sun_direction: Vector3::new(-0.72, 0.55, 0.42),
    glow_strength: 0.75,
    disc: 5.0,
    cover: 0.42,
    haze: 0.0026,
    brightness: 1.0,
    sun: Color::from_rgba(255, 240, 208, 255),
    sun_intensity: 2.6,
    fill: Color::from_rgba(170, 200, 240, 255),
    fill_intensity: 0.5,
    ambient: Color::from_rgba(104, 118, 124, 255),
    shadows: [8.0, 25.0, 80.0],
};

/// Writes the scene with all that it needs.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    write_models(output)?;
    write_materials(output)?;
    let mut scene = Scene::new();
    let camera = Camera {
        position: Vec3::new(-1.2, 1.25, 6.0),
        yaw: 170.0,
        pitch: 1.0,
        field_of_view: 55.0,
        exposure: 1.4,
        speed: 5.0,
        near: 0.15,
        far: sky::FAR,
    };
    camera.add(&mut scene, MEADOW);
    DAY.add(output, &mut scene)?;
    Meadow::add(&mut scene);
    add_flocks(&mut scene);
    nodes::panel(&mut scene);
    nodes::write_scene(output, MEADOW, &mut scene)
}

fn write_models(output: &mut Output) -> Result<(), Box<dyn Error>> {
    for (path, mesh) in [
        (GROUND, ground()),
        (POND, pond()),
        (GRASS, plants::grass()),
        (REEDS, plants::reeds()),
        (PETALS, plants::petals()),
        (STEMS, plants::stems()),
        (TRUNK, plants::trunk()),
        (LEAVES, plants::leaves()),
    ] {
        write_surface(output, path, mesh)?;
    }
    Ok(())
}

fn write_materials(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let (patch, fine) = (Pattern::new(401), Pattern::new(402));
    let ground = Image::new(256, 256, |u, v| {
        let (u, v) = (f64::from(u), f64::from(v));
        // Little contrast: it repeats every three metres, up to the hills.
        let dry = 0.4 * smooth_step(-0.4, 0.6, patch.tile(u, v, 4.0, 4));
        let base = Rgb::new(0.22, 0.40, 0.09).lerp(&Rgb::new(0.38, 0.50, 0.14), dry);
        base * (1.0 + 0.25 * fine.tile(u, v, 50.0, 3))
    });
    ground.write(output, GROUND_COLOR)?;
    // From the tip, at the top, to the root; across, blades differ.
    let blade = Image::new(64, 64, |u, v| {
        let young = Rgb::new(0.46, 0.72, 0.20).lerp(&Rgb::new(0.78, 0.80, 0.36), u * u);
        young * mix(1.0, 0.42, v)
    });
    blade.write(output, BLADE_COLOR)?;
    let petal = Image::new(32, 32, |_, v| {
        Rgb::new(1.0, 1.0, 1.0).lerp(&Rgb::new(0.55, 0.42, 0.12), smooth_step(0.72, 0.9, v))
    });
    petal.write(output, PETAL_COLOR)?;
    write_material(
        output,
        BLADE,
        leafy(BLADE_COLOR, Color::opaque(196, 224, 150)),
    )?;
    write_material(
        output,
        REED,
        leafy(BLADE_COLOR, Color::opaque(186, 196, 130)),
    )?;
    write_material(
        output,
        LEAF,
        leafy(BLADE_COLOR, Color::opaque(206, 236, 140)),
    )?;
    for (path, color) in FLOWERS {
        write_material(output, path, leafy(PETAL_COLOR, color))?;
    }
    let rock = [textures::ROCK, textures::ROCK_NORMAL];
    let wood = materials::standard(&rock, Color::opaque(150, 124, 98));
    write_material(output, WOOD, wood)?;
    let soil = materials::standard(&[GROUND_COLOR], Color::WHITE);
    write_material(output, SOIL, soil)?;
    let mut water = materials::standard(&[textures::BACKDROP], Color::opaque(190, 226, 236));
    water.bind("emissionTexture", materials::texture(textures::BACKDROP));
    water.set_property("emissionStrength", Vec3::new(0.22, 0.26, 0.30));
    write_material(output, WATER, water)
}

/// Seen from both sides.
fn leafy(image: &str, color: Color) -> Material {
    let mut material = Material::standard_two_sides();
    material.set_property("diffuseColor", color);
    material.bind("diffuseTexture", materials::texture(image));
    material
}

/// Height of the ground, in metres.
fn height(x: f32, z: f32) -> f32 {
    thread_local!(static HILLS: Pattern = Pattern::new(411));
    let distance = (x - POND_AT[0]).hypot(z - POND_AT[1]);
    let basin = smooth_step(POND_RADIUS + 2.5, POND_RADIUS - 2.5, distance);
    let far = smooth_step(25.0, 170.0, x.hypot(z));
    let (small, large) = HILLS.with(|hills| {
        (
            hills.at(Vec3::new(x * 0.12, 0.4, z * 0.12), 2),
            hills.at(Vec3::new(x * 0.013, 1.7, z * 0.013), 3),
        )
    });
    0.16 * small * (1.0 - basin) - 0.9 * basin + far * (6.0 + 20.0 * large.max(-0.25))
}

fn ground() -> Mesh {
    let place = |u: f32, v: f32| {
        let even = |t: f32| (2.0 * t - 1.0) * (0.12 + 0.88 * (2.0 * t - 1.0).powi(2));
        let (x, z) = (even(u) * HALF, -even(v) * HALF);
        Vec3::new(x, height(x, z), z)
    };
    let mut mesh = Mesh::default();
    mesh.patch(72, 72, place, |u, v| {
        let position = place(u, v);
        Vector2::new(position.x, -position.z) / 3.0
    });
    mesh
}

fn pond() -> Mesh {
    let mut mesh = Mesh::default();
    let [x, z] = POND_AT;
    // The shore cuts it out.
    let half = POND_RADIUS + 1.0;
    let place = |u: f32, v: f32| {
        Vec3::new(
            x + (2.0 * u - 1.0) * half,
            WATER_HEIGHT,
            z + (1.0 - 2.0 * v) * half,
        )
    };
    // The colour of the sky, deeper towards the viewer.
    mesh.patch(8, 8, place, |_, v| {
        Vector2::new(0.5, 0.03 + 0.30 * (1.0 - v))
    });
    mesh
}

struct Meadow<'a> {
    scene: &'a mut Scene,
    group: Handle<Node>,
    random: Random,
}

impl Meadow<'_> {
    fn add(scene: &mut Scene) {
        let group = nodes::group(scene, "Meadow");
        let mut meadow = Meadow {
            scene,
            group,
            random: Random::new(53),
        };
        let ground = nodes::mesh(meadow.scene, "Ground Mesh", GROUND, SOIL);
        let ground = mesh_body(
            meadow.scene,
            Place::at(0.0, 0.0, 0.0).base("Ground"),
            ground,
        );
        meadow.gather(ground);
        let water = nodes::mesh(meadow.scene, "Water Mesh", POND, WATER);
        let water = mesh_body(meadow.scene, Place::at(0.0, 0.0, 0.0).base("Water"), water);
        meadow.gather(water);
        meadow.add_grass();
        meadow.add_flowers();
        meadow.add_reeds();
        meadow.add_trees();
    }

    fn gather(&mut self, node: Handle<Node>) {
        self.scene.graph.link_nodes(node, self.group);
    }

    fn add_plant(&mut self, name: &str, parts: &[(&str, &str)], [x, z]: [f32; 2], size: f32) {
        let yaw = self.random.between(0.0, 360.0);
        let base = Place::at(x, height(x, z), z)
            .turned(yaw)
            .scaled(size, size, size)
            .base(name)
            .with_cast_shadows(false);
        let node = nodes::mesh_of_base(self.scene, base, parts);
        self.gather(node);
    }

    /// Patches of grass, dense before the camera.
    fn add_grass(&mut self) {
        let step = plants::PATCH_HALF * 1.35;
        let mut number = 0;
        for row in 0..9 {
            let z = 5.0 - row as f32 * step;
            let half = 2 + row / 2;
            for column in -half..=half {
                let x = column as f32 * step + self.random.between(-0.6, 0.6);
                let distance = (x - POND_AT[0]).hypot(z - POND_AT[1]);
                if distance < POND_RADIUS + 1.2 {
                    continue;
                }
                number += 1;
                let size = self.random.between(0.95, 1.3);
                self.add_plant(&format!("Grass {number}"), &[(GRASS, BLADE)], [x, z], size);
            }
        }
    }

    fn add_flowers(&mut self) {
        for number in 0..84 {
            let near = self.random.unit().powf(0.7);
            let z = mix(3.9, -13.0, near);
            let x = self.random.between(-1.0, 1.0) * (2.2 + (5.0 - z) * 0.62) - 1.0;
            let distance = (x - POND_AT[0]).hypot(z - POND_AT[1]);
            if distance < POND_RADIUS + 1.0 {
                continue;
            }
            let size = self.random.between(1.0, 1.6);
            let petals = (PETALS, FLOWERS[number % FLOWERS.len()].0);
            let name = format!("Flowers {number}");
            self.add_plant(&name, &[petals, (STEMS, BLADE)], [x, z], size);
        }
    }

    fn add_reeds(&mut self) {
        for number in 0..16 {
            let angle = number as f32 * 0.41 + self.random.between(-0.15, 0.15) + 1.1;
            let (sin, cos) = angle.sin_cos();
            let radius = POND_RADIUS - 0.3 + self.random.between(-0.4, 0.5);
            let place = [POND_AT[0] + sin * radius, POND_AT[1] + cos * radius];
            let size = self.random.between(0.75, 1.15);
            self.add_plant(&format!("Reeds {number}"), &[(REEDS, REED)], place, size);
        }
    }

    fn add_trees(&mut self) {
        for (number, (x, z, size)) in (1..).zip([
            (-9.5, -9.0, 1.15),
            (-16.0, -20.0, 1.5),
            (17.0, -18.0, 1.35),
            (11.0, -30.0, 1.6),
            (-4.0, -36.0, 1.5),
            (26.0, -34.0, 1.8),
            (-28.0, -38.0, 1.8),
        ]) {
            let name = format!("Tree {number}");
            let yaw = self.random.between(0.0, 360.0);
            let place = Place::at(x, height(x, z), z).turned(yaw);
            let top = Vec3::y() * (plants::STEM * size);
            let stem = ColliderShape::capsule(Vec3::zeros(), top, 0.3 * size);
            let tree = body(self.scene, place.base(&name), stem);
            let base = Place::at(0.0, 0.0, 0.0)
                .scaled(size, size, size)
                .base(&format!("{name} Mesh"));
            let mesh = nodes::mesh_of_base(self.scene, base, &[(TRUNK, WOOD), (LEAVES, LEAF)]);
            self.scene.graph.link_nodes(mesh, tree);
            self.gather(tree);
            let middle = height(x, z) + plants::CROWN_HEIGHT * size;
            let base = Place::at(x, middle, z).base(&format!("{name} Crown"));
            let ball = ColliderShape::ball(plants::CROWN_RADIUS * size);
            let crown = body(self.scene, base, ball);
            self.gather(crown);
        }
    }
}

fn add_flocks(scene: &mut Scene) {
    flocks::add(
        scene,
        "Butterflies",
        Vec3::new(-1.4, 0.95, 2.0),
        butterflies(),
    );
    let pond = Vec3::new(POND_AT[0], 1.4, POND_AT[1]);
    let gnats = flocks::add(scene, "Gnats", pond, gnats());
    let swallows = flocks::add(scene, "Swallows", pond + Vec3::y() * 3.0, swallows());
    flocks::relate(scene, gnats, swallows, RelationKind::Flee, 6.0, 1.5);
    flocks::relate(scene, swallows, gnats, RelationKind::Hunt, 30.0, 40.0);
    let hum = FlockSound {
        call: Some(sounds::reference(sounds::GNAT)).into(),
        volume: 0.5.into(),
        range: 14.0.into(),
        rate: 3.0.into(),
        flocks: vec![gnats].into(),
        ..FlockSound::default()
    };
    flocks::add(scene, "Hum of Gnats", pond, hum);
    let twitter = FlockSound {
        call: Some(sounds::reference(sounds::SWALLOW)).into(),
        volume: 0.5.into(),
        range: 40.0.into(),
        rate: 0.8.into(),
        flocks: vec![swallows].into(),
        ..FlockSound::default()
    };
    flocks::add(scene, "Voices of Swallows", pond, twitter);
}

fn butterflies() -> Flock {
    let mut flock = Flock::of(Preset::Butterflies);
    let mut settings = flock.settings();
    settings.spawn.count = 220;
    let (min, max) = (Vec3::new(-4.5, -0.45, -6.0), Vec3::new(4.5, 0.75, 2.6));
    settings.spawn.region = Region::Box { min, max };
    settings.boundary.shape = Region::Box { min, max };
    settings.body.scale = 1.25;
    flock.set_settings(settings);
    flock
}

fn gnats() -> Flock {
    let mut flock = Flock::of(Preset::Gnats);
    let mut settings = flock.settings();
    settings.spawn.count = 1500;
    settings.spawn.region = Region::Sphere {
        center: Vec3::zeros(),
        radius: 1.4,
    };
    settings.boundary = flocks::around_middle(2.4);
    // Few neighbours are enough: the boundary pulls to the middle as well.
    settings.cohesion.radius = 0.6;
    settings.fear.enabled = true;
    settings.body.scale = 4.5;
    flock.set_settings(settings);
    flock.events = EventSettings {
        caught: true,
        ..EventSettings::default()
    }
    .into();
    flock
}

fn swallows() -> Flock {
    let mut settings = Preset::Crows.settings();
    settings.spawn.count = 9;
    settings.spawn.region = Region::Sphere {
        center: Vec3::zeros(),
        radius: 3.0,
    };
    settings.cohesion.enabled = false;
    settings.motion.min_speed = 5.0;
    settings.motion.max_speed = 9.0;
    settings.motion.max_acceleration = 22.0;
    settings.motion.max_turn_rate = 200.0;
    settings.boundary = flocks::around_middle(11.0);
    settings.collision.body_radius = 0.1;
    settings.hunting.enabled = true;
    settings.hunting.rest_time = 0.5;
    settings.hunting.shadow_time = 1.0;
    settings.hunting.shadow_distance = 4.0;
    settings.hunting.attack_time = 4.0;
    settings.hunting.catch_distance = 0.15;
    settings.hunting.catch = Catch::Report;
    settings.hunting.handling_time = 0.5;
    settings.hunting.retreat_time = 1.0;
    let mut flock = Flock::new(settings);
    flock.shape = BodyShape::Starling.into();
    flock
}
