//! Text on images, in the font of the engine.

use super::image::Rgb;
use fyrox::gui::font::{FontResource, BUILT_IN_BOLD, BUILT_IN_FONT};
use std::error::Error;

/// Weight of the letters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
}

/// Style of a text.
#[derive(Clone, Copy)]
pub struct Style {
    pub weight: Weight,
    /// Height of a line, in pixels.
    pub height: f32,
    pub color: Rgb,
}

/// An image on which text is written.
pub struct Board {
    pub width: usize,
    pub height: usize,
    pixels: Vec<Rgb>,
}

impl Board {
    pub fn new(width: usize, height: usize, color: Rgb) -> Self {
        Self {
            width,
            height,
            pixels: vec![color; width * height],
        }
    }

    /// The colour at a pixel.
    pub fn at(&self, x: usize, y: usize) -> Rgb {
        self.pixels[y.min(self.height - 1) * self.width + x.min(self.width - 1)]
    }

    /// Fills a rectangle, clipped to the image.
    pub fn fill(&mut self, [left, top, right, bottom]: [usize; 4], color: Rgb) {
        for y in top..bottom.min(self.height) {
            self.pixels[y * self.width..][left..right.min(self.width)].fill(color);
        }
    }

    /// Writes text in lines of at most `width` pixels, from a place on. Returns the place below it.
    pub fn write(
        &mut self,
        [left, top]: [f32; 2],
        width: f32,
        words: &str,
        style: Style,
    ) -> Result<f32, Box<dyn Error>> {
        let font = match style.weight {
            Weight::Regular => BUILT_IN_FONT.resource(),
            Weight::Bold => BUILT_IN_BOLD.resource(),
        };
        let mut line = 0.0;
        let (mut x, mut is_first) = (0.0, true);
        for word in words.split(' ') {
            let length = measure(&font, word, style.height)?;
            let space = measure(&font, " ", style.height)?;
            if !is_first && x + space + length > width {
                (x, line, is_first) = (0.0, line + 1.0, true);
            }
            x += if is_first { 0.0 } else { space };
            let base = top + (line + 0.8) * style.height;
            self.letters(&font, [left + x, base], word, style)?;
            (x, is_first) = (x + length, false);
        }
        Ok(top + (line + 1.0) * style.height)
    }

    /// Draws letters on a base line.
    fn letters(
        &mut self,
        font: &FontResource,
        [mut x, base]: [f32; 2],
        word: &str,
        style: Style,
    ) -> Result<(), Box<dyn Error>> {
        let font = font.data_ref();
        let font = font.inner.as_ref().ok_or("the font is not loaded")?;
        for letter in word.chars() {
            let (metrics, coverage) = font.rasterize(letter, size(style.height));
            let left = (x + metrics.xmin as f32).round() as i64;
            let top = (base - (metrics.ymin + metrics.height as i32) as f32).round() as i64;
            for (index, share) in coverage.into_iter().enumerate() {
                let (column, row) = (index % metrics.width, index / metrics.width);
                let place = (
                    usize::try_from(left + column as i64),
                    usize::try_from(top + row as i64),
                );
                if let (Ok(x), Ok(y)) = place {
                    self.blend(x, y, style.color, f32::from(share) / 255.0);
                }
            }
            x += metrics.advance_width;
        }
        Ok(())
    }

    fn blend(&mut self, x: usize, y: usize, color: Rgb, share: f32) {
        if x < self.width && y < self.height {
            let pixel = &mut self.pixels[y * self.width + x];
            *pixel = pixel.lerp(&color, share);
        }
    }
}

/// Size of the letters for a line height.
fn size(line: f32) -> f32 {
    line * 0.8
}

/// Width of a word, in pixels.
fn measure(font: &FontResource, word: &str, height: f32) -> Result<f32, Box<dyn Error>> {
    let font = font.data_ref();
    let font = font.inner.as_ref().ok_or("the font is not loaded")?;
    let advance = |letter| font.metrics(letter, size(height)).advance_width;
    Ok(word.chars().map(advance).sum())
}
