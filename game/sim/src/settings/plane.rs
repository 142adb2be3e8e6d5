//! The plane in which a flock may move.

use super::declare::*;
use crate::math::{frame::Frame, Vec3};

choice! {
    /// Directions in which boids may move, in the flock's own frame.
    ///
    /// In a planar flock every boid keeps its coordinate along the normal of the plane. This is the
    /// coordinate that it had when the flock started, became planar or was rotated.
    pub enum Plane("e3b0a7b8-4f52-4d3a-a1de-64e7b5a4d1c9") {
        /// Boids move in every direction: a flock in three dimensions.
        #[default]
        All,
        /// Horizontal plane: boids do not move along Y.
        Xz,
        /// Upright plane that faces Z: boids do not move along Z. This is the plane of 2D games.
        Xy,
        /// Upright plane that faces X: boids do not move along X.
        Yz,
    }
}

impl Plane {
    /// Index of the axis of the flock's frame that is normal to the plane; `None` in three
    /// dimensions.
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
