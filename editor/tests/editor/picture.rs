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

    /// The standard deviation of the brightness (0 to 255) in a rectangle: 0 where everything has one colour.
    pub fn contrast(&self, across: Range<f32>, down: Range<f32>) -> f32 {
        let brightness = self.brightness(across, down);
        let count = brightness.len() as f32;
        let mean = brightness.iter().sum::<f32>() / count;
        let squares = brightness.iter().map(|value| (value - mean).powi(2));
        (squares.sum::<f32>() / count).sqrt()
    }

    fn brightness(&self, across: Range<f32>, down: Range<f32>) -> Vec<f32> {
        let pixels = |range: &Range<f32>, size: u32| {
            (range.start * size as f32) as u32..(range.end * size as f32) as u32
        };
        let (columns, rows) = (
            pixels(&across, self.0.width()),
            pixels(&down, self.0.height()),
        );
        rows.flat_map(|y| columns.clone().map(move |x| (x, y)))
            .map(|(x, y)| {
                let [r, g, b] = self.0.get_pixel(x, y).0.map(f32::from);
                0.299 * r + 0.587 * g + 0.114 * b
            })
            .collect()
    }
}
