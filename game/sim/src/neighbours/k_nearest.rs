//! The k nearest boids of each boid of a group.
//!
//! An insertion sort finds the distances of the nearest ones, without their slots, which the order of
//! neighbours at equal distances depends on: it keeps one distance more than count, and only if that
//! one is equal to the last that counts, the slots are looked at.

use super::{
    grid::{Piece, Pieces, Rows, Which},
    group::LaneGroup,
    sphere_images::ImageWindow,
    sums::NeighbourSearch,
};
use crate::{
    math::lanes::{fold, larger},
    settings::validation::MOST_NEAREST,
};

/// The squared distances of the nearest boids so far, in ascending order, and of the next one. A
/// place that is not taken yet counts as a boid just out of reach.
///
/// Distances are kept as their bits, which have the same order: minimum and maximum of integers are
/// one instruction each, while the compiler makes others of those of floating-point numbers.
pub(super) struct KNearest<const LANES: usize> {
    count: usize,
    reach_squared: f32,
    distances: [[i32; LANES]; MOST_NEAREST as usize + 1],
}

/// The last boid that counts in each lane.
pub(super) struct KthNearest<const LANES: usize> {
    distance: [f32; LANES],
    slot: [u32; LANES],
}

impl<const LANES: usize> KNearest<LANES> {
    /// An empty list of `count` entries within a reach, given as its square.
    #[inline(always)]
    fn new(count: usize, reach_squared: f32) -> Self {
        Self {
            count,
            reach_squared,
            distances: [[bits(reach_squared); LANES]; MOST_NEAREST as usize + 1],
        }
    }

    /// Takes in a boid at these squared distances where it is nearer than the last.
    #[inline(always)]
    pub(super) fn offer(&mut self, distances: &[f32; LANES]) {
        let (mut new, mut is_nearer) = ([0; LANES], false);
        for lane in 0..LANES {
            new[lane] = bits(distances[lane]);
            is_nearer |= new[lane] < self.distances[self.count][lane];
        }
        if is_nearer {
            self.insert(new);
        }
    }

    /// Lets the boid sink to its place; what is displaced sinks on, until the farthest falls out.
    #[inline(always)]
    fn insert(&mut self, mut distance: [i32; LANES]) {
        for distances in &mut self.distances[..=self.count] {
            for lane in 0..LANES {
                let (there, new) = (distances[lane], distance[lane]);
                distances[lane] = there.min(new);
                distance[lane] = there.max(new);
            }
        }
    }

    /// The last boid that counts, by its distance alone: all slots count.
    #[inline(always)]
    fn last(&self) -> KthNearest<LANES> {
        let mut distance = [0.0; LANES];
        for lane in 0..LANES {
            distance[lane] = f32::from_bits(self.distances[self.count - 1][lane] as u32);
        }
        KthNearest {
            distance,
            slot: [u32::MAX; LANES],
        }
    }

    /// True if, in any lane, the next boid is as near as the last that counts.
    #[inline(always)]
    fn has_ties(&self) -> bool {
        let (last, next) = (&self.distances[self.count - 1], &self.distances[self.count]);
        let mut has_ties = false;
        for lane in 0..LANES {
            has_ties |= (last[lane] < bits(self.reach_squared)) & (last[lane] == next[lane]);
        }
        has_ties
    }
}

/// The bits of a number that is not negative.
#[inline(always)]
fn bits(number: f32) -> i32 {
    number.to_bits() as i32
}

/// The value with which all boids count.
impl<const LANES: usize> Default for KthNearest<LANES> {
    fn default() -> Self {
        Self {
            distance: [f32::INFINITY; LANES],
            slot: [0; LANES],
        }
    }
}

impl<const LANES: usize> KthNearest<LANES> {
    /// True if a boid at this squared distance with this slot is the k-th or comes before it.
    #[inline(always)]
    pub(super) fn includes(&self, lane: usize, distance: f32, slot: u32) -> bool {
        let last = self.distance[lane];
        (distance < last) | ((distance == last) & (slot <= self.slot[lane]))
    }

    /// The largest squared distance.
    #[inline(always)]
    pub(super) fn farthest(&self) -> f32 {
        fold(self.distance, larger)
    }
}

