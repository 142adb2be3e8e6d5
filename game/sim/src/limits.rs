//! The limits of motion: the plane of the flock, turning, and the speed.

use crate::{
    algebra::{across, direction, dot, length, scaled},
    noise::Noise,
    placement::Frame,
    rules::Lanes,
    steering::shortening,
    turning::Turning,
    vectors::{load_all, store_all, Work},
    Plane, Settings, Vec3,
};

/// A direction of which no more than this lies in the plane is none in the plane.
const IN_PLANE: f32 = 0.5;

/// The stream of random directions in which boids start that must not stand still.
const STARTS: u32 = 2;

/// The limits of motion in a given frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) min_speed: f32,
    pub(crate) max_speed: f32,
    pub(crate) turning: Option<Turning>,
    /// Unit vector, in the world, along which nothing moves; zero if everything may move.
    pub(crate) normal: [f32; 3],
    pub(crate) starts: Noise,
}

impl Limits {
    pub(crate) fn new(settings: &Settings, frame: Frame) -> Self {
        let motion = &settings.motion;
        let normal = plane_normal(motion.plane, frame);
        Self {
            min_speed: motion.min_speed.min(motion.max_speed),
            max_speed: motion.max_speed,
            turning: Turning::new(motion, frame, normal, settings.simulation.time_step),
            normal: normal.into(),
            starts: Noise::new(settings, frame, STARTS),
        }
    }

    /// The velocity without what leads out of the plane, and no faster than allowed.
    #[inline(always)]
    fn shortened(&self, velocity: [f32; 3]) -> [f32; 3] {
        let flat = across(velocity, self.normal);
        scaled(flat, shortening(flat, self.max_speed))
    }

    /// The velocity at no less than the lowest speed. One without a direction gets that of the velocity before, and is zero
    /// if that has none either.
    #[inline(always)]
    fn quickened(&self, velocity: [f32; 3], before: [f32; 3]) -> [f32; 3] {
        let is_slow = length(velocity) < self.min_speed;
        let (ahead, on) = (self.heading(velocity), self.heading(before));
        let moves = dot(ahead, ahead) > 0.0;
        let quick = |axis: usize| {
            let heading = if moves { ahead[axis] } else { on[axis] };
            if is_slow {
                heading * self.min_speed
            } else {
                velocity[axis]
            }
        };
        [quick(0), quick(1), quick(2)]
    }

    /// The direction, in the plane, of a velocity; zero if there is none, or if what is left of a velocity that led out of
    /// the plane is mostly rounding and still does.
    #[inline(always)]
    fn heading(&self, velocity: [f32; 3]) -> [f32; 3] {
        let heading = direction(velocity, length(velocity));
        let flat = across(heading, self.normal);
        let share = length(flat);
        scaled(flat, if share > IN_PLANE { 1.0 / share } else { 0.0 })
    }

    /// The lowest speed in a direction of the boid's own, if the velocity is zero.
    #[inline(always)]
    fn started(&self, velocity: [f32; 3], slot: u32) -> [f32; 3] {
        if velocity == [0.0; 3] {
            scaled(self.starts.any_direction(slot), self.min_speed)
        } else {
            velocity
        }
    }
}

/// Brings velocities within the limits.
pub(crate) struct Limit<'a> {
    pub(crate) limits: &'a Limits,
    /// The velocities before the step.
    pub(crate) before: [&'a [f32]; 3],
    pub(crate) slot: &'a [u32],
    pub(crate) velocity: [&'a mut [f32]; 3],
}

impl Work for Limit<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let limits = self.limits;
        let count = self.velocity[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let mut lanes = load_all::<LANES, 3>(&self.velocity, start, len);
            each(&mut lanes, |_, velocity| limits.shortened(velocity));
            // Turned after it was shortened, which changes nothing else: a turn keeps the length.
            if limits.turning.is_some() || limits.min_speed > 0.0 {
                let mut before = load_all::<LANES, 3>(&self.before, start, len);
                each(&mut before, |_, velocity| across(velocity, limits.normal));
                let old = |lane: usize| [before[0][lane], before[1][lane], before[2][lane]];
                if let Some(turning) = &limits.turning {
                    each(&mut lanes, |lane, velocity| {
                        turning.limit(old(lane), velocity)
                    });
                }
                if limits.min_speed > 0.0 {
                    each(&mut lanes, |lane, velocity| {
                        limits.quickened(velocity, old(lane))
                    });
                    // So few that it pays to look for them.
                    let [x, y, z] = &mut lanes;
                    for (lane, slot) in self.slot[start..start + len].iter().enumerate() {
                        [x[lane], y[lane], z[lane]] =
                            limits.started([x[lane], y[lane], z[lane]], *slot);
                    }
                }
            }
            store_all(&lanes, &mut self.velocity, start, len);
        }
    }
}

/// Changes the vector in each lane.
#[inline(always)]
fn each<const LANES: usize>(
    lanes: &mut Lanes<LANES>,
    change: impl Fn(usize, [f32; 3]) -> [f32; 3],
) {
    let [x, y, z] = lanes;
    for lane in 0..LANES {
        [x[lane], y[lane], z[lane]] = change(lane, [x[lane], y[lane], z[lane]]);
    }
}

/// The unit vector, in the world, along which nothing moves; zero if everything may move.
pub(crate) fn plane_normal(plane: Plane, frame: Frame) -> Vec3 {
    let normal = flat_axis(plane).map(|axis| {
        let mut normal = Vec3::zeros();
        normal[axis] = 1.0;
        frame.vector_to_world(normal)
    });
    normal.unwrap_or_default()
}

