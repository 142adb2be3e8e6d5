//! The frame in which a flock computes, as seen from the world.

use super::{frame::Placement, Vec3, Vec3d};
use nalgebra::UnitQuaternion;
use serde::{Deserialize, Serialize};

/// Position and rotation, in the world, of the coordinates in which a flock computes.
///
/// The default is the world itself. In a frame that moves, for example with a ship, the boids and
/// all that is fixed in the frame move along. Double precision keeps a frame exact far away from
/// the world's origin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReferenceFrame {
    /// Position of the frame's origin in the world, in metres. Each component -1e9 to 1e9; default
    /// 0.
    pub origin: Vec3d,
    /// Rotation from the frame to the world. Default: none.
    pub rotation: UnitQuaternion<f64>,
}

impl Default for ReferenceFrame {
    fn default() -> Self {
        Self {
            origin: Vec3d::zeros(),
            rotation: UnitQuaternion::identity(),
        }
    }
}

/// Frame and placement are the same in single precision.
impl From<Placement> for ReferenceFrame {
    fn from(placement: Placement) -> Self {
        Self {
            origin: placement.origin.cast(),
            rotation: UnitQuaternion::new_normalize(placement.rotation.cast().into_inner()),
        }
    }
}

impl ReferenceFrame {
    /// A frame without a rotation, with its origin in metres.
    pub fn at(origin: Vec3d) -> Self {
        Self {
            origin,
            ..Self::default()
        }
    }

    /// True if the frame is the world. Conversions then keep all bits.
    pub fn is_world(&self) -> bool {
        *self == Self::default()
    }

    /// A point of the frame in world coordinates.
    pub fn point_to_world(&self, point: Vec3) -> Vec3 {
        if self.is_world() {
            return point;
        }
        (self.rotation * point.cast::<f64>() + self.origin).cast()
    }

    /// A point of the world in the coordinates of the frame.
    pub fn point_to_frame(&self, point: Vec3) -> Vec3 {
        if self.is_world() {
            return point;
        }
        let offset = point.cast::<f64>() - self.origin;
        self.rotation.inverse_transform_vector(&offset).cast()
    }

    /// A direction of the frame in world coordinates.
    pub fn vector_to_world(&self, vector: Vec3) -> Vec3 {
        if self.is_world() {
            return vector;
        }
        (self.rotation * vector.cast::<f64>()).cast()
    }

    /// A direction of the world in the coordinates of the frame.
    pub fn vector_to_frame(&self, vector: Vec3) -> Vec3 {
        if self.is_world() {
            return vector;
        }
        let vector = vector.cast::<f64>();
        self.rotation.inverse_transform_vector(&vector).cast()
    }

    /// A rotation from a body to the frame, as a rotation from the body to the world.
    pub fn rotation_to_world(&self, rotation: UnitQuaternion<f32>) -> UnitQuaternion<f32> {
        if self.is_world() {
            return rotation;
        }
        single(self.rotation * rotation.cast::<f64>())
    }

    /// A rotation from a body to the world, as a rotation from the body to the frame.
    pub fn rotation_to_frame(&self, rotation: UnitQuaternion<f32>) -> UnitQuaternion<f32> {
        if self.is_world() {
            return rotation;
        }
        single(self.rotation.inverse() * rotation.cast::<f64>())
    }

    /// A placement in the frame, in world coordinates.
    pub fn placement_to_world(&self, placement: &Placement) -> Placement {
        Placement {
            origin: self.point_to_world(placement.origin),
            rotation: self.rotation_to_world(placement.rotation),
        }
    }

    /// A placement in the world, in the coordinates of the frame.
    pub fn placement_to_frame(&self, placement: &Placement) -> Placement {
        Placement {
            origin: self.point_to_frame(placement.origin),
            rotation: self.rotation_to_frame(placement.rotation),
        }
    }

    /// The frame at a share of the way to another one, 0 to 1, along the shorter rotation. It uses
    /// only arithmetic that rounds alike on every platform. A frame at rest keeps all bits,
    /// whatever the share, which differs in a replay.
    pub(crate) fn between(&self, other: &Self, share: f64) -> Self {
        if self == other {
            return *self;
        }
        Self {
            origin: self.origin.lerp(&other.origin, share),
            rotation: interpolated(&self.rotation, &other.rotation, share),
        }
    }
}

fn single(rotation: UnitQuaternion<f64>) -> UnitQuaternion<f32> {
    UnitQuaternion::new_normalize(rotation.into_inner().cast())
}

/// Normalized linear interpolation along the shorter rotation.
pub(crate) fn interpolated(
    from: &UnitQuaternion<f64>,
    to: &UnitQuaternion<f64>,
    share: f64,
) -> UnitQuaternion<f64> {
    let to = if from.coords.dot(&to.coords) < 0.0 {
        -to.into_inner()
    } else {
        to.into_inner()
    };
    UnitQuaternion::new_normalize(from.into_inner() * (1.0 - share) + to * share)
}

