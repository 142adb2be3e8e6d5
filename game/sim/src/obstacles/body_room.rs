//! The room beside the body of an obstacle that rests, in the frame of the obstacle.

use super::body::Body;
use crate::math::Vec3d;

impl Body {
    /// True if the body leaves a sphere free. The sphere may be inside a room.
    pub(crate) fn is_clear(&self, center: &Vec3d, radius: f64) -> bool {
        self.separation(center, radius).distance >= radius
    }

    /// True if a sphere that moves does not come nearer to the body than its radius. If it is nearer
    /// at the start, it may move away.
    pub(crate) fn is_way_clear(&self, start: &Vec3d, displacement: &Vec3d, radius: f64) -> bool {
        self.meeting(start, displacement, radius).is_none()
    }

    /// The nearest point of the surface, and the unit normal there.
    pub(crate) fn nearest_on_surface(&self, place: &Vec3d) -> (Vec3d, Vec3d) {
        let found = self.separation(place, f64::INFINITY);
        (place - found.outward * found.distance, found.outward)
    }
}