/// The axis that stands on the plane.
pub(crate) fn flat_axis(plane: Plane) -> Option<usize> {
    match plane {
        Plane::All => None,
        Plane::Xz => Some(1),
        Plane::Xy => Some(2),
        Plane::Yz => Some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{vectors::Vectors, Placement};
    use nalgebra::UnitQuaternion;
    use proptest::prelude::*;

    fn limits_with(change: impl Fn(&mut crate::Motion)) -> Limits {
        let mut settings = Settings::default();
        change(&mut settings.motion);
        let rotation = UnitQuaternion::from_euler_angles(0.3, 0.5, 0.7);
        let frame = Frame::new(&Placement {
            rotation,
            ..Placement::default()
        });
        Limits::new(&settings, frame)
    }

    /// The velocities, before and wished for, of boids in the slots 0, 1, 2 ... after they were limited.
    fn limited(limits: &Limits, vectors: Vectors, boids: &[(Vec3, Vec3)]) -> Vec<Vec3> {
        let axis = |axis: usize| -> (Vec<f32>, Vec<f32>) {
            boids.iter().map(|(a, b)| (a[axis], b[axis])).unzip()
        };
        let ((bx, mut x), (by, mut y), (bz, mut z)) = (axis(0), axis(1), axis(2));
        let slot: Vec<u32> = (0..boids.len() as u32).collect();
        vectors.run(Limit {
            limits,
            before: [&bx, &by, &bz],
            slot: &slot,
            velocity: [&mut x, &mut y, &mut z],
        });
        (0..boids.len())
            .map(|i| Vec3::new(x[i], y[i], z[i]))
            .collect()
    }

    fn limited_baseline(limits: &Limits, boids: &[(Vec3, Vec3)]) -> Vec<Vec3> {
        limited(limits, Vectors::Baseline, boids)
    }

    fn vector() -> impl Strategy<Value = Vec3> {
        let part = || prop_oneof![Just(0.0f32), -1.0f32..1.0];
        (part(), part(), part(), prop_oneof![Just(-140i32), -60..100])
            .prop_map(|(x, y, z, scale)| Vec3::new(x, y, z) * 2f32.powi(scale))
    }

    proptest! {
        #![proptest_config(crate::cases::config(1000))]

        #[test]
        fn speeds_lie_within_the_limits_whatever_is_wished_for(
            boids in prop::collection::vec((vector(), vector()), 1..40),
            (min, max) in (0.0f32..4.0, prop_oneof![Just(0.0f32), 0.001f32..8.0]),
            rate in prop::option::of(0.0f32..20_000.0),
            plane in prop::sample::select(vec![Plane::All, Plane::Xz, Plane::Xy, Plane::Yz]),
        ) {
            let limits = limits_with(|motion| {
                motion.min_speed = min;
                motion.max_speed = max;
                motion.limit_turning = rate.is_some();
                motion.max_turn_rate = rate.unwrap_or_default();
                motion.plane = plane;
            });
            // Speeds of a step before, which were within some limits too.
            let boids: Vec<_> = boids.into_iter().map(|(a, b)| (a.cap_magnitude(1000.0), b)).collect();
            let expected = limited_baseline(&limits, &boids);
            for velocity in &expected {
                let speed = velocity.norm();
                prop_assert!(speed <= max * 1.000_001, "{}", speed);
                prop_assert!(speed >= min.min(max) * 0.999_999, "{}", speed);
                prop_assert!(velocity.dot(&Vec3::from(limits.normal)).abs() <= 1e-5 * max);
            }
            for vectors in Vectors::available() {
                prop_assert_eq!(&limited(&limits, vectors, &boids), &expected);
            }
        }
    }

    #[test]
    fn boids_that_would_stop_go_on_as_before() {
        let limits = limits_with(|motion| motion.min_speed = 0.5);
        let before = Vec3::new(0.0, 0.6, 0.8);
        let found = limited_baseline(&limits, &[(before, Vec3::zeros())]);
        assert!((found[0] - before * 0.5).norm() < 1e-6);
    }

    #[test]
    fn what_rounding_leaves_of_a_wish_out_of_the_plane_leads_nobody_out_of_it() {
        let limits = limits_with(|motion| {
            motion.min_speed = 1.0;
            motion.plane = Plane::Xz;
        });
        let normal = Vec3::from(limits.normal);
        for part in 1..2000 {
            let wished = normal * (part as f32 * 0.01) + Vec3::repeat(part as f32 * 1e-10);
            for before in [Vec3::zeros(), wished] {
                let found = limited_baseline(&limits, &[(before, wished)])[0];
                assert!((found.norm() - 1.0).abs() < 1e-6, "{found}");
                assert!(found.dot(&normal).abs() < 1e-6, "{found}");
            }
        }
    }

    #[test]
    fn boids_at_rest_start_in_directions_of_their_own() {
        let limits = limits_with(|motion| {
            motion.min_speed = 0.5;
            motion.plane = Plane::Xz;
        });
        let found = limited_baseline(&limits, &[(Vec3::zeros(), Vec3::zeros()); 1000]);
        let mean = found.iter().sum::<Vec3>() / 1000.0;
        assert!(mean.norm() < 0.05, "{mean}");
        assert!(found
            .iter()
            .all(|v| v.dot(&Vec3::from(limits.normal)).abs() < 1e-6));
    }

    #[test]
    fn a_lowest_speed_above_the_highest_is_the_highest() {
        let limits = limits_with(|motion| {
            motion.min_speed = 3.0;
            motion.max_speed = 2.0;
        });
        for wished in [Vec3::x(), Vec3::x() * 10.0] {
            let found = limited_baseline(&limits, &[(Vec3::x(), wished)]);
            assert!((found[0] - Vec3::x() * 2.0).norm() < 1e-6);
        }
    }
}
