//! Tests of the grid against all pairs: no neighbour is missed or listed twice.

use super::{sort::scattered, *};
use crate::{math::samples::vector, neighbours::grid::FINENESS};
use proptest::prelude::*;

/// Pairs of slots of boids within reach of each other, by the distance that the rules use.
type Pairs = Vec<(u32, u32)>;

impl Sorted {
    /// Finds neighbours as the rules do: in the rows of cells around a boid's own cell.
    fn pairs(&self, reach: f32, periodic_box: Option<&PeriodicBox>) -> Pairs {
        let mut pairs = Pairs::new();
        for boid in 0..self.cells.len() {
            self.add(&mut pairs, boid, self.candidates(boid), reach, periodic_box);
        }
        pairs.sort_unstable();
        pairs
    }

    /// The candidates that the search of one boid tests.
    fn candidates(&self, boid: usize) -> Vec<usize> {
        let [x_cells, y_cells, z_cells] = self.layout.cells;
        let [x_wraps, y_wraps, z_wraps] = self.layout.wraps.map(|wraps| wraps == 1);
        let (row, along) = (self.cells[boid] / x_cells, self.cells[boid] % x_cells);
        let mut candidates = Vec::new();
        for z in around(row / y_cells, 1, z_cells, z_wraps) {
            for y in around(row % y_cells, 1, y_cells, y_wraps) {
                for x in around(along, FINENESS, x_cells, x_wraps) {
                    let cell = ((z * y_cells + y) * x_cells + x) as usize;
                    candidates.extend(self.starts[cell] as usize..self.starts[cell + 1] as usize);
                }
            }
        }
        candidates
    }

    fn by_all_pairs(&self, reach: f32, periodic_box: Option<&PeriodicBox>) -> Pairs {
        let mut pairs = Pairs::new();
        for boid in 0..self.search_places.len() {
            self.add(
                &mut pairs,
                boid,
                0..self.search_places.len(),
                reach,
                periodic_box,
            );
        }
        pairs.sort_unstable();
        pairs
    }

    fn add(
        &self,
        pairs: &mut Pairs,
        boid: usize,
        candidates: impl IntoIterator<Item = usize>,
        reach: f32,
        periodic_box: Option<&PeriodicBox>,
    ) {
        let own = self.search_places[boid];
        for other in candidates {
            let other = self.search_places[other];
            let [x, y, z] = [0, 1, 2].map(|axis| {
                let offset = other.position[axis] - own.position[axis];
                periodic_box.map_or(offset, |periodic_box| {
                    nearest(offset, periodic_box.periods()[axis])
                })
            });
            if x * x + y * y + z * z < reach * reach {
                pairs.push((own.slot, other.slot));
            }
        }
    }
}

/// A cell of an axis and `more` cells on either side, each once.
fn around(cell: u32, more: u32, cells: u32, wraps: bool) -> Vec<u32> {
    let (cell, more, count) = (i64::from(cell), i64::from(more), i64::from(cells));
    let all = cell - more..=cell + more;
    let mut around: Vec<i64> = if wraps {
        all.map(|it| it.rem_euclid(count)).collect()
    } else {
        all.filter(|it| (0..count).contains(it)).collect()
    };
    around.sort_unstable();
    around.dedup();
    around.into_iter().map(|it| it as u32).collect()
}

/// The offset of the nearest image in a box of this length, by the formula of the search.
pub(super) fn nearest(offset: f32, period: f32) -> f32 {
    let back = if offset > 0.5 * period { period } else { 0.0 };
    let forth = if offset < -0.5 * period { period } else { 0.0 };
    offset - back + forth
}

pub(super) fn check(
    sorter: &mut Sorter,
    points: &[Vec3],
    reach: f32,
    periodic_box: Option<&PeriodicBox>,
) -> Sorted {
    let sorted = sorter.sort(points, Some(reach), periodic_box);
    let (found, expected) = (
        sorted.pairs(reach, periodic_box),
        sorted.by_all_pairs(reach, periodic_box),
    );
    assert!(
        found == expected,
        "{} pairs instead of {}: {:?}",
        found.len(),
        expected.len(),
        sorted.layout
    );
    sorted
}

