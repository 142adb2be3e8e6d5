//! The paints of ship, train and cart.

use crate::{
    base::{
        material::{standard, write_material},
        output::Output,
    },
    shared::ground,
};
use fyrox::core::color::Color;
use std::error::Error;

/// Paths below the data folder.
pub const NAVY: &str = "materials/port_navy.material";
pub const RED: &str = "materials/port_red.material";
pub const WHITE: &str = "materials/port_white.material";
pub const WOOD: &str = "materials/port_wood.material";
pub const DARK: &str = "materials/port_dark.material";
pub const YELLOW: &str = "materials/port_yellow.material";
pub const TANK_WATER: &str = "materials/tank_water.material";

/// Writes the materials.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    for (path, color) in [
        (NAVY, [36, 74, 118]),
        (RED, [158, 46, 34]),
        (WHITE, [238, 236, 228]),
        (WOOD, [168, 122, 78]),
        (DARK, [62, 66, 74]),
        (YELLOW, [230, 176, 54]),
    ] {
        let [r, g, b] = color;
        let paint = standard(&[ground::PLASTER], Color::opaque(r, g, b));
        write_material(output, path, paint)?;
    }
    let water = standard(&[], Color::from_rgba(60, 170, 196, 18));
    write_material(output, TANK_WATER, water)
}
