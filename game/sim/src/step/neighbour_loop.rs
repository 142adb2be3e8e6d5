//! The fused loop over the neighbours: search, sums, rules, wander and custom rule of a group of
//! boids in one pass. Most of the time of a step is spent here.

use crate::{
    math::{
        lanes::{load, scale, store},
        simd::{LaneWork, SimdWidth},
    },
    neighbours::{
        criteria::{Criteria, Selection},
        grid::Grid,
        group::{rotate, LaneGroup},
        inputs::NeighbourInputs,
        seekers::Seekers,
        shortlist::Shortlist,
        sums::{NeighbourSearch, NeighbourSums},
    },
    state::{boids::Boids, threads::BLOCK},
    steering::{custom_rule::Custom, rules::Rules, wander::WanderParams},
    step::{
        others::OtherSums,
        stored_sums::{KnownSums, SumsMut},
    },
};
use std::ops::Range;

/// Finds the neighbours of some boids, and runs a task with the sums over them.
pub(crate) struct NeighbourLoop<'a> {
    pub(crate) criteria: &'a Criteria,
    pub(crate) grid: &'a Grid,
    /// All boids, sorted along the grid.
    pub(crate) boids: &'a Boids,
    pub(crate) inputs: &'a NeighbourInputs,
    pub(crate) seekers: Seekers<'a>,
    pub(crate) task: Task<'a>,
}

/// The use of the sums over neighbours.
pub(crate) enum Task<'a> {
    Wish(WishTask<'a>),
    /// The sums are stored, for the flocks of a mixed flock.
    Sum(SumsMut<'a>),
}

/// Computes the wishes of the rules.
pub(crate) struct WishTask<'a> {
    pub(crate) rules: &'a Rules,
    /// Factor of cohesion for each boid; `None` if it is 1 for all.
    pub(crate) fade: Option<&'a [f32]>,
    /// `None` if boids do not wander.
    pub(crate) wander_params: Option<&'a WanderParams>,
    /// `None` without a custom rule.
    pub(crate) custom: Option<&'a Custom<'a>>,
    /// Sums over other flocks, indexed from the first of these boids; `None` without such flocks.
    pub(crate) others: Option<&'a OtherSums<BLOCK>>,
    /// Sums of a mixed flock that are known already; `None` if the neighbours have to be searched.
    pub(crate) known: Option<KnownSums<'a>>,
    pub(crate) wishes: WishesMut<'a>,
}

impl NeighbourLoop<'_> {
    /// Runs the loop. It is compiled separately for each kind of search and each vector width,
    /// because every test of a candidate costs time. `VIEW` searches test one field of view for all
    /// rules; `SELECTIVE` searches test one for each rule and count neighbours. `WRAPS` searches use
    /// the images of a periodic box, and in `NEAREST` searches only the k nearest boids count.
    pub(crate) fn run(self, vectors: SimdWidth) {
        let wraps = self.criteria.periodic_box.is_some();
        let Criteria {
            selection, nearest, ..
        } = self.criteria;
        match (selection, nearest, wraps) {
            (Selection::Within, _, false) => {
                vectors.run(Search::<false, false, false, false>(self));
            }
            (Selection::Within, _, true) => vectors.run(Search::<false, false, true, false>(self)),
            (Selection::InView, _, false) => vectors.run(Search::<true, false, false, false>(self)),
            (Selection::InView, _, true) => vectors.run(Search::<true, false, true, false>(self)),
            (Selection::ByRule, None, false) => {
                vectors.run(Search::<false, true, false, false>(self));
            }
            (Selection::ByRule, None, true) => {
                vectors.run(Search::<false, true, true, false>(self));
            }
            (Selection::ByRule, Some(_), false) => {
                vectors.run(Search::<false, true, false, true>(self));
            }
            (Selection::ByRule, Some(_), true) => {
                vectors.run(Search::<false, true, true, true>(self));
            }
        }
    }
}

struct Search<'a, const VIEW: bool, const SELECTIVE: bool, const WRAPS: bool, const NEAREST: bool>(
    NeighbourLoop<'a>,
);

impl<const VIEW: bool, const SELECTIVE: bool, const WRAPS: bool, const NEAREST: bool> LaneWork
    for Search<'_, VIEW, SELECTIVE, WRAPS, NEAREST>
{
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        self.0.all::<LANES, VIEW, SELECTIVE, WRAPS, NEAREST>();
    }
}

