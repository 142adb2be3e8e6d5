//! Connected components of the flock: boids count as linked if they are within a radius of each
//! other.
//!
//! A cell whose diagonal is this radius links all boids in it without a test. Two cells need only
//! one link between them, and none if they are linked through other cells already.

use crate::{
    boundary::PeriodicBox,
    math::{disjoint_sets::DisjointSets, Vec3d},
    state::boids::Boids,
};
use std::ops::Range;

/// Number of cells that a link may span along each axis: the radius is 1.73 cells long.
const REACH: i64 = 2;

/// Side of a cell as a share of the radius: slightly less than 1/√3, to cover rounding.
const SIDE: f64 = 0.577;

/// The component of each boid, given by the lowest index in it. Boids are linked across the sides
/// of a periodic box, but not across the surface of a periodic sphere.
pub(crate) fn components(
    boids: &Boids,
    radius: f32,
    periodic_box: Option<&PeriodicBox>,
) -> Vec<u32> {
    let mut points = points(boids, radius, periodic_box);
    points.sort_unstable_by_key(|point| (point.cell, point.boid));
    let mut sets = DisjointSets::new(boids.len());
    let cells = link_within_cells(&points, &mut sets);
    for row in rows() {
        link_row(&points, &cells, row, radius, &mut sets);
    }
    (0..boids.len() as u32)
        .map(|boid| sets.root(boid).0)
        .collect()
}

/// A boid, or its image beyond a side of a periodic box.
struct Point {
    /// Cell coordinates in the order z, y, x, so that the cells of a row follow each other when
    /// sorted.
    cell: [i64; 3],
    position: Vec3d,
    boid: u32,
}

fn points(boids: &Boids, radius: f32, periodic_box: Option<&PeriodicBox>) -> Vec<Point> {
    let side = f64::from(radius) * SIDE;
    let point = |position: Vec3d, boid| Point {
        cell: [2, 1, 0].map(|axis| (position[axis] / side).floor() as i64),
        position,
        boid,
    };
    let mut points = Vec::with_capacity(boids.len());
    for boid in 0..boids.len() as u32 {
        let position = boids.position(boid as usize);
        let Some(periodic_box) = periodic_box else {
            points.push(point(position.cast(), boid));
            continue;
        };
        let (place, periods) = (periodic_box.place(position), periodic_box.periods());
        let is_near = |axis: usize| place[axis] - periodic_box.min[axis] <= radius;
        // One image beyond each lower side is enough, because images link with images too.
        for image in 0..8 {
            let moved = |axis: usize| image >> axis & 1 == 1;
            if (0..3).all(|axis| !moved(axis) || is_near(axis)) {
                let shift = |axis: usize, _| {
                    if moved(axis) {
                        periods[axis].into()
                    } else {
                        0.0
                    }
                };
                points.push(point(place.cast::<f64>() + Vec3d::from_fn(shift), boid));
            }
        }
    }
    points
}

/// A cell and the range of its points.
struct Cell {
    cell: [i64; 3],
    points: Range<usize>,
}

fn link_within_cells(points: &[Point], sets: &mut DisjointSets) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for (index, point) in points.iter().enumerate() {
        match cells.last_mut() {
            Some(last) if last.cell == point.cell => {
                last.points.end = index + 1;
                sets.join(points[last.points.start].boid, point.boid);
            }
            _ => cells.push(Cell {
                cell: point.cell,
                points: index..index + 1,
            }),
        }
    }
    cells
}

/// Offsets of the rows near a cell, along z and y. Of two opposite offsets only the later one is
/// listed.
fn rows() -> impl Iterator<Item = [i64; 2]> {
    let all = (-REACH..=REACH).flat_map(|z| (-REACH..=REACH).map(move |y| [z, y]));
    all.filter(|row| *row >= [0, 0])
}

