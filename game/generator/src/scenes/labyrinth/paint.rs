//! The materials of the labyrinth.

use crate::{
    base::{
        material::{standard, texture, write_material},
        output::Output,
    },
    shared::ground,
};
use fyrox::core::{algebra::Vector3, color::Color};
use std::error::Error;

pub const LAWN: &str = ground::TURF;
pub const GLASS: &str = "materials/labyrinth_glass.material";
pub const FLOOR: &str = "materials/labyrinth_floor.material";
pub const CAP: &str = "materials/labyrinth_cap.material";
pub const WALL: &str = "materials/labyrinth_wall.material";
pub const LANTERN: &str = "materials/labyrinth_lantern.material";
pub const FRUIT: &str = "materials/labyrinth_fruit.material";

/// Writes the materials.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let stones = [ground::PLASTER, ground::COBBLES_NORMAL];
    for (path, images, color) in [
        (FLOOR, &stones[..], Color::opaque(104, 96, 112)),
        (CAP, &stones[..1], Color::opaque(240, 214, 176)),
        (WALL, &stones[..], Color::opaque(204, 176, 150)),
        (GLASS, &[][..], Color::from_rgba(255, 226, 190, 9)),
    ] {
        write_material(output, path, standard(images, color))?;
    }
    for (path, color, glow) in [
        (LANTERN, Color::opaque(255, 214, 150), [3.0, 1.9, 0.9]),
        (FRUIT, Color::opaque(255, 240, 200), [8.0, 5.6, 2.4]),
    ] {
        let mut material = standard(&[], color);
        material.bind("emissionTexture", texture(ground::PLASTER));
        material.set_property("emissionStrength", Vector3::from(glow));
        write_material(output, path, material)?;
    }
    Ok(())
}
