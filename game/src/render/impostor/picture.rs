//! A picture of a body, rasterized on the CPU into a few texels.

use crate::render::bodies::Canvas;
use fyrox::core::algebra::{Vector2, Vector3, Vector4};

/// Number of texels along an edge of a picture; the outermost texels stay empty. It is a little
/// more than the size of the largest impostor in pixels, on a screen of 2,160 rows.
pub(crate) const SIDE: usize = 20;

/// Number of samples along an edge of a texel. The fraction of samples that show the body is the
/// opacity of the texel.
const SAMPLES: usize = 3;

/// Number of samples along an edge of a picture.
pub(super) const FINE_SIDE: usize = SIDE * SAMPLES;

/// A vertex in a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    /// Position in samples, to the right and up.
    pub at: Vector2<f32>,
    /// Depth, increasing towards the observer.
    pub nearness: f32,
    pub tex_coord: Vector2<f32>,
    pub normal: Vector3<f32>,
}

/// The surface point that a sample shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    nearness: f32,
    /// Number of the surface.
    pub surface: usize,
    pub tex_coord: Vector2<f32>,
    pub normal: Vector3<f32>,
}

impl Shown {
    /// A point of a triangle, with these weights of the corners.
    fn between(surface: usize, corners: &[Corner; 3], shares: [f32; 3]) -> Self {
        let mut shown = Self {
            nearness: 0.0,
            surface,
            tex_coord: Vector2::zeros(),
            normal: Vector3::zeros(),
        };
        for (corner, share) in corners.iter().zip(shares) {
            shown.nearness += corner.nearness * share;
            shown.tex_coord += corner.tex_coord * share;
            shown.normal += corner.normal * share;
        }
        shown
    }
}

/// The surface point of each sample, row by row from the bottom.
pub(super) struct Picture(Vec<Option<Shown>>);

impl Picture {
    pub fn new() -> Self {
        Self(vec![None; FINE_SIDE * FINE_SIDE])
    }

    /// Draws a triangle of a surface, given by its number, if it is front-facing. `is_solid` is
    /// false where the texture of the surface is cut out.
    pub fn draw(
        &mut self,
        surface: usize,
        corners: [Corner; 3],
        is_solid: &impl Fn(Vector2<f32>) -> bool,
    ) {
        let [a, b, c] = corners.map(|corner| corner.at);
        let area = (b - a).perp(&(c - a));
        if area <= 0.0 {
            return;
        }
        let reach = |axis: usize| {
            let (low, high) = (
                a[axis].min(b[axis]).min(c[axis]),
                a[axis].max(b[axis]).max(c[axis]),
            );
            let sample = |x: f32| x.clamp(0.0, FINE_SIDE as f32 - 1.0) as usize;
            sample((low - 0.5).ceil())..sample((high - 0.5).floor()) + 1
        };
        for row in reach(1) {
            for column in reach(0) {
                let p = Vector2::new(column as f32 + 0.5, row as f32 + 0.5);
                let shares =
                    [(b, c), (c, a), (a, b)].map(|(from, to)| (to - from).perp(&(p - from)) / area);
                if shares.iter().all(|&share| share >= 0.0) {
                    let shown = Shown::between(surface, &corners, shares);
                    self.show(row * FINE_SIDE + column, shown, is_solid);
                }
            }
        }
    }

    fn show(&mut self, sample: usize, shown: Shown, is_solid: &impl Fn(Vector2<f32>) -> bool) {
        let is_hidden = self.0[sample].is_some_and(|other| other.nearness >= shown.nearness);
        if !is_hidden && is_solid(shown.tex_coord) {
            self.0[sample] = Some(shown);
        }
    }

    /// The texels: the averages of `value` over their samples. Texels without the body are
    /// transparent and have the average of the picture, because neighbouring texels are mixed when
    /// it is drawn.
    pub fn bytes(&self, value: impl Fn(&Shown) -> Vector3<f32>) -> Vec<u8> {
        let texels: Vec<_> = (0..SIDE * SIDE)
            .map(|texel| self.sum_of(texel, &value))
            .collect();
        let all: Vector4<f32> = texels.iter().sum();
        let mean = all.xyz() / all.w.max(1.0);
        let colors = texels.into_iter().map(|sum| {
            if sum.w > 0.0 {
                (sum.xyz() / sum.w).push(sum.w / (SAMPLES * SAMPLES) as f32)
            } else {
                mean.push(0.0)
            }
        });
        colors.flat_map(Canvas::bytes_of).collect()
    }

    /// The sum of the values of a texel's samples, and their number.
    fn sum_of(&self, texel: usize, value: &impl Fn(&Shown) -> Vector3<f32>) -> Vector4<f32> {
        let (column, row) = (texel % SIDE * SAMPLES, texel / SIDE * SAMPLES);
        let rows = row..row + SAMPLES;
        let samples = rows.flat_map(|row| &self.0[row * FINE_SIDE + column..][..SAMPLES]);
        let values = samples.flatten().map(|shown| value(shown).push(1.0));
        values.sum()
    }
}
