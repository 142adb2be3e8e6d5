//! Where a boid looks: its heading and what is beside and over it.

use crate::{
    algebra::{across, cross, direction, length, scaled, NO_DIRECTION},
    limits::plane_normal,
    placement::Frame,
    Plane, Vec3,
};

/// Sine of the angle to the vertical below which a heading is upright.
const UPRIGHT: f32 = 0.1;

/// What boids take for upright when they look around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Uprights {
    /// The flock's own Y axis in the world, or the normal of the plane of a planar flock.
    pub(crate) up: [f32; 3],
    /// In place of it for a boid that moves along it.
    pub(crate) instead: [f32; 3],
    /// The normal of the plane of a planar flock, else zero.
    pub(crate) normal: [f32; 3],
}

impl Uprights {
    pub(super) fn new(plane: Plane, frame: Frame) -> Self {
        let normal = plane_normal(plane, frame);
        let up = match plane {
            Plane::All => frame.vector_to_world(Vec3::y()),
            _ => normal,
        };
        Self {
            up: up.into(),
            instead: frame.vector_to_world(Vec3::z()).into(),
            normal: normal.into(),
        }
    }

    /// The part of a velocity that counts: all of it, or in a planar flock what lies in the plane.
    #[inline(always)]
    pub(super) fn in_plane(&self, velocity: [f32; 3]) -> [f32; 3] {
        across(velocity, self.normal)
    }
}

/// The axes of what a boid sees: unit vectors in the world, at right angles to each other. They turn smoothly with the heading,
/// except where it is about upright.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gaze {
    pub(super) ahead: Vec3,
    side: Vec3,
    over: Vec3,
}

impl Gaze {
    /// That of a boid with this heading, a unit vector.
    pub(super) fn new(ahead: [f32; 3], uprights: &Uprights) -> Self {
        let level = cross(uprights.up, ahead);
        let (side, size) = match length(level) {
            size if size >= UPRIGHT => (level, size),
            _ => {
                let side = cross(uprights.instead, ahead);
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

    /// The direction, in the world, with these components ahead, to the side and over that.
    #[inline(always)]
    pub(super) fn direction(&self, [ahead, side, over]: [f32; 3]) -> Vec3 {
        self.ahead * ahead + self.side * side + self.over * over
    }
}

/// The heading and the speed of a velocity; none at rest.
pub(super) fn heading(velocity: [f32; 3]) -> Option<([f32; 3], f32)> {
    let speed = length(velocity);
    (speed > NO_DIRECTION).then(|| (direction(velocity, speed), speed))
}
