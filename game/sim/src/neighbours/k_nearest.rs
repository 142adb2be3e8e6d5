//! The k nearest boids of each boid of a group.
//!
//! An insertion sort finds the distances of the nearest boids without their slots. The slots decide
//! only between neighbours at equal distances: the list keeps one distance more than count, and the
//! slots are examined only if this distance equals the last one that counts.

use super::{
    grid::{Piece, Pieces, Rows},
    group::LaneGroup,
    shortlist::{Shortlist, MOST_SHORTLISTED},
    sphere_images::ImageWindow,
    sums::{Candidate, NeighbourSearch, NeighbourSums},
    ties::Ties,
};
use crate::{
    math::lanes::{fold, larger},
    settings::validation::MOST_NEAREST,
};

/// The squared distances of the nearest boids so far, in ascending order, and of the next boid. An
/// unused entry counts as a boid just out of reach.
///
/// Distances are stored as their bits, which have the same order. Minimum and maximum of integers
/// are one instruction each; for floating-point numbers the compiler generates more.
pub(super) struct KNearest<const LANES: usize> {
    count: usize,
    reach_squared: f32,
    distances: [[i32; LANES]; MOST_NEAREST as usize + 1],
}

/// The last boid that counts in each lane: its squared distance and its slot. Of boids at the same
/// distance, those with the lowest slots count.
#[derive(Clone, Copy)]
pub(crate) struct KthNearest<const LANES: usize> {
    pub(super) distance: [f32; LANES],
    pub(super) slot: [u32; LANES],
}

/// Boids of other flocks that compete to be among the nearest boids.
pub(super) trait Competitors<const LANES: usize> {
    /// Offers the competitors nearer than a squared distance.
    fn offer(&self, nearest: &mut KNearest<LANES>, bound: f32);

    /// Adds the competitors of a lane to the boids that may be at the distance of the last one.
    fn add_ties(&self, ties: &mut Ties, lane: usize);
}

/// No competitors.
impl<const LANES: usize> Competitors<LANES> for () {
    #[inline(always)]
    fn offer(&self, _: &mut KNearest<LANES>, _: f32) {}

    fn add_ties(&self, _: &mut Ties, _: usize) {}
}

impl<const LANES: usize> KNearest<LANES> {
    /// An empty list of `count` entries within a squared reach.
    #[inline(always)]
    fn new(count: usize, reach_squared: f32) -> Self {
        Self {
            count,
            reach_squared,
            distances: [[bits(reach_squared); LANES]; MOST_NEAREST as usize + 1],
        }
    }

    /// Inserts a boid with these squared distances in the lanes in which it is nearer than the last
    /// one.
    #[inline(always)]
    pub(super) fn offer(&mut self, distances: &[f32; LANES]) {
        let mut is_nearer = false;
        for lane in 0..LANES {
            is_nearer |= bits(distances[lane]) < self.distances[self.count][lane];
        }
        if is_nearer {
            self.insert(distances);
        }
    }

    /// Inserts all boids of a list.
    #[inline(always)]
    fn insert_all(&mut self, shortlist: &Shortlist<LANES>) {
        for distances in &shortlist.distances[..shortlist.count] {
            self.insert(&distances.0);
        }
    }

    /// Inserts a boid into the sorted list of each lane: each displaced entry moves on, until the
    /// farthest one falls out.
    #[inline(always)]
    fn insert(&mut self, squared: &[f32; LANES]) {
        let mut distance = [0; LANES];
        for lane in 0..LANES {
            distance[lane] = bits(squared[lane]);
        }
        for distances in &mut self.distances[..=self.count] {
            for lane in 0..LANES {
                let (there, new) = (distances[lane], distance[lane]);
                distances[lane] = there.min(new);
                distance[lane] = there.max(new);
            }
        }
    }

    /// The last boid that counts, by distance alone: every slot counts.
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

