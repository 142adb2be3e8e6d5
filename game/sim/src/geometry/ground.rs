//! Height map of the ground: the heights of all surfaces that face up, on a lattice of columns.
//!
//! A column lists its gaps from top to bottom: the free ranges above a floor, up to the next
//! ceiling. So the ground below a position in a cave is the floor of the cave, and not the hill
//! above it. Between columns the height is interpolated over the columns that have a floor there.
//!
//! The map is exact on flat ground and on even slopes of up to 45°. Elsewhere its error is at most
//! the height by which the ground rises or falls within one cell.

use super::{bvh::Aabb, triangle_mesh::TriangleMesh};
use crate::math::{Vec3, Vec3d};
use rayon::prelude::*;

/// Largest number of columns along the longest side, and square root of the largest number of all
/// columns, each minus one.
const LONGEST_SIDE: f32 = 4095.0;
const SIDE: f32 = 255.0;

/// Smallest distance between columns, in metres.
const FINEST: f32 = 0.01;

/// Least sum of the interpolation weights of the columns that have ground.
pub(crate) const LEAST_WEIGHT: f32 = 0.01;

/// Approximate limit of the number of intersections of columns and triangles. Stacked levels get
/// coarser columns.
const MOST_HITS: f64 = 16e6;

/// The height map of the ground.
pub(crate) struct GroundMap {
    /// X and Z of the first column, in metres.
    pub(crate) low: [f32; 2],
    /// Distance between neighbouring columns, in metres.
    pub(crate) cell: f32,
    /// Number of columns along X and Z, at least 2 each.
    pub(crate) size: [u32; 2],
    /// Index of the first gap of each column, row by row along X; at the end the number of all
    /// gaps.
    pub(crate) starts: Vec<u32>,
    /// Heights of floor and ceiling of each gap, in metres, the highest floor first. Without a
    /// ceiling it is the largest number.
    pub(crate) gaps: Vec<[f32; 2]>,
}

/// Intersection of a column with a surface.
#[derive(Clone, Copy)]
struct Hit {
    column: u32,
    height: f32,
    is_floor: bool,
}

/// A distance between columns, at least `cell`, at which the number of intersections is within its
/// limit.
fn coarse_enough(triangles: &[[Vec3; 3]], mut cell: f32) -> f32 {
    let columns = |low: f32, high: f32, cell: f32| f64::from((high - low) / cell) + 1.0;
    let met = |cell: f32| -> f64 {
        let each = triangles.iter().map(|[a, b, c]| {
            let (low, high) = (a.inf(b).inf(c), a.sup(b).sup(c));
            columns(low.x, high.x, cell) * columns(low.z, high.z, cell)
        });
        each.sum()
    };
    // Each doubling divides the number by four, down to about one for each triangle.
    let least = triangles.len() as f64 * 2.0;
    while met(cell) > MOST_HITS.max(least) && cell.is_finite() {
        cell *= 2.0;
    }
    cell
}

impl GroundMap {
    /// Computes the map, on all threads; `None` without triangles.
    pub(super) fn new(mesh: &TriangleMesh) -> Option<Self> {
        let Aabb { min, max } = mesh.bvh.bounds()?;
        let [width, depth] = [max.x - min.x, max.z - min.z];
        let cell = ((width * depth).sqrt() / SIDE).max(width.max(depth) / LONGEST_SIDE);
        let cell = cell.max(FINEST);
        let cell = coarse_enough(&mesh.ordered, cell);
        let columns = |length: f32| ((length / cell).ceil() as u32 + 1).max(2);
        let mut map = Self {
            low: [min.x, min.z],
            cell,
            size: [columns(width), columns(depth)],
            starts: Vec::new(),
            gaps: Vec::new(),
        };
        let triangles = mesh.ordered.par_iter();
        let hits = triangles.flat_map_iter(|triangle| map.hits(triangle));
        let mut hits: Vec<Hit> = hits.collect();
        hits.par_sort_unstable_by(|a, b| {
            let order = a.column.cmp(&b.column);
            let order = order.then(b.height.total_cmp(&a.height));
            order.then(a.is_floor.cmp(&b.is_floor))
        });
        map.list_gaps(&hits);
        Some(map)
    }

