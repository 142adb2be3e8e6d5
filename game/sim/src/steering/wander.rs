//! Wander: each boid steers in its own random direction, which changes smoothly (after the steering
//! behaviour of that name, Reynolds 1999).
//!
//! The direction is value noise over time: random vectors at lattice points, interpolated with a
//! smoothstep. The vectors come from a counter-based hash of the seed, the slot of the boid and the
//! lattice point. So a boid wanders independently of other boids, and no generator state is stored.

use crate::{
    math::{frame::Frame, lanes::Lanes, random::RandomDirections},
    settings::Settings,
};

/// Stream of random directions in which boids wander.
const DIRECTIONS: u32 = 0;

/// Stream of random phases, as shares of the time between two directions.
const PHASES: u32 = 1;

/// Number of values of a share in single precision: 2 to the power of the bits of its mantissa.
pub(crate) const SHARES: f32 = (1 << 24) as f32;

/// Parameters of wander in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WanderParams {
    pub(crate) weight: f32,
    /// True if only boids without neighbours wander.
    pub(crate) only_alone: bool,
    pub(crate) directions: RandomDirections,
    pub(crate) phases: RandomDirections,
    /// Number of changes of direction since time 0, without the phase of the boid. `whole` counts
    /// completed changes and wraps after 2^32; `share` is the progress of the current one.
    pub(crate) whole: u32,
    pub(crate) share: f32,
}

impl WanderParams {
    /// Parameters of the step that begins after `time` simulated seconds; `None` if boids do not
    /// wander.
    pub(crate) fn new(settings: &Settings, frame: Frame, time: f64) -> Option<Self> {
        let wander = &settings.wander;
        let changes = time / f64::from(wander.change_time);
        wander.acts().then(|| Self {
            weight: wander.weight,
            only_alone: wander.only_alone,
            directions: settings.random_directions(frame, DIRECTIONS),
            phases: settings.random_directions(frame, PHASES),
            whole: changes.floor().rem_euclid(f64::from(u32::MAX) + 1.0) as u32,
            share: (changes - changes.floor()) as f32,
        })
    }

    /// Adds the wander wishes of the boids in these slots. `counts` are the numbers of neighbours
    /// of each rule.
    #[inline(always)]
    pub(crate) fn add<const LANES: usize>(
        &self,
        wish: &mut Lanes<LANES>,
        slot: &[u32; LANES],
        counts: &Lanes<LANES>,
    ) {
        for lane in 0..LANES {
            let neighbours = counts[0][lane] + counts[1][lane] + counts[2][lane];
            let wanders = !self.only_alone | (neighbours == 0.0);
            let weight = if wanders { self.weight } else { 0.0 };
            let direction = self.direction(slot[lane]);
            wish[0][lane] += weight * direction[0];
            wish[1][lane] += weight * direction[1];
            wish[2][lane] += weight * direction[2];
        }
    }

