//! First contact of a boid that moves in the frame of a shape.

use super::{convex::Convex, separation::Separation};
use crate::math::Vec3d;

/// Largest number of iterations of conservative advancement: enough to resolve a double root to the
/// last bits.
pub(crate) const MOST_ITERATIONS: usize = 64;

/// A contact, in the frame of the obstacle.
pub(super) struct LocalContact {
    /// Centre of the boid at the contact.
    pub(super) center: Vec3d,
    /// Unit vector from the surface to the boid.
    pub(super) normal: Vec3d,
    /// Distance of the boid's centre from the surface, in metres.
    pub(super) distance: f64,
}

/// Distances between the boid's centre and the surface, in metres.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Distance at which the boid stops.
    pub(super) stop: f64,
    /// Least distance that is allowed. The gap between `least` and `stop` absorbs rounding.
    pub(super) least: f64,
    pub(super) gap: f64,
}

impl Limits {
    /// The limits of a boid that stops at a distance and may come nearer by `slack`, both in metres.
    pub(super) fn new(stop: f64, slack: f64) -> Self {
        Self {
            stop,
            least: stop - slack,
            gap: 0.5 * slack,
        }
    }
}

/// When and where a boid comes within a distance of a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// Time as a fraction of the displacement, 0 to 1.
    pub(super) time: f64,
    /// Unit vector from the shape to the boid at that time.
    pub(super) outward: Vec3d,
}

impl Convex {
    /// First contact of a boid that moves in the frame of the shape.
    ///
    /// Conservative advancement, as in the sweep against triangles: the distance is convex in time,
    /// so Newton's iteration approaches the first root from below.
    pub(super) fn contact(
        &self,
        start: &Vec3d,
        displacement: &Vec3d,
        limits: &Limits,
    ) -> Option<LocalContact> {
        let begin = self.separation(start);
        if begin.distance < limits.least {
            // The distance is convex in time: if it does not shrink at once, it never shrinks.
            let shrinks = begin.outward.dot(displacement) < 0.0;
            return shrinks.then_some(LocalContact {
                center: *start,
                normal: begin.outward,
                distance: begin.distance,
            });
        }
        let (time, stop) = self.advance(start, displacement, limits.stop, (0.0, begin))?;
        if stop.outward.dot(displacement) >= 0.0 {
            return None;
        }
        self.advance(start, displacement, limits.least, (time, stop))?;
        Some(LocalContact {
            center: start + displacement * time,
            normal: stop.outward,
            distance: stop.distance,
        })
    }

    /// The first time at which a boid that moves in the frame of the shape is within `radius`
    /// metres. `None` also for a boid that is nearer and moves away.
    pub(super) fn meeting(
        &self,
        start: &Vec3d,
        displacement: &Vec3d,
        radius: f64,
    ) -> Option<Meeting> {
        let now = self.separation(start);
        let (time, separation) = if now.distance <= radius {
            let approaches = now.outward.dot(displacement) < 0.0;
            (approaches.then_some(0.0)?, now)
        } else {
            self.advance(start, displacement, radius, (0.0, now))?
        };
        Some(Meeting {
            time,
            outward: separation.outward,
        })
    }

    /// First time at which the distance shrinks to `distance`, and the separation at that time.
    /// `None` if it does not in the step. Starts from the given time and separation.
    fn advance(
        &self,
        start: &Vec3d,
        displacement: &Vec3d,
        distance: f64,
        (mut time, mut separation): (f64, Separation),
    ) -> Option<(f64, Separation)> {
        let tolerance = distance * 1e-10;
        for _ in 0..MOST_ITERATIONS {
            let excess = separation.distance - distance;
            if excess <= tolerance {
                break;
            }
            let slope = separation.outward.dot(displacement);
            if slope >= 0.0 {
                return None;
            }
            time -= excess / slope;
            if time > 1.0 {
                return None;
            }
            separation = self.separation(&(start + displacement * time));
        }
        Some((time, separation))
    }
}
