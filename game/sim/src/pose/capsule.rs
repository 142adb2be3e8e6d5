//! The body of a drawn boid for queries: a capsule along its heading.

use super::texels::Texels;
use crate::{math::Vec3d, settings::Settings};

/// The size of the capsules of a flock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapsuleSize {
    /// Half of the length without the rounded ends, in metres.
    half_length: f64,
    radius: f64,
}

impl CapsuleSize {
    pub(crate) fn new(settings: &Settings) -> Self {
        let radius = f64::from(settings.collision.body_radius);
        let half_length = f64::from(settings.body.length) / 2.0 - radius;
        Self {
            half_length: half_length.max(0.0),
            radius,
        }
    }

    /// Largest distance of a point of the body from the boid's position, in metres.
    pub(crate) fn reach(&self) -> f64 {
        self.half_length + self.radius
    }
}

/// A capsule: all points within a radius of a line segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capsule {
    center: Vec3d,
    /// Unit vector along the segment.
    axis: Vec3d,
    size: CapsuleSize,
}

impl Capsule {
    /// The capsule of a boid that is drawn with these texels.
    pub(crate) fn of(texels: &Texels, size: CapsuleSize) -> Self {
        let [[px, py, pz, _], [x, y, z, _]] = texels.map(|texel| texel.map(f64::from));
        let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
        let axis = [
            2.0 * (x * z + w * y),
            2.0 * (y * z - w * x),
            1.0 - 2.0 * (x * x + y * y),
        ];
        Self {
            center: Vec3d::new(px, py, pz),
            // Rounded texels may be a little longer than a unit quaternion.
            axis: Vec3d::from(axis).normalize(),
            size,
        }
    }

    /// The share of its displacement after which a moving sphere touches the body. 0 if it overlaps
    /// the body at the start, `None` if it does not touch it.
    pub(crate) fn time_of_impact(
        &self,
        start: &Vec3d,
        displacement: &Vec3d,
        radius: f64,
    ) -> Option<f64> {
        let reach = self.size.radius + radius;
        if (start - self.nearest_on_axis(start)).norm_squared() <= reach * reach {
            return Some(0.0);
        }
        let end = self.axis * self.size.half_length;
        let to_ball = |center: Vec3d| entry(&(start - center), displacement, reach);
        let balls = [self.center + end, self.center - end].map(to_ball);
        let side = self.entry_at_side(start, displacement, reach);
        let entries = balls.into_iter().chain([side]).flatten();
        entries.min_by(f64::total_cmp)
    }

    /// The point of the body that is nearest to a point; the point itself if it is inside.
    pub(crate) fn nearest(&self, to: &Vec3d) -> Vec3d {
        let on_axis = self.nearest_on_axis(to);
        let offset = to - on_axis;
        let distance = offset.norm();
        if distance > self.size.radius {
            on_axis + offset * (self.size.radius / distance)
        } else {
            *to
        }
    }

    fn nearest_on_axis(&self, to: &Vec3d) -> Vec3d {
        let half = self.size.half_length;
        self.center + self.axis * (to - self.center).dot(&self.axis).clamp(-half, half)
    }

    /// Like [`entry`], for the part between the two rounded ends.
    fn entry_at_side(&self, start: &Vec3d, displacement: &Vec3d, reach: f64) -> Option<f64> {
        let across = |vector: &Vec3d| vector - self.axis * vector.dot(&self.axis);
        let offset = start - self.center;
        let time = entry(&across(&offset), &across(displacement), reach)?;
        let along = (offset + displacement * time).dot(&self.axis);
        (along.abs() <= self.size.half_length).then_some(time)
    }
}

/// The share of its displacement after which a point at `offset` from a centre comes within `reach`
/// of it. `None` if it does not, or if it starts there.
fn entry(offset: &Vec3d, displacement: &Vec3d, reach: f64) -> Option<f64> {
    let (approach, squared) = (-offset.dot(displacement), displacement.norm_squared());
    // A displacement of zero never approaches.
    if approach <= 0.0 || offset.norm_squared() <= reach * reach {
        return None;
    }
    let nearest_time = approach / squared;
    // Computed from the offset at that time. The usual difference of large squares would lose
    // precision.
    let nearest_squared = (offset + displacement * nearest_time).norm_squared();
    let time = nearest_time - ((reach * reach - nearest_squared) / squared).sqrt();
    // False for NaN, which results if the point passes the centre.
    (0.0..=1.0).contains(&time).then_some(time)
}
