//! The signs of the playground: what each station does, and what to try there.

use super::stations::{Station, STATIONS};
use crate::base::{
    image::{Image, Rgb},
    material::{self, standard, write_material},
    mesh::Mesh,
    output::Output,
    solid::Cell,
    surface::write_surface,
    text::{Board, Style, Weight},
};
use fyrox::core::{algebra::Vector3, color::Color};
use std::error::Error;

type Vec3 = Vector3<f32>;

const PICTURE: &str = "textures/signs.png";
pub const MATERIAL: &str = "materials/signs.material";
pub const FRAME: &str = "models/sign_frame.surface";

/// Size of a sign in the image in pixels, and number of signs side by side.
const WIDTH: usize = 512;
const HEIGHT: usize = 256;
const COLUMNS: usize = 4;

/// The keys with which the player changes the flock of each station, and their height in the image.
const KEYS: &str = "V B: number    K: kind    L: look";
const KEYS_AT: f32 = 222.0;

/// Size of a sign, in metres, and the height of its lower edge.
const SIZE: [f32; 2] = [2.7, 1.35];
const FOOT: f32 = 0.75;
/// How far the upper edge leans back, in metres.
const LEAN: f32 = 0.3;
const THICKNESS: f32 = 0.07;

/// The mesh of the sign of a station.
pub fn surface(number: usize) -> String {
    format!("models/sign_{}.surface", number + 1)
}

/// Writes the image, the material and the meshes.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let rows = STATIONS.len().div_ceil(COLUMNS);
    let boards = STATIONS.iter().map(paint);
    let boards = boards.collect::<Result<Vec<_>, _>>()?;
    let (width, height) = (WIDTH * COLUMNS, HEIGHT * rows);
    let picture = Image::new(width as u32, height as u32, |u, v| {
        let (x, y) = ((u * width as f32) as usize, (v * height as f32) as usize);
        let board = boards.get(y / HEIGHT * COLUMNS + x / WIDTH);
        board.map_or(Rgb::zeros(), |board| board.at(x % WIDTH, y % HEIGHT))
    });
    picture.write(output, PICTURE)?;
    let mut material = standard(&[PICTURE], Color::WHITE);
    // The emission makes them readable in the shade.
    material.bind("emissionTexture", material::texture(PICTURE));
    material.set_property("emissionStrength", Vec3::repeat(0.16));
    write_material(output, MATERIAL, material)?;
    for number in 0..STATIONS.len() {
        let (column, row) = (number % COLUMNS, number / COLUMNS);
        let cell = [
            column as f32 / COLUMNS as f32,
            row as f32 / rows as f32,
            1.0 / COLUMNS as f32,
            1.0 / rows as f32,
        ];
        write_surface(output, &surface(number), front(cell))?;
    }
    write_surface(output, FRAME, frame())
}

fn paint(station: &Station) -> Result<Board, Box<dyn Error>> {
    let color = Rgb::from(station.color.map(|part| f32::from(part) / 255.0));
    let paper = Rgb::new(0.96, 0.94, 0.88);
    let ink = Rgb::new(0.10, 0.11, 0.14);
    let mut board = Board::new(WIDTH, HEIGHT, paper);
    board.fill([0, 0, WIDTH, 66], color * 0.72);
    let style = |weight, height, color| Style {
        weight,
        height,
        color,
    };
    let title = style(Weight::Bold, 50.0, Rgb::repeat(1.0));
    let margin = 20.0;
    let width = WIDTH as f32 - 2.0 * margin;
    board.write([margin, 8.0], width, station.title, title)?;
    let below = board.write(
        [margin, 76.0],
        width,
        station.does,
        style(Weight::Regular, 34.0, ink),
    )?;
    let hint = style(Weight::Bold, 33.0, color * 0.5);
    let end = board.write([margin, below + 10.0], width, station.try_it, hint)?;
    board.write(
        [margin, KEYS_AT],
        width,
        KEYS,
        style(Weight::Regular, 26.0, ink * 2.5),
    )?;
    if end <= KEYS_AT {
        Ok(board)
    } else {
        Err(format!("the sign {} has too many words", station.title).into())
    }
}

/// The face with the text, which looks along +Z.
fn front(cell: Cell) -> Mesh {
    let mut mesh = Mesh::default();
    mesh.picture(corners(0.0), cell);
    mesh
}

/// Corners of the board at a depth behind its face.
fn corners(depth: f32) -> [Vec3; 4] {
    let half = SIZE[0] / 2.0;
    let (low, high) = (-depth, -depth - LEAN);
    [
        Vec3::new(-half, FOOT, low),
        Vec3::new(half, FOOT, low),
        Vec3::new(half, FOOT + SIZE[1], high),
        Vec3::new(-half, FOOT + SIZE[1], high),
    ]
}

/// The board behind the face, and two legs.
fn frame() -> Mesh {
    let mut mesh = Mesh::default();
    let [a, b, c, d] = corners(0.006);
    let [e, f, g, h] = corners(THICKNESS);
    let wide = |corner: Vec3| {
        let above = (corner.y - FOOT - SIZE[1] / 2.0) * 0.06;
        let (x, back) = (corner.x * 1.03, LEAN * above / SIZE[1]);
        Vec3::new(x, corner.y + above, corner.z - back)
    };
    let [a, b, c, d, e, f, g, h] = [a, b, c, d, e, f, g, h].map(wide);
    for face in [
        [a, b, c, d],
        [f, e, h, g],
        [d, c, g, h],
        [e, f, b, a],
        [b, f, g, c],
        [e, a, d, h],
    ] {
        mesh.face(face, 1.0);
    }
    for x in [-0.95, 0.95] {
        let foot = Vec3::new(x, -0.1, -0.16);
        mesh.pole(foot, foot + Vec3::y() * (FOOT + 0.4), [0.06, 0.06], 8);
    }
    mesh
}
