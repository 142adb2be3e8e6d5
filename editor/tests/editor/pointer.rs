//! The mouse pointer.

use crate::screen::Pixel;
use image::{Rgb, RgbImage};

/// Rows from the tip: `#` is the black border, `.` the white inside.
const ARROW: [&str; 19] = [
    "#",
    "##",
    "#.#",
    "#..#",
    "#...#",
    "#....#",
    "#.....#",
    "#......#",
    "#.......#",
    "#........#",
    "#.........#",
    "#......#####",
    "#...#..#",
    "#..##..#",
    "#.#  #..#",
    "##   #..#",
    "#     #..#",
    "      #..#",
    "       ##",
];

/// Large, since pictures of the whole window are shown small.
const SCALE: u32 = 2;

/// Draws an arrow with its tip at a place, clipped to the picture.
pub fn draw(picture: &mut RgbImage, [left, top]: Pixel) {
    for (row, line) in (0..).zip(ARROW) {
        for (column, part) in (0..).zip(line.chars()) {
            let color = match part {
                '#' => Rgb([0, 0, 0]),
                '.' => Rgb([255, 255, 255]),
                _ => continue,
            };
            for pixel in 0..SCALE * SCALE {
                let x = left + column * SCALE + pixel % SCALE;
                let y = top + row * SCALE + pixel / SCALE;
                if let Some(place) = picture.get_pixel_mut_checked(x, y) {
                    *place = color;
                }
            }
        }
    }
}