    /// The intersections of the columns with a triangle.
    fn hits(&self, triangle: &[Vec3; 3]) -> Vec<Hit> {
        let [a, b, c]: [Vec3d; 3] = triangle.map(|corner| corner.cast());
        let up = (b - a).cross(&(c - a)).y;
        let mut hits = Vec::new();
        if up == 0.0 {
            return hits;
        }
        // Twice the area of a triangle seen from above, positive if it faces as the whole triangle
        // does.
        let area = |p: &Vec3d, q: &Vec3d, x: f64, z: f64| {
            ((q.z - p.z) * (x - p.x) - (q.x - p.x) * (z - p.z)) * up.signum()
        };
        let range = |axis: usize, side: usize| {
            let corners = [a, b, c].map(|corner| corner[axis]);
            let index = |x: f64| (x - f64::from(self.low[side])) / f64::from(self.cell);
            let low = index(corners.into_iter().fold(f64::INFINITY, f64::min)).ceil();
            let high = index(corners.into_iter().fold(f64::NEG_INFINITY, f64::max)).floor();
            low.max(0.0) as u32..(high + 1.0).clamp(0.0, f64::from(self.size[side])) as u32
        };
        for row in range(2, 1) {
            let z = f64::from(self.low[1]) + f64::from(row) * f64::from(self.cell);
            for index in range(0, 0) {
                let x = f64::from(self.low[0]) + f64::from(index) * f64::from(self.cell);
                let [at_a, at_b, at_c] =
                    [area(&b, &c, x, z), area(&c, &a, x, z), area(&a, &b, x, z)];
                if at_a >= 0.0 && at_b >= 0.0 && at_c >= 0.0 {
                    let height = (a.y * at_a + b.y * at_b + c.y * at_c) / up.abs();
                    hits.push(Hit {
                        column: row * self.size[0] + index,
                        height: height as f32,
                        is_floor: up > 0.0,
                    });
                }
            }
        }
        hits
    }

    /// Lists the gaps of all columns. `hits` must be sorted by column, the highest hit first.
    fn list_gaps(&mut self, hits: &[Hit]) {
        let columns = self.size[0] * self.size[1];
        let mut rest = hits;
        for column in 0..columns {
            self.starts.push(self.gaps.len() as u32);
            let count = rest.iter().take_while(|hit| hit.column == column).count();
            let (here, others) = rest.split_at(count);
            rest = others;
            let mut ceiling = f32::MAX;
            for hit in here {
                if hit.is_floor {
                    self.gaps.push([hit.height, ceiling]);
                    ceiling = f32::MAX;
                } else {
                    ceiling = hit.height;
                }
            }
        }
        self.starts.push(self.gaps.len() as u32);
    }

    /// Height of the ground below a position, in metres; `None` if there is no ground.
    #[inline(always)]
    pub(crate) fn below(&self, [x, y, z]: [f32; 3]) -> Option<f32> {
        let (u, v) = ((x - self.low[0]) / self.cell, (z - self.low[1]) / self.cell);
        let [last_u, last_v] = self.size.map(|count| count - 1);
        // False for NaN.
        let is_over = u >= 0.0 && v >= 0.0 && u <= last_u as f32 && v <= last_v as f32;
        if !is_over {
            return None;
        }
        let (column, row) = ((u as u32).min(last_u - 1), (v as u32).min(last_v - 1));
        let (s, t) = (u - column as f32, v - row as f32);
        let (mut sum, mut weights) = (0.0, 0.0);
        for corner in 0..4 {
            let (right, far) = (corner & 1, corner >> 1);
            let along_x = if right == 1 { s } else { 1.0 - s };
            let along_z = if far == 1 { t } else { 1.0 - t };
            let weight = along_x * along_z;
            let floor = self.floor((row + far) * self.size[0] + column + right, y);
            if let Some(floor) = floor {
                sum += weight * floor;
                weights += weight;
            }
        }
        (weights > LEAST_WEIGHT).then(|| sum / weights)
    }

