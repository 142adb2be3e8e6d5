//! The k-d tree of the crate kiddo.
//!
//! The immutable tree has the fastest queries. A visit of the unsorted neighbours needs no memory
//! for them.

use crate::work::{fill, Boids, Rules, Search, Sums};
use kiddo::{ImmutableKdTree, SquaredEuclidean};

pub struct KdTree;

impl Search for KdTree {
    fn sums(&mut self, boids: &Boids, rules: &Rules, is_parallel: bool, sums: &mut [Sums]) {
        let tree = if is_parallel {
            ImmutableKdTree::new_from_slice_parallel(&boids.positions)
        } else {
            ImmutableKdTree::new_from_slice(&boids.positions)
        };
        let tree = tree.expect("the positions are finite");
        let reach_squared = rules.reach() * rules.reach();
        fill(sums, is_parallel, |boid| {
            let mut sums = Sums::default();
            tree.query(&boids.positions[boid])
                .within::<SquaredEuclidean<f32>>(reach_squared)
                .unsorted()
                .visit(|found| {
                    let other = found.item as usize;
                    if other != boid {
                        sums.add(rules, boids.offset(boid, other), boids.velocities[other]);
                    }
                });
            sums
        });
    }
}

/// Mean number of neighbours within a radius.
pub fn neighbours_per_boid(boids: &Boids, radius: f32) -> f64 {
    let tree = ImmutableKdTree::new_from_slice(&boids.positions).expect("the positions are finite");
    let mut pairs: usize = 0;
    for position in &boids.positions {
        tree.query(position)
            .within::<SquaredEuclidean<f32>>(radius * radius)
            .unsorted()
            .visit(|_| pairs += 1);
    }
    // Every boid also finds itself.
    pairs as f64 / boids.positions.len() as f64 - 1.0
}
