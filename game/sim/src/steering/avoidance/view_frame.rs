//! View frame of a boid: its heading, and the axes to the side and over it.

use crate::{
    math::{
        frame::Frame,
        vector::{across, cross, direction, length, scaled, NO_DIRECTION},
        Vec3,
    },
    settings::Plane,
};

/// Sine of the angle to the up axis below which a heading counts as upright.
pub(crate) const UPRIGHT: f32 = 0.1;

/// Axes from which view frames are built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReferenceAxes {
    /// Up axis in the world: the flock's own Y axis, or the normal of the plane of a planar flock.
    pub(crate) up: [f32; 3],
    /// Up axis of a boid that moves along `up`.
    pub(crate) substitute_up: [f32; 3],
    /// Normal of the plane of a planar flock, else zero.
    pub(crate) normal: [f32; 3],
}

impl ReferenceAxes {
    pub(super) fn new(plane: Plane, frame: Frame) -> Self {
        let normal = plane.normal(frame);
        let up = match plane {
            Plane::All => frame.vector_to_world(Vec3::y()),
            _ => normal,
        };
        Self {
            up: up.into(),
            substitute_up: frame.vector_to_world(Vec3::z()).into(),
            normal: normal.into(),
        }
    }

    /// Part of a velocity in the plane of the flock; all of it if the flock is not planar.
    #[inline(always)]
    pub(super) fn in_plane(&self, velocity: [f32; 3]) -> [f32; 3] {
        across(velocity, self.normal)
    }
}

/// Axes of view: orthogonal unit vectors in the world. They turn smoothly with the heading, except
/// where it is nearly upright.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewFrame {
    pub(super) ahead: Vec3,
    side: Vec3,
    over: Vec3,
}

impl ViewFrame {
    /// View frame of a boid with this heading, a unit vector.
    pub(super) fn new(ahead: [f32; 3], reference_axes: &ReferenceAxes) -> Self {
        let level = cross(reference_axes.up, ahead);
        let (side, size) = match length(level) {
            size if size >= UPRIGHT => (level, size),
            _ => {
                let side = cross(reference_axes.substitute_up, ahead);
                (side, length(side))
            }
        };
        let side = scaled(side, 1.0 / size.max(NO_DIRECTION));
        Self {
            ahead: ahead.into(),
            side: side.into(),
            over: cross(ahead, side).into(),
        }
    }

    /// Direction in the world with these components ahead, to the side and over.
    #[inline(always)]
    pub(super) fn direction(&self, [ahead, side, over]: [f32; 3]) -> Vec3 {
        self.ahead * ahead + self.side * side + self.over * over
    }
}

/// Heading and speed of a velocity; `None` at rest.
pub(super) fn heading(velocity: [f32; 3]) -> Option<([f32; 3], f32)> {
    let speed = length(velocity);
    (speed > NO_DIRECTION).then(|| (direction(velocity, speed), speed))
}
