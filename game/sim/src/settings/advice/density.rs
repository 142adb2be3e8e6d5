//! Density of the boids, and the number of neighbours that follows from it.

use super::facts::axes;
use crate::settings::{Region, Settings};
use std::f32::consts::PI;

/// A flock spread evenly over a region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    boids: f32,
    /// Volume in m³; area in m² of a planar flock.
    size: f32,
    /// Extent of a planar flock along the normal of its plane, in metres.
    thickness: Option<f32>,
}

impl Spread {
    /// Over the boundary.
    pub(super) fn over_boundary(settings: &Settings) -> Option<Self> {
        let boundary = &settings.boundary;
        let over = || Self::over(settings, &boundary.shape);
        boundary.enabled.then(over)
    }

    /// Over the region of spawning or the boundary, whichever is smaller.
    pub(super) fn over_smallest(settings: &Settings) -> Self {
        let start = Self::at_start(settings);
        match Self::over_boundary(settings) {
            Some(later) if later.size < start.size => later,
            _ => start,
        }
    }

    /// Over the region of spawning.
    pub(super) fn at_start(settings: &Settings) -> Self {
        Self::over(settings, &settings.spawn.region)
    }

    fn over(settings: &Settings, region: &Region) -> Self {
        let plane = settings.motion.plane;
        let flat = plane.flat_axis();
        let size = match *region {
            Region::Sphere { radius, .. } if flat.is_some() => PI * radius.powi(2),
            Region::Sphere { radius, .. } => sphere(radius),
            Region::Box { min, max } => axes(plane).map(|axis| max[axis] - min[axis]).product(),
        };
        // Boids of a planar flock keep the heights at which they started.
        let (min, max) = settings.spawn.region.bounds();
        Self {
            boids: settings.spawn.count as f32,
            size,
            thickness: flat.map(|axis| max[axis] - min[axis]),
        }
    }

    /// Number of other boids within a radius.
    pub(super) fn neighbours(&self, radius: f32) -> f32 {
        let others = (self.boids - 1.0).max(0.0);
        let reached = match self.thickness {
            None => sphere(radius),
            Some(thickness) => sphere(radius) / thickness.max(4.0 / 3.0 * radius),
        };
        // A region that is a point holds all of them; a radius beyond the region finds no more than
        // there are.
        (self.boids / self.size * reached).min(others)
    }

    /// The radius with this number of neighbours, if there are as many boids.
    pub(super) fn radius(&self, neighbours: f32) -> f32 {
        let needed = neighbours * self.size / self.boids;
        let of_sphere = |volume: f32| libm::cbrtf(volume * 3.0 / (4.0 * PI));
        match self.thickness {
            None => of_sphere(needed),
            Some(thickness) => {
                let of_disc = (needed / PI).sqrt();
                if thickness > 4.0 / 3.0 * of_disc {
                    of_sphere(needed * thickness)
                } else {
                    of_disc
                }
            }
        }
    }
}

/// Volume of a sphere.
fn sphere(radius: f32) -> f32 {
    4.0 / 3.0 * PI * radius.powi(3)
}