impl NeighbourLoop<'_> {
    #[inline(always)]
    fn all<
        const LANES: usize,
        const VIEW: bool,
        const SELECTIVE: bool,
        const WRAPS: bool,
        const NEAREST: bool,
    >(
        self,
    ) {
        let (criteria, mut task) = (self.criteria, self.task);
        let periodic_box = criteria.periodic_box.as_ref();
        let finder = NeighbourSearch::<VIEW, SELECTIVE, WRAPS, NEAREST>::new(
            criteria,
            self.grid,
            self.boids,
            self.inputs,
        );
        // These buffers are large, so they are allocated once and filled in place.
        let mut group = LaneGroup::<LANES>::new();
        let mut sums = NeighbourSums::<LANES>::new();
        let mut shortlist = Shortlist::new();
        let (mut done, count) = (0, self.seekers.len());
        let (others, known) = task.given_sums();
        let has_coincident = known.is_none() && finder.has_coincident(self.seekers.span());
        while done < count {
            let most = LANES.min(count - done);
            let len = match known {
                Some(_) => most,
                None => self.grid.group_len(&self.seekers, done, most),
            };
            group.fill(&finder.position, &self.seekers, done, len);
            if VIEW || SELECTIVE {
                group.look_ahead(self.boids, periodic_box);
            }
            if let Some(known) = known {
                known.load::<LANES, SELECTIVE>(&mut sums, done, len);
            } else {
                let of_all = if NEAREST {
                    others.map(|others| others.nearest(done))
                } else {
                    None
                };
                finder.sum(
                    &mut sums,
                    &group,
                    len,
                    has_coincident,
                    of_all.as_ref(),
                    &mut shortlist,
                );
            }
            if let (true, Some(periodic_box)) = (WRAPS, periodic_box) {
                rotate(&mut sums.cohesion, &periodic_box.frame().to_world);
                rotate(&mut sums.separation, &periodic_box.frame().to_world);
            }
            task.write::<LANES, SELECTIVE>(self.boids, &group, &mut sums, done, len);
            done += len;
        }
    }
}

impl<'a> Task<'a> {
    /// The sums over other flocks, and the sums that are known already.
    fn given_sums(&self) -> (Option<&'a OtherSums<BLOCK>>, Option<KnownSums<'a>>) {
        match self {
            Self::Wish(task) => (task.others, task.known),
            Self::Sum(_) => (None, None),
        }
    }

    /// Writes the results of a group, the seekers from `done` on.
    #[inline(always)]
    fn write<const LANES: usize, const SELECTIVE: bool>(
        &mut self,
        boids: &Boids,
        group: &LaneGroup<LANES>,
        sums: &mut NeighbourSums<LANES>,
        done: usize,
        len: usize,
    ) {
        match self {
            Self::Wish(task) => task.write(boids, group, sums, done, len),
            Self::Sum(out) => out.store::<LANES, SELECTIVE>(sums, done, len),
        }
    }
}

impl WishTask<'_> {
    /// Writes the wishes of a group, which are the seekers from `done` on.
    #[inline(always)]
    fn write<const LANES: usize>(
        &mut self,
        boids: &Boids,
        group: &LaneGroup<LANES>,
        sums: &mut NeighbourSums<LANES>,
        done: usize,
        len: usize,
    ) {
        if let Some(others) = self.others {
            others.add_to(sums, done, len);
        }
        let fade = self.fade.map(|factors| load(factors, done, len));
        let mut wish = self.rules.wish(group, sums, fade.as_ref());
        if let Some(wander_params) = self.wander_params {
            wander_params.add(&mut wish, &group.slots(&boids.slot), &sums.counts);
        }
        if let Some(custom) = self.custom {
            custom.add(&mut wish, boids, &group.index[..len], sums);
        }
        scale(&mut wish, &[self.rules.drive(); LANES]);
        for axis in 0..3 {
            store(&wish[axis], self.wishes.wish[axis], done, len);
            store(&sums.alignment[axis], self.wishes.facing[axis], done, len);
        }
    }
}

/// The results of the loop for up to N boids.
pub(crate) struct Wishes<const N: usize> {
    wish: [[f32; N]; 3],
    facing: [[f32; N]; 3],
}

