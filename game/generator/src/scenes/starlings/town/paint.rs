//! Textures and materials of the town.

use crate::{
    base::{
        image::{Heights, Image, Rgb},
        material::{self, standard, write_material},
        output::Output,
        pattern::{mix, smooth_step, Pattern},
        solid::Cell,
    },
    shared::ground::PLASTER,
};
use fyrox::core::{algebra::Vector3, color::Color};
use std::error::Error;

/// Size of one repetition of the textures, in metres.
pub const PLASTER_SPAN: f32 = 3.0;
pub const TILES_SPAN: f32 = 2.4;

/// Parts of the image with the fittings.
pub const LIT: Cell = [0.0, 0.0, 0.125, 1.0];
pub const DARK: Cell = [0.125, 0.0, 0.125, 1.0];
pub const DOOR: Cell = [0.25, 0.0, 0.125, 1.0];
pub const SHUTTER: Cell = [0.375, 0.0, 0.125, 1.0];
pub const ARCH: Cell = [0.5, 0.0, 0.125, 1.0];
pub const BELFRY: Cell = [0.625, 0.0, 0.125, 1.0];
pub const CLOCK: Cell = [0.75, 0.0, 0.25, 1.0];

/// Materials, by their paths below the data folder.
pub const PLASTERS: [&str; 4] = [
    "materials/cream_plaster.material",
    "materials/ochre_plaster.material",
    "materials/rose_plaster.material",
    "materials/grey_plaster.material",
];
pub const ROOFS: [&str; 2] = [
    "materials/red_tiles.material",
    "materials/brown_tiles.material",
];
pub const FITTINGS: &str = "materials/fittings.material";
pub const STONE: &str = "materials/church_stone.material";
pub const SLATE: &str = "materials/slate.material";
pub const WIRE: &str = "materials/wire.material";
pub const LAMP: &str = "materials/lamp.material";

/// The materials that glow at dusk, and their emissions.
pub const GLOWS: [(&str, Vector3<f32>); 2] = [
    (FITTINGS, Vector3::new(2.6, 2.4, 2.0)),
    (LAMP, Vector3::new(4.0, 2.8, 1.5)),
];

const TILES: &str = "textures/tiles.png";
const TILES_NORMAL: &str = "textures/tiles_normal.png";
const FITTINGS_COLOR: &str = "textures/fittings.png";
const FITTINGS_LIGHT: &str = "textures/fittings_light.png";

/// Writes the textures and materials.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    write_tiles(output)?;
    write_fittings(output)?;
    for (path, color) in PLASTERS.into_iter().zip([
        Color::opaque(236, 222, 192),
        Color::opaque(222, 178, 108),
        Color::opaque(214, 156, 134),
        Color::opaque(196, 200, 196),
    ]) {
        write_material(output, path, standard(&[PLASTER], color))?;
    }
    let tiles = [TILES, TILES_NORMAL];
    for (path, images, color) in [
        (ROOFS[0], &tiles[..], Color::opaque(226, 124, 88)),
        (ROOFS[1], &tiles, Color::opaque(176, 120, 98)),
        (SLATE, &tiles, Color::opaque(112, 122, 140)),
        (STONE, &[PLASTER], Color::opaque(208, 196, 172)),
        (WIRE, &[], Color::opaque(20, 20, 24)),
    ] {
        write_material(output, path, standard(images, color))?;
    }
    let mut fittings = standard(&[FITTINGS_COLOR], Color::WHITE);
    fittings.bind("emissionTexture", material::texture(FITTINGS_LIGHT));
    fittings.set_property("emissionStrength", GLOWS[0].1);
    write_material(output, FITTINGS, fittings)?;
    let mut lamp = standard(&[], Color::opaque(255, 220, 160));
    lamp.bind("emissionTexture", material::texture(PLASTER));
    lamp.set_property("emissionStrength", GLOWS[1].1);
    write_material(output, LAMP, lamp)
}

/// Rows of rounded tiles, each row offset by half a tile.
fn write_tiles(output: &mut Output) -> Result<(), Box<dyn Error>> {
    const SIZE: u32 = 256;
    const ROWS: f32 = 8.0;
    let shade = Pattern::new(211);
    let tile = |u: f32, v: f32| {
        let row = (v * ROWS).floor();
        let x = u * ROWS + 0.5 * row.rem_euclid(2.0);
        (x - x.floor(), v * ROWS - row, x.floor(), row)
    };
    let height = |u: f32, v: f32| {
        let (x, y, ..) = tile(u, v);
        let round = (x - 0.5).abs() * 2.0;
        // The lower end of each tile overlaps the tile below.
        let end = 1.0 - 0.22 * round * round;
        let over = smooth_step(end, end - 0.06, y);
        over * (0.35 + 0.65 * y) + 0.5 * (1.0 - round.powi(4))
    };
    let heights = Heights::new(SIZE, |u, v| height(u as f32, v as f32));
    let color = Image::new(SIZE, SIZE, |u, v| {
        let (_, y, column, row) = tile(u, v);
        let column = column.rem_euclid(ROWS);
        let own = shade.at(Vector3::new(column * 3.7, row * 5.3, 0.5), 2);
        let gap = smooth_step(0.2, 0.7, height(u, v));
        let moss = smooth_step(0.1, 0.7, shade.tile(f64::from(u), f64::from(v), 4.0, 3));
        let base = Rgb::new(0.86, 0.82, 0.78) * (1.0 + 0.30 * own);
        let base = base.lerp(&Rgb::new(0.52, 0.56, 0.36), 0.25 * moss);
        base * mix(0.35, 1.0, gap) * mix(0.9, 1.0, y)
    });
    color.write(output, TILES)?;
    heights.normals(3.2).write(output, TILES_NORMAL)
}

