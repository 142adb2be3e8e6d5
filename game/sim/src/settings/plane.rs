//! The plane of a flock.

use super::declare::*;
use crate::math::{frame::Frame, Vec3};

choice! {
    /// Directions in which a boid may move, in the flock's own frame. In a planar flock every boid
    /// stays at the height that it had when the flock started, became planar or was turned.
    pub enum Plane("e3b0a7b8-4f52-4d3a-a1de-64e7b5a4d1c9") {
        /// Every direction: a flock in three dimensions.
        #[default]
        All,
        /// Horizontal: nothing moves along Y.
        Xz,
        /// Upright, facing Z: nothing moves along Z. The plane of 2D games.
        Xy,
        /// Upright, facing X: nothing moves along X.
        Yz,
    }
}

impl Plane {
    /// Axis of the flock's frame at right angles to the plane; none in three dimensions.
    pub(crate) fn flat_axis(self) -> Option<usize> {
        match self {
            Self::All => None,
            Self::Xz => Some(1),
            Self::Xy => Some(2),
            Self::Yz => Some(0),
        }
    }

    /// Unit normal of the plane in the world; zero in three dimensions.
    pub(crate) fn normal(self, frame: Frame) -> Vec3 {
        let normal = self.flat_axis().map(|axis| {
            let mut normal = Vec3::zeros();
            normal[axis] = 1.0;
            frame.vector_to_world(normal)
        });
        normal.unwrap_or_default()
    }
}
