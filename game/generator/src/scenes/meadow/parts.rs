//! The meshes, textures and materials of the meadow.

use super::{ground, plants};
use crate::{
    base::{
        image::{Image, Rgb},
        material::{self, write_material},
        output::Output,
        pattern::{smooth_step, Pattern},
        surface::write_surface,
    },
    shared::{
        textures,
        trees::{two_sided, BLADE_COLOR},
    },
};
use fyrox::core::{algebra::Vector3, color::Color};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// Paths below the data folder.
pub const GROUND: &str = "models/meadow_ground.surface";
pub const POND: &str = "models/pond.surface";
pub const GRASS: &str = "models/meadow_grass.surface";
pub const REEDS: &str = "models/reeds.surface";
pub const PETALS: &str = "models/petals.surface";
pub const STEMS: &str = "models/flower_stems.surface";

pub const BLADE: &str = "materials/meadow_blade.material";
pub const REED: &str = "materials/reed.material";
pub const SOIL: &str = "materials/meadow_ground.material";
pub const WATER: &str = "materials/pond.material";
pub const FLOWERS: [(&str, Color); 4] = [
    ("materials/poppy.material", Color::opaque(236, 54, 36)),
    ("materials/cornflower.material", Color::opaque(84, 104, 240)),
    ("materials/daisy.material", Color::opaque(255, 252, 240)),
    ("materials/buttercup.material", Color::opaque(255, 206, 40)),
];
const GROUND_COLOR: &str = "textures/meadow.png";
const PETAL_COLOR: &str = "textures/petal.png";

/// Writes the meshes, textures and materials.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    write_models(output)?;
    write_materials(output)
}

fn write_models(output: &mut Output) -> Result<(), Box<dyn Error>> {
    for (path, mesh) in [
        (GROUND, ground::mesh()),
        (POND, ground::pond()),
        (GRASS, plants::grass()),
        (REEDS, plants::reeds()),
        (PETALS, plants::petals()),
        (STEMS, plants::stems()),
    ] {
        write_surface(output, path, mesh)?;
    }
    Ok(())
}

fn write_materials(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let (patch, fine) = (Pattern::new(401), Pattern::new(402));
    let ground = Image::new(256, 256, |u, v| {
        let (u, v) = (f64::from(u), f64::from(v));
        // Low contrast, because it repeats every three metres up to the hills.
        let dry = 0.4 * smooth_step(-0.4, 0.6, patch.tile(u, v, 4.0, 4));
        let base = Rgb::new(0.22, 0.40, 0.09).lerp(&Rgb::new(0.38, 0.50, 0.14), dry);
        base * (1.0 + 0.25 * fine.tile(u, v, 50.0, 3))
    });
    ground.write(output, GROUND_COLOR)?;
    let petal = Image::new(32, 32, |_, v| {
        Rgb::new(1.0, 1.0, 1.0).lerp(&Rgb::new(0.55, 0.42, 0.12), smooth_step(0.72, 0.9, v))
    });
    petal.write(output, PETAL_COLOR)?;
    write_material(
        output,
        BLADE,
        two_sided(BLADE_COLOR, Color::opaque(196, 224, 150)),
    )?;
    write_material(
        output,
        REED,
        two_sided(BLADE_COLOR, Color::opaque(186, 196, 130)),
    )?;
    for (path, color) in FLOWERS {
        write_material(output, path, two_sided(PETAL_COLOR, color))?;
    }
    let soil = material::standard(&[GROUND_COLOR], Color::WHITE);
    write_material(output, SOIL, soil)?;
    let mut water = material::standard(&[textures::BACKDROP], Color::opaque(190, 226, 236));
    water.bind("emissionTexture", material::texture(textures::BACKDROP));
    water.set_property("emissionStrength", Vec3::new(0.22, 0.26, 0.30));
    write_material(output, WATER, water)
}
