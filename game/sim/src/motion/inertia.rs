//! Inertia in a frame that moves: the frame's motion pushes the boids the other way.
//!
//! Of a frame with acceleration a, angular velocity ω and angular acceleration α, a boid at r with
//! velocity v feels the share f of -(a + α × r + ω × (ω × r) + 2 ω × v). With a share of 1 and no
//! wishes it keeps its velocity in the world. The integration is that of Boris for a charge in a
//! magnetic field: half of the acceleration, a rotation by the Coriolis part, the other half. So
//! the rotation neither adds energy nor removes any, whatever the step.

use crate::{
    math::{
        lanes::{load_all, store_all, vector_at},
        reference_frame::{FrameStep, FrameVelocity},
        simd::LaneWork,
        vector::{across, cross, scaled, shortening},
        Vec3,
    },
    settings::Motion,
};
use nalgebra::Matrix3;

/// Inertia in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inertia {
    /// Half of the change of velocity in the step at the frame's origin, in m/s.
    pub(crate) kick: Vec3,
    /// Half of the change of velocity in the step, for each metre from the origin: its columns.
    pub(crate) gradient: Matrix3<f32>,
    /// Rotation vector of Boris: the share of the angular velocity times the step.
    pub(crate) turn: Vec3,
    /// Largest speed, in m/s.
    max_speed: f32,
    /// Unit normal of the plane of motion; zero if boids move in all directions.
    normal: [f32; 3],
}

impl Inertia {
    /// `None` if boids feel nothing: the frame moves steadily without a rotation, or the setting is
    /// 0. `normal` is the unit normal of the plane of motion, or zero.
    pub(crate) fn new(step: &FrameStep, motion: &Motion, normal: Vec3, dt: f32) -> Option<Self> {
        let share = f64::from(motion.inertia);
        let to_frame = step.rotation.inverse();
        let [before, velocity] = [step.before, step.velocity].map(|it| FrameVelocity {
            linear: to_frame * it.linear,
            angular: to_frame * it.angular,
        });
        let step_seconds = f64::from(dt);
        let spin = 0.5 * (before.angular + velocity.angular);
        let change = velocity.linear - before.linear;
        let spin_change = (velocity.angular - before.angular).cross_matrix();
        let centrifugal = spin.cross_matrix() * spin.cross_matrix() * step_seconds;
        let inertia = Self {
            kick: (change * (-0.5 * share)).cast(),
            gradient: ((spin_change + centrifugal) * (-0.5 * share)).cast(),
            turn: (spin * (share * step_seconds)).cast(),
            max_speed: motion.max_speed,
            normal: normal.into(),
        };
        let is_felt = inertia.kick != Vec3::zeros()
            || inertia.gradient != Matrix3::zeros()
            || inertia.turn != Vec3::zeros();
        is_felt.then_some(inertia)
    }

    /// The factor of the second rotation of Boris.
    pub(crate) fn turn_factor(&self) -> f32 {
        2.0 / (1.0 + self.turn.norm_squared())
    }

    /// The velocity of a boid after the step, limited to the largest speed and the plane of motion.
    #[inline(always)]
    fn velocity(&self, place: [f32; 3], velocity: [f32; 3]) -> [f32; 3] {
        let flat = across(self.unlimited(place, velocity), self.normal);
        scaled(flat, shortening(flat, self.max_speed))
    }

    /// The velocity of a loose body after the step, of at most `most` m/s.
    pub(super) fn velocity_of_body(&self, place: Vec3, velocity: Vec3, most: f32) -> Vec3 {
        let felt = self.unlimited(place.into(), velocity.into());
        scaled(felt, shortening(felt, most)).into()
    }

    #[inline(always)]
    fn unlimited(&self, place: [f32; 3], velocity: [f32; 3]) -> [f32; 3] {
        let column = |axis: usize, row: usize| self.gradient[(row, axis)] * place[axis];
        let kick = [0, 1, 2]
            .map(|row: usize| self.kick[row] + (column(0, row) + column(1, row) + column(2, row)));
        let turn: [f32; 3] = self.turn.into();
        let start = sum(velocity, kick);
        let turned = sum(start, cross(start, turn));
        let turned = sum(start, scaled(cross(turned, turn), self.turn_factor()));
        sum(turned, kick)
    }
}

