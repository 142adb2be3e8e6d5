//! Finds the perches that may be in reach of a position.
//!
//! Each axis is divided into equal slices. Each slice has the set of the perches whose bounding
//! boxes reach into it, as bits. The perches whose boxes contain a position are in the sets of all
//! its three slices, so the intersection of the sets contains them.

use super::set::MOST_PERCHES;
use crate::math::Vec3;

/// Number of slices along an axis.
const SLICES: usize = 64;

/// A set of perches as bits, by their index in the set of all perches.
type Numbers = [u64; MOST_PERCHES / 64];

/// The bounding boxes of perches, as sets in slices along the axes.
pub(crate) struct ReachMap {
    low: Vec3,
    high: Vec3,
    slices_per_metre: Vec3,
    slices: [[Numbers; SLICES]; 3],
}

impl ReachMap {
    /// A map of numbered boxes; `None` without boxes.
    pub(crate) fn new(boxes: impl Iterator<Item = (usize, [Vec3; 2])> + Clone) -> Option<Self> {
        let corners = boxes.clone().map(|(_, corners)| corners);
        let [low, high] = corners.reduce(|a, b| [a[0].inf(&b[0]), a[1].sup(&b[1])])?;
        let mut map = Self {
            low,
            high,
            slices_per_metre: (high - low).map(|size| SLICES as f32 / size.max(f32::MIN_POSITIVE)),
            slices: [[Numbers::default(); SLICES]; 3],
        };
        for (number, [low, high]) in boxes {
            for axis in 0..3 {
                let reached = map.slice(low[axis], axis)..=map.slice(high[axis], axis);
                for slice in &mut map.slices[axis][reached] {
                    slice[number / 64] |= 1 << (number % 64);
                }
            }
        }
        Some(map)
    }

    /// The numbers of all boxes that contain a position, in ascending order. Some other boxes near
    /// it may be among them.
    pub(crate) fn around(&self, place: Vec3) -> impl Iterator<Item = usize> + use<> {
        let is_in = (0..3).all(|i| self.low[i] <= place[i] && place[i] <= self.high[i]);
        let mut numbers = if is_in {
            [u64::MAX; MOST_PERCHES / 64]
        } else {
            Numbers::default()
        };
        for axis in 0..3 {
            let slice = &self.slices[axis][self.slice(place[axis], axis)];
            for (number, reached) in numbers.iter_mut().zip(slice) {
                *number &= reached;
            }
        }
        let words = numbers.into_iter().enumerate();
        words
            .filter(|(_, word)| *word != 0)
            .flat_map(|(index, word)| {
                let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
                bits.map(move |bit| 64 * index + bit)
            })
    }

    /// Index of the slice at a coordinate. It grows with the coordinate, so a position inside a box
    /// lies in a slice that the box reaches.
    fn slice(&self, coordinate: f32, axis: usize) -> usize {
        // The cast saturates: below the lowest slice it gives 0.
        let slice = ((coordinate - self.low[axis]) * self.slices_per_metre[axis]) as usize;
        slice.min(SLICES - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::samples::vector_within;
    use proptest::prelude::*;

    fn place() -> impl Strategy<Value = Vec3> {
        vector_within([9.0, 1.0, 9.0])
    }

    proptest! {
        #![proptest_config(crate::cases::config(200))]

        #[test]
        fn no_box_that_holds_a_place_is_missed(
            boxes in prop::collection::vec((place(), place()), 0..MOST_PERCHES),
            places in prop::collection::vec(place(), 20),
        ) {
            let boxes: Vec<[Vec3; 2]> = boxes.iter().map(|(a, b)| [a.inf(b), a.sup(b)]).collect();
            let map = ReachMap::new(boxes.iter().copied().enumerate());
            let corners = boxes.iter().flatten().copied();
            for place in places.into_iter().chain(corners) {
                let holds = |[low, high]: &[Vec3; 2]| {
                    (0..3).all(|i| low[i] <= place[i] && place[i] <= high[i])
                };
                let around: Vec<usize> = map.iter().flat_map(|map| map.around(place)).collect();
                prop_assert!(around.is_sorted());
                for (number, of_box) in boxes.iter().enumerate() {
                    prop_assert!(!holds(of_box) || around.contains(&number));
                }
            }
        }
    }
}
