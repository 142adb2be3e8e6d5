use image::RgbImage;
use std::{ops::Range, path::Path};

/// A picture whose parts can be judged. Positions are fractions of its width and height.
pub struct Picture(RgbImage);

impl Picture {
    pub fn open(file: &Path) -> Self {
        let picture =
            image::open(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Self(picture.to_rgb8())
    }

    /// How much more red than blue there is in a rectangle, on average: -255 to 255.
    ///
    /// It tells the aquarium's sand from its water, and both from the greys of an editor without a
    /// scene.
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
}
