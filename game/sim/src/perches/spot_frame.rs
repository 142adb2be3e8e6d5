//! The coordinates of a perch's spots: those of the flock, or those of the moving obstacle that
//! carries the perch.

use super::perch::{Perch, PerchSpot};
use crate::{
    math::Vec3,
    obstacles::{pose::Pose, ObstacleSet},
};

/// Smallest component along Y of a spot's normal at which boids land and stand on a perch that is
/// carried: the surface is less steep than 60°.
const LEAST_UPWARD: f32 = 0.5;

/// The coordinates of a perch's spots, at the end of the last step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpotFrame {
    /// Pose of the carrier; `None` without one.
    carrier: Option<Pose>,
}

impl SpotFrame {
    /// `None` if the carrier of the perch was removed.
    pub(crate) fn of(perch: &Perch, obstacles: &ObstacleSet) -> Option<Self> {
        let carrier = match perch.carrier {
            None => None,
            Some(id) => Some(obstacles.in_step_of(id)?.way.end),
        };
        Some(Self { carrier })
    }

    /// A point of the flock in the coordinates of the spots.
    pub(crate) fn point_in(&self, point: Vec3) -> Vec3 {
        match &self.carrier {
            None => point,
            Some(pose) => pose.point_to_local(&point.cast()).cast(),
        }
    }

    /// A spot in the coordinates of the flock.
    pub(crate) fn spot_out(&self, spot: &PerchSpot) -> PerchSpot {
        match &self.carrier {
            None => *spot,
            Some(pose) => spot.out_of(pose),
        }
    }

    /// The bounding box, in the coordinates of the flock, of a box around the spots.
    pub(crate) fn box_out(&self, [low, high]: [Vec3; 2]) -> [Vec3; 2] {
        let Some(pose) = &self.carrier else {
            return [low, high];
        };
        let (center, half) = ((low + high) / 2.0, (high - low) / 2.0);
        let center: Vec3 = pose.point_to_world(&center.cast()).cast();
        let turned = pose.rotation.to_rotation_matrix();
        let half: Vec3 = (turned.matrix().abs() * half.cast::<f64>()).cast();
        [center - half, center + half]
    }

    /// False if the carrier is tilted so far that no boid stands on the spot.
    pub(crate) fn holds(&self, spot: &PerchSpot) -> bool {
        self.carrier.is_none() || self.spot_out(spot).normal.y >= LEAST_UPWARD
    }
}