    /// True if in any lane the next boid is at the distance of the last one that counts.
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

/// Value with which all boids count.
impl<const LANES: usize> Default for KthNearest<LANES> {
    fn default() -> Self {
        Self {
            distance: [f32::INFINITY; LANES],
            slot: [0; LANES],
        }
    }
}

impl<const LANES: usize> KthNearest<LANES> {
    /// True if a boid at this squared distance with this slot is the k-th boid or comes before it.
    #[inline(always)]
    pub(super) fn includes(&self, lane: usize, distance: f32, slot: u32) -> bool {
        let last = self.distance[lane];
        (distance < last) | ((distance == last) & (slot <= self.slot[lane]))
    }

    /// The largest squared distance of all lanes.
    #[inline(always)]
    pub(super) fn farthest(&self) -> f32 {
        fold(self.distance, larger)
    }
}

/// Input of a search for the nearest boids of a group.
pub(super) struct NearestSearch<'a, const LANES: usize> {
    pub(super) group: &'a LaneGroup<LANES>,
    pub(super) rows: &'a Rows<'a>,
    pub(super) window: Option<&'a ImageWindow<LANES>>,
    /// Number of boids that count.
    pub(super) count: usize,
    pub(super) reach: f32,
}

/// Factor of the largest squared distance of a group. Within the product, the nearest boids of the
/// next group probably lie.
const LIKELY: f32 = 1.4;

