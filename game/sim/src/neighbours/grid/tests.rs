//! Compares the grid with all pairs: it must not miss a neighbour, nor list one twice.

use super::*;
use crate::{
    math::{samples::vector, Vec3},
    state::{boids::BoidState, pose::Pose},
};
use proptest::prelude::*;

fn boids(points: &[Vec3]) -> Boids {
    let mut boids = Boids::default();
    for (id, position) in points.iter().enumerate() {
        boids.push(&BoidState {
            position: *position,
            velocity: Vec3::zeros(),
            slot: id as u32,
            pose: Pose::default(),
        });
    }
    boids
}

/// The formula that the rules use.
fn distance_squared(a: Vec3, b: Vec3) -> f32 {
    let offset = a - b;
    offset.x * offset.x + offset.y * offset.y + offset.z * offset.z
}

/// Neighbours of each boid found by the grid, as indices before sorting.
fn by_grid(points: &[Vec3], radius: f32, most: usize) -> (Vec<Vec<usize>>, usize) {
    let mut grid = Grid::default();
    grid.sort(&boids(points), Some(radius), None, Backend::SingleThread);
    let mut neighbours = vec![Vec::new(); points.len()];
    let (mut first, mut looked_at) = (0, 0);
    while first < points.len() {
        let all = Seekers::Range {
            first: 0,
            len: points.len(),
        };
        let len = grid.group_len(&all, first, most.min(points.len() - first));
        let sorted = |index: usize| points[grid.order(index..index + 1)[0] as usize];
        let extent = Extent {
            low: (first..first + len)
                .map(sorted)
                .reduce(|a, b| a.inf(&b))
                .unwrap()
                .into(),
            high: (first..first + len)
                .map(sorted)
                .reduce(|a, b| a.sup(&b))
                .unwrap()
                .into(),
        };
        let (mut rows, mut pieces) = (Rows::new(&grid), Pieces::new());
        rows.find(first..first + len, &extent);
        rows.find_pieces(radius, &mut pieces);
        for piece in pieces.iter() {
            let candidates = piece.range();
            looked_at += len * candidates.len();
            for (boid, other) in
                (first..first + len).flat_map(|b| candidates.clone().map(move |o| (b, o)))
            {
                assert!(boid != other || piece.is_mixed);
                let before = |index: usize| grid.order(index..index + 1)[0] as usize;
                let (boid, other) = (before(boid), before(other));
                let near = distance_squared(points[boid], points[other]) < radius * radius;
                if near && boid != other {
                    neighbours[boid].push(other);
                }
            }
        }
        first += len;
    }
    neighbours.iter_mut().for_each(|list| list.sort_unstable());
    (neighbours, looked_at)
}

fn by_all_pairs(points: &[Vec3], radius: f32) -> Vec<Vec<usize>> {
    let near = |a: usize, b: usize| distance_squared(points[a], points[b]) < radius * radius;
    (0..points.len())
        .map(|a| {
            (0..points.len())
                .filter(|b| a != *b && near(a, *b))
                .collect()
        })
        .collect()
}

fn check(points: &[Vec3], radius: f32) {
    let expected = by_all_pairs(points, radius);
    for most in [1, 8] {
        let (found, _) = by_grid(points, radius, most);
        assert_eq!(found, expected, "radius {radius}, groups of {most}");
    }
}

proptest! {
    #![proptest_config(crate::cases::config(200))]

    #[test]
    fn random_densities_and_radii(
        points in (0.01f32..1000.0).prop_flat_map(|extent| prop::collection::vec(vector(extent), 0..300)),
        radius in 0.001f32..2000.0,
    ) {
        check(&points, radius);
    }

    #[test]
    fn dense_flocks_of_any_shape(
        points in prop::collection::vec(vector(1.0), 1..400),
        shape in (0.0f32..1.0, 0.0f32..1.0, 0.0f32..1.0),
        offset in vector(100_000.0),
        radius in 0.01f32..1.0,
    ) {
        let shape = Vec3::new(shape.0.powi(4), shape.1.powi(4), shape.2.powi(4));
        let points: Vec<Vec3> = points.iter().map(|p| p.component_mul(&shape) + offset).collect();
        check(&points, radius);
    }

    #[test]
    fn clumps_so_far_apart_that_the_grid_wraps_round(
        clumps in prop::collection::vec((vector(1e6), prop::collection::vec(vector(0.5), 1..60)), 1..6),
        radius in 0.01f32..0.5,
    ) {
        let points: Vec<Vec3> = clumps
            .iter()
            .flat_map(|(center, around)| around.iter().map(move |offset| center + offset))
            .collect();
        check(&points, radius);
    }

    #[test]
    fn on_cell_borders(
        places in prop::collection::vec((-4i32..=4, -4i32..=4, -4i32..=4), 1..200),
        radius in prop::sample::select(vec![0.1f32, 0.25, 1.0, 3.0, 1000.0]),
        nudge in -2i32..=2,
    ) {
        let step = f32::from_bits((radius.to_bits() as i32 + nudge) as u32);
        let points: Vec<Vec3> = places
            .iter()
            .map(|(x, y, z)| Vec3::new(*x as f32, *y as f32, *z as f32) * step)
            .collect();
        check(&points, radius);
    }
}

