//! What the boids of other flocks mean to those of a block.

use crate::{
    math::{
        simd::{LaneWork, SimdWidth},
        vector::{direction, length},
        Vec3,
    },
    neighbours::{
        criteria::Criteria,
        grid::Grid,
        group::LaneGroup,
        inputs::NeighbourInputs,
        k_nearest::{Hint, KthNearest},
        nearest_of_all::{NearestOfAll, OtherSearch},
        sums::{NeighbourSearch, NeighbourSums},
    },
    settings::Driver,
    state::boids::Boids,
    steering::{
        fear::threat::Chooser,
        relation::{Relation, RelationKind},
    },
    step::{
        mixed_flock::{KnownSums, MixedPart},
        sort,
    },
};

/// The boids of a flock as the others see them in a step: as they were before it, sorted along a
/// grid.
#[derive(Debug, Default)]
pub(crate) struct Sighting {
    grid: Grid,
    boids: Boids,
    /// Headings, for flocks that align to them.
    inputs: NeighbourInputs,
}

/// What the flocks that look at one need of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Demand {
    /// Largest reach of their searches, in metres.
    pub(crate) reach: f32,
    /// True if one of them aligns to headings.
    pub(crate) headings: bool,
}

impl Demand {
    /// What serves both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            reach: self.reach.max(other.reach),
            headings: self.headings || other.headings,
        }
    }
}

impl Sighting {
    /// Gets ready for a step.
    pub(crate) fn prepare(&mut self, boids: &Boids, demand: &Demand, driver: Driver) {
        if self.boids.len() != boids.len() {
            self.boids.copy_from(boids);
        }
        let criteria = Criteria {
            aligns_to_headings: demand.headings,
            ..Criteria::within(demand.reach)
        };
        sort(&mut self.grid, &mut self.boids, boids, &criteria, driver);
        self.inputs.prepare(&self.boids, &criteria, driver);
    }
}

/// The other flocks that mean something to the boids of one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OtherFlocks<'a> {
    /// Of all flocks.
    pub(crate) sightings: &'a [Sighting],
    /// Indices of flocks, and what they mean.
    pub(crate) relations: &'a [(usize, Relation)],
    /// How boids flee; none without fear.
    pub(crate) chooser: Option<Chooser>,
    /// Wishes of boids that hunt in attacks, by slot; none if they hunt otherwise.
    pub(crate) attacks: Option<&'a [[f32; 3]]>,
    /// Number of boids, at most, that are threats on a GPU only.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "the CPU lists them"))]
    pub(crate) feared: usize,
    /// The mixed flock of this one and those that it flocks with as one; none if there is none.
    pub(crate) mixed: Option<MixedPart<'a>>,
}

impl<'a> OtherFlocks<'a> {
    /// Without those of the mixed flock.
    fn iter(self) -> impl Iterator<Item = (&'a Sighting, Relation)> + Clone {
        let is_mixed = move |index| self.mixed.is_some_and(|mixed| mixed.has(index));
        let relations = self.relations.iter();
        let apart = relations.filter(move |(index, _)| !is_mixed(*index));
        apart.map(|(index, relation)| (&self.sightings[*index], *relation))
    }

    /// The sums over the neighbours of a mixed flock. `order` has the indices of the boids of a block
    /// before they were sorted.
    pub(crate) fn known_sums(self, order: &'a [u32]) -> Option<KnownSums<'a>> {
        self.mixed.map(|mixed| mixed.sums(order))
    }

    /// Seconds that the search of a mixed flock took for so many boids.
    pub(crate) fn shared_seconds(self, boids: usize) -> f32 {
        self.mixed.map_or(0.0, |mixed| mixed.seconds(boids))
    }

    fn flocked_with(self) -> impl Iterator<Item = (&'a Sighting, Relation)> + Clone {
        let is_one = |relation: &Relation| relation.kind == RelationKind::FlockWith;
        self.iter().filter(move |(_, relation)| is_one(relation))
    }

    /// The positions and velocities of those that fear decides on, with what they mean.
    pub(crate) fn fled_from(self) -> impl Iterator<Item = (Vec3, Vec3, Relation)> + 'a {
        let flees = self.iter().filter(move |(_, relation)| {
            self.chooser.is_some() && relation.kind == RelationKind::Flee
        });
        flees.flat_map(|(sighting, relation)| {
            let boids = &sighting.boids;
            (0..boids.len())
                .map(move |index| (boids.position(index), boids.velocity(index), relation))
        })
    }

