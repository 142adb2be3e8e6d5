//! The searches for boids of other flocks around the boids of a block.

use super::{BlockAmongOthers, OtherFlocks, OtherSums, Sighting};
use crate::{
    math::simd::LaneWork,
    neighbours::{
        criteria::Criteria,
        group::LaneGroup,
        k_nearest::KthNearest,
        nearest_of_all::{NearestOfAll, OtherSearch},
        shortlist::Shortlist,
        sums::{NeighbourSearch, NeighbourSums},
    },
};

/// The search for the k nearest boids among all flocks.
pub(super) struct FindNearest<'a, const N: usize, const WRAPS: bool> {
    pub(super) block: BlockAmongOthers<'a>,
    pub(super) others: OtherFlocks<'a>,
    pub(super) nearest: &'a mut NearestOfAll<N>,
}

impl<const N: usize, const WRAPS: bool> LaneWork for FindNearest<'_, N, WRAPS> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let Self {
            block,
            others,
            nearest,
        } = self;
        let finder = NeighbourSearch::<true, WRAPS, true>::new(
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
pub(super) struct Search<'a, const N: usize, const SELECTIVE: bool, const NEAREST: bool> {
    pub(super) block: BlockAmongOthers<'a>,
    pub(super) criteria: Criteria,
    pub(super) sighting: &'a Sighting,
    pub(super) weight: f32,
    pub(super) sums: &'a mut OtherSums<N>,
}

impl<const N: usize, const SELECTIVE: bool, const NEAREST: bool> LaneWork
    for Search<'_, N, SELECTIVE, NEAREST>
{
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let Self {
            block,
            criteria,
            sighting,
            weight,
            sums,
        } = self;
        let finder = NeighbourSearch::<SELECTIVE, false, NEAREST>::new(
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
            if SELECTIVE {
                group.look_ahead(block.boids, &criteria);
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
