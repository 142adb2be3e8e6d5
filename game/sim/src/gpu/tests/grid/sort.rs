//! Tests of the sort against a stable sort by the cells that the GPU computed.

use super::*;
use crate::{gpu::grid::LARGEST_UNCROWDED_CELL as CROWD, neighbours::grid::most_cells};
use proptest::prelude::*;
use rand_xoshiro::{
    rand_core::{Rng, SeedableRng},
    Xoshiro256PlusPlus,
};

/// Asserts that all results of the sort are consistent, and that the boids are in the order of a
/// stable sort.
fn check(points: &[Vec3], sorted: &Sorted) {
    let count = points.len();
    let layout = sorted.layout;
    let low = [0, 1, 2].map(|axis| lowest(points.iter().map(|point| point[axis])));
    assert_eq!(layout.low, low, "where the cells begin");
    let (wraps, cells) = (&layout.wraps, &layout.cells);
    assert!(
        layout.count() >= 1 && layout.count() <= most_cells(count),
        "{layout:?}"
    );
    assert!(
        cells
            .iter()
            .zip(wraps)
            .all(|(cells, wraps)| *cells >= 3 || *wraps == 0),
        "{layout:?}"
    );
    let mut cell_of = vec![u32::MAX; count];
    for (slot, cell) in sorted.order().zip(&sorted.cells) {
        cell_of[slot as usize] = *cell;
    }
    let mut expected: Vec<u32> = (0..count as u32).collect();
    expected.sort_by_key(|boid| cell_of[*boid as usize]);
    assert!(sorted.order().eq(expected), "a stable sort by cell");
    for (index, slot) in sorted.order().enumerate() {
        let point: [f32; 3] = points[slot as usize].into();
        let bits = |place: [f32; 3]| place.map(f32::to_bits);
        assert_eq!(bits(sorted.places[index].position), bits(point));
        assert_eq!(sorted.motions[index].velocity, [slot as f32, 1.0, -1.0]);
        assert_eq!(sorted.motions[index].phase, slot as f32);
        assert_eq!(sorted.orientations[index], [0.0, 1.0, 2.0, slot as f32]);
        assert_eq!(sorted.search_places[index].slot, slot);
    }
    assert!(
        sorted.starts == starts(sorted),
        "where the boids of the cells begin"
    );
}

/// The start of the grid along an axis.
fn lowest(values: impl Iterator<Item = f32>) -> f32 {
    let lowest = values.filter(|value| value.is_finite()).reduce(f32::min);
    lowest.unwrap_or(0.0).clamp(-1e15, 1e15)
}

fn starts(sorted: &Sorted) -> Vec<u32> {
    let layout = sorted.layout;
    let mut starts = vec![0; layout.count() + 1];
    for cell in &sorted.cells {
        starts[*cell as usize + 1] += 1;
    }
    for cell in 0..layout.count() {
        starts[cell + 1] += starts[cell];
    }
    starts
}

/// Points that are uniform in a cube.
pub(super) fn scattered(count: usize, extent: f32, seed: u64) -> Vec<Vec3> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut coordinate = || (random.next_u32() >> 8) as f32 / (1 << 24) as f32 * extent;
    (0..count)
        .map(|_| Vec3::from_fn(|_, _| coordinate()))
        .collect()
}

#[test]
fn any_number_of_boids() {
    let mut sorter = Sorter::new(5000);
    for count in [0, 1, 2, 255, 256, 257, 1023, 1024, 1025, 5000, 3, 0] {
        let points = scattered(count, 10.0, count as u64);
        for reach in [Some(0.3), Some(3.0), Some(100.0), None] {
            check(&points, &sorter.sort(&points, reach, None));
        }
    }
}

#[test]
fn a_million_boids() {
    let mut sorter = Sorter::new(1_000_001);
    let points = scattered(1_000_001, 100.0, 7);
    // These reaches give almost empty cells, as many as there may be; the usual numbers of boids;
    // and crowds.
    for reach in [Some(0.5), Some(2.0), Some(10.0), None] {
        let sorted = sorter.sort(&points, reach, None);
        check(&points, &sorted);
        let again = sorter.sort(&points, reach, None);
        assert!(again.places == sorted.places && again.cells == sorted.cells);
    }
}

#[test]
fn there_are_about_eight_boids_in_a_cell_where_no_rule_needs_neighbours() {
    let points = scattered(20_000, 50.0, 3);
    let sorted = Sorter::new(points.len()).sort(&points, None, None);
    let in_a_cell = points.len() as f64 / sorted.layout.count() as f64;
    // Cells are four times as fine along X.
    assert!((1.5..2.5).contains(&in_a_cell), "{in_a_cell}");
}

