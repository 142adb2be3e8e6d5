use flock_testkit::picture::{comparison::Part, Picture as Pixels};
use image::RgbImage;
use std::{ops::Range, path::Path};

/// Difference of a colour channel above which two pixels look different, 0 to 255.
const VISIBLE: u8 = 24;

/// A picture with measurements of its parts.
#[derive(Clone)]
pub struct Picture(RgbImage);

/// A rectangle of pixels.
#[derive(Clone, Copy)]
pub struct Area {
    corner: [u32; 2],
    size: [u32; 2],
}

impl Area {
    /// An area from its upper left corner and its size, across and down.
    pub const fn new(corner: [u32; 2], size: [u32; 2]) -> Self {
        Self { corner, size }
    }

    /// This area as a part of another.
    pub fn within(self, whole: Self) -> Part {
        let fraction = |at: u32, axis: usize| {
            let from = f64::from(at) - f64::from(whole.corner[axis]);
            from / f64::from(whole.size[axis])
        };
        let end = |axis: usize| self.corner[axis] + self.size[axis];
        Part {
            left: fraction(self.corner[0], 0),
            top: fraction(self.corner[1], 1),
            right: fraction(end(0), 0),
            bottom: fraction(end(1), 1),
        }
    }

    fn pixels(self) -> impl Iterator<Item = (u32, u32)> {
        let [across, down] = [0, 1].map(|axis| {
            let first = self.corner[axis];
            first..first + self.size[axis]
        });
        down.flat_map(move |y| across.clone().map(move |x| (x, y)))
    }
}

impl Picture {
    pub fn open(file: &Path) -> Self {
        let picture =
            image::open(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Self(picture.to_rgb8())
    }

    /// A part of the picture.
    pub fn part(&self, area: Area) -> Pixels {
        let [width, height] = area.size.map(|size| size as usize);
        let pixels = area.pixels().map(|(x, y)| self.0.get_pixel(x, y).0);
        Pixels {
            width,
            height,
            pixels: pixels.collect(),
        }
    }

    pub fn image(&self) -> &RgbImage {
        &self.0
    }

    /// Mean difference of red and blue in a rectangle: -255 to 255. Its sides are fractions of the
    /// picture's sides.
    ///
    /// It distinguishes the aquarium's sand from its water, and both from the greys of an editor
    /// without a scene.
    pub fn warmth(&self, across: Range<f32>, down: Range<f32>) -> f32 {
        let pixels = |range: Range<f32>, size: u32| {
            (range.start * size as f32) as u32..(range.end * size as f32) as u32
        };
        let (columns, rows) = (
            pixels(across, self.0.width()),
            pixels(down, self.0.height()),
        );
        let count = columns.len() * rows.len();
        let places = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
        let differences = places.map(|(x, y)| {
            let [red, _, blue] = self.0.get_pixel(x, y).0;
            f32::from(red) - f32::from(blue)
        });
        differences.sum::<f32>() / count as f32
    }

    /// Fraction of an area's pixels, 0 to 1, that look different in another picture.
    pub fn change(&self, other: &Self, area: Area) -> f32 {
        let differs = |&(x, y): &(u32, u32)| {
            let [a, b] = [self, other].map(|picture| picture.0.get_pixel(x, y).0);
            (0..3).any(|channel| a[channel].abs_diff(b[channel]) > VISIBLE)
        };
        let [width, height] = area.size;
        area.pixels().filter(differs).count() as f32 / (width * height) as f32
    }

    /// The pixels of an area that have exactly this colour, row by row.
    pub fn find(&self, color: [u8; 3], area: Area) -> impl Iterator<Item = [u32; 2]> + '_ {
        area.pixels()
            .filter(move |&(x, y)| self.0.get_pixel(x, y).0 == color)
            .map(|(x, y)| [x, y])
    }
}
