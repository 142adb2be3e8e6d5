//! The cell lists of the crate zelll.

use crate::work::{Boids, Rules, Search, Sums};
use flock_sim::Vec3;
use rayon::prelude::*;
use zelll::cellgrid::{neighborhood::Full, CellGrid, GridCell};

/// Number, velocity and position of a boid, which zelll sorts by cells.
type Particle = ((u32, Vec3), [f32; 3]);

/// The candidates of a cell are collected once for all boids in it.
#[derive(Default)]
pub struct CellLists {
    grid: CellGrid<Particle, 3, f32>,
}

impl Search for CellLists {
    fn sums(&mut self, boids: &Boids, rules: &Rules, is_parallel: bool, sums: &mut [Sums]) {
        rebuild(&mut self.grid, boids, rules);
        let of_cell = |cell| sums_of_cell(cell, rules);
        if is_parallel {
            let cells: Vec<_> = self.grid.iter().collect();
            let found: Vec<_> = cells.into_par_iter().flat_map_iter(of_cell).collect();
            for (boid, of_boid) in found {
                sums[boid as usize] = of_boid;
            }
        } else {
            for (boid, of_boid) in self.grid.iter().flat_map(of_cell) {
                sums[boid as usize] = of_boid;
            }
        }
    }
}

fn rebuild(grid: &mut CellGrid<Particle, 3, f32>, boids: &Boids, rules: &Rules) {
    let both = boids.velocities.iter().zip(&boids.positions).enumerate();
    let particles = both.map(|(boid, (velocity, position))| ((boid as u32, *velocity), *position));
    grid.rebuild_mut(particles, Some(rules.reach()));
}

/// The sums of the boids in a cell.
fn sums_of_cell(cell: GridCell<Particle, 3, f32>, rules: &Rules) -> Vec<(u32, Sums)> {
    let around = cell.neighbors::<Full>().flat_map(GridCell::iter);
    let candidates: Vec<Particle> = cell.iter().chain(around).copied().collect();
    let of_boid = |((boid, _), position): &Particle| {
        let mut sums = Sums::default();
        for ((other, velocity), place) in &candidates {
            if other != boid {
                sums.add(rules, Vec3::from(*place) - Vec3::from(*position), *velocity);
            }
        }
        (*boid, sums)
    };
    cell.iter().map(of_boid).collect()
}

/// Each pair is found once and counts for both boids. It uses one thread only, because two threads
/// could add to the sums of the same boid.
#[derive(Default)]
pub struct Pairs {
    grid: CellGrid<Particle, 3, f32>,
}

impl Search for Pairs {
    fn sums(&mut self, boids: &Boids, rules: &Rules, _: bool, sums: &mut [Sums]) {
        rebuild(&mut self.grid, boids, rules);
        sums.fill(Sums::default());
        let reach_squared = rules.reach() * rules.reach();
        for (((one, velocity), here), ((other, other_velocity), there)) in
            self.grid.particle_pairs()
        {
            let offset = Vec3::from(*there) - Vec3::from(*here);
            if offset.norm_squared() < reach_squared {
                sums[*one as usize].add(rules, offset, *other_velocity);
                sums[*other as usize].add(rules, -offset, *velocity);
            }
        }
    }
}
