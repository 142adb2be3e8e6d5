//! Trees: one in leaf and one in winter, with their materials.

mod bare;
mod leafy;

pub use leafy::{leaf, CROWN_HEIGHT, CROWN_RADIUS, STEM};

use super::textures;
use crate::base::{
    image::{Image, Rgb},
    material::{self, standard, write_material},
    output::Output,
    pattern::mix,
    surface::write_surface,
};
use fyrox::{core::color::Color, material::Material};
use std::error::Error;

/// Paths below the data folder: trunk and leaves of the tree in leaf, and the tree in winter.
pub const TRUNK: &str = "models/trunk.surface";
pub const LEAVES: &str = "models/leaves.surface";
pub const BARE: &str = "models/bare_tree.surface";
pub const WOOD: &str = "materials/meadow_wood.material";
pub const LEAF: &str = "materials/tree_leaf.material";
pub const BARK: &str = "materials/bark.material";
/// The image of a leaf or a blade.
pub const BLADE_COLOR: &str = "textures/blade.png";

/// Writes all files of the trees.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    for (path, mesh) in [
        (TRUNK, leafy::trunk()),
        (LEAVES, leafy::leaves()),
        (BARE, bare::bare()),
    ] {
        write_surface(output, path, mesh)?;
    }
    // From the tip, at the top, to the root; U varies between blades.
    let blade = Image::new(64, 64, |u, v| {
        let young = Rgb::new(0.46, 0.72, 0.20).lerp(&Rgb::new(0.78, 0.80, 0.36), u * u);
        young * mix(1.0, 0.42, v)
    });
    blade.write(output, BLADE_COLOR)?;
    let leaves = two_sided(BLADE_COLOR, Color::opaque(206, 236, 140));
    write_material(output, LEAF, leaves)?;
    let rock = [textures::ROCK, textures::ROCK_NORMAL];
    for (path, color) in [
        (WOOD, Color::opaque(150, 124, 98)),
        (BARK, Color::opaque(150, 128, 108)),
    ] {
        write_material(output, path, standard(&rock, color))?;
    }
    Ok(())
}

/// A material of leaves and blades, which are visible from both sides.
pub fn two_sided(image: &str, color: Color) -> Material {
    let mut material = Material::standard_two_sides();
    material.set_property("diffuseColor", color);
    material.bind("diffuseTexture", material::texture(image));
    material
}
