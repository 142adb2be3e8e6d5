//! Links between adjacent cells: moves that the sweep of the body proves free.

use super::{
    cells::Cell,
    octree::{Found, Octree},
    sight::Sight,
};
use rayon::prelude::*;

/// For each cell, the cells that a body reaches from it in a straight move.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    /// Where the links of each cell start in `to`, and the end of the last one.
    starts: Vec<u32>,
    to: Vec<u32>,
}

impl Links {
    /// Proves the links between all adjacent cells, on all threads.
    ///
    /// Some are missing if `is_wanted` has returned false.
    pub(super) fn new(
        octree: &Octree,
        cells: &[Cell],
        sight: &Sight,
        is_wanted: &(dyn Fn() -> bool + Sync),
    ) -> Self {
        let numbers = (0..cells.len()).into_par_iter();
        let pairs: Vec<Vec<u32>> = { numbers }
            .map(|cell| {
                if !is_wanted() {
                    return Vec::new();
                }
                let mut beside = adjacent(octree, cells, cell);
                beside.retain(|other| is_linked(&cells[cell], &cells[*other as usize], sight));
                beside
            })
            .collect();
        let mut starts = vec![0; cells.len() + 1];
        for (cell, others) in pairs.iter().enumerate() {
            starts[cell + 1] += others.len() as u32;
            for other in others {
                starts[*other as usize + 1] += 1;
            }
        }
        for cell in 0..cells.len() {
            starts[cell + 1] += starts[cell];
        }
        let mut next = starts.clone();
        let mut to = vec![0; starts[cells.len()] as usize];
        let mut add = |from: u32, other: u32| {
            to[next[from as usize] as usize] = other;
            next[from as usize] += 1;
        };
        for (cell, others) in pairs.iter().enumerate() {
            for other in others {
                add(cell as u32, *other);
                add(*other, cell as u32);
            }
        }
        Self { starts, to }
    }

    /// The cells that are linked to a cell.
    pub(super) fn of(&self, cell: u32) -> &[u32] {
        let [start, end] = [0, 1].map(|next| self.starts[cell as usize + next] as usize);
        &self.to[start..end]
    }

    /// Memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.starts[..]) + size_of_val(&self.to[..])
    }
}

/// The cells beside a cell, at its faces, edges and corners. A pair of cells of equal size is found
/// from one of them only, and a pair of different sizes from the smaller one only.
fn adjacent(octree: &Octree, cells: &[Cell], cell: usize) -> Vec<u32> {
    let cube = &cells[cell].cube;
    let mut found = Vec::new();
    for number in 0..27 {
        let direction = [number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1];
        let Some(beside) = cube.beside(direction) else {
            continue;
        };
        if let Found::Cell(other) = octree.find(&beside) {
            let is_larger = cells[other as usize].cube.level > cube.level;
            // The second half of the directions is opposite to the first half.
            if (is_larger || number > 13) && !found.contains(&other) {
                found.push(other);
            }
        }
    }
    found
}

/// True if a body can move straight between the places of two cells.
fn is_linked(a: &Cell, b: &Cell, sight: &Sight) -> bool {
    let room = a.clearance + b.clearance - 2.0 * sight.radius;
    // Two balls without surfaces contain the whole move.
    room > 1.0001 * (b.place - a.place).norm() || sight.is_free(a.place, b.place)
}
