//! A rule of the user's own.

use crate::{boids::Boids, gather::Sums, lookup::Lookup, rules::Lanes, Boid, Vec3};
use std::{
    ops::Range,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// Largest component of a wish, in m/s²: far more than any limit of acceleration, small enough to be squared.
const LARGEST_WISH: f32 = 1e9;

/// A rule of your own, which acts beside cohesion, separation and alignment; see
/// [`Flock::set_custom_rule`](crate::Flock::set_custom_rule).
///
/// It is called once for each boid and step, by several threads at a time with
/// [`Driver::AllThreads`](crate::Driver::AllThreads), in no particular order. For the same flock on any number of threads, the
/// answer must depend on nothing but the arguments and what does not change during a step. The neighbours have been found
/// by then, so a rule that only computes costs little.
///
/// ```
/// use flock_sim::{Boid, CustomRule, Flock, Neighbourhood, Placement, Settings, Vec3};
/// use std::sync::Arc;
///
/// /// Boids that are nearly alone dive, at 2 m/s².
/// struct Dive;
///
/// impl CustomRule for Dive {
///     fn wish(&self, _: &Boid, neighbourhood: &Neighbourhood) -> Vec3 {
///         match neighbourhood.cohesion.count < 3.0 {
///             true => Vec3::new(0.0, -2.0, 0.0),
///             false => Vec3::zeros(),
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
    /// What the boid wishes for, in the world: an acceleration in m/s², or a velocity in m/s with
    /// [`Steering::Velocity`](crate::Steering::Velocity). It is added to what the other rules ask for, and goes through drive,
    /// flattening and all limits with them.
    ///
    /// An answer that is not finite, or beyond ±10⁹ in a component, counts as zero, and in
    /// [`Statistics::refused_wishes`](crate::Statistics::refused_wishes). A panic in here passes through the step that calls
    /// it; what the flock is then is not defined, though it is still safe to drop.
    fn wish(&self, boid: &Boid, neighbourhood: &Neighbourhood) -> Vec3;
}

/// The neighbours of a boid, as the rules gathered them: by the radius and field of view of each, only the nearest with
/// `neighbours.nearest_only`, and across the seam of a box that wraps round. A rule that is switched off has none, one of
/// weight 0 has.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Neighbourhood {
    /// The sum is of the offsets from the boid to its neighbours, in metres.
    pub cohesion: Gathered,
    /// The sum is of the offsets from the boid to its neighbours, in metres. With `neighbours.too_close`, those too close
    /// count `1 + too_close_weight` times, in the sum and in the number.
    pub separation: Gathered,
    /// The sum is of what the boid is aligned with: velocities in m/s, or, if `neighbours.align_to` says so, headings.
    pub alignment: Gathered,
}

/// What one rule gathered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gathered {
    /// Number of neighbours.
    pub count: f32,
    /// Sum over the neighbours; divided by the number, it is their mean.
    pub sum: Vec3,
}

impl Neighbourhood {
    fn of_lane<const LANES: usize>(sums: &Sums<LANES>, lane: usize) -> Self {
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

/// The user's rule during one step.
pub(crate) struct Custom<'a> {
    rule: &'a dyn CustomRule,
    lookup: &'a Lookup,
    refused: AtomicU64,
}

impl<'a> Custom<'a> {
    pub(crate) fn new(rule: &'a dyn CustomRule, lookup: &'a Lookup) -> Self {
        Self {
            rule,
            lookup,
            refused: AtomicU64::new(0),
        }
    }

    /// Adds what each of the boids, which fill the first lanes, wishes for.
    pub(crate) fn add<const LANES: usize>(
        &self,
        wishes: &mut Lanes<LANES>,
        boids: &Boids,
        indices: Range<usize>,
        sums: &Sums<LANES>,
    ) {
        for (lane, index) in indices.enumerate() {
            let boid = boids.boid(index, self.lookup);
            let neighbourhood = Neighbourhood::of_lane(sums, lane);
            let wish = self.accept(self.rule.wish(&boid, &neighbourhood));
            for axis in 0..3 {
                wishes[axis][lane] += wish[axis];
            }
        }
    }

    /// The wish, if the step can bear it.
    fn accept(&self, wish: Vec3) -> Vec3 {
        // Written so that NaN is refused.
        if wish.iter().all(|x| x.abs() <= LARGEST_WISH) {
            return wish;
        }
        self.refused.fetch_add(1, Relaxed);
        Vec3::zeros()
    }

    /// How many answers were refused.
    pub(crate) fn refused(&self) -> u64 {
        self.refused.load(Relaxed)
    }
}
