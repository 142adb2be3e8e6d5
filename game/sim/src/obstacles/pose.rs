//! Pose of an obstacle, and its motion in a step.

use crate::math::{frame::Placement, reference_frame::interpolated, Vec3d};
use nalgebra::UnitQuaternion;

/// A placement in double precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub(crate) origin: Vec3d,
    pub(crate) rotation: UnitQuaternion<f64>,
}

impl Pose {
    pub(crate) fn new(placement: &Placement) -> Self {
        Self {
            origin: placement.origin.cast(),
            rotation: UnitQuaternion::new_normalize(placement.rotation.cast().into_inner()),
        }
    }

    pub(crate) fn point_to_world(&self, point: &Vec3d) -> Vec3d {
        self.rotation.transform_vector(point) + self.origin
    }

    pub(crate) fn vector_to_world(&self, vector: &Vec3d) -> Vec3d {
        self.rotation.transform_vector(vector)
    }

    pub(crate) fn point_to_local(&self, point: &Vec3d) -> Vec3d {
        self.vector_to_local(&(point - self.origin))
    }

    pub(super) fn vector_to_local(&self, vector: &Vec3d) -> Vec3d {
        self.rotation.inverse_transform_vector(vector)
    }

    /// The interpolated pose at a share of the way to another pose, 0 to 1, along the shorter
    /// rotation. It uses only arithmetic that rounds alike on every platform.
    fn between(&self, other: &Self, share: f64) -> Self {
        Self {
            origin: self.origin.lerp(&other.origin, share),
            rotation: interpolated(&self.rotation, &other.rotation, share),
        }
    }
}

/// The interpolated placement at a share of the way to another placement; exactly the other
/// placement at 1.
pub(super) fn placement_between(from: &Placement, to: &Placement, share: f64) -> Placement {
    if share >= 1.0 {
        return *to;
    }
    let pose = Pose::new(from).between(&Pose::new(to), share);
    Placement {
        origin: pose.origin.cast(),
        rotation: UnitQuaternion::new_normalize(pose.rotation.into_inner().cast()),
    }
}

/// The motion of an obstacle in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObstacleWay {
    pub(crate) begin: Pose,
    pub(crate) end: Pose,
    /// Upper bound of the angle by which the obstacle turns, in radians.
    pub(crate) angle: f64,
    /// Velocity of the obstacle's origin, in m/s.
    pub(crate) velocity: Vec3d,
    /// Angular velocity of the obstacle, in rad/s.
    pub(crate) spin: Vec3d,
    /// Duration of the step, in seconds.
    pub(super) dt: f64,
}

impl ObstacleWay {
    pub(super) fn new(from: &Placement, to: &Placement, dt: f32) -> Self {
        let (begin, end, dt) = (Pose::new(from), Pose::new(to), f64::from(dt));
        let turn = end.rotation * begin.rotation.inverse();
        let sine = turn.imag().norm().min(1.0);
        let half_angle = turn.imag() * 1_f64.copysign(turn.w);
        Self {
            begin,
            end,
            angle: angle_bound(sine),
            velocity: (end.origin - begin.origin) / dt,
            spin: half_angle * (2.0 / dt),
            dt,
        }
    }

    /// The pose at a share of the step, 0 to 1.
    pub(super) fn at(&self, share: f64) -> Pose {
        match share {
            0.0 => self.begin,
            1.0 => self.end,
            _ => self.begin.between(&self.end, share),
        }
    }

    /// Distance that the obstacle's origin moves, in metres.
    pub(super) fn distance(&self) -> f64 {
        (self.end.origin - self.begin.origin).norm()
    }

    pub(super) fn origins(&self) -> [Vec3d; 2] {
        [self.begin.origin, self.end.origin]
    }

    /// Velocity, in m/s, of the point of the obstacle at this position.
    pub(super) fn velocity_at(&self, place: &Vec3d) -> Vec3d {
        self.velocity + self.spin.cross(&(place - self.begin.origin))
    }
}

/// Upper bound of a rotation's angle in radians, from the sine of half the angle. It does not use
/// arc sine, whose rounding depends on the platform.
fn angle_bound(sine: f64) -> f64 {
    2.0 * sine * (1.0 + 0.571 * sine * sine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;

    fn turned(angle: f32, x: f32) -> Placement {
        Placement {
            origin: Vec3::new(x, 0.0, 0.0),
            rotation: UnitQuaternion::from_axis_angle(&Vec3::z_axis(), angle),
        }
    }

    #[test]
    fn the_angle_is_bounded_closely_if_it_is_small() {
        for step in 0..=1000 {
            let angle = f64::from(step) / 1000.0 * std::f64::consts::PI;
            let bound = angle_bound((angle / 2.0).sin());
            assert!(
                bound >= angle && bound <= angle * (1.0 + 0.2 * angle),
                "{angle} {bound}"
            );
        }
    }

    #[test]
    fn a_way_ends_exactly_and_takes_the_shorter_rotation() {
        let (from, to) = (turned(3.0, 1.0), turned(-3.0, 2.0));
        assert_eq!(placement_between(&from, &to, 1.0), to);
        let half = placement_between(&from, &to, 0.5);
        assert!((half.origin.x - 1.5).abs() < 1e-6);
        let across = half.rotation * Vec3::x();
        assert!((across + Vec3::x()).norm() < 1e-5, "{across}");
        let way = ObstacleWay::new(&from, &to, 0.5);
        assert!((way.velocity - Vec3d::x() * 2.0).norm() < 1e-6);
        assert!((way.spin.z - 0.283_185 / 0.5).abs() < 1e-2, "{}", way.spin);
        let place = way.velocity_at(&Vec3d::new(1.0, 1.0, 0.0));
        assert!((place - Vec3d::new(2.0 - way.spin.z, 0.0, 0.0)).norm() < 1e-6);
    }
}
