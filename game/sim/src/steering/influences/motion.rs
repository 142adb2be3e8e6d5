//! The motion of the thing to which an influence is fixed.

use crate::{
    math::{
        frame::Placement,
        lanes::{map_lanes, Lanes},
        reference_frame::FrameVelocity,
        vector::cross,
        Vec3,
    },
    settings::{input::*, validation::Check},
};

input! {
    /// The motion of the thing to which an influence is fixed: a ship with a path, a whale with a
    /// pen around it. It moves as a rigid body.
    ///
    /// The point p of the body has the velocity `velocity + spin × (p - about)`. The default is at
    /// rest. The motion does not move the influence: the game sets the place and the motion in
    /// each of its frames, see [`Influence::motion`](super::Influence::motion).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct InfluenceMotion {
        /// Velocity of the point `about` in the flock's frame, in m/s. Within ±10,000 in every
        /// component; default 0.
        pub velocity: Vec3, -10000.0..=10000.0, "m/s";
        /// Angular velocity in the flock's frame: the axis of a right-handed rotation, times its
        /// rate in rad/s. Within ±1,000 in every component; default 0.
        pub spin: Vec3, -1000.0..=1000.0, "rad/s";
        /// The point whose velocity is `velocity`, in the flock's frame, in metres. Within ±10,000
        /// in every component; default 0.
        pub about: Vec3, -10000.0..=10000.0, "m";
    }
}

impl InfluenceMotion {
    /// The mean motion of a body from one placement to another in so many seconds, both in the
    /// flock's frame. At rest if the two are equal, or if the duration is not above 0.
    ///
    /// The angle is taken as twice the sine of its half: for 5 degrees, the angular velocity is
    /// too small by 0.03 %. The turn is the shorter one.
    ///
    /// ```
    /// use flock_sim::{influences::InfluenceMotion, Placement, Vec3};
    ///
    /// let at = |x: f32| Placement { origin: Vec3::x() * x, ..Placement::default() };
    /// let motion = InfluenceMotion::between(&at(2.0), &at(2.5), 0.25);
    /// assert_eq!(motion.velocity, Vec3::x() * 2.0);
    /// assert_eq!(InfluenceMotion::between(&at(2.0), &at(2.0), 0.25), InfluenceMotion::default());
    /// ```
    pub fn between(from: &Placement, to: &Placement, seconds: f32) -> Self {
        if from == to || seconds.is_nan() || seconds <= 0.0 {
            return Self::default();
        }
        let FrameVelocity { linear, angular } =
            FrameVelocity::between(&(*from).into(), &(*to).into(), seconds.into());
        Self {
            velocity: linear.cast(),
            spin: angular.cast(),
            about: to.origin,
        }
    }

    /// The velocity of a point of the body, in m/s; the point is in the flock's frame.
    pub fn velocity_at(&self, point: Vec3) -> Vec3 {
        self.point_velocity(point.into()).into()
    }

    /// True if no point of the body moves.
    pub fn is_at_rest(&self) -> bool {
        self.velocity == Vec3::zeros() && self.spin == Vec3::zeros()
    }

    pub(super) fn check(&self, check: &mut Check) {
        self.check_ranges("influence.motion", check);
    }

    #[inline(always)]
    fn point_velocity(&self, point: [f32; 3]) -> [f32; 3] {
        let [x, y, z] = point;
        let arm = [x - self.about.x, y - self.about.y, z - self.about.z];
        let [x, y, z] = cross(self.spin.into(), arm);
        [
            self.velocity.x + x,
            self.velocity.y + y,
            self.velocity.z + z,
        ]
    }

    /// The velocities of points of the body, one in each lane.
    #[inline(always)]
    pub(super) fn velocities_at<const LANES: usize>(&self, points: &Lanes<LANES>) -> Lanes<LANES> {
        let mut velocities = *points;
        map_lanes(&mut velocities, |_, point| self.point_velocity(point));
        velocities
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::input::assert_documented;
    use nalgebra::UnitQuaternion;

    #[test]
    fn the_documentation_tells_the_ranges() {
        assert_documented::<InfluenceMotion>();
    }

    /// A velocity agrees with finite differences of positions.
    #[test]
    fn velocities_are_derivatives_of_positions() {
        let seconds = 1.0 / 64.0;
        let turn = UnitQuaternion::from_scaled_axis(Vec3::new(0.4, -1.0, 0.3) * seconds);
        let from = Placement {
            origin: Vec3::new(3.0, -2.0, 9.0),
            rotation: UnitQuaternion::from_euler_angles(0.3, -1.2, 0.7),
        };
        let to = Placement {
            origin: from.origin + Vec3::new(2.0, 1.0, -5.0) * seconds,
            rotation: turn * from.rotation,
        };
        let motion = InfluenceMotion::between(&from, &to, seconds);
        for local in [Vec3::zeros(), Vec3::new(3.0, 1.0, -2.0)] {
            let [begin, end] = [from, to].map(|it| it.origin + it.rotation * local);
            let mean = (end - begin) / seconds;
            let found = motion.velocity_at(end);
            assert!((found - mean).norm() < 0.05, "{found} {mean}");
        }
        assert!(InfluenceMotion::between(&from, &to, 0.0).is_at_rest());
        assert!(InfluenceMotion::between(&from, &to, f32::NAN).is_at_rest());
    }
}
