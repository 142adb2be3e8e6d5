//! A plain grid, as most programs have it: a hash map from the cell to the boids in it.

use crate::work::{fill, Boids, Rules, Search, Sums};
use std::collections::HashMap;

#[derive(Default)]
pub struct HashGrid {
    cells: HashMap<[i32; 3], Vec<u32>>,
}

impl Search for HashGrid {
    fn sums(&mut self, boids: &Boids, rules: &Rules, is_parallel: bool, sums: &mut [Sums]) {
        let size = rules.reach();
        let cell = |position: &[f32; 3]| position.map(|x| (x / size).floor() as i32);
        self.cells.clear();
        for (boid, position) in boids.positions.iter().enumerate() {
            let boids = self.cells.entry(cell(position)).or_default();
            boids.push(boid as u32);
        }
        fill(sums, is_parallel, |boid| {
            let mut sums = Sums::default();
            let near = self.near(cell(&boids.positions[boid]));
            for other in near.filter(|other| *other != boid) {
                sums.add(rules, boids.offset(boid, other), boids.velocities[other]);
            }
            sums
        });
    }
}

impl HashGrid {
    /// The boids in a cell and in the 26 cells around it.
    fn near(&self, [x, y, z]: [i32; 3]) -> impl Iterator<Item = usize> + '_ {
        let cells = (0..27).map(move |i| [x + i % 3 - 1, y + i / 3 % 3 - 1, z + i / 9 - 1]);
        let boids = cells.filter_map(|cell| self.cells.get(&cell)).flatten();
        boids.map(|boid| *boid as usize)
    }
}
