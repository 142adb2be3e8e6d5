//! Limits of velocity: plane of motion, turn rate and speed.

use crate::{
    math::{
        frame::Frame,
        lanes::{load_all, map_lanes, store_all},
        random::RandomDirections,
        simd::LaneWork,
        vector::{across, direction, dot, length, scaled, shortening},
    },
    settings::Settings,
    steering::turn_rate::Turning,
};

/// Share of a direction that must lie in the plane of motion for the direction to count.
pub(crate) const IN_PLANE: f32 = 0.5;

/// Stream of random directions for boids at rest that must move because of a smallest speed.
const START_DIRECTIONS: u32 = 2;

/// Limits of velocity in a given frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) min_speed: f32,
    pub(crate) max_speed: f32,
    pub(crate) turning: Option<Turning>,
    /// Unit normal, in the world, of the plane of motion; zero if boids move in all directions.
    pub(crate) normal: [f32; 3],
    pub(crate) start_directions: RandomDirections,
}

impl Limits {
    pub(crate) fn new(settings: &Settings, frame: Frame) -> Self {
        Self::over(settings, frame, settings.simulation.time_step)
    }

    /// Limits of a change of velocity over `dt` seconds.
    pub(crate) fn over(settings: &Settings, frame: Frame, dt: f32) -> Self {
        let motion = &settings.motion;
        let normal = motion.plane.normal(frame);
        Self {
            min_speed: motion.min_speed.min(motion.max_speed),
            max_speed: motion.max_speed,
            turning: Turning::new(motion, frame, normal, dt),
            normal: normal.into(),
            start_directions: settings.random_directions(frame, START_DIRECTIONS),
        }
    }

    /// The velocity projected onto the plane of motion and limited to the largest speed.
    #[inline(always)]
    fn at_most_max_speed(&self, velocity: [f32; 3]) -> [f32; 3] {
        let flat = across(velocity, self.normal);
        scaled(flat, shortening(flat, self.max_speed))
    }

    /// The velocity with at least the smallest speed. A velocity without a direction takes the
    /// direction of the velocity before; if that has none either, it stays zero.
    #[inline(always)]
    fn at_least_min_speed(&self, velocity: [f32; 3], before: [f32; 3]) -> [f32; 3] {
        let is_slow = length(velocity) < self.min_speed;
        let (ahead, before) = (self.heading(velocity), self.heading(before));
        let has_heading = dot(ahead, ahead) > 0.0;
        let part = |axis: usize| {
            let heading = if has_heading {
                ahead[axis]
            } else {
                before[axis]
            };
            if is_slow {
                heading * self.min_speed
            } else {
                velocity[axis]
            }
        };
        [part(0), part(1), part(2)]
    }

    /// Direction of a velocity in the plane of motion. Zero for a velocity without a direction, or
    /// if its part in the plane is mostly the rounding error of a velocity out of the plane.
    #[inline(always)]
    fn heading(&self, velocity: [f32; 3]) -> [f32; 3] {
        let heading = direction(velocity, length(velocity));
        let flat = across(heading, self.normal);
        let share = length(flat);
        scaled(flat, if share > IN_PLANE { 1.0 / share } else { 0.0 })
    }

    /// The smallest speed in a random direction for a boid at rest. Other velocities are unchanged.
    #[inline(always)]
    fn with_start_velocity(&self, velocity: [f32; 3], slot: u32) -> [f32; 3] {
        if velocity == [0.0; 3] {
            scaled(self.start_directions.any_direction(slot), self.min_speed)
        } else {
            velocity
        }
    }
}

/// Applies the limits to velocities.
pub(crate) struct Limit<'a> {
    pub(crate) limits: &'a Limits,
    /// Velocities before the step, in m/s.
    pub(crate) before: [&'a [f32]; 3],
    pub(crate) slot: &'a [u32],
    pub(crate) velocity: [&'a mut [f32]; 3],
}

impl LaneWork for Limit<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let limits = self.limits;
        let count = self.velocity[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let mut lanes = load_all::<LANES, 3>(&self.velocity, start, len);
            map_lanes(&mut lanes, |_, velocity| limits.at_most_max_speed(velocity));
            // A turn keeps the length of the velocity, so the largest speed still holds after it.
            if limits.turning.is_some() || limits.min_speed > 0.0 {
                let mut before = load_all::<LANES, 3>(&self.before, start, len);
                map_lanes(&mut before, |_, velocity| across(velocity, limits.normal));
                let old = |lane: usize| [before[0][lane], before[1][lane], before[2][lane]];
                if let Some(turning) = &limits.turning {
                    map_lanes(&mut lanes, |lane, velocity| {
                        turning.limit(old(lane), velocity)
                    });
                }
                if limits.min_speed > 0.0 {
                    map_lanes(&mut lanes, |lane, velocity| {
                        limits.at_least_min_speed(velocity, old(lane))
                    });
                    // Few boids are at rest, so a branch for each boid is cheap.
                    let [x, y, z] = &mut lanes;
                    for (lane, slot) in self.slot[start..start + len].iter().enumerate() {
                        [x[lane], y[lane], z[lane]] =
                            limits.with_start_velocity([x[lane], y[lane], z[lane]], *slot);
                    }
                }
            }
            store_all(&lanes, &mut self.velocity, start, len);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::{frame::Placement, simd::SimdWidth, Vec3},
        settings::Plane,
    };
    use nalgebra::UnitQuaternion;
    use proptest::prelude::*;

    fn limits_with(change: impl Fn(&mut crate::settings::Motion)) -> Limits {
        let mut settings = Settings::default();
        change(&mut settings.motion);
        let rotation = UnitQuaternion::from_euler_angles(0.3, 0.5, 0.7);
        let frame = Frame::new(&Placement {
            rotation,
            ..Placement::default()
        });
        Limits::new(&settings, frame)
    }

    /// The requested velocities of boids after the limits. Each boid has a velocity before and a
    /// requested one; the slots are 0, 1, 2 ...
    fn limited(limits: &Limits, vectors: SimdWidth, boids: &[(Vec3, Vec3)]) -> Vec<Vec3> {
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
        limited(limits, SimdWidth::BASELINE, boids)
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
            // Velocities of an earlier step, which were within some limits too.
            let boids: Vec<_> = boids.into_iter().map(|(a, b)| (a.cap_magnitude(1000.0), b)).collect();
            let expected = limited_baseline(&limits, &boids);
            for velocity in &expected {
                let speed = velocity.norm();
                prop_assert!(speed <= max * 1.000_001, "{}", speed);
                prop_assert!(speed >= min.min(max) * 0.999_999, "{}", speed);
                prop_assert!(velocity.dot(&Vec3::from(limits.normal)).abs() <= 1e-5 * max);
            }
            for vectors in SimdWidth::available() {
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
