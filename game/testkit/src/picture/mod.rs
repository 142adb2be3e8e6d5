//! Pictures of the renderer.

pub mod comparison;

use std::{fs, path::Path};

/// A picture without transparency.
#[derive(Clone)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    /// Red, green and blue of every pixel, from the top row down.
    pub pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// A picture from the rows that OpenGL reads back: red, green, blue and alpha, from the bottom up.
    pub fn read_back(width: usize, height: usize, bytes: &[u8]) -> Self {
        let rows = bytes.chunks_exact(4 * width).rev();
        let pixels = rows.flat_map(|row| row.chunks_exact(4));
        Self {
            width,
            height,
            pixels: pixels.map(|it| [it[0], it[1], it[2]]).collect(),
        }
    }

    pub fn open(file: &str) -> Self {
        let file = fs::File::open(file).expect("the picture was written");
        let mut reader = png::Decoder::new(std::io::BufReader::new(file))
            .read_info()
            .unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!(info.color_type, png::ColorType::Rgb);
        Self {
            width: info.width as usize,
            height: info.height as usize,
            pixels: bytes.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect(),
        }
    }

    /// Writes it as a PNG file.
    pub fn save(&self, file: &Path) {
        let writer = std::io::BufWriter::new(fs::File::create(file).unwrap());
        let mut encoder = png::Encoder::new(writer, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&self.pixels.concat()).unwrap();
        writer.finish().unwrap();
    }

    /// The pixel in a column and a row.
    pub fn at(&self, column: usize, row: usize) -> [u8; 3] {
        self.pixels[row * self.width + column]
    }

    /// Mean brightness of the whole picture, 0 to 255.
    pub fn brightness(&self) -> f64 {
        self.pixels.iter().copied().map(brightness).sum::<f64>() / self.pixels.len() as f64
    }

    /// Standard deviation of the brightness: 0 for a picture of one colour.
    pub fn contrast(&self) -> f64 {
        let mean = self.brightness();
        let squares = self
            .pixels
            .iter()
            .map(|&pixel| (brightness(pixel) - mean).powi(2));
        (squares.sum::<f64>() / self.pixels.len() as f64).sqrt()
    }
}

/// Brightness of a pixel, 0 to 255.
pub fn brightness(pixel: [u8; 3]) -> f64 {
    pixel.iter().map(|&channel| f64::from(channel)).sum::<f64>() / 3.0
}
