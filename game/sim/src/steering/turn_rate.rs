//! Limit of the turn rate of the heading.

use crate::{
    math::{
        frame::Frame,
        vector::{cross, direction, dot, length, scaled, NO_DIRECTION},
        Vec3,
    },
    settings::Motion,
};

/// Sine of the angle between two directions below which only rounding determines their plane.
pub(crate) const SAME_LINE: f32 = 1e-5;

/// Sine of the angle between heading and up axis below which a heading has no level turn.
pub(crate) const UPRIGHT: f32 = 0.1;

/// Largest turn in one step, as cosine and sine of its angle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turning {
    pub(crate) cosine: f32,
    pub(crate) sine: f32,
    /// True if every turn is about the axis `up`.
    pub(crate) is_planar: bool,
    /// Axis of a turn by half a circle: the normal of the plane of motion, or the Y axis of the
    /// flock.
    pub(crate) up: [f32; 3],
    /// Axis of a turn by half a circle for a boid that moves along `up`.
    pub(crate) side: [f32; 3],
}

impl Turning {
    /// Limit for a step of `dt` seconds; `None` if turns are not limited or half a circle is
    /// allowed in a step.
    ///
    /// `normal` is the normal of the plane of motion, or zero.
    pub(crate) fn new(motion: &Motion, frame: Frame, normal: Vec3, dt: f32) -> Option<Self> {
        let angle = f64::from(motion.max_turn_rate).to_radians() * f64::from(dt);
        if !motion.limit_turning || angle >= std::f64::consts::PI {
            return None;
        }
        let is_planar = normal != Vec3::zeros();
        let (up, side) = (Vec3::y(), Vec3::x());
        Some(Self {
            cosine: libm::cos(angle) as f32,
            sine: libm::sin(angle) as f32,
            is_planar,
            up: if is_planar {
                normal.into()
            } else {
                frame.vector_to_world(up).into()
            },
            side: frame.vector_to_world(side).into(),
        })
    }

    /// The requested velocity, turned back towards the velocity before if the angle is too large. A
    /// boid at rest may start in any direction.
    #[inline(always)]
    pub(crate) fn limit(&self, before: [f32; 3], wished: [f32; 3]) -> [f32; 3] {
        let (speed_before, speed) = (length(before), length(wished));
        let moves = (speed_before > NO_DIRECTION) & (speed > NO_DIRECTION);
        let heading = direction(before, speed_before);
        let target = direction(wished, speed);
        let axis = self.axis(heading, target);
        let (along, aside) = (dot(heading, target), length(axis));
        // The sine of the difference of the angles: exact for small angles too.
        let too_far = aside * self.cosine > along * self.sine;
        // This also holds if one of the sines is zero.
        let backward = (along < 0.0) & (self.cosine > 0.0);
        let turned = self.turned(heading, axis, aside);
        let turns = moves & (too_far | backward);
        [
            if turns { turned[0] * speed } else { wished[0] },
            if turns { turned[1] * speed } else { wished[1] },
            if turns { turned[2] * speed } else { wished[2] },
        ]
    }

    /// Axis of the turn from one direction to another. Its length is the sine of the angle.
    #[inline(always)]
    fn axis(&self, heading: [f32; 3], target: [f32; 3]) -> [f32; 3] {
        let axis = cross(heading, target);
        if self.is_planar {
            scaled(self.up, dot(self.up, axis))
        } else {
            axis
        }
    }