    /// True if there are sums over other flocks.
    pub(crate) fn has_sums(self) -> bool {
        self.flocked_with().next().is_some()
    }
}

/// Sums over the boids of other flocks, for up to N boids: of cohesion, separation and alignment, and
/// the counts.
pub(crate) struct OtherSums<const N: usize> {
    sums: [[[f32; N]; 3]; 4],
    /// The last of the nearest boids that counts, of all flocks; set if only those count.
    nearest: NearestOfAll<N>,
}

impl<const N: usize> OtherSums<N> {
    pub(crate) fn new() -> Self {
        Self {
            sums: [[[0.0; N]; 3]; 4],
            nearest: NearestOfAll::new(),
        }
    }

    /// The last of the nearest boids that counts for the boids from `start` on.
    #[inline(always)]
    pub(crate) fn nearest<const LANES: usize>(&self, start: usize) -> KthNearest<LANES> {
        self.nearest.load(start)
    }

    /// Adds the sums of the boids `start..start + len` to those over their own flock.
    #[inline(always)]
    pub(crate) fn add_to<const LANES: usize>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        start: usize,
        len: usize,
    ) {
        let [cohesion, separation, alignment, counts] = &self.sums;
        for axis in 0..3 {
            for lane in 0..len {
                sums.cohesion[axis][lane] += cohesion[axis][start + lane];
                sums.separation[axis][lane] += separation[axis][start + lane];
                sums.alignment[axis][lane] += alignment[axis][start + lane];
                sums.counts[axis][lane] += counts[axis][start + lane];
            }
        }
    }

    /// Adds sums over the boids of a flock, times a weight.
    #[inline(always)]
    fn add<const LANES: usize>(
        &mut self,
        found: &NeighbourSums<LANES>,
        weight: f32,
        start: usize,
        len: usize,
    ) {
        let [cohesion, separation, alignment, counts] = &mut self.sums;
        for axis in 0..3 {
            for lane in 0..len {
                cohesion[axis][start + lane] += weight * found.cohesion[axis][lane];
                separation[axis][start + lane] += weight * found.separation[axis][lane];
                alignment[axis][start + lane] += weight * found.alignment[axis][lane];
                counts[axis][start + lane] += weight * found.counts[axis][lane];
            }
        }
    }
}

/// The boids of a block, and what they look for in other flocks.
#[derive(Clone, Copy)]
pub(crate) struct BlockAmongOthers<'a> {
    /// All boids of the flock, and the grid along which they are sorted.
    pub(crate) boids: &'a Boids,
    pub(crate) grid: &'a Grid,
    /// Those of the flock.
    pub(crate) criteria: &'a Criteria,
    pub(crate) inputs: &'a NeighbourInputs,
    /// Indices of the first boid of the block and of the one after the last.
    pub(crate) first: usize,
    pub(crate) end: usize,
    pub(crate) vectors: SimdWidth,
}