    /// Direction in which a boid wanders: a unit vector in the plane of the flock. It is shorter
    /// in the rare moments in which one direction changes to its opposite.
    #[inline(always)]
    fn direction(&self, slot: u32) -> [f32; 3] {
        let phase = (self.phases.hash(slot, 0) >> 8) as i32 as f32 / SHARES;
        let late = self.share + phase >= 1.0;
        let share = self.share + phase - if late { 1.0 } else { 0.0 };
        let change = self.whole.wrapping_add(u32::from(late));
        let from = self.directions.vector(self.directions.hash(slot, change));
        let to = self
            .directions
            .vector(self.directions.hash(slot, change.wrapping_add(1)));
        let blend = share * share * (3.0 - 2.0 * share);
        let between = |axis: usize| from[axis] + (to[axis] - from[axis]) * blend;
        self.directions
            .direction([between(0), between(1), between(2)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::{frame::Placement, Vec3},
        settings::Plane,
    };

    const CHANGE_TIME: f32 = 1.5;

    fn settings(seed: u32, plane: Plane) -> Settings {
        let mut settings = Settings::default();
        settings.spawn.seed = seed;
        settings.motion.plane = plane;
        settings.wander.enabled = true;
        settings.wander.change_time = CHANGE_TIME;
        settings
    }

    fn direction(settings: &Settings, slot: u32, time: f64) -> Vec3 {
        let frame = Frame::new(&Placement::default());
        let wander_params = WanderParams::new(settings, frame, time).unwrap();
        wander_params.direction(slot).into()
    }

    /// Correlation of two sequences of directions: 1 if they are equal, about 0 if they are
    /// independent.
    fn likeness(a: impl Fn(f64) -> Vec3, b: impl Fn(f64) -> Vec3) -> f32 {
        // The samples are so far apart that each direction is a new one.
        let dots = (0..2000)
            .map(|n| f64::from(n) * 5.0)
            .map(|t| a(t).dot(&b(t)));
        dots.sum::<f32>() / 2000.0
    }

    #[test]
    fn in_time_every_direction_comes_alike() {
        let settings = settings(5, Plane::All);
        for time in [0.0, 0.4, 1e6] {
            let count = 20_000;
            let (mut mean, mut second) = (Vec3::zeros(), nalgebra::Matrix3::zeros());
            for slot in 0..count {
                let u = direction(&settings, slot, time);
                mean += u / count as f32;
                second += u * u.transpose() / count as f32;
            }
            // Standard errors: 0.004 and 0.002.
            assert!(mean.amax() < 0.016, "{mean}");
            let error = second - nalgebra::Matrix3::identity() / 3.0;
            assert!(error.amax() < 0.01, "{second}");
        }
    }

    #[test]
    fn directions_change_smoothly() {
        for plane in [Plane::All, Plane::Xz] {
            let settings = settings(6, plane);
            let step = 1.0 / 60.0;
            let (mut short, mut turns, mut count) = (0, 0.0, 0);
            for slot in 0..40 {
                for n in 0..3000 {
                    let at = |n: i32| direction(&settings, slot, f64::from(n) * step);
                    let (now, next) = (at(n), at(n + 1));
                    let length = now.norm();
                    assert!(length <= 1.000_001, "{length}");
                    short += i32::from(length < 0.999_999);
                    turns += (next - now).norm();
                    count += 1;
                    // Ten times finer steps give ten times smaller changes: there is no jump.
                    let fine = direction(&settings, slot, (f64::from(n) + 0.1) * step);
                    let change = (fine - now).norm();
                    assert!(change < 1.0, "{change}");
                }
            }
            // The mean change is about 1.5 in 90 steps.
            let mean = turns / count as f32;
            assert!((0.008..0.03).contains(&mean), "{mean}");
            assert!(
                f64::from(short) < f64::from(count) * 1e-3,
                "{short} of {count}"
            );
        }
    }

    #[test]
    fn no_two_boids_nor_seeds_nor_times_are_alike() {
        let [five, six] = [5, 6].map(|seed| settings(seed, Plane::All));
        let of = |settings: Settings, slot: u32, later: f64| {
            move |time: f64| direction(&settings, slot, time + later)
        };
        let first = of(five.clone(), 0, 0.0);
        assert!(likeness(&first, &first) > 0.999);
        let others = [
            of(five.clone(), 1, 0.0),
            of(five.clone(), 1 << 31, 0.0),
            of(six, 0, 0.0),
            // A boid's own directions do not repeat.
            of(five.clone(), 0, 3.0),
            of(five.clone(), 0, 256.0 * f64::from(CHANGE_TIME)),
            of(five, 0, 65536.0 * f64::from(CHANGE_TIME)),
        ];
        for other in others {
            // The standard error is 0.013.
            let alike = likeness(&first, other);
            assert!(alike.abs() < 0.06, "{alike}");
        }
    }

    #[test]
    fn boids_change_direction_at_different_times() {
        let settings = settings(7, Plane::All);
        // At its changes, a direction has no rate of change.
        let rests = |slot: u32| {
            let moved = direction(&settings, slot, 0.001) - direction(&settings, slot, 0.0);
            moved.norm() < 1e-5
        };
        let standing = (0..1000).filter(|slot| rests(*slot)).count();
        assert!(standing < 50, "{standing}");
    }

    #[test]
    fn a_year_is_as_smooth_as_an_hour_and_so_is_the_end_of_counting() {
        let mut settings = settings(8, Plane::All);
        settings.wander.change_time = 0.01;
        let wrap = 4_294_967_296.0 * f64::from(settings.wander.change_time);
        for time in [3600.0, 3.2e7, wrap - 1e-4, wrap - 1e-7] {
            for slot in 0..200 {
                let change =
                    direction(&settings, slot, time + 1e-4) - direction(&settings, slot, time);
                assert!(change.norm() < 0.5, "{change}");
            }
        }
    }
}
