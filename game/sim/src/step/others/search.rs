//! The searches for boids of other flocks around the boids of a block.

use super::{BlockAmongOthers, OtherFlocks, OtherSums, Sighting};
use crate::{
    math::simd::LaneWork,
    neighbours::{
        criteria::{Criteria, Selection},
        group::LaneGroup,
        k_nearest::KthNearest,
        nearest_of_all::{NearestOfAll, OtherSearch},
        shortlist::Shortlist,
        sums::{NeighbourSearch, NeighbourSums},
    },
};

impl BlockAmongOthers<'_> {
    /// Adds the sums over the boids of one other flock, multiplied by a weight.
    pub(super) fn search<const N: usize>(
        &self,
        criteria: Criteria,
        sighting: &Sighting,
        weight: f32,
        sums: &mut OtherSums<N>,
    ) {
        let vectors = self.vectors;
        let (selection, nearest) = (criteria.selection, criteria.nearest);
        let sum = SumOthers {
            block: *self,
            criteria,
            sighting,
            weight,
            sums,
        };
        match (selection, nearest) {
            (Selection::Within, _) => vectors.run(Search::<N, false, false, false>(sum)),
            (Selection::InView, _) => vectors.run(Search::<N, true, false, false>(sum)),
            (Selection::ByRule, None) => vectors.run(Search::<N, false, true, false>(sum)),
            (Selection::ByRule, Some(_)) => vectors.run(Search::<N, false, true, true>(sum)),
        }
    }

    /// Finds the k nearest boids among this flock and the flocks with which it flocks.
    pub(super) fn find_nearest<const N: usize>(
        &self,
        others: OtherFlocks,
        sums: &mut OtherSums<N>,
    ) {
        let (block, nearest) = (*self, &mut sums.nearest);
        match self.criteria.periodic_box {
            None => self.vectors.run(FindNearest::<N, false> {
                block,
                others,
                nearest,
            }),
            Some(_) => self.vectors.run(FindNearest::<N, true> {
                block,
                others,
                nearest,
            }),
        }
    }
}

/// The search for the k nearest boids among all flocks.
struct FindNearest<'a, const N: usize, const WRAPS: bool> {
    block: BlockAmongOthers<'a>,
    others: OtherFlocks<'a>,
    nearest: &'a mut NearestOfAll<N>,
}

impl<const N: usize, const WRAPS: bool> LaneWork for FindNearest<'_, N, WRAPS> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let Self {
            block,
            others,
            nearest,
        } = self;
        let finder = NeighbourSearch::<false, true, WRAPS, true>::new(
            block.criteria,
            block.grid,
            block.boids,
            block.inputs,
        );
        let searches = others.flocked_with().map(|(sighting, relation)| {
            let criteria = block.criteria.for_others(relation.radius);
            OtherSearch::new(&criteria, &sighting.grid, &sighting.boids, &sighting.inputs)
        });
        let position = block.boids.position.each_ref().map(|values| &**values);
        let (mut group, mut here) = (LaneGroup::<LANES>::new(), LaneGroup::<LANES>::new());
        let mut shortlist = Shortlist::new();
        let (mut done, count) = (0, block.seekers.len());
        while done < count {
            let seekers = &block.seekers;
            let len = block.grid.group_len(seekers, done, LANES.min(count - done));
            group.fill(&finder.position, seekers, done, len);
            here.fill(&position, seekers, done, len);
            let last =
                finder.kth_nearest_of_all(&group, len, &here, searches.clone(), &mut shortlist);
            nearest.store(&last, done, len);
            done += len;
        }
    }
}

/// The search for boids of one other flock around the boids of a block.
struct SumOthers<'a, const N: usize> {
    block: BlockAmongOthers<'a>,
    criteria: Criteria,
    sighting: &'a Sighting,
    weight: f32,
    sums: &'a mut OtherSums<N>,
}

struct Search<'a, const N: usize, const VIEW: bool, const SELECTIVE: bool, const NEAREST: bool>(
    SumOthers<'a, N>,
);

impl<const N: usize, const VIEW: bool, const SELECTIVE: bool, const NEAREST: bool> LaneWork
    for Search<'_, N, VIEW, SELECTIVE, NEAREST>
{
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let SumOthers {
            block,
            criteria,
            sighting,
            weight,
            sums,
        } = self.0;
        let finder = NeighbourSearch::<VIEW, SELECTIVE, false, NEAREST>::new(
            &criteria,
            &sighting.grid,
            &sighting.boids,
            &sighting.inputs,
        );
        let position = block.boids.position.each_ref().map(|values| &**values);
        let mut group = LaneGroup::<LANES>::new();
        let mut found = NeighbourSums::<LANES>::new();
        let (mut done, count) = (0, block.seekers.len());
        while done < count {
            let seekers = &block.seekers;
            let len = block.grid.group_len(seekers, done, LANES.min(count - done));
            group.fill(&position, seekers, done, len);
            if VIEW || SELECTIVE {
                group.look_ahead(block.boids, criteria.periodic_box.as_ref());
            }
            let last = if NEAREST {
                sums.nearest(done)
            } else {
                KthNearest::default()
            };
            finder.sum_others(&mut found, &group, &last);
            sums.add(&found, weight, done, len);
            done += len;
        }
    }
}