impl<const SELECTIVE: bool, const WRAPS: bool, const NEAREST: bool>
    NeighbourSearch<'_, SELECTIVE, WRAPS, NEAREST>
{
    /// Adds the nearest boids to the sums, and returns the last one that counts in each lane.
    ///
    /// Images across the surface of a sphere are not added here. `known` is the last one that
    /// counts, if it is known already because other flocks compete.
    #[inline(always)]
    pub(super) fn add_nearest<const LANES: usize>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        search: &NearestSearch<LANES>,
        known: Option<&KthNearest<LANES>>,
        pieces: &mut Pieces,
        shortlist: &mut Shortlist<LANES>,
    ) -> KthNearest<LANES> {
        let last = match known {
            Some(last) => {
                // All boids that are near enough must be examined.
                shortlist.is_full = true;
                *last
            }
            None => self.kth_nearest(search, &(), shortlist, pieces),
        };
        if shortlist.is_full {
            search.rows.find_pieces(last.farthest().sqrt(), pieces);
            shortlist.count = 0;
        } else {
            shortlist.keep_within(&last.distance);
        }
        let mut indices = pieces.iter().flat_map(Piece::range);
        loop {
            self.add_shortlist(sums, search.group, &last, shortlist);
            if !shortlist.is_full {
                return last;
            }
            shortlist.refill(&mut indices);
            if shortlist.count == 0 {
                return last;
            }
        }
    }

    #[inline(always)]
    fn add_shortlist<const LANES: usize>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        group: &LaneGroup<LANES>,
        last: &KthNearest<LANES>,
        shortlist: &Shortlist<LANES>,
    ) {
        // A copy that the compiler keeps in registers.
        let mut lanes = *sums;
        for index in &shortlist.indices[..shortlist.count] {
            let at = *index as usize;
            let candidate = Candidate {
                index: *index,
                slot: self.slot[at],
                position: self.position.map(|values| values[at]),
                aligned: self.aligned.map(|values| values[at]),
            };
            self.add_one::<LANES, true>(
                &mut lanes,
                group,
                last,
                &candidate,
                #[inline(always)]
                |lane| self.offset::<LANES, true>(group, lane, &candidate.position, &[0.0; 3]),
            );
        }
        *sums = lanes;
    }

    /// The last boid that counts in each lane of a group, among this flock and its competitors. The
    /// shortlist then contains all boids of this flock that count.
    #[inline(always)]
    pub(super) fn kth_nearest<const LANES: usize>(
        &self,
        search: &NearestSearch<LANES>,
        competitors: &impl Competitors<LANES>,
        shortlist: &mut Shortlist<LANES>,
        pieces: &mut Pieces,
    ) -> KthNearest<LANES> {
        let NearestSearch {
            group,
            rows,
            window,
            count,
            reach,
        } = *search;
        let most = reach * reach;
        let mut bound = shortlist.likely.min(most);
        loop {
            let mut nearest = KNearest::new(count, bound);
            (shortlist.count, shortlist.is_full) = (0, false);
            rows.find_pieces(bound.sqrt(), pieces);
            for piece in pieces.iter() {
                if piece.is_mixed {
                    self.list::<LANES, true>(&mut nearest, shortlist, group, piece);
                } else {
                    self.list::<LANES, false>(&mut nearest, shortlist, group, piece);
                }
            }
            nearest.insert_all(shortlist);
            self.find_nearest_images(&mut nearest, group, window);
            competitors.offer(&mut nearest, bound);
            let mut last = nearest.last();
            let farthest = last.farthest();
            if farthest >= bound && bound < most {
                bound = most;
                continue;
            }
            shortlist.likely = LIKELY * farthest;
            if nearest.has_ties() {
                self.find_slots(&mut last, search, competitors, pieces);
                // A boid of a tie may be missing in the list, because it was not nearer than the
                // entry after the last one.
                shortlist.is_full = true;
            }
            return last;
        }
    }

    /// Lists the boids of a piece that are near enough. When the list is full, its boids are
    /// inserted to make room.
    #[inline(always)]
    fn list<const LANES: usize, const MIXED: bool>(
        &self,
        nearest: &mut KNearest<LANES>,
        shortlist: &mut Shortlist<LANES>,
        group: &LaneGroup<LANES>,
        piece: &Piece,
    ) {
        let shift = self.image.shift(piece.seam);
        let mut rest = piece.range();
        while !rest.is_empty() {
            if shortlist.count == MOST_SHORTLISTED {
                nearest.insert_all(shortlist);
                (shortlist.count, shortlist.is_full) = (0, true);
            }
            let end = rest
                .end
                .min(rest.start + MOST_SHORTLISTED - shortlist.count);
            let listed = rest.start..end;
            rest.start = end;
            let [x, y, z] = self.position.map(|values| &values[listed.clone()]);
            // A local copy that stays in a register.
            let mut count = shortlist.count;
            for (index, ((x, y), z)) in listed.zip(x.iter().zip(y).zip(z)) {
                let mut distances = [0.0; LANES];
                for lane in 0..LANES {
                    let [x, y, z] = self.offset::<LANES, MIXED>(group, lane, &[*x, *y, *z], &shift);
                    let itself = MIXED & (group.index[lane] == index as u32);
                    let squared = x * x + y * y + z * z;
                    distances[lane] = if itself { f32::INFINITY } else { squared };
                }
                let is_near = shortlist.put(count, index, distances, nearest.reach_squared);
                count += usize::from(is_near);
            }
            shortlist.count = count;
        }
    }

    /// Finds the slot of the last boid that counts in each lane. Not inlined: ties are rare.
    #[inline(never)]
    fn find_slots<const LANES: usize>(
        &self,
        last: &mut KthNearest<LANES>,
        search: &NearestSearch<LANES>,
        competitors: &impl Competitors<LANES>,
        pieces: &Pieces,
    ) {
        let group = search.group;
        for lane in 0..LANES {
            let mut ties = Ties::new(last.distance[lane], search.count);
            for index in pieces.iter().flat_map(Piece::range) {
                let place = self.position.map(|values| values[index]);
                let offset = self.offset::<LANES, true>(group, lane, &place, &[0.0; 3]);
                if group.index[lane] != index as u32 {
                    ties.add(offset, self.slot[index]);
                }
            }
            for (index, offset) in self.offsets_of_images(group, lane, search.window) {
                ties.add(offset, self.slot[index]);
            }
            competitors.add_ties(&mut ties, lane);
            last.slot[lane] = ties.last();
        }
    }
}
