//! Which boid takes which place.
//!
//! The sum of the squared distances between boids and places should be small. Where it is least,
//! no two boids on straight ways at equal speed meet: for two boids at a and b with the places p
//! and q, it is least if (a - b) · (p - q) is not negative, and then their distance is never 0 on
//! the way unless it is at one of the ends. A common translation of all places changes the sums of
//! all assignments by the same amount, so it does not change the best one.

mod bisection;
mod hungarian;
mod swaps;

use crate::math::Vec3;
use hungarian::Hungarian;

/// In the result, boids without a place.
pub(crate) const NO_PLACE: u32 = u32::MAX;

/// Largest number of boids for which the sum of the squared distances is exactly the least.
const MOST_EXACT: usize = 128;

/// A boid and its place, each with its number.
#[derive(Clone, Copy)]
struct Pair {
    boid: Vec3,
    place: Vec3,
    boid_number: u32,
    place_number: u32,
}

/// For each boid the number of its place; no place twice.
///
/// If there are more places than boids, the first places are used. If there are fewer, the first
/// boids get places and the others [`NO_PLACE`]. The sum of the squared distances is the least for
/// up to 128 boids. Beyond, boids and places are bisected together, and pairs that are near each
/// other swap places while that lowers the sum. Up to 1,024 boids no swap of two places lowers
/// the sum at the end. The result depends on the arguments only. For positions that are not finite
/// it is some assignment.
///
/// Takes some milliseconds at most for 128 boids, and about 30 ms for 20,000, on one thread.
pub(crate) fn assign(boids: &[Vec3], places: &[Vec3]) -> Vec<u32> {
    let count = boids.len().min(places.len());
    let mut assigned = vec![NO_PLACE; boids.len()];
    let (boids, places) = (&boids[..count], &places[..count]);
    if count <= MOST_EXACT {
        assigned[..count].copy_from_slice(&exact(boids, places));
    } else {
        let mut pairs = bisection::matched(boids, places);
        swaps::improve(&mut pairs);
        for pair in pairs {
            assigned[pair.boid_number as usize] = pair.place_number;
        }
    }
    assigned
}

/// The assignment with the least sum, for as many boids as places.
fn exact(boids: &[Vec3], places: &[Vec3]) -> Vec<u32> {
    // |b - p|² summed over all pairs is least where the sum of -b · p is. Positions relative to one
    // of them keep the products small.
    let relative = |points: &[Vec3]| -> Vec<_> {
        let first = points.first().copied().unwrap_or_default();
        let offset = |point: &Vec3| point.cast::<f64>() - first.cast::<f64>();
        points.iter().map(offset).collect()
    };
    let (boids, places) = (relative(boids), relative(places));
    Hungarian::new(boids.len(), |boid, place| -boids[boid].dot(&places[place])).columns()
}

#[cfg(test)]
mod tests;
