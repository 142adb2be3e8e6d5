//! The materials of the water scenes, each in a file that the editor can open.

use super::textures;
use crate::base::{
    material::{of_shader, set_properties, standard, texture, write_material},
    output::Output,
};
use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        color::Color,
    },
    material::{Material, MaterialResourceBinding},
};
use std::error::Error;

/// Paths below the data folder.
pub const SAND: &str = "materials/sand.material";
pub const ROCK: &str = "materials/rock.material";
pub const PALE_ROCK: &str = "materials/pale_rock.material";
pub const PINK_CORAL: &str = "materials/pink_coral.material";
pub const ORANGE_CORAL: &str = "materials/orange_coral.material";
pub const VIOLET_SPONGE: &str = "materials/violet_sponge.material";
pub const GRASS: &str = "materials/grass.material";
pub const RED_GRASS: &str = "materials/red_grass.material";
pub const KELP: &str = "materials/kelp.material";
pub const FISH: &str = "materials/fish.material";
pub const WALL: &str = "materials/wall.material";
pub const SURFACE: &str = "materials/water_surface.material";
pub const GLASS: &str = "materials/clear_glass.material";
pub const FRAME: &str = "materials/frame.material";
pub const WATER: &str = "materials/water.material";
pub const CAVE_WATER: &str = "materials/cave_water.material";
const WATER_SHADER: &str = "shaders/water.shader";

/// Emission of the water's surface.
pub const SURFACE_GLOW: Vector3<f32> = Vector3::new(0.9, 1.0, 1.0);

/// Direction of the sunlight, in world space.
pub const LIGHT_DIRECTION: Vector3<f32> = Vector3::new(0.38, -1.0, -0.50);

/// Writes the shader and every material.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    output.write_resource(WATER_SHADER, include_bytes!("water.shader"))?;
    let white = Color::WHITE;
    let sand = [textures::SAND, textures::SAND_NORMAL];
    let rock = [
        textures::ROCK,
        textures::ROCK_NORMAL,
        textures::ROCK_ROUGHNESS,
    ];
    let leaf = [textures::LEAF];
    for (path, images, color) in [
        (SAND, &sand[..], white),
        (ROCK, &rock, white),
        (PALE_ROCK, &rock, Color::opaque(255, 226, 205)),
        (GRASS, &leaf, Color::opaque(118, 214, 82)),
        (RED_GRASS, &leaf, Color::opaque(232, 92, 70)),
        (KELP, &leaf, Color::opaque(214, 206, 74)),
        (FISH, &[textures::FISH], white),
        (WALL, &[textures::BACKDROP], Color::opaque(120, 140, 150)),
        (FRAME, &[], Color::opaque(18, 22, 26)),
        (GLASS, &[], Color::from_rgba(190, 226, 240, 22)),
    ] {
        write_material(output, path, standard(images, color))?;
    }
    for (path, color) in [
        (PINK_CORAL, Color::opaque(255, 70, 130)),
        (ORANGE_CORAL, Color::opaque(255, 122, 26)),
        (VIOLET_SPONGE, Color::opaque(150, 82, 240)),
    ] {
        write_material(output, path, living_coral(color))?;
    }
    write_material(output, SURFACE, water_surface())?;
    write_material(output, WATER, water())?;
    write_material(output, CAVE_WATER, cave_water())
}

/// Corals are fluorescent: they keep some of their colour in blue light.
fn living_coral(color: Color) -> Material {
    let mut material = standard(&[textures::CORAL, textures::CORAL_NORMAL], color);
    material.bind("emissionTexture", texture(textures::CORAL));
    material.set_property("emissionStrength", Vector3::new(0.55, 0.40, 0.40));
    material
}

/// The surface, seen from below, glows where waves focus the light.
fn water_surface() -> Material {
    let mut material = standard(&[textures::CAUSTICS], Color::opaque(120, 215, 225));
    material.bind("emissionTexture", texture(textures::CAUSTICS));
    material.set_property("emissionStrength", SURFACE_GLOW);
    material.set_property("texCoordScale", Vector2::new(0.9, 0.9));
    material
}

fn water() -> Material {
    let mut material = of_shader(
        WATER_SHADER,
        &[
            ("shallowColor", Color::opaque(70, 175, 195).into()),
            ("deepColor", Color::opaque(10, 74, 112).into()),
            ("density", 0.11.into()),
            ("beamStrength", 11.0.into()),
            ("beamSize", 5.0.into()),
            ("lightDirection", LIGHT_DIRECTION.into()),
        ],
    );
    material.bind(
        "causticsTexture",
        MaterialResourceBinding::from(texture(textures::CAUSTICS)),
    );
    material
}

/// Clearer than the water of the tank, and without light beams: the rock blocks the daylight.
fn cave_water() -> Material {
    let mut material = water();
    let properties = [
        ("shallowColor", Color::opaque(34, 128, 156).into()),
        ("deepColor", Color::opaque(4, 40, 74).into()),
        ("density", 0.045.into()),
        ("beamStrength", 0.0.into()),
    ];
    set_properties(&mut material, &properties);
    material
}

/// The open sea, clear over hundreds of metres.
pub fn sea() -> Material {
    let mut material = water();
    let properties = [
        ("shallowColor", Color::opaque(58, 158, 190).into()),
        ("deepColor", Color::opaque(8, 66, 108).into()),
        ("density", 0.0058.into()),
        ("beamStrength", 2.2.into()),
        ("beamSize", 120.0.into()),
    ];
    set_properties(&mut material, &properties);
    material
}