/// Links each cell with the cells near it in the row at this offset.
fn link_row(
    points: &[Point],
    cells: &[Cell],
    [dz, dy]: [i64; 2],
    radius: f32,
    sets: &mut DisjointSets,
) {
    let mut first = 0;
    for a in cells {
        let [z, y, x] = a.cell;
        // It ascends with the cells, so each row is traversed once.
        let from = [z + dz, y + dy, x - REACH];
        while cells.get(first).is_some_and(|b| b.cell < from) {
            first += 1;
        }
        let to = [z + dz, y + dy, x + REACH];
        for b in cells[first..].iter().take_while(|b| b.cell <= to) {
            link_cells(
                &points[a.points.clone()],
                &points[b.points.clone()],
                radius,
                sets,
            );
        }
    }
}

fn link_cells(a: &[Point], b: &[Point], radius: f32, sets: &mut DisjointSets) {
    if sets.root(a[0].boid).0 == sets.root(b[0].boid).0 {
        return;
    }
    let squared = f64::from(radius) * f64::from(radius);
    let is_linked = |a: &Point, b: &Point| (a.position - b.position).norm_squared() <= squared;
    if a.iter().any(|a| b.iter().any(|b| is_linked(a, b))) {
        sets.join(a[0].boid, b[0].boid);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::{
            frame::{Frame, Placement},
            Vec3,
        },
        settings::{Boundary, BoundaryMode, Region, Settings},
        state::{boids::BoidState, pose::Pose},
    };
    use proptest::prelude::*;

    const HALF: f32 = 2.0;

    fn boids(positions: &[Vec3]) -> Boids {
        let mut boids = Boids::default();
        for (slot, position) in (0..).zip(positions) {
            boids.push(&BoidState {
                position: *position,
                velocity: Vec3::zeros(),
                slot,
                pose: Pose::default(),
            });
        }
        boids
    }

    fn periodic_box() -> PeriodicBox {
        let boundary = Boundary::new(Region::cube(HALF)).with_mode(BoundaryMode::Wrap);
        let settings = Settings {
            boundary,
            ..Settings::default()
        };
        PeriodicBox::new(&settings, Frame::new(&Placement::default())).unwrap()
    }

    /// The lowest index that each boid can reach, by repeated passes over all pairs.
    fn expected(positions: &[Vec3], radius: f32, wraps: bool) -> Vec<u32> {
        let is_linked = |a: &Vec3, b: &Vec3| {
            let offset: Vec3d = a.cast() - b.cast();
            let nearest = offset.map(|x| {
                if wraps {
                    x.abs().min(2.0 * f64::from(HALF) - x.abs())
                } else {
                    x
                }
            });
            nearest.norm_squared() <= f64::from(radius).powi(2)
        };
        let mut labels: Vec<u32> = (0..positions.len() as u32).collect();
        loop {
            let before = labels.clone();
            for a in 0..positions.len() {
                for b in 0..positions.len() {
                    if is_linked(&positions[a], &positions[b]) {
                        labels[a] = labels[a].min(labels[b]);
                    }
                }
            }
            if labels == before {
                return labels;
            }
        }
    }

    proptest! {
        #[test]
        fn components_are_those_of_all_pairs(
            positions in prop::collection::vec(prop::array::uniform3(-HALF..HALF), 0..80),
            radius in 0.05f32..1.5,
        ) {
            let positions: Vec<Vec3> = positions.into_iter().map(Vec3::from).collect();
            let boids = boids(&positions);
            prop_assert_eq!(components(&boids, radius, None), expected(&positions, radius, false));
            let found = components(&boids, radius, Some(&periodic_box()));
            prop_assert_eq!(found, expected(&positions, radius, true));
        }
    }

    #[test]
    fn the_far_and_the_coincident_are_in_components_too() {
        let far = Vec3::repeat(1e12);
        let positions = [far, Vec3::zeros(), far, Vec3::zeros(), Vec3::x() * 0.5];
        assert_eq!(components(&boids(&positions), 0.001, None), [0, 1, 0, 1, 4]);
        assert_eq!(components(&boids(&positions), 0.5, None), [0, 1, 0, 1, 1]);
    }
}