    /// The heading, turned by the largest angle towards the target.
    #[inline(always)]
    fn turned(&self, heading: [f32; 3], axis: [f32; 3], sine: f32) -> [f32; 3] {
        let level = cross(self.up, heading);
        let is_upright = length(level) < UPRIGHT;
        let over = cross(self.side, heading);
        let way = cross(axis, heading);
        let is_back = sine < SAME_LINE;
        let pick = |index: usize| match (is_back, is_upright) {
            (false, _) => way[index],
            (true, false) => level[index],
            (true, true) => over[index],
        };
        let aside = [pick(0), pick(1), pick(2)];
        let aside = direction(aside, length(aside));
        let part = |index: usize| heading[index] * self.cosine + aside[index] * self.sine;
        [part(0), part(1), part(2)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{math::frame::Placement, settings::Plane};
    use nalgebra::UnitQuaternion;
    use proptest::prelude::*;

    const DT: f32 = 0.02;

    fn turning(rate: f32, plane: Plane, rotation: UnitQuaternion<f32>) -> (Option<Turning>, Vec3) {
        let motion = Motion {
            limit_turning: true,
            max_turn_rate: rate,
            plane,
            ..Motion::default()
        };
        let frame = Frame::new(&Placement {
            rotation,
            ..Placement::default()
        });
        let normal = plane.normal(frame);
        (Turning::new(&motion, frame, normal, DT), normal)
    }

    /// Angle in double precision, exact for small angles and near half a turn.
    fn angle(a: Vec3, b: Vec3) -> f64 {
        let (a, b) = (a.cast::<f64>().normalize(), b.cast::<f64>().normalize());
        2.0 * (a - b).norm().atan2((a + b).norm())
    }

    fn limited(turning: &Turning, before: Vec3, wished: Vec3) -> Vec3 {
        turning.limit(before.into(), wished.into()).into()
    }

    fn vector() -> impl Strategy<Value = Vec3> {
        let part = || prop_oneof![1 => Just(0.0f32), 3 => -1.0f32..1.0];
        (part(), part(), part(), -20i32..4)
            .prop_map(|(x, y, z, scale)| Vec3::new(x, y, z) * 2f32.powi(scale))
    }

    fn rotation() -> impl Strategy<Value = UnitQuaternion<f32>> {
        (-3.0f32..3.0, -3.0f32..3.0, -3.0f32..3.0)
            .prop_map(|(x, y, z)| UnitQuaternion::from_scaled_axis(Vec3::new(x, y, z)))
    }

    fn plane() -> impl Strategy<Value = Plane> {
        prop::sample::select(vec![Plane::All, Plane::Xz, Plane::Xy, Plane::Yz])
    }

    proptest! {
        #![proptest_config(ProptestConfig { max_global_rejects: 20_000, ..crate::cases::config(4000) })]

        #[test]
        fn turns_as_far_as_allowed_and_no_farther(
            (before, wished) in (vector(), vector()),
            (turns_back, by) in (any::<bool>(), vector()),
            rate in prop_oneof![Just(0.0f32), 0.001f32..9000.0],
            (plane, rotation) in (plane(), rotation()),
        ) {
            let (limit, normal) = turning(rate, plane, rotation);
            let across = |vector: Vec3| vector - normal * normal.dot(&vector);
            // Twice, to remove what rounding leaves.
            let flat = |vector: Vec3| across(across(vector));
            let before = flat(before);
            // Often by half a circle, or nearly.
            let wished = flat(if turns_back { by * 1e-4 - before } else { wished });
            prop_assume!(before.norm() > 1e-5 && wished.norm() > 1e-5);
            let Some(limit) = limit else {
                prop_assert!(rate * DT >= 180.0);
                return Ok(());
            };
            let allowed = f64::from(rate).to_radians() * f64::from(DT);
            let found = limited(&limit, before, wished);
            let whole = angle(before, wished);
            prop_assert!((found.norm() - wished.norm()).abs() <= 1e-6 * wished.norm());
            prop_assert!(found.dot(&normal).abs() <= 1e-5 * wished.norm());
            if whole < allowed - 1e-6 {
                prop_assert_eq!(found, wished);
            } else {
                let (turned, rest) = (angle(before, found), angle(found, wished));
                prop_assert!((turned - allowed.min(whole)).abs() < 1e-5, "{} instead of {}", turned, allowed);
                // The turn lies in the plane of the two directions, unless rounding determines it.
                let noise = 1e-5 + 3.0 * f64::from(SAME_LINE);
                prop_assert!((turned + rest - whole).abs() < noise, "{} + {} != {}", turned, rest, whole);
            }
        }
    }

    #[test]
    fn turning_back_is_level() {
        let identity = UnitQuaternion::identity();
        let limit = turning(1000.0, Plane::All, identity).0.unwrap();
        let ahead = Vec3::new(0.6, 0.0, 0.8);
        let turned = limited(&limit, ahead, -ahead);
        assert!(turned.y.abs() < 1e-6 && (angle(ahead, turned) - 0.349_066).abs() < 1e-5);
        // Straight up there is no level turn.
        let turned = limited(&limit, Vec3::y(), -Vec3::y());
        assert!((angle(Vec3::y(), turned) - 0.349_066).abs() < 1e-5);
    }

    #[test]
    fn boids_at_rest_are_free_and_those_that_stop_may() {
        let limit = turning(10.0, Plane::All, UnitQuaternion::identity()).0;
        let limit = limit.unwrap();
        let wished = Vec3::new(1.0, 2.0, 3.0);
        assert_eq!(limited(&limit, Vec3::zeros(), wished), wished);
        assert_eq!(limited(&limit, wished, Vec3::zeros()), Vec3::zeros());
    }
}