/// The velocity of a frame, in world coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FrameVelocity {
    /// Velocity of the frame's origin, in m/s.
    pub(crate) linear: Vec3d,
    /// Angular velocity, in rad/s.
    pub(crate) angular: Vec3d,
}

impl FrameVelocity {
    /// The mean velocity on the way from one frame to another in `dt` seconds. The angle is taken
    /// as twice the sine of its half, so that it rounds alike on every platform: for 5 degrees in a
    /// step, the angular velocity is too small by 0.03 %.
    pub(crate) fn between(from: &ReferenceFrame, to: &ReferenceFrame, dt: f64) -> Self {
        if from == to {
            return Self::default();
        }
        let turn = to.rotation * from.rotation.inverse();
        Self {
            linear: (to.origin - from.origin) / dt,
            angular: turn.imag() * (2_f64.copysign(turn.w) / dt),
        }
    }

    /// The velocity of a point that moves in the frame, in world coordinates. `velocity` is that in
    /// the frame.
    pub(crate) fn to_world(self, frame: &ReferenceFrame, point: Vec3, velocity: Vec3) -> Vec3 {
        let arm = frame.rotation * point.cast::<f64>();
        let along = self.linear + self.angular.cross(&arm);
        (frame.rotation * velocity.cast::<f64>() + along).cast()
    }

    /// The opposite of [`to_world`](Self::to_world): `point` is in the frame, `velocity` in the
    /// world.
    pub(crate) fn to_frame(self, frame: &ReferenceFrame, point: Vec3, velocity: Vec3) -> Vec3 {
        let arm = frame.rotation * point.cast::<f64>();
        let along = self.linear + self.angular.cross(&arm);
        let relative = velocity.cast::<f64>() - along;
        frame.rotation.inverse_transform_vector(&relative).cast()
    }
}

/// The rotation of a frame, its velocity in the step before and its velocity in this step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameStep {
    /// Rotation from the frame to the world at the beginning of the step.
    pub(crate) rotation: UnitQuaternion<f64>,
    pub(crate) before: FrameVelocity,
    pub(crate) velocity: FrameVelocity,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned() -> ReferenceFrame {
        let rotation = UnitQuaternion::from_euler_angles(0.3, -1.2, 0.7);
        ReferenceFrame {
            origin: Vec3d::new(9000.0, -20.0, 400.0),
            rotation,
        }
    }

    #[test]
    fn conversions_are_inverse() {
        let (frame, point) = (turned(), Vec3::new(1.0, -2.0, 3.5));
        let there = frame.point_to_world(point);
        assert!((frame.point_to_frame(there) - point).norm() < 2e-3);
        let back = frame.vector_to_frame(frame.vector_to_world(point));
        assert!((back - point).norm() < 1e-6);
        let rotation = UnitQuaternion::from_euler_angles(1.0, 0.5, 0.2);
        let back = frame.rotation_to_frame(frame.rotation_to_world(rotation));
        assert!(back.angle_to(&rotation) < 1e-3);
        let velocity = FrameVelocity {
            linear: Vec3d::new(10.0, 0.0, -3.0),
            angular: Vec3d::new(0.2, 1.5, 0.0),
        };
        let world = velocity.to_world(&frame, point, Vec3::x());
        assert!((velocity.to_frame(&frame, point, world) - Vec3::x()).norm() < 1e-5);
    }

    #[test]
    fn the_world_keeps_all_bits() {
        let (world, point) = (
            ReferenceFrame::default(),
            Vec3::new(0.1, -0.0, f32::MIN_POSITIVE),
        );
        assert_eq!(world.point_to_world(point), point);
        assert_eq!(world.vector_to_frame(point), point);
    }

    /// A velocity agrees with finite differences of the positions in the world.
    #[test]
    fn velocities_are_derivatives_of_positions() {
        let (from, dt) = (turned(), 1.0 / 256.0);
        let turn = UnitQuaternion::from_scaled_axis(Vec3d::new(0.4, -1.0, 0.3) * f64::from(dt));
        let to = ReferenceFrame {
            origin: from.origin + Vec3d::new(2.0, 1.0, -5.0) * f64::from(dt),
            rotation: turn * from.rotation,
        };
        let (point, velocity) = (Vec3::new(3.0, 1.0, -2.0), Vec3::new(0.5, -1.0, 2.0));
        let moving = FrameVelocity::between(&from, &to, dt.into());
        let place = |frame: &ReferenceFrame, point: Vec3d| frame.rotation * point + frame.origin;
        let end = point.cast::<f64>() + velocity.cast::<f64>() * f64::from(dt);
        let way = place(&to, end) - place(&from, point.cast());
        let mean = (way / f64::from(dt)).cast::<f32>();
        let found = moving.to_world(
            &from.between(&to, 0.5),
            point + velocity * (0.5 * dt),
            velocity,
        );
        assert!((found - mean).norm() < 1e-4, "{found} {mean}");
    }
}
