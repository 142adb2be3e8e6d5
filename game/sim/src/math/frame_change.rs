//! The change of coordinates from one moving frame to another.

use super::{
    reference_frame::{FrameVelocity, ReferenceFrame},
    Vec3, Vec3d,
};

/// A frame and its velocity.
pub(crate) type FrameMotion = (ReferenceFrame, FrameVelocity);

/// The change of coordinates from one moving frame to another, in double precision: two frames far
/// away from the world's origin lose nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameChange {
    /// The first frame as seen from the second one.
    relative: ReferenceFrame,
    from: FrameMotion,
    to: FrameMotion,
}

impl FrameChange {
    pub(crate) fn new(from: FrameMotion, to: FrameMotion) -> Self {
        let to_frame = to.0.rotation.inverse();
        Self {
            relative: ReferenceFrame {
                origin: to_frame * (from.0.origin - to.0.origin),
                rotation: to_frame * from.0.rotation,
            },
            from,
            to,
        }
    }

    /// A position in the second frame.
    pub(crate) fn point(&self, point: Vec3) -> Vec3 {
        self.relative.point_to_world(point)
    }

    /// The velocity in the second frame of something with this position and velocity in the first
    /// one.
    pub(crate) fn velocity(&self, point: Vec3, velocity: Vec3) -> Vec3 {
        let [(from, from_moves), (to, to_moves)] = [&self.from, &self.to];
        let along = |frame: &ReferenceFrame, moves: &FrameVelocity, point: Vec3| {
            let arm = frame.rotation * point.cast::<f64>();
            moves.linear + moves.angular.cross(&arm)
        };
        let in_world: Vec3d =
            from.rotation * velocity.cast::<f64>() + along(from, from_moves, point);
        let relative = in_world - along(to, to_moves, self.point(point));
        to.rotation.inverse_transform_vector(&relative).cast()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::UnitQuaternion;

    fn motion(x: f64) -> FrameMotion {
        let frame = ReferenceFrame {
            origin: Vec3d::new(1e6 + x, -x, 2.0 * x),
            rotation: UnitQuaternion::from_euler_angles(x, 1.0, -0.5 * x),
        };
        let velocity = FrameVelocity {
            linear: Vec3d::new(3.0, x, -1.0),
            angular: Vec3d::new(0.1 * x, 0.5, 0.2),
        };
        (frame, velocity)
    }

    #[test]
    fn there_and_back_is_no_change_even_far_away() {
        let (point, velocity) = (Vec3::new(1.0, -2.0, 3.0), Vec3::new(0.1, 0.2, -0.3));
        let there = FrameChange::new(motion(1.0), motion(7.0));
        let back = FrameChange::new(motion(7.0), motion(1.0));
        let place = there.point(point);
        assert!((back.point(place) - point).norm() < 1e-5);
        let moving = there.velocity(point, velocity);
        assert!((back.velocity(place, moving) - velocity).norm() < 1e-5);
        assert!(moving.norm() > 1.0);
    }

    /// What is at rest on a turning disc moves backwards, as seen from a disc at rest beside it.
    #[test]
    fn velocities_are_relative() {
        let disc = FrameVelocity {
            angular: Vec3d::y(),
            ..FrameVelocity::default()
        };
        let world = (ReferenceFrame::default(), FrameVelocity::default());
        let change = FrameChange::new((ReferenceFrame::default(), disc), world);
        assert_eq!(change.velocity(Vec3::x(), Vec3::zeros()), -Vec3::z());
        let same = (ReferenceFrame::default(), disc);
        assert_eq!(
            FrameChange::new(same, same).velocity(Vec3::x(), Vec3::y()),
            Vec3::y()
        );
    }
}