/// Windows, door, shutter, belfry and clock, and their emission.
fn write_fittings(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let color = Image::new(512, 128, |u, v| fitting(u, v).0);
    color.write(output, FITTINGS_COLOR)?;
    let light = Image::new(512, 128, |u, v| fitting(u, v).1);
    light.write(output, FITTINGS_LIGHT)
}

/// Colour and emission of a point of the image.
fn fitting(u: f32, v: f32) -> (Rgb, Rgb) {
    let dark = Rgb::zeros();
    let cell = (u * 8.0).floor();
    let (x, y) = (u * 8.0 - cell, v);
    match cell as u32 {
        0 | 1 => window(x, y, cell == 0.0),
        2 => {
            let plank = 0.85 + 0.15 * ((x * 5.0).fract() - 0.5).abs() * 2.0;
            let frame = !(0.08..=0.92).contains(&x) || y < 0.05;
            let knob = (x - 0.78).hypot((y - 0.55) * 2.0) < 0.05;
            let wood = Rgb::new(0.30, 0.18, 0.10) * plank;
            let color = if frame { wood * 0.6 } else { wood };
            (
                if knob {
                    Rgb::new(0.75, 0.6, 0.25)
                } else {
                    color
                },
                dark,
            )
        }
        3 => {
            let slat = 0.75 + 0.25 * (y * 18.0).fract();
            let frame = !(0.14..=0.86).contains(&x)
                || !(0.05..=0.95).contains(&y)
                || (y - 0.5).abs() < 0.03;
            let paint = Rgb::new(0.24, 0.40, 0.38);
            (if frame { paint } else { paint * slat }, dark)
        }
        4 => arch(x, y, true),
        5 => arch(x, y, false),
        _ => clock(u * 4.0 - 3.0, v),
    }
}

fn window(x: f32, y: f32, is_lit: bool) -> (Rgb, Rgb) {
    let frame = !(0.09..=0.91).contains(&x)
        || !(0.06..=0.94).contains(&y)
        || (x - 0.5).abs() < 0.035
        || (y - 0.38).abs() < 0.025;
    if frame {
        return (Rgb::new(0.82, 0.80, 0.76), Rgb::zeros());
    }
    if is_lit {
        let curtain = smooth_step(0.30, 0.12, (x - 0.5).abs());
        let warm = Rgb::new(1.0, 0.72, 0.34) * mix(0.55, 1.0, curtain) * mix(0.75, 1.0, y);
        (warm * 0.6, warm)
    } else {
        let sky = Rgb::new(0.34, 0.42, 0.55).lerp(&Rgb::new(0.08, 0.10, 0.14), y);
        (sky, Rgb::zeros())
    }
}

/// A round arch: a window with coloured light behind it, or an opening with louvres.
fn arch(x: f32, y: f32, is_window: bool) -> (Rgb, Rgb) {
    let across = (x - 0.5) * 2.0;
    let over = (0.28 - y).max(0.0) / 0.28;
    let inside = across.hypot(over) < 0.86 && y < 0.97;
    let stone = Rgb::new(0.72, 0.67, 0.58);
    if !inside {
        return (stone, Rgb::zeros());
    }
    if !is_window {
        let slat = (y * 14.0).fract();
        return (Rgb::repeat(mix(0.05, 0.20, slat)), Rgb::zeros());
    }
    let lead = ((x * 4.0).fract() - 0.5).abs() > 0.42 || ((y * 10.0).fract() - 0.5).abs() > 0.44;
    if lead {
        return (Rgb::repeat(0.08), Rgb::zeros());
    }
    let pane = ((x * 4.0).floor() * 3.0 + (y * 10.0).floor() * 5.0) as u32 % 4;
    let glass = [
        Rgb::new(1.0, 0.74, 0.32),
        Rgb::new(0.95, 0.50, 0.25),
        Rgb::new(0.85, 0.66, 0.45),
        Rgb::new(0.55, 0.60, 0.70),
    ][pane as usize];
    (glass * 0.5, glass * 0.55)
}

fn clock(x: f32, y: f32) -> (Rgb, Rgb) {
    let (x, y) = (x * 2.0 - 1.0, y * 2.0 - 1.0);
    let radius = x.hypot(y);
    let gold = Rgb::new(0.86, 0.66, 0.24);
    if radius > 0.97 {
        return (Rgb::new(0.84, 0.80, 0.72), Rgb::zeros());
    }
    let hand = |angle: f32, length: f32, width: f32| {
        let (sin, cos) = angle.to_radians().sin_cos();
        let along = x * sin - y * cos;
        along > -0.1 && along < length && (x * cos + y * sin).abs() < width
    };
    let hour = (y.atan2(x).to_degrees() / 30.0).rem_euclid(1.0);
    let mark = radius > 0.74 && radius < 0.88 && !(0.14..=0.86).contains(&hour);
    if radius > 0.91 || mark || hand(140.0, 0.5, 0.05) || hand(285.0, 0.72, 0.035) {
        return (gold, gold * 0.25);
    }
    (Rgb::new(0.08, 0.10, 0.16), Rgb::zeros())
}
