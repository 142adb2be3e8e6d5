//! Custom rule, implemented by the user of the crate.

use crate::{
    math::{lanes::Lanes, Vec3},
    neighbours::sums::NeighbourSums,
    state::{
        boids::{Boid, Boids},
        slot_map::SlotMap,
    },
};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Largest absolute value of a component of a wish, in m/s²: far above any limit of acceleration,
/// and small enough that its square does not overflow.
const LARGEST_WISH: f32 = 1e9;

/// A rule that the user of the crate implements. It acts beside cohesion, separation and alignment;
/// see [`Flock::set_custom_rule`](crate::Flock::set_custom_rule).
///
/// A step calls it once per boid, in no particular order, and from several threads at a time with
/// [`Backend::AllThreads`](crate::settings::Backend::AllThreads). For the same flock on any number
/// of threads, the result must depend only on the arguments and on values that do not change during
/// a step. The neighbours are already found when the rule is called, so a rule that only computes
/// costs little.
///
/// ```
/// use flock_sim::{
///     custom_rule::{CustomRule, Neighbourhood},
///     Boid, Flock, Placement, Settings, Vec3,
/// };
/// use std::sync::Arc;
///
/// /// Boids with few neighbours dive, at 2 m/s².
/// struct Dive;
///
/// impl CustomRule for Dive {
///     fn wish(&self, _: &Boid, neighbourhood: &Neighbourhood) -> Vec3 {
///         if neighbourhood.cohesion.count < 3.0 {
///             Vec3::new(0.0, -2.0, 0.0)
///         } else {
///             Vec3::zeros()
///         }
///     }
/// }
///
/// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
/// flock.set_custom_rule(Some(Arc::new(Dive)));
/// flock.step();
/// assert_eq!(flock.statistics().refused_wishes, 0);
/// # Ok::<(), flock_sim::SettingsError>(())
/// ```
pub trait CustomRule: Send + Sync {
    /// Wish of a boid, in the flock's frame: an acceleration in m/s², or a velocity in m/s with
    /// [`Steering::Velocity`](crate::settings::Steering::Velocity).
    ///
    /// It is added to the wishes of the other rules; `drive`, `flattening` and all limits apply to
    /// the sum.
    ///
    /// A result that is not finite, or exceeds ±10⁹ in a component, is replaced by zero and counted
    /// in [`Statistics::refused_wishes`](crate::statistics::Statistics::refused_wishes). A panic in
    /// this method passes through the step that calls it. The state of the flock is then
    /// unspecified, but the flock is safe to drop.
    fn wish(&self, boid: &Boid, neighbourhood: &Neighbourhood) -> Vec3;
}

/// Neighbours of a boid as each rule counts them.
///
/// A rule counts the boids within its radius and its field of view, across the sides of a periodic
/// box too; with `neighbours.nearest_only` only the nearest. A rule that is switched off counts
/// none. A rule of weight 0 counts its neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Neighbourhood {
    /// Sum of the offsets from the boid to its neighbours, in metres.
    pub cohesion: Gathered,
    /// Sum of the offsets from the boid to its neighbours, in metres.
    ///
    /// With `neighbours.too_close`, a neighbour that is too close counts `1 + too_close_weight`
    /// times, in the sum and in the count. A neighbour at exactly the same position counts with an
    /// offset of about a hundredth of the radius, in a direction that follows from the two ids.
    pub separation: Gathered,
    /// Sum of the vectors that the boid aligns with: velocities in m/s, or unit headings, as
    /// `neighbours.align_to` says.
    pub alignment: Gathered,
}

/// The neighbours that one rule counts: their number, and a sum over them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gathered {
    /// Number of neighbours. Neighbours that are too close may count several times.
    pub count: f32,
    /// Sum over the neighbours. Divided by `count` it is their mean.
    pub sum: Vec3,
}

impl Neighbourhood {
    fn of_lane<const LANES: usize>(sums: &NeighbourSums<LANES>, lane: usize) -> Self {
        let gathered = |count: &[f32; LANES], sum: &Lanes<LANES>| Gathered {
            count: count[lane],
            sum: Vec3::from_fn(|axis, _| sum[axis][lane]),
        };
        let [cohesive, separate, aligned] = &sums.counts;
        Self {
            cohesion: gathered(cohesive, &sums.cohesion),
            separation: gathered(separate, &sums.separation),
            alignment: gathered(aligned, &sums.alignment),
        }
    }
}

/// Custom rule during one step.
pub(crate) struct Custom<'a> {
    rule: &'a dyn CustomRule,
    slot_map: &'a SlotMap,
    refused: AtomicU64,
}

impl<'a> Custom<'a> {
    pub(crate) fn new(rule: &'a dyn CustomRule, slot_map: &'a SlotMap) -> Self {
        Self {
            rule,
            slot_map,
            refused: AtomicU64::new(0),
        }
    }

    /// Adds the wishes of the boids with these indices. The boids fill the first lanes.
    pub(crate) fn add<const LANES: usize>(
        &self,
        wishes: &mut Lanes<LANES>,
        boids: &Boids,
        indices: &[u32],
        sums: &NeighbourSums<LANES>,
    ) {
        for (lane, index) in indices.iter().enumerate() {
            let boid = boids.boid(*index as usize, self.slot_map);
            let neighbourhood = Neighbourhood::of_lane(sums, lane);
            let wish = self.accept(self.rule.wish(&boid, &neighbourhood));
            for axis in 0..3 {
                wishes[axis][lane] += wish[axis];
            }
        }
    }

    /// The wish, or zero if it is refused.
    fn accept(&self, wish: Vec3) -> Vec3 {
        // The comparison refuses NaN.
        if wish.iter().all(|x| x.abs() <= LARGEST_WISH) {
            return wish;
        }
        self.refused.fetch_add(1, Relaxed);
        Vec3::zeros()
    }

    /// Number of wishes that were refused.
    pub(crate) fn refused(&self) -> u64 {
        self.refused.load(Relaxed)
    }
}
