//! An order of points in which every first part is spread evenly.

use super::candidates::Candidates;
use crate::math::Vec3;
use std::{cmp::Reverse, collections::BinaryHeap};

/// Number of candidates for the first places.
const FIRST_CANDIDATES: usize = 8192;

/// Number of candidates for each place.
const CANDIDATES_PER_PLACE: usize = 3;

/// `count` of the points, or as many as there are. Each is the farthest of the candidates from all
/// before it (Gonzalez 1985; Eldar et al. 1997), so any first part of them fills the shape evenly,
/// as with progressive dart throwing (McCool and Fiume 1992).
///
/// There are 3 candidates at least for each place. Whenever more are needed, their number doubles.
/// When it does, does not depend on `count`, so fewer places are the first of more places.
pub(super) fn farthest_first(count: usize, mut next: impl FnMut() -> Option<Vec3>) -> Vec<Vec3> {
    let mut places = Vec::with_capacity(count);
    let (mut candidates, mut number) = (Candidates::default(), FIRST_CANDIDATES);
    // Square of the distance of the last place from the nearest place before.
    let mut last = f32::INFINITY;
    while places.len() < count {
        let more: Vec<Vec3> = (candidates.len()..number).map_while(|_| next()).collect();
        let is_last = candidates.len() + more.len() < number;
        // The distance of new candidates is known only if it is below twice that of the last place.
        candidates.add(&more, 4.0 * last, last.sqrt());
        if last.is_finite() {
            places
                .iter()
                .for_each(|it| candidates.reach(it, 4.0 * last));
        }
        let until = if is_last {
            count
        } else {
            count.min(number / CANDIDATES_PER_PLACE)
        };
        last = choose(&mut places, until, &mut candidates, last);
        if is_last {
            break;
        }
        number *= 2;
    }
    places
}

/// Adds the farthest candidates until there are so many places. Returns the squared distance of the
/// last one.
fn choose(places: &mut Vec<Vec3>, until: usize, candidates: &mut Candidates, mut last: f32) -> f32 {
    // Distances only decrease, so those in the heap are upper bounds.
    let left = (0..candidates.len()).filter_map(|it| Some((candidates.distance(it)?, Reverse(it))));
    let mut heap: BinaryHeap<_> = left.collect();
    while places.len() < until {
        let Some((bound, Reverse(farthest))) = heap.pop() else {
            break;
        };
        let Some(distance) = candidates.distance(farthest) else {
            continue;
        };
        if distance < bound {
            heap.push((distance, Reverse(farthest)));
            continue;
        }
        last = f32::from_bits(distance);
        places.push(candidates.choose(farthest, last));
    }
    last
}