impl<const SELECTIVE: bool, const WRAPS: bool, const NEAREST: bool>
    NeighbourSearch<'_, SELECTIVE, WRAPS, NEAREST>
{
    /// The last boid that counts in each lane of a group. Boids of its own row are looked at first:
    /// the nearer they are, the fewer of the others have to be looked at.
    #[inline(always)]
    pub(super) fn kth_nearest<const LANES: usize>(
        &self,
        group: &LaneGroup<LANES>,
        rows: &Rows,
        window: Option<&ImageWindow<LANES>>,
        count: usize,
        reach: f32,
    ) -> KthNearest<LANES> {
        let mut nearest = KNearest::new(count, reach * reach);
        let mut pieces = Pieces::new();
        for which in [Which::Own, Which::Others] {
            let reach = nearest.last().farthest().sqrt();
            rows.find_pieces(which, reach, &mut pieces);
            for piece in pieces.iter() {
                match piece.is_mixed {
                    true => self.offer_all::<LANES, true>(&mut nearest, group, piece),
                    false => self.offer_all::<LANES, false>(&mut nearest, group, piece),
                }
            }
        }
        self.find_nearest_images(&mut nearest, group, window);
        let mut last = nearest.last();
        if nearest.has_ties() {
            self.find_slots(&mut last, &nearest, group, rows, window);
        }
        last
    }

    #[inline(always)]
    fn offer_all<const LANES: usize, const MIXED: bool>(
        &self,
        nearest: &mut KNearest<LANES>,
        group: &LaneGroup<LANES>,
        piece: &Piece,
    ) {
        let shift = self.image.shift(piece.seam);
        let [x, y, z] = self.position.map(|values| &values[piece.range()]);
        for (index, ((x, y), z)) in piece.range().zip(x.iter().zip(y).zip(z)) {
            let mut distances = [0.0; LANES];
            for lane in 0..LANES {
                let [x, y, z] = self.offset::<LANES, MIXED>(group, lane, &[*x, *y, *z], &shift);
                let itself = MIXED & (group.index[lane] == index as u32);
                let squared = x * x + y * y + z * z;
                distances[lane] = if itself { f32::INFINITY } else { squared };
            }
            nearest.offer(&distances);
        }
    }

    /// Finds the slot of the last boid that counts in each lane. Not inlined: ties are rare.
    #[inline(never)]
    fn find_slots<const LANES: usize>(
        &self,
        last: &mut KthNearest<LANES>,
        nearest: &KNearest<LANES>,
        group: &LaneGroup<LANES>,
        rows: &Rows,
        window: Option<&ImageWindow<LANES>>,
    ) {
        let mut pieces = Pieces::new();
        rows.find_pieces(Which::All, last.farthest().sqrt(), &mut pieces);
        for lane in 0..LANES {
            let mut ties = Ties::new(last.distance[lane], nearest.count);
            for index in pieces.iter().flat_map(Piece::range) {
                let place = self.position.map(|values| values[index]);
                let offset = self.offset::<LANES, true>(group, lane, &place, &[0.0; 3]);
                if group.index[lane] != index as u32 {
                    ties.add(offset, self.slot[index]);
                }
            }
            for (index, offset) in self.offsets_of_images(group, lane, window) {
                ties.add(offset, self.slot[index]);
            }
            last.slot[lane] = ties.last();
        }
    }
}

/// The boids at one distance, of which not all count.
struct Ties {
    distance_squared: f32,
    /// Number of boids that count, and of those nearer.
    count: usize,
    nearer: usize,
    /// The lowest slots at the distance, in ascending order.
    slots: [u32; MOST_NEAREST as usize],
}

impl Ties {
    fn new(distance_squared: f32, count: usize) -> Self {
        Self {
            distance_squared,
            count,
            nearer: 0,
            slots: [u32::MAX; MOST_NEAREST as usize],
        }
    }

    fn add(&mut self, [x, y, z]: [f32; 3], mut slot: u32) {
        let distance_squared = x * x + y * y + z * z;
        if distance_squared < self.distance_squared {
            self.nearer += 1;
        } else if distance_squared == self.distance_squared {
            for lower in &mut self.slots[..self.count] {
                (*lower, slot) = (slot.min(*lower), slot.max(*lower));
            }
        }
    }

    /// The last slot that counts.
    fn last(&self) -> u32 {
        match self.count.checked_sub(self.nearer + 1) {
            Some(last) => self.slots[last],
            None => 0,
        }
    }
}