proptest! {
    #![proptest_config(crate::cases::config(60))]

    #[test]
    fn random_densities_and_radii(
        points in (-2f32..6.0).prop_flat_map(|extent| prop::collection::vec(vector(10f32.powf(extent)), 0..300)),
        reach in -3f32..3.5,
    ) {
        check(&mut Sorter::new(300), &points, 10f32.powf(reach), None);
    }

    #[test]
    fn dense_flocks_of_any_shape_far_away(
        points in prop::collection::vec(vector(1.0), 1..400),
        shape in vector(1.0),
        offset in vector(10_000.0),
        reach in 0.01f32..1.0,
    ) {
        let shape = shape.map(|size| size.powi(4));
        let points: Vec<Vec3> = points.iter().map(|p| p.component_mul(&shape) + offset).collect();
        check(&mut Sorter::new(400), &points, reach, None);
    }

    #[test]
    fn clumps_so_far_apart_that_the_grid_wraps_round(
        clumps in prop::collection::vec((vector(1e6), prop::collection::vec(vector(0.5), 1..60)), 1..6),
        reach in 0.01f32..0.5,
    ) {
        let points: Vec<Vec3> = clumps
            .iter()
            .flat_map(|(center, around)| around.iter().map(move |offset| center + offset))
            .collect();
        check(&mut Sorter::new(300), &points, reach, None);
    }

    #[test]
    fn on_cell_borders(
        places in prop::collection::vec((-4i32..=4, -4i32..=4, -4i32..=4), 1..200),
        reach in prop::sample::select(vec![0.1f32, 0.25, 1.0, 3.0, 1000.0]),
        nudge in -2i32..=2,
        far in prop::sample::select(vec![0.0f32, 1e2, 1e4, -1e6]),
    ) {
        let step = f32::from_bits((reach.to_bits() as i32 + nudge) as u32);
        let mut points: Vec<Vec3> = places
            .iter()
            .map(|(x, y, z)| Vec3::new(*x as f32, *y as f32, *z as f32) * step)
            .collect();
        points.push(Vec3::repeat(far));
        check(&mut Sorter::new(201), &points, reach, None);
    }

    /// In the middle of a flock that is so wide that rounding is as large as the reach. Coordinates
    /// there are finer than their distances from the start of the cells.
    #[test]
    fn pairs_just_within_reach(
        extent in 2f32..6.0,
        reach in 0.05f32..5.0,
        seed in any::<u64>(),
    ) {
        let extent = 10f32.powf(extent);
        let centered = |count, extent: f32| {
            let points = scattered(count, extent, seed).into_iter();
            points.map(move |point| point - Vec3::repeat(0.5 * extent))
        };
        let points = centered(20_000, 40.0 * reach).chain(centered(100, extent));
        let points: Vec<Vec3> = points.collect();
        let partners = (0..).zip(&points).map(|(index, it)| partner(*it, index, reach));
        let all: Vec<Vec3> = points.iter().copied().chain(partners).collect();
        check_partners(&all, reach);
    }
}

/// The largest allowed distance along one axis.
fn partner(mut point: Vec3, index: usize, reach: f32) -> Vec3 {
    let axis = index % 3;
    let own = point[axis];
    point[axis] += reach;
    while point[axis] - own >= reach && point[axis] > own {
        point[axis] = point[axis].next_down();
    }
    point
}

/// Asserts that each boid of the first half of the points is within the range of cells that the
/// search of its partner in the second half covers.
fn check_partners(points: &[Vec3], reach: f32) {
    let sorted = Sorter::new(points.len()).sort(points, Some(reach), None);
    let [x_cells, y_cells, z_cells] = sorted.layout.cells;
    let mut cells = vec![[0; 3]; points.len()];
    for (cell, slot) in sorted.cells.iter().zip(sorted.order()) {
        let row = cell / x_cells;
        cells[slot as usize] = [cell % x_cells, row % y_cells, row / y_cells];
    }
    let half = points.len() / 2;
    for (a, b) in (0..half).zip(half..) {
        for (axis, most) in [FINENESS, 1, 1].into_iter().enumerate() {
            let apart = cells[a][axis].abs_diff(cells[b][axis]);
            let around = match sorted.layout.wraps[axis] {
                1 => apart.min([x_cells, y_cells, z_cells][axis] - apart),
                _ => apart,
            };
            assert!(
                around <= most,
                "{} and {}: {around} cells along axis {axis}",
                points[a],
                points[b]
            );
        }
    }
}

#[test]
fn a_wide_thin_flock_costs_no_more_than_a_dense_one() {
    let looked_at = |points: &[Vec3]| {
        let sorted = Sorter::new(points.len()).sort(points, Some(1.5), None);
        let each = (0..points.len()).map(|boid| sorted.candidates(boid).len());
        each.sum::<usize>()
    };
    // Two dense schools that are so far apart that each could lie in one cell.
    let school = scattered(4096, 16.0, 4);
    let far = school.iter().map(|point| point + Vec3::new(1e4, 3e3, 7e3));
    let both: Vec<Vec3> = school.iter().copied().chain(far).collect();
    let (one, two) = (looked_at(&school), looked_at(&both));
    assert!(two <= 3 * one, "{two} against {one}");
}