#[inline(always)]
fn sum(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Applies inertia to velocities.
pub(crate) struct Feel<'a> {
    pub(crate) inertia: &'a Inertia,
    pub(crate) position: [&'a [f32]; 3],
    pub(crate) velocity: [&'a mut [f32]; 3],
}

impl LaneWork for Feel<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let count = self.velocity[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let places = load_all::<LANES, 3>(&self.position, start, len);
            let mut lanes = load_all::<LANES, 3>(&self.velocity, start, len);
            for lane in 0..LANES {
                let velocity = vector_at(&lanes, lane);
                let felt = self.inertia.velocity(vector_at(&places, lane), velocity);
                [lanes[0][lane], lanes[1][lane], lanes[2][lane]] = felt;
            }
            store_all(&lanes, &mut self.velocity, start, len);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{reference_frame::ReferenceFrame, Vec3d};
    use nalgebra::UnitQuaternion;

    const DT: f32 = 1.0 / 60.0;

    /// A frame on a curve that speeds up, turns faster and faster, and tumbles.
    fn frame(step: i32) -> ReferenceFrame {
        let t = f64::from(step) * f64::from(DT);
        let yaw = UnitQuaternion::from_scaled_axis(Vec3d::y() * (0.8 * t + 0.3 * t * t));
        let roll = UnitQuaternion::from_scaled_axis(Vec3d::x() * (0.4 * (1.3 * t).sin()));
        ReferenceFrame {
            origin: Vec3d::new(3.0 * t * t, (2.0 * t).sin(), -5.0 * t),
            rotation: yaw * roll,
        }
    }

    /// Position in the world after two seconds of a free boid that starts at rest in the frame, and
    /// the position on a straight line.
    fn travel(share: f32) -> (Vec3d, Vec3d) {
        let motion = Motion {
            inertia: share,
            max_speed: 1000.0,
            ..Motion::default()
        };
        let mut place = Vec3::new(2.0, 1.0, -3.0);
        let mut velocity = Vec3::zeros();
        let mut before = FrameVelocity::between(&frame(-1), &frame(0), DT.into());
        let arm = frame(0).rotation * place.cast::<f64>();
        let start = arm + frame(0).origin;
        let central = FrameVelocity::between(&frame(-1), &frame(1), f64::from(2.0 * DT));
        let along = central.linear + central.angular.cross(&arm);
        let steps = 120;
        for step in 1..=steps {
            let moving = FrameVelocity::between(&frame(step - 1), &frame(step), DT.into());
            let frame_step = FrameStep {
                rotation: frame(step - 1).rotation,
                before,
                velocity: moving,
            };
            if let Some(it) = Inertia::new(&frame_step, &motion, Vec3::zeros(), DT) {
                velocity = it.velocity(place.into(), velocity.into()).into();
            }
            // The first half of a step lies before the start.
            if step == 1 {
                velocity *= 0.5;
            }
            place += velocity * DT;
            before = moving;
        }
        let seconds = f64::from(steps) * f64::from(DT);
        let end = frame(steps).rotation * place.cast::<f64>() + frame(steps).origin;
        (end, start + along * seconds)
    }

    #[test]
    fn with_all_of_it_a_free_boid_goes_straight_in_the_world() {
        let (end, straight) = travel(1.0);
        assert!((end - straight).norm() < 0.03, "{end} {straight}");
    }

    #[test]
    fn without_it_a_free_boid_stays_in_the_frame() {
        let (end, straight) = travel(0.0);
        let place = frame(120).rotation * Vec3d::new(2.0, 1.0, -3.0) + frame(120).origin;
        assert!((end - place).norm() < 1e-4);
        assert!((end - straight).norm() > 5.0);
    }

    #[test]
    fn a_steady_frame_is_not_felt() {
        let velocity = FrameVelocity {
            linear: Vec3d::new(10.0, 0.0, 5.0),
            ..FrameVelocity::default()
        };
        let step = FrameStep {
            rotation: UnitQuaternion::from_scaled_axis(Vec3d::y()),
            before: velocity,
            velocity,
        };
        let motion = Motion {
            inertia: 1.0,
            ..Motion::default()
        };
        assert!(Inertia::new(&step, &motion, Vec3::zeros(), DT).is_none());
    }
}
