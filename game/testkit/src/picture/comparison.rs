//! A coarse difference of two pictures, in which differences at edges between renderers are
//! averaged out.

use super::Picture;

/// Columns and rows of a picture for the comparison.
const SIZE: [usize; 2] = [160, 90];
/// Edge of a tile, in pixels of the reduced picture.
const TILE: usize = 10;

/// A part of a picture, in fractions of its width and height from the upper left corner.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

/// Mean differences of the channels, 0 to 255.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// In the whole picture.
    pub overall: f64,
    /// In the tile with the largest difference.
    pub tile: f64,
    /// The middle of that tile, in fractions of width and height.
    pub place: [f64; 2],
}

impl Picture {
    /// The picture at the size of the comparison: means of blocks of pixels.
    pub fn reduced(&self) -> Self {
        let [width, height] = SIZE;
        let block = [self.width / width, self.height / height];
        assert!(
            self.width == width * block[0] && self.height == height * block[1],
            "{} x {} is no multiple of {width} x {height}",
            self.width,
            self.height
        );
        let mean = |column: usize, row: usize| {
            let mut sums = [0; 3];
            for y in row * block[1]..(row + 1) * block[1] {
                for x in column * block[0]..(column + 1) * block[0] {
                    let pixel = self.at(x, y);
                    (0..3).for_each(|channel| sums[channel] += usize::from(pixel[channel]));
                }
            }
            let count = block[0] * block[1];
            sums.map(|sum| ((sum + count / 2) / count) as u8)
        };
        let rows = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        Self {
            width,
            height,
            pixels: rows.map(|(column, row)| mean(column, row)).collect(),
        }
    }

    /// The difference of two reduced pictures, except for a part of them.
    pub fn difference(&self, other: &Self, except: Option<Part>) -> Difference {
        for picture in [self, other] {
            assert_eq!([picture.width, picture.height], SIZE);
        }
        let [mut sum, mut count] = [0.0; 2];
        let (mut tile, mut place) = (0.0, [0.0; 2]);
        for row in (0..self.height).step_by(TILE) {
            for column in (0..self.width).step_by(TILE) {
                let [part, pixels] = self.difference_in_tile(other, [column, row], except);
                sum += part;
                count += pixels;
                // A tile with few compared pixels is not reliable.
                if pixels >= (TILE * TILE / 2) as f64 && part / pixels > tile {
                    tile = part / pixels;
                    place = self.share([column + TILE / 2, row + TILE / 2]);
                }
            }
        }
        Difference {
            overall: sum / f64::max(count, 1.0),
            tile,
            place,
        }
    }

    /// Sum of the differences of the compared pixels, and their number.
    fn difference_in_tile(
        &self,
        other: &Self,
        corner: [usize; 2],
        except: Option<Part>,
    ) -> [f64; 2] {
        let [mut sum, mut count] = [0.0; 2];
        for row in corner[1]..corner[1] + TILE {
            for column in corner[0]..corner[0] + TILE {
                if except.is_some_and(|part| part.contains(self.share([column, row]))) {
                    continue;
                }
                let pixels = self.at(column, row).into_iter().zip(other.at(column, row));
                sum += pixels.map(|(a, b)| f64::from(a.abs_diff(b))).sum::<f64>() / 3.0;
                count += 1.0;
            }
        }
        [sum, count]
    }

    fn share(&self, [column, row]: [usize; 2]) -> [f64; 2] {
        [
            (column as f64 + 0.5) / self.width as f64,
            (row as f64 + 0.5) / self.height as f64,
        ]
    }
}

impl Part {
    fn contains(&self, [x, y]: [f64; 2]) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }
}