    /// Floor of the gap of a column that contains a height. If no gap contains it, floor of a gap
    /// within one cell, as happens beside a boid above a slope; `None` if there is none.
    #[inline(always)]
    fn floor(&self, column: u32, height: f32) -> Option<f32> {
        let column = column as usize;
        let gaps = &self.gaps[self.starts[column] as usize..self.starts[column + 1] as usize];
        let mut near = None;
        for [floor, ceiling] in gaps {
            if *floor <= height && height <= *ceiling {
                return Some(*floor);
            }
            let is_near = *floor <= height + self.cell && height <= *ceiling + self.cell;
            if is_near && near.is_none() {
                near = Some(*floor);
            }
            if *floor <= height {
                break;
            }
        }
        near
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{shapes, Geometry};

    fn moved(triangles: Vec<[Vec3; 3]>, by: Vec3) -> Vec<[Vec3; 3]> {
        let moved = triangles.into_iter().map(|it| it.map(|corner| corner + by));
        moved.collect()
    }

    fn ground(triangles: &[[Vec3; 3]], place: [f32; 3]) -> Option<f32> {
        Geometry::new(triangles).0.ground()?.below(place)
    }

    /// Positions in a box, evenly spread.
    fn places(half: Vec3) -> impl Iterator<Item = Vec3> {
        (1..2000).map(move |index| {
            let share = |irrational: f32| 2.0 * (index as f32 * irrational).fract() - 1.0;
            Vec3::new(share(0.618_034), share(0.754_878), share(0.569_84)).component_mul(&half)
        })
    }

    #[test]
    fn the_ground_is_the_highest_floor_below() {
        let floor = shapes::cuboid(Vec3::new(8.0, 1.0, 8.0));
        let table = moved(shapes::cuboid(Vec3::new(2.0, 0.25, 2.0)), Vec3::y() * 4.0);
        let scene = [floor, table].concat();
        for (place, expected) in [
            ([0.0, 9.0, 0.0], Some(4.25)),
            ([0.0, 3.0, 0.0], Some(1.0)),
            ([5.0, 9.0, 5.0], Some(1.0)),
            ([5.0, 1.01, -5.0], Some(1.0)),
            ([8.5, 9.0, 0.0], None),
            ([0.0, -3.0, 0.0], None),
            ([f32::NAN, 0.0, 0.0], None),
        ] {
            assert_eq!(ground(&scene, place), expected, "{place:?}");
        }
        assert_eq!(ground(&[], [0.0; 3]), None);
    }

    #[test]
    fn in_a_cave_it_is_the_floor_of_the_cave() {
        let rock = shapes::cuboid(Vec3::repeat(10.0));
        let inward = shapes::cuboid(Vec3::new(4.0, 2.0, 4.0)).into_iter();
        let cave: Vec<_> = inward.map(|[a, b, c]| [a, c, b]).collect();
        let scene = [rock, cave].concat();
        assert_eq!(ground(&scene, [1.0, 1.0, 0.0]), Some(-2.0));
        // Beside the wall, columns inside the rock do not count.
        assert_eq!(ground(&scene, [3.99, 1.9, -3.99]), Some(-2.0));
        assert_eq!(ground(&scene, [1.0, 11.0, 0.0]), Some(10.0));
    }

    #[test]
    fn on_a_slope_it_is_exact_and_on_a_ball_within_the_rise_of_a_cell() {
        let slope = |x: f32, z: f32| Vec3::new(x, 0.8 * x - 0.3 * z, z);
        let [a, b, c, d] = [
            slope(-9.0, -9.0),
            slope(-9.0, 9.0),
            slope(9.0, 9.0),
            slope(9.0, -9.0),
        ];
        let (geometry, _) = Geometry::new(&[[a, b, c], [a, c, d]]);
        let map = geometry.ground().unwrap();
        for place in places(Vec3::new(8.9, 0.5, 8.9)) {
            let expected = slope(place.x, place.z).y;
            let height = expected + place.y.abs() + 0.01;
            let found = map.below([place.x, height, place.z]).unwrap();
            assert!(
                (found - expected).abs() < 1e-4,
                "{found} instead of {expected}"
            );
        }
        let (geometry, _) = Geometry::new(&shapes::ball(5.0, 5));
        let map = geometry.ground().unwrap();
        for place in places(Vec3::repeat(4.0)).filter(|it| it.xz().norm() < 4.5) {
            let expected = (25.0 - place.xz().norm_squared()).sqrt();
            let found = map.below([place.x, expected + 0.1, place.z]).unwrap();
            let slope = place.xz().norm() / expected;
            // The triangles lie up to 0.3% outside of the ball.
            let error = (found - expected).abs();
            assert!(
                error < (0.2 + slope) * map.cell + 0.02,
                "{error} m, slope {slope}"
            );
        }
    }

    #[test]
    fn shapes_without_an_area_from_above_have_a_map() {
        let wall = [Vec3::zeros(), Vec3::y(), Vec3::x()];
        assert_eq!(ground(&[wall], [0.5, 2.0, 0.0]), None);
        let (geometry, _) = Geometry::new(&shapes::cuboid(Vec3::new(500.0, 0.1, 0.01)));
        let map = geometry.ground().unwrap();
        assert!(map.starts.len() < 100_000);
        assert_eq!(map.below([123.4, 3.0, 0.0]), Some(0.1));
    }
}