impl BlockAmongOthers<'_> {
    /// Adds the sums over the flocks that are flocked with.
    pub(crate) fn add_sums<const N: usize>(&self, others: OtherFlocks, sums: &mut OtherSums<N>) {
        if self.criteria.nearest.is_some() {
            self.find_nearest(others, sums);
        }
        for (sighting, relation) in others.flocked_with() {
            let criteria = self.criteria.for_others(relation.radius);
            self.search(criteria, sighting, relation.weight, sums);
        }
    }

    /// Adds the wishes to flee from others, or to hunt them.
    pub(crate) fn add_wishes<const N: usize>(
        &self,
        others: OtherFlocks,
        wish: &mut [&mut [f32]; 3],
    ) {
        self.add_attacks(others.attacks.unwrap_or_default(), wish);
        for (
            sighting,
            Relation {
                kind,
                weight,
                radius,
            },
        ) in others.iter()
        {
            let weight = match kind {
                RelationKind::Flee if others.chooser.is_some() => continue,
                RelationKind::Flee => -weight,
                RelationKind::Hunt if others.attacks.is_some() => continue,
                RelationKind::Hunt => weight,
                RelationKind::Ignore | RelationKind::FlockWith => continue,
            };
            let mut sums = OtherSums::<N>::new();
            self.search(Criteria::within(radius), sighting, 1.0, &mut sums);
            let [offsets, ..] = &sums.sums;
            for index in 0..self.end - self.first {
                let offset = offsets.each_ref().map(|values| values[index]);
                let towards = direction(offset, length(offset));
                for axis in 0..3 {
                    wish[axis][index] += weight * towards[axis];
                }
            }
        }
    }

    /// Adds the wishes of boids that hunt in attacks.
    fn add_attacks(&self, attacks: &[[f32; 3]], wish: &mut [&mut [f32]; 3]) {
        if attacks.is_empty() {
            return;
        }
        for (index, slot) in self.boids.slot[self.first..self.end].iter().enumerate() {
            if let Some(attack) = attacks.get(*slot as usize) {
                for axis in 0..3 {
                    wish[axis][index] += attack[axis];
                }
            }
        }
    }

    fn search<const N: usize>(
        &self,
        criteria: Criteria,
        sighting: &Sighting,
        weight: f32,
        sums: &mut OtherSums<N>,
    ) {
        let block = *self;
        match (criteria.is_selective, criteria.nearest) {
            (false, _) => self.vectors.run(Search::<N, false, false> {
                block,
                criteria,
                sighting,
                weight,
                sums,
            }),
            (true, None) => self.vectors.run(Search::<N, true, false> {
                block,
                criteria,
                sighting,
                weight,
                sums,
            }),
            (true, Some(_)) => self.vectors.run(Search::<N, true, true> {
                block,
                criteria,
                sighting,
                weight,
                sums,
            }),
        }
    }

    /// Finds the nearest boids among those of this flock and of those that are flocked with.
    fn find_nearest<const N: usize>(&self, others: OtherFlocks, sums: &mut OtherSums<N>) {
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

/// The search for the nearest boids of all flocks.
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
        let mut hint = Hint::default();
        let mut first = block.first;
        while first < block.end {
            let len = block.grid.group_len(first, LANES.min(block.end - first));
            group.fill(&finder.position, first, len);
            here.fill(&position, first, len);
            let last = finder.kth_nearest_of_all(&group, len, &here, searches.clone(), &mut hint);
            nearest.store(&last, first - block.first, len);
            first += len;
        }
    }
}

/// The search for the boids of another flock around those of a block.
struct Search<'a, const N: usize, const SELECTIVE: bool, const NEAREST: bool> {
    block: BlockAmongOthers<'a>,
    criteria: Criteria,
    sighting: &'a Sighting,
    weight: f32,
    sums: &'a mut OtherSums<N>,
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
        let mut first = block.first;
        while first < block.end {
            let len = block.grid.group_len(first, LANES.min(block.end - first));
            group.fill(&position, first, len);
            if SELECTIVE {
                group.look_ahead(block.boids, &criteria);
            }
            let last = match NEAREST {
                true => sums.nearest(first - block.first),
                false => KthNearest::default(),
            };
            finder.sum_others(&mut found, &group, &last);
            sums.add(&found, weight, first - block.first, len);
            first += len;
        }
    }
}
