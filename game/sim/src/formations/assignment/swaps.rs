//! Swaps of places between pairs, while they lower the sum of the squared distances.

use super::{bisection::extent, Pair};
use crate::math::Vec3;

/// Up to so many pairs, every pair is compared with every other until no swap is left.
const MOST_TOGETHER: usize = 1024;

/// Largest number of passes over all pairs together. Rounding could make two swaps undo each
/// other for ever.
const MOST_PASSES: usize = 64;

/// Largest number of pairs of a group.
const GROUP: usize = 64;

/// Shares of the pairs at the first cut of each round. Different cuts bring different pairs
/// together.
const FIRST_CUTS: [f32; 4] = [0.5, 0.35, 0.65, 0.42];

/// What a group has in common.
#[derive(Clone, Copy)]
enum Near {
    Places,
    Boids,
}

impl Near {
    /// The position of a pair that counts, with its number.
    fn of(self, pair: &Pair) -> (&Vec3, u32) {
        match self {
            Self::Places => (&pair.place, pair.place_number),
            Self::Boids => (&pair.boid, pair.boid_number),
        }
    }
}

/// Swaps places until no swap of two places lowers the sum, or, for many pairs, in rounds over
/// groups of near places and of near boids.
pub(super) fn improve(pairs: &mut [Pair]) {
    if pairs.len() <= MOST_TOGETHER {
        (0..MOST_PASSES).find(|_| !swap_within(pairs));
        return;
    }
    for cut in FIRST_CUTS {
        for near in [Near::Places, Near::Boids] {
            swap_in_groups(pairs, near, cut);
        }
    }
}

/// Cuts the pairs into groups that are near each other, and swaps within each.
fn swap_in_groups(pairs: &mut [Pair], near: Near, cut: f32) {
    if pairs.len() <= GROUP {
        swap_within(pairs);
        return;
    }
    let at = (pairs.len() as f32 * cut) as usize;
    let axis = extent(pairs.iter().map(|pair| near.of(pair).0)).imax();
    pairs.select_nth_unstable_by(at, |a, b| {
        let (a, b) = (near.of(a), near.of(b));
        a.0[axis].total_cmp(&b.0[axis]).then(a.1.cmp(&b.1))
    });
    let (pairs, beyond) = pairs.split_at_mut(at);
    swap_in_groups(pairs, near, 0.5);
    swap_in_groups(beyond, near, 0.5);
}

/// Compares each pair with each other once, and swaps their places if that lowers the sum. False
/// if nothing was swapped.
fn swap_within(pairs: &mut [Pair]) -> bool {
    let mut has_swapped = false;
    for index in 1..pairs.len() {
        let (others, [pair, ..]) = pairs.split_at_mut(index) else {
            break;
        };
        for other in others {
            // A swap changes the sum by twice this product.
            if (pair.boid - other.boid).dot(&(pair.place - other.place)) < 0.0 {
                std::mem::swap(&mut pair.place, &mut other.place);
                std::mem::swap(&mut pair.place_number, &mut other.place_number);
                has_swapped = true;
            }
        }
    }
    has_swapped
}