#[test]
fn cells_are_as_wide_as_the_reach_and_finer_along_x() {
    let points = scattered(3000, 100.0, 1);
    let layout = Sorter::new(3000).sort(&points, Some(5.0), None).layout;
    let widths = [0, 1, 2].map(|axis| 1.0 / layout.cells_per_metre[axis]);
    for (width, expected) in widths.into_iter().zip([1.25, 5.0, 5.0]) {
        assert!(width > expected && width < 1.0001 * expected, "{widths:?}");
    }
    let [x, y, z] = layout.cells;
    assert!(
        (79..=80).contains(&x) && (19..=20).contains(&y) && (19..=20).contains(&z),
        "{layout:?}"
    );
    assert_eq!(layout.wraps, [0, 0, 0]);
}

#[test]
fn all_in_one_point() {
    let mut sorter = Sorter::new(3000);
    for point in [
        Vec3::zeros(),
        Vec3::new(1e6, -1e6, 1e4),
        Vec3::repeat(-1e-30),
    ] {
        for reach in [Some(1.0), Some(1e-3), Some(1e5), None] {
            let points = vec![point; 3000];
            check(&points, &sorter.sort(&points, reach, None));
        }
    }
}

#[test]
fn crowds_are_in_order_like_everybody_else() {
    // One crowd fills more than two bitmaps; the others have about the smallest size of a crowd, or
    // are single boids.
    let sizes = [150_000, CROWD - 1, CROWD, CROWD + 1, 1, 5 * CROWD];
    let mut points = scattered(20_000, 30.0, 8);
    for (index, size) in sizes.into_iter().enumerate() {
        let point = Vec3::new(index as f32 * 5.0, 2.0, 3.0);
        points.extend(std::iter::repeat_n(point, size));
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    for index in 1..points.len() {
        points.swap(index, random.next_u32() as usize % (index + 1));
    }
    let mut sorter = Sorter::new(points.len());
    for reach in [Some(1.0), Some(1e3), Some(0.01), None] {
        check(&points, &sorter.sort(&points, reach, None));
    }
}

/// The order of arrival in a cell depends on scheduling. This test uses the opposite order.
#[test]
fn the_order_of_arrival_does_not_matter() {
    let gpu = gpu();
    for count in [1, 2, 300, CROWD, CROWD + 1, 70_000] {
        let mut sorter = Sorter::new(count);
        let it = &mut sorter.step.buffers.grid;
        it.write(gpu, None, false, [count; 2]).unwrap();
        let reversed: Vec<u32> = (0..count as u32).rev().collect();
        gpu.write(&it.arrived, &reversed);
        gpu.write(&it.starts, &[0, count as u32]);
        run_passes(&mut sorter.step, &["find_order"], Variant::default(), count);
        let order: Vec<u32> = gpu.read(&sorter.step.buffers.grid.order, count).unwrap();
        assert!(order.iter().copied().eq(0..count as u32));
    }
}

#[test]
fn far_outliers_cost_no_memory() {
    let mut points = scattered(3000, 10.0, 5);
    let mut sorter = Sorter::new(points.len());
    for far in [1e4, -1e6, 1e12, f32::MAX, f32::MIN] {
        points[17] = Vec3::new(far, 1.0, -far);
        for reach in [Some(0.5), None] {
            check(&points, &sorter.sort(&points, reach, None));
        }
    }
}

#[test]
fn what_is_no_number_harms_nobody_else() {
    let healthy = scattered(2000, 10.0, 6);
    let mut sorter = Sorter::new(healthy.len());
    let expected = sorter.sort(&healthy, Some(1.0), None).layout;
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -f32::NAN];
    for odd in odd {
        let mut points = healthy.clone();
        // In the middle of the others, so that the bounds do not depend on them.
        let is_inner = |point: &Vec3| point.iter().all(|value| (2.0..8.0).contains(value));
        let inner = points.iter_mut().filter(|point| is_inner(point));
        for (index, point) in inner.take(300).enumerate() {
            point[index % 3] = odd;
        }
        let sorted = sorter.sort(&points, Some(1.0), None);
        check(&points, &sorted);
        assert_eq!(sorted.layout, expected);
    }
    let nowhere = vec![Vec3::repeat(f32::NAN); 500];
    check(&nowhere, &sorter.sort(&nowhere, Some(1.0), None));
}

proptest! {
    #![proptest_config(crate::cases::config(30))]

    #[test]
    fn any_flock_after_any_other(
        flocks in prop::collection::vec((0usize..3000, -3f32..6.0, any::<u64>(), prop::option::of(-3f32..5.0)), 1..5),
    ) {
        let mut sorter = Sorter::new(3000);
        for (count, extent, seed, reach) in flocks {
            let points = scattered(count, 10f32.powf(extent), seed);
            check(&points, &sorter.sort(&points, reach.map(|reach| 10f32.powf(reach)), None));
        }
    }
}
