//! Advice on flocks that are far from the origin of the world.

use super::list::{written, Advice};
use crate::{
    math::{frame::Placement, Vec3},
    settings::{validation::describe, Region, Settings},
};

impl Settings {
    /// Advice on a flock that is farther from the origin of the world than positions are exact enough
    /// for: see [`precise_distance`](Self::precise_distance). It looks at the smallest speed if there
    /// is one, else at the largest.
    pub(crate) fn advice_on_distance(&self, placement: &Placement) -> Option<Advice> {
        let motion = &self.motion;
        let speed = if motion.min_speed > 0.0 {
            motion.min_speed.min(motion.max_speed)
        } else {
            motion.max_speed
        };
        let most = self.precise_distance(speed);
        let (field, region) = if self.boundary.enabled {
            ("boundary.shape", &self.boundary.shape)
        } else {
            ("spawn.region", &self.spawn.region)
        };
        // In any rotation of the flock's frame.
        let (min, max) = region.bounds();
        let extent = min.abs().sup(&max.abs()).norm();
        let origin = placement.origin;
        if origin.amax() + extent <= most {
            return None;
        }
        let (field, value, better) = if extent < most {
            (
                "placement.origin",
                describe(&origin),
                describe(&nearer(origin, most - extent)),
            )
        } else {
            (
                field,
                written(region),
                written(&smaller(region, most / extent)),
            )
        };
        Some(Advice {
            field: field.into(),
            value,
            reason: format!(
                "beyond {most} m from the origin of the world rounded positions change the way of a \
                 boid at {speed} m/s by more than 1%"
            ),
            better,
        })
    }
}

/// A place in the same direction, of which no coordinate is larger. In whole metres.
fn nearer(place: Vec3, most: f32) -> Vec3 {
    (place * (most / place.amax())).map(f32::trunc)
}

fn smaller(region: &Region, share: f32) -> Region {
    match *region {
        Region::Sphere { center, radius } => Region::Sphere {
            center: center * share,
            radius: radius * share,
        },
        Region::Box { min, max } => Region::Box {
            min: min * share,
            max: max * share,
        },
    }
}
