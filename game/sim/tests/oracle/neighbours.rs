//! The neighbours of a boid, by all pairs.

use crate::{
    ball::{norm, Ball, Vec64, ROUNDING},
    world::{nearest_image, Periodic, World},
};
use flock_sim::settings::Rule;

/// Roundings of a squared distance and a squared radius, in terms of the distance.
const ROUNDINGS_OF_DISTANCE: f64 = 8.0;

/// Roundings of a point transformed into the frame and back.
const ROUNDINGS_OF_FRAME: f64 = 16.0;

/// Roundings of the comparison with a cosine, that of the angle included.
const ROUNDINGS_OF_VIEW: f64 = 32.0;

/// Another boid, relative to one.
#[derive(Clone, Copy, Debug)]
pub struct Other {
    pub index: usize,
    pub offset: Ball,
    pub distance: f64,
    /// True if another periodic image is as near.
    has_equal_image: bool,
}

impl Other {
    /// Largest error of the distance.
    fn margin(&self) -> f64 {
        self.offset.error + ROUNDINGS_OF_DISTANCE * ROUNDING * self.distance
    }

    /// True if it is nearer than this; none if rounding decides.
    pub fn is_within(&self, radius: f32) -> Option<bool> {
        let beyond = self.distance - f64::from(radius);
        (beyond.abs() > self.margin()).then_some(beyond < 0.0)
    }
}

impl World {
    /// All other boids within the largest radius, nearest first.
    pub fn others(&self, boid: usize) -> Option<Vec<Other>> {
        let settings = &self.settings;
        let rules = [
            &settings.cohesion,
            &settings.separation,
            &settings.alignment,
        ];
        let reach = rules.iter().filter(|rule| acts(rule));
        let reach = reach.map(|rule| rule.radius).fold(0.0, f32::max);
        let mut others = Vec::new();
        for other in (0..self.before.len()).filter(|other| *other != boid) {
            let other = self.other(boid, other, reach)?;
            if other.is_within(reach)? {
                others.push(other);
            }
        }
        others.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        if settings.neighbours.nearest_only {
            keep_nearest(&mut others, settings.neighbours.nearest as usize)?;
        }
        (!others.iter().any(|other| other.has_equal_image)).then_some(others)
    }

    /// Another boid, for rules with this largest radius.
    fn other(&self, boid: usize, index: usize, reach: f32) -> Option<Other> {
        let (from, to) = (self.before[boid].position, self.before[index].position);
        let offset = Ball::exact(to - from).rounded(1.0);
        let direct = Other {
            index,
            offset,
            distance: offset.center.norm(),
            has_equal_image: false,
        };
        let (offset, has_equal_image) = match self.periodic() {
            None => return Some(direct),
            Some(Periodic::Box { period }) => self.across_box(from, to, period),
            // A boid within reach has no second image.
            Some(Periodic::Sphere { .. }) if direct.is_within(reach)? => return Some(direct),
            Some(Periodic::Sphere { center, radius }) => {
                match self.across_sphere(from, to, center, radius)? {
                    Some(offset) => (offset, false),
                    None => return Some(direct),
                }
            }
        };
        Some(Other {
            index,
            offset,
            distance: offset.center.norm(),
            has_equal_image,
        })
    }

    /// Error of single precision in the frame, for places as far from it as these.
    fn error_in_frame(&self, from: Vec64, to: Vec64, size: f64) -> f64 {
        let extent = (from - self.origin).norm() + (to - self.origin).norm() + size;
        ROUNDINGS_OF_FRAME * ROUNDING * extent
    }

    /// The offset to the nearest image, and true if there are two.
    fn across_box(&self, from: Vec64, to: Vec64, period: Vec64) -> (Ball, bool) {
        let size = period.map(|period| if period.is_finite() { period } else { 0.0 });
        let error = self.error_in_frame(from, to, size.norm());
        let local = self
            .vector_to_local(to - from)
            .zip_map(&period, nearest_image);
        let slack = local.zip_map(&period, |x, period| 0.5 * period - x.abs());
        let offset = self.vector_to_world(local);
        (Ball::new(offset, error), slack.min() < error)
    }

    /// The offset to the image of a boid, as far beyond the opposite point of the surface as the
    /// boid is before its own. Only boids inside have images and see them; none if rounding decides
    /// whether they are inside.
    fn across_sphere(
        &self,
        from: Vec64,
        to: Vec64,
        center: Vec64,
        radius: f64,
    ) -> Option<Option<Ball>> {
        let error = self.error_in_frame(from, to, radius);
        for place in [from, to] {
            let section = self.section(place, center, radius);
            let beyond = section.out.norm() - section.radius;
            if beyond > 1e-3 * radius || section.radius == 0.0 || section.out.norm() == 0.0 {
                return Some(None);
            }
            // The radius of a small section has a large error in single precision.
            if beyond > -error * (1.0 + radius / section.radius) {
                return None;
            }
        }
        let section = self.section(to, center, radius);
        let distance = section.out.norm();
        let image = to - section.out * (2.0 * section.radius / distance);
        // So has the direction outward of a boid near the middle.
        let error = error * (2.0 + 2.0 * section.radius / distance + radius / section.radius);
        Some(Some(Ball::new(image - from, error)))
    }

    /// The neighbours for one rule; none if rounding decides about one.
    pub fn neighbours(&self, boid: usize, rule: &Rule, others: &[Other]) -> Option<Vec<Other>> {
        let velocity = self.before[boid].velocity;
        let mut neighbours = Vec::new();
        for other in others {
            if other.is_within(rule.radius)? && is_in_view(velocity, rule, other)? {
                neighbours.push(*other);
            }
        }
        Some(neighbours)
    }
}

pub fn acts(rule: &Rule) -> bool {
    rule.enabled && rule.weight > 0.0
}

fn keep_nearest(others: &mut Vec<Other>, count: usize) -> Option<()> {
    if let Some([last, next]) = others.get(count - 1..count + 1) {
        if next.distance - last.distance <= last.margin() + next.margin() {
            return None;
        }
    }
    others.truncate(count);
    Some(())
}

fn is_in_view(velocity: Vec64, rule: &Rule, other: &Other) -> Option<bool> {
    let angle = f64::from(rule.field_of_view).to_radians();
    if rule.field_of_view >= 360.0 || velocity.norm() == 0.0 || other.distance == 0.0 {
        return Some(true);
    }
    let ahead = norm(velocity).dot(&other.offset.center);
    let inside = ahead - (angle / 2.0).cos() * other.distance;
    let margin = 2.0 * other.offset.error + ROUNDINGS_OF_VIEW * ROUNDING * other.distance;
    (inside.abs() > margin).then_some(inside > 0.0)
}