proptest! {
    #![proptest_config(crate::cases::config(300))]

    #[test]
    fn boxes_hold_all_boids_between_their_corners(
        points in (0.1f32..1e6).prop_flat_map(|extent| prop::collection::vec(vector(extent), 1..300)),
        radius in 0.001f32..100.0,
        corners in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        beyond in -1.0f64..1.0,
    ) {
        let mut grid = Grid::default();
        grid.sort(&boids(&points), Some(radius), None, Backend::SingleThread);
        let [a, b] = [corners.0, corners.1].map(|index| index.get(&points));
        let low = [0, 1, 2].map(|axis| f64::from(a[axis].min(b[axis])) - beyond);
        let high = [0, 1, 2].map(|axis| f64::from(a[axis].max(b[axis])).max(low[axis]) + beyond.abs());
        let found: Vec<usize> = grid.boids_between(low, high).flatten().collect();
        prop_assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "in order, each once");
        for index in 0..points.len() {
            let point = points[grid.order(index..index + 1)[0] as usize];
            let is_between = |axis| (low[axis]..=high[axis]).contains(&f64::from(point[axis]));
            if [0, 1, 2].into_iter().all(is_between) {
                prop_assert!(found.contains(&index), "{point} is missing");
            }
        }
    }
}

#[test]
fn all_in_one_point() {
    check(&[Vec3::new(1.0, 2.0, 3.0); 50], 0.001);
    check(&[Vec3::new(1e6, -1e6, 1e6); 50], 10_000.0);
}

#[test]
fn a_wide_thin_flock_costs_no_more_than_a_dense_one() {
    // Two dense schools a thousand kilometres apart. With cells wide enough to cover this distance,
    // each school would be in a single cell.
    let school: Vec<Vec3> = (0..4096)
        .map(|i| Vec3::new((i % 16) as f32, (i / 16 % 16) as f32, (i / 256) as f32))
        .collect();
    let far = Vec3::new(1e6, 3e5, 7e5);
    let both: Vec<Vec3> = school
        .iter()
        .copied()
        .chain(school.iter().map(|p| p + far))
        .collect();
    let (_, one_school) = by_grid(&school, 1.5, 8);
    let (_, two_schools) = by_grid(&both, 1.5, 8);
    assert!(
        two_schools <= 3 * one_school,
        "{two_schools} against {one_school}"
    );
}

#[test]
fn sorting_again_without_a_move_changes_nothing() {
    let points: Vec<Vec3> = (0..500)
        .map(|i| Vec3::new((i * 7 % 11) as f32, (i * 5 % 13) as f32, (i % 3) as f32))
        .collect();
    let mut grid = Grid::default();
    grid.sort(&boids(&points), Some(2.0), None, Backend::SingleThread);
    let order = grid.order(0..points.len()).iter();
    let sorted: Vec<Vec3> = order.map(|index| points[*index as usize]).collect();
    grid.sort(&boids(&sorted), Some(2.0), None, Backend::AllThreads);
    let order = grid.order(0..points.len());
    assert!(order.iter().zip(0..).all(|(index, place)| *index == place));
}

#[test]
fn what_is_beyond_the_reach_is_left_out() {
    let mut place = 0.0;
    let mut coordinate = || {
        place = (place + 0.618_034_f32 * 12.0) % 12.0;
        place
    };
    let points: Vec<Vec3> = (0..6000)
        .map(|index| {
            Vec3::new(
                coordinate(),
                (index % 77) as f32 / 6.5,
                (index % 59) as f32 / 5.0,
            )
        })
        .collect();
    let (_, looked_at) = by_grid(&points, 1.0, 1);
    // Nine rows of nine cells, each a quarter of the reach long, hold 20.25 cubes of the reach; the
    // sphere of a boid's reach holds 4.2.
    let cubes = looked_at as f32 / (6000.0 * 6000.0 / 12f32.powi(3));
    assert!(cubes < 15.0, "{cubes}");
}
