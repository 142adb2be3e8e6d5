//! Judges moves among triangles: independent code in double precision, which shares only the input
//! with the library.

mod grid;
mod measure;
#[cfg(test)]
mod tests;

use flock_sim::Vec3;
use grid::Grid;
use measure::solid_angle;
pub use measure::{crosses, distance, Point};

/// The triangles of a scene in a grid.
pub struct Judge {
    triangles: Vec<[Point; 3]>,
    grid: Grid,
}

impl Judge {
    /// A judge with cells of this size in metres.
    pub fn new(triangles: &[[Vec3; 3]], cell: f64) -> Self {
        let triangles: Vec<_> = triangles.iter().map(|t| t.map(point)).collect();
        let grid = Grid::new(&triangles, cell);
        Self { triangles, grid }
    }

    /// A triangle that the segment touches.
    pub fn crossed(&self, from: Vec3, to: Vec3) -> Option<usize> {
        let (from, to) = (point(from), point(to));
        // A long segment is searched piece by piece, since the box around all of it holds many
        // triangles that are not near.
        let pieces = (span(from, to) / self.grid.cell()).ceil().max(1.0);
        let at = |share: f64| -> Point {
            std::array::from_fn(|axis| from[axis] + (to[axis] - from[axis]) * share)
        };
        (0..pieces as usize).find_map(|piece| {
            let (a, b) = (at(piece as f64 / pieces), at((piece + 1) as f64 / pieces));
            let min = std::array::from_fn(|axis| a[axis].min(b[axis]));
            let max = std::array::from_fn(|axis| a[axis].max(b[axis]));
            self.grid
                .candidates(min, max)
                .find(|&index| crosses(&self.triangles[index], from, to))
        })
    }

    /// The distance from a point to the nearest surface, if that is less than `reach`.
    pub fn nearest(&self, at: Vec3, reach: f64) -> Option<f64> {
        self.nearest_to(point(at), reach)
    }

    /// The same of a point in double precision.
    pub fn nearest_to(&self, at: Point, reach: f64) -> Option<f64> {
        self.grid
            .candidates(at.map(|x| x - reach), at.map(|x| x + reach))
            .map(|index| distance(&self.triangles[index], at))
            .filter(|&distance| distance < reach)
            .min_by(f64::total_cmp)
    }
}

/// The longest side of the box around two points.
fn span(a: Point, b: Point) -> f64 {
    (0..3)
        .map(|axis| (a[axis] - b[axis]).abs())
        .fold(0.0, f64::max)
}

/// The winding number of a closed surface around a point: about 0 outside; 1 or -1 inside.
pub fn winding_number(surface: &[[Vec3; 3]], at: Vec3) -> f64 {
    let angle: f64 = surface
        .iter()
        .map(|triangle| solid_angle(&triangle.map(point), point(at)))
        .sum();
    angle / (4.0 * std::f64::consts::PI)
}

pub fn point(v: Vec3) -> Point {
    [f64::from(v.x), f64::from(v.y), f64::from(v.z)]
}
