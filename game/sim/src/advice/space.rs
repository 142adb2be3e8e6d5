//! How much space the boids have, and how many of them meet in it.

use crate::{limits::flat_axis, Region, Settings};
use std::f32::consts::PI;

/// The axes of the flock's frame along which boids move.
fn axes(settings: &Settings) -> impl Iterator<Item = usize> {
    let flat = flat_axis(settings.motion.plane);
    (0..3).filter(move |axis| Some(*axis) != flat)
}

/// The narrowest width, in metres, of the volume that the boids stay in, along the axes on which they move.
pub(super) fn narrowest(settings: &Settings) -> Option<f32> {
    let (min, max) = settings.boundary.shape.bounds();
    let widths = axes(settings).map(|axis| max[axis] - min[axis]);
    let narrowest = widths.fold(f32::INFINITY, f32::min);
    settings.boundary.enabled.then_some(narrowest)
}

/// Whether a region reaches out of the boundary, where boids move and by more than rounding.
pub(super) fn reaches_out(settings: &Settings, region: &Region) -> bool {
    let (min, max) = settings.boundary.shape.bounds();
    let (from, to) = region.bounds();
    let reaches_out = |axis: usize| {
        let slack = 0.001 * (max[axis] - min[axis]);
        from[axis] < min[axis] - slack || to[axis] > max[axis] + slack
    };
    settings.boundary.enabled && axes(settings).any(reaches_out)
}

/// The boids of a flock spread evenly over a region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    boids: f32,
    /// Of a flock in space its volume in m³, of a flat one its area in m².
    size: f32,
    /// How far a flat flock extends across its plane, in metres.
    thickness: Option<f32>,
}

impl Spread {
    /// Over the volume that the boids stay in.
    pub(super) fn over_boundary(settings: &Settings) -> Option<Self> {
        let boundary = &settings.boundary;
        boundary
            .enabled
            .then(|| Self::over(settings, &boundary.shape))
    }

    /// Over the volume where they start or the one that they stay in, whichever is smaller.
    pub(super) fn over_smallest(settings: &Settings) -> Self {
        let start = Self::over(settings, &settings.spawn.region);
        match Self::over_boundary(settings) {
            Some(later) if later.size < start.size => later,
            _ => start,
        }
    }

    fn over(settings: &Settings, region: &Region) -> Self {
        let flat = flat_axis(settings.motion.plane);
        let size = match *region {
            Region::Sphere { radius, .. } if flat.is_some() => PI * radius.powi(2),
            Region::Sphere { radius, .. } => ball(radius),
            Region::Box { min, max } => axes(settings).map(|axis| max[axis] - min[axis]).product(),
        };
        // Boids of a flat flock keep the heights at which they started.
        let (min, max) = settings.spawn.region.bounds();
        Self {
            boids: settings.spawn.count as f32,
            size,
            thickness: flat.map(|axis| max[axis] - min[axis]),
        }
    }

    /// How many others a boid finds within a radius.
    pub(super) fn neighbours(&self, radius: f32) -> f32 {
        let others = (self.boids - 1.0).max(0.0);
        let reached = match self.thickness {
            None => ball(radius),
            Some(thickness) => ball(radius) / thickness.max(4.0 / 3.0 * radius),
        };
        // A region that is a point holds all of them; what reaches beyond a region does not find more than there are.
        (self.boids / self.size * reached).min(others)
    }

    /// The radius within which a boid would find so many others, if there are as many.
    pub(super) fn radius(&self, neighbours: f32) -> f32 {
        let needed = neighbours * self.size / self.boids;
        let of_ball = |volume: f32| (volume * 3.0 / (4.0 * PI)).cbrt();
        match self.thickness {
            None => of_ball(needed),
            Some(thickness) => {
                let of_disc = (needed / PI).sqrt();
                if thickness > 4.0 / 3.0 * of_disc {
                    of_ball(needed * thickness)
                } else {
                    of_disc
                }
            }
        }
    }
}

fn ball(radius: f32) -> f32 {
    4.0 / 3.0 * PI * radius.powi(3)
}
