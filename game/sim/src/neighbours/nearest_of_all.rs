//! The k nearest boids of several flocks together: boids of other flocks and of the own flock
//! compete for the same k places.

use super::{
    criteria::Criteria,
    grid::{Pieces, Rows},
    group::LaneGroup,
    k_nearest::{KNearest, KthNearest},
    nearest_search::{Competitors, NearestSearch},
    shortlist::Shortlist,
    sums::NeighbourSearch,
    ties::Ties,
};

/// For each of up to `N` boids, the last of its nearest boids that counts.
pub(crate) struct NearestOfAll<const N: usize>(KthNearest<N>);

impl<const N: usize> NearestOfAll<N> {
    pub(crate) fn new() -> Self {
        Self(KthNearest::default())
    }

    /// The entries of the boids from `start` on. Entries beyond the last boid are meaningless.
    #[inline(always)]
    pub(crate) fn load<const LANES: usize>(&self, start: usize) -> KthNearest<LANES> {
        let mut loaded = KthNearest::default();
        for lane in 0..LANES.min(N - start) {
            loaded.distance[lane] = self.0.distance[start + lane];
            loaded.slot[lane] = self.0.slot[start + lane];
        }
        loaded
    }

    /// Sets the entries of the boids `start..start + len`.
    #[inline(always)]
    pub(crate) fn store<const LANES: usize>(
        &mut self,
        last: &KthNearest<LANES>,
        start: usize,
        len: usize,
    ) {
        for lane in 0..len {
            self.0.distance[start + lane] = last.distance[lane];
            self.0.slot[start + lane] = last.slot[lane];
        }
    }
}

/// The search for boids of another flock, without images, by the criteria for that flock.
pub(crate) type OtherSearch<'a> = NeighbourSearch<'a, false, true, false, true>;

/// The other flocks as competitors around a group.
struct OthersAround<'a, const LANES: usize, I> {
    /// The group, with its positions in the world.
    group: &'a LaneGroup<LANES>,
    searches: I,
}

impl<'a, const LANES: usize, I> Competitors<LANES> for OthersAround<'_, LANES, I>
where
    I: Iterator<Item = OtherSearch<'a>> + Clone,
{
    #[inline(always)]
    fn offer(&self, nearest: &mut KNearest<LANES>, bound: f32) {
        for search in self.searches.clone() {
            search.offer_to(nearest, self.group, bound);
        }
    }

    fn add_ties(&self, ties: &mut Ties, lane: usize) {
        for search in self.searches.clone() {
            search.add_ties(ties, self.group, lane);
        }
    }
}

impl<const VIEW: bool, const SELECTIVE: bool, const WRAPS: bool>
    NeighbourSearch<'_, VIEW, SELECTIVE, WRAPS, true>
{
    /// For each boid of a group of `len`, the last of its nearest boids that counts, among this
    /// flock and other flocks.
    ///
    /// `here` is the group with its positions in the world. In a periodic box these differ from the
    /// search positions.
    #[inline(always)]
    pub(crate) fn kth_nearest_of_all<'a, const LANES: usize>(
        &self,
        group: &LaneGroup<LANES>,
        len: usize,
        here: &LaneGroup<LANES>,
        searches: impl Iterator<Item = OtherSearch<'a>> + Clone,
        shortlist: &mut Shortlist<LANES>,
    ) -> KthNearest<LANES> {
        let Criteria {
            reach: Some(reach),
            nearest: Some(count),
            ..
        } = self.criteria
        else {
            return KthNearest::default();
        };
        let mut rows = Rows::new(self.grid);
        rows.find(group.span(len), &group.extent());
        let window = self.sphere_images.and_then(|images| images.window(group));
        let search = NearestSearch {
            group,
            rows: &rows,
            window: window.as_ref(),
            count,
            reach,
        };
        let others = OthersAround {
            group: here,
            searches,
        };
        self.kth_nearest(&search, &others, shortlist, &mut Pieces::new())
    }
}

impl OtherSearch<'_> {
    /// Offers the boids of this flock around a group, up to a squared distance.
    #[inline(always)]
    fn offer_to<const LANES: usize>(
        &self,
        nearest: &mut KNearest<LANES>,
        group: &LaneGroup<LANES>,
        bound: f32,
    ) {
        let Some(reach) = self.criteria.reach else {
            return;
        };
        let most = reach * reach;
        let reach = reach.min(bound.sqrt());
        self.grid.for_each_around(&group.extent(), reach, |piece| {
            for index in piece.range() {
                let place = self.position.map(|values| values[index]);
                let mut distances = [0.0; LANES];
                for lane in 0..LANES {
                    let [x, y, z] = self.offset::<LANES, false>(group, lane, &place, &[0.0; 3]);
                    let squared = x * x + y * y + z * z;
                    distances[lane] = if squared < most {
                        squared
                    } else {
                        f32::INFINITY
                    };
                }
                nearest.offer(&distances);
            }
        });
    }

    fn add_ties<const LANES: usize>(&self, ties: &mut Ties, group: &LaneGroup<LANES>, lane: usize) {
        let Some(reach) = self.criteria.reach else {
            return;
        };
        self.grid.for_each_around(&group.extent(), reach, |piece| {
            for index in piece.range() {
                let place = self.position.map(|values| values[index]);
                let [x, y, z] = self.offset::<LANES, false>(group, lane, &place, &[0.0; 3]);
                if x * x + y * y + z * z < reach * reach {
                    ties.add([x, y, z], self.slot[index]);
                }
            }
        });
    }
}