/// The results of some boids, for writing.
pub(crate) struct WishesMut<'a> {
    pub(crate) wish: [&'a mut [f32]; 3],
    /// Sum of the directions of the neighbours that alignment uses; zero without neighbours.
    pub(crate) facing: [&'a mut [f32]; 3],
}

impl<const N: usize> Wishes<N> {
    pub(crate) fn new() -> Self {
        Self {
            wish: [[0.0; N]; 3],
            facing: [[0.0; N]; 3],
        }
    }

    /// The results of a range of boids, for writing.
    pub(crate) fn range_mut(&mut self, range: Range<usize>) -> WishesMut<'_> {
        WishesMut {
            wish: self
                .wish
                .each_mut()
                .map(|values| &mut values[range.clone()]),
            facing: self
                .facing
                .each_mut()
                .map(|values| &mut values[range.clone()]),
        }
    }

    pub(crate) fn wish(&self, range: Range<usize>) -> [&[f32]; 3] {
        self.wish.each_ref().map(|values| &values[range.clone()])
    }

    pub(crate) fn facing(&self, range: Range<usize>) -> [&[f32]; 3] {
        self.facing.each_ref().map(|values| &values[range.clone()])
    }

    /// Moves the facing directions of the first boids to `places`, which ascend, among `len` boids.
    /// The boids between get a zero direction, so they face where they fly.
    pub(crate) fn spread_facing(&mut self, places: &[u16], len: usize) {
        for values in &mut self.facing {
            let mut end = len;
            for (from, to) in places.iter().enumerate().rev() {
                let (value, to) = (values[from], usize::from(*to));
                values[to..end].fill(0.0);
                values[to] = value;
                end = to;
            }
            values[..end].fill(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::{
            frame::{Frame, Placement},
            samples::vector,
            Vec3,
        },
        settings::{AlignTo, Backend, Boundary, BoundaryMode, Normalization, Region, Settings},
        state::{boids::BoidState, pose::Pose},
    };
    use nalgebra::UnitQuaternion;
    use proptest::prelude::*;

    /// Settings that cover each kind of search.
    fn settings() -> impl Strategy<Value = Settings> {
        let wander = (any::<bool>(), any::<bool>());
        let nearest = prop::option::of(1u32..20);
        (0..3, 0..3, nearest, wander).prop_map(
            |(selection, wraps, nearest, (roams, only_alone))| {
                let mut settings = Settings::default();
                settings.wander.enabled = roams;
                settings.wander.only_alone = only_alone;
                settings.separation.radius = 0.3;
                settings.alignment.radius = 0.45;
                if selection == 1 {
                    settings.cohesion.field_of_view = 250.0;
                    settings.separation.field_of_view = 250.0;
                    settings.alignment.field_of_view = 250.0;
                }
                if selection == 2 {
                    settings.cohesion.normalization = Normalization::Mean;
                    settings.alignment.field_of_view = 200.0;
                    settings.alignment.damping = 0.3;
                    settings.neighbours.align_to = AlignTo::VelocityDifference;
                    settings.neighbours.too_close = true;
                    settings.neighbours.crowding = true;
                }
                settings.neighbours.nearest_only = nearest.is_some();
                settings.neighbours.nearest = nearest.unwrap_or(1);
                let cuboid = Region::Box {
                    min: Vec3::new(-1.5, -0.3, -1.0),
                    max: Vec3::new(1.0, 0.4, 1.2),
                };
                let sphere = Region::Sphere {
                    center: Vec3::new(0.1, 0.0, -0.2),
                    radius: 1.5,
                };
                if wraps > 0 {
                    settings.boundary = Boundary::new(if wraps == 1 { cuboid } else { sphere })
                        .with_mode(BoundaryMode::Wrap);
                }
                settings
            },
        )
    }

    /// Everything that determines the wishes of some boids.
    struct Case {
        boids: Boids,
        grid: Grid,
        criteria: Criteria,
        rules: Rules,
        wander_params: Option<WanderParams>,
    }

    /// The bits of the wishes of all boids.
    fn wishes(vectors: SimdWidth, case: &Case) -> Vec<[u32; 3]> {
        let Case {
            boids,
            grid,
            criteria,
            rules,
            wander_params,
        } = case;
        let mut inputs = NeighbourInputs::default();
        inputs.prepare(boids, criteria, Backend::SingleThread);
        let mut wishes = Wishes::<600>::new();
        NeighbourLoop {
            criteria,
            grid,
            boids,
            inputs: &inputs,
            seekers: Seekers::Range {
                first: 0,
                len: boids.len(),
            },
            task: Task::Wish(WishTask {
                rules,
                fade: None,
                wander_params: wander_params.as_ref(),
                custom: None,
                others: None,
                known: None,
                wishes: wishes.range_mut(0..boids.len()),
            }),
        }
        .run(vectors);
        let wish = wishes.wish(0..boids.len());
        let bits = |index: usize| wish.map(|array| array[index].to_bits());
        (0..boids.len()).map(bits).collect()
    }

    proptest! {
        #![proptest_config(crate::cases::config(100))]

        #[test]
        fn all_vectors_give_the_same_bits(
            points in prop::collection::vec((vector(2.0), vector(1.0)), 1..600),
            thinness in 0.01f32..1.0,
            settings in settings(),
        ) {
            let mut unsorted = Boids::default();
            for (id, (position, velocity)) in points.into_iter().enumerate() {
                let position = position.component_mul(&Vec3::new(1.0, thinness, 1.0));
                let id = id as u32;
                unsorted.push(&BoidState { position, velocity, slot: id, pose: Pose::default() });
            }
            let rotation = UnitQuaternion::from_euler_angles(0.3, 0.5, 0.7);
            let frame = Frame::new(&Placement { rotation, ..Placement::default() });
            let criteria = Criteria::new(&settings, frame);
            let rules = Rules::new(&settings);
            let mut grid = Grid::default();
            grid.sort(&unsorted, criteria.reach, criteria.periodic_box.as_ref(), Backend::SingleThread);
            let mut boids = Boids::default();
            for index in grid.order(0..unsorted.len()) {
                boids.push(&unsorted.state(*index as usize));
            }
            let wander_params = WanderParams::new(&settings, frame, 1e4);
            let case = Case { boids, grid, criteria, rules, wander_params };
            let expected = wishes(SimdWidth::BASELINE, &case);
            for vectors in SimdWidth::available() {
                prop_assert_eq!(&wishes(vectors, &case), &expected, "{:?}", vectors);
            }
        }
    }
}
