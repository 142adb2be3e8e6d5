//! A reference frame with its velocity, seen from the world or from another frame.

use super::{
    reference_frame::{FrameVelocity, ReferenceFrame},
    Vec3,
};

/// Pose and velocity of a reference frame, in the world or in another frame: the outer frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FrameMotion {
    frame: ReferenceFrame,
    velocity: FrameVelocity,
    /// See [`is_outer`](Self::is_outer). Conversions then keep all bits.
    is_outer: bool,
}

impl FrameMotion {
    pub(crate) fn new(frame: ReferenceFrame, velocity: FrameVelocity) -> Self {
        Self {
            frame,
            velocity,
            is_outer: frame.is_world() && velocity == FrameVelocity::default(),
        }
    }

    /// True if the frame is the outer one and does not move.
    pub(crate) fn is_outer(&self) -> bool {
        self.is_outer
    }

    /// The pose of the frame in the outer one.
    pub(crate) fn frame(&self) -> &ReferenceFrame {
        &self.frame
    }

    /// The motion of this frame in another one. The motions of both are in the same outer frame.
    pub(crate) fn seen_from(&self, other: &Self) -> Self {
        if self == other {
            return Self::new(ReferenceFrame::default(), FrameVelocity::default());
        }
        let to_other = other.frame.rotation.inverse();
        let arm = self.frame.origin - other.frame.origin;
        let carried = other.velocity.linear + other.velocity.angular.cross(&arm);
        let frame = ReferenceFrame {
            origin: to_other * arm,
            rotation: to_other * self.frame.rotation,
        };
        let velocity = FrameVelocity {
            linear: to_other * (self.velocity.linear - carried),
            angular: to_other * (self.velocity.angular - other.velocity.angular),
        };
        Self::new(frame, velocity)
    }

    /// A point of the frame in the outer one.
    pub(crate) fn point_out(&self, point: Vec3) -> Vec3 {
        if self.is_outer {
            return point;
        }
        self.frame.point_to_world(point)
    }

    /// A point of the outer frame in this one.
    pub(crate) fn point_in(&self, point: Vec3) -> Vec3 {
        self.frame.point_to_frame(point)
    }

    /// The velocity in the outer frame of what is at a point of this frame and moves in it with
    /// `velocity`, in m/s.
    pub(crate) fn velocity_out(&self, point: Vec3, velocity: Vec3) -> Vec3 {
        if self.is_outer {
            return velocity;
        }
        self.velocity.to_world(&self.frame, point, velocity)
    }

    /// The opposite of [`velocity_out`](Self::velocity_out): `point` is in this frame, `velocity`
    /// in the outer one.
    pub(crate) fn velocity_in(&self, point: Vec3, velocity: Vec3) -> Vec3 {
        if self.is_outer {
            return velocity;
        }
        self.velocity.to_frame(&self.frame, point, velocity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3d;
    use nalgebra::UnitQuaternion;

    fn motion(origin: [f64; 3], turn: [f64; 3]) -> FrameMotion {
        let [roll, pitch, yaw] = turn;
        let frame = ReferenceFrame {
            origin: origin.into(),
            rotation: UnitQuaternion::from_euler_angles(roll, pitch, yaw),
        };
        let velocity = FrameVelocity {
            linear: Vec3d::new(3.0, roll, -pitch),
            angular: Vec3d::new(yaw, 0.4, pitch),
        };
        FrameMotion::new(frame, velocity)
    }

    #[test]
    fn a_frame_is_in_another_one_as_both_are_in_the_world() {
        let a = motion([10.0, -2.0, 4.0], [0.3, -1.2, 0.7]);
        let b = motion([-3.0, 5.0, 8.0], [-0.8, 0.2, 2.0]);
        let (point, velocity) = (Vec3::new(1.0, -2.0, 3.5), Vec3::new(0.5, 1.5, -1.0));
        let a_in_b = a.seen_from(&b);
        let there = a_in_b.point_out(point);
        assert!((there - b.point_in(a.point_out(point))).norm() < 1e-5);
        assert!((a_in_b.point_in(there) - point).norm() < 1e-5);
        let moving = a_in_b.velocity_out(point, velocity);
        let expected = b.velocity_in(there, a.velocity_out(point, velocity));
        assert!((moving - expected).norm() < 1e-5, "{moving} {expected}");
        assert!((a_in_b.velocity_in(point, moving) - velocity).norm() < 1e-5);
    }

    #[test]
    fn a_frame_seen_from_itself_keeps_all_bits() {
        let frame = motion([10.0, -2.0, 4.0], [0.3, -1.2, 0.7]);
        let (itself, point) = (frame.seen_from(&frame), Vec3::new(0.1, -0.0, 1e-40));
        let out = itself.point_out(point);
        let velocity = itself.velocity_out(point, point);
        let bits = |vector: Vec3| vector.map(f32::to_bits);
        assert_eq!((bits(out), bits(velocity)), (bits(point), bits(point)));
    }
}
