//! The search for the k nearest boids of each boid of a group.

use super::{
    grid::{Piece, Pieces, Rows},
    group::LaneGroup,
    k_nearest::{KNearest, KthNearest},
    shortlist::{Shortlist, MOST_SHORTLISTED},
    sphere_images::ImageWindow,
    sums::{Candidate, NeighbourSearch, NeighbourSums},
    ties::Ties,
};

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

impl<const VIEW: bool, const SELECTIVE: bool, const WRAPS: bool, const NEAREST: bool>
    NeighbourSearch<'_, VIEW, SELECTIVE, WRAPS, NEAREST>
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
