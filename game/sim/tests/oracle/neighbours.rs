//! Which boids are neighbours, by all pairs.

use crate::{
    ball::{norm, Ball, Vec64, ROUNDING},
    world::{Seam, World},
};
use flock_sim::Rule;

/// Roundings in a squared distance and a squared radius, seen from the distance.
const ROUNDINGS_OF_DISTANCE: f64 = 8.0;

/// Roundings in a point taken into the frame and back.
const ROUNDINGS_OF_FRAME: f64 = 16.0;

/// Roundings in the comparison with a cosine, that of the angle included.
const ROUNDINGS_OF_VIEW: f64 = 32.0;

/// Another boid, seen from one.
#[derive(Clone, Copy, Debug)]
pub struct Other {
    pub index: usize,
    pub offset: Ball,
    pub distance: f64,
    /// As near on the other side of a world that repeats.
    has_twin: bool,
}

/// An offset, possibly across a seam.
struct Seen {
    offset: Vec64,
    error: f64,
    has_twin: bool,
}

impl Other {
    /// How far the distance may be off.
    fn margin(&self) -> f64 {
        self.offset.error + ROUNDINGS_OF_DISTANCE * ROUNDING * self.distance
    }

    /// Whether it is nearer than this; none if that is a matter of rounding.
    pub fn is_within(&self, radius: f32) -> Option<bool> {
        let beyond = self.distance - f64::from(radius);
        (beyond.abs() > self.margin()).then_some(beyond < 0.0)
    }
}

impl World {
    /// All other boids that count, nearest first.
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
            let other = self.other(boid, other)?;
            if other.is_within(reach)? {
                others.push(other);
            }
        }
        others.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        if settings.neighbours.nearest_only {
            keep_nearest(&mut others, settings.neighbours.nearest as usize)?;
        }
        (!others.iter().any(|other| other.has_twin)).then_some(others)
    }

    fn other(&self, boid: usize, index: usize) -> Option<Other> {
        let (from, to) = (self.before[boid].position, self.before[index].position);
        let direct = Seen {
            offset: to - from,
            error: ROUNDING * (to - from).norm(),
            has_twin: false,
        };
        let seen = match self.seam() {
            None => direct,
            Some(Seam::Box { period }) => self.across_box(from, to, period),
            Some(Seam::Sphere { center, radius }) => {
                self.across_sphere(direct, from, to, center, radius)?
            }
        };
        Some(Other {
            index,
            offset: Ball::new(seen.offset, seen.error),
            distance: seen.offset.norm(),
            has_twin: seen.has_twin,
        })
    }

    /// How far single precision may be off in the frame, for places as far from it as these.
    fn error_in_frame(&self, from: Vec64, to: Vec64, size: f64) -> f64 {
        let extent = (from - self.origin).norm() + (to - self.origin).norm() + size;
        ROUNDINGS_OF_FRAME * ROUNDING * extent
    }

    fn across_box(&self, from: Vec64, to: Vec64, period: Vec64) -> Seen {
        let error = self.error_in_frame(from, to, period.norm());
        let turns = self.vector_to_local(to - from).component_div(&period);
        let local = turns.map(|turns| turns - turns.round());
        let slack = local.zip_map(&period, |share, period| (0.5 - share.abs()) * period);
        Seen {
            offset: self.vector_to_world(local.component_mul(&period)),
            error,
            has_twin: slack.min() < error,
        }
    }

    /// A boid inside is also seen as far beyond the opposite point of the surface as it is before its own.
    fn across_sphere(
        &self,
        direct: Seen,
        from: Vec64,
        to: Vec64,
        center: Vec64,
        radius: f64,
    ) -> Option<Seen> {
        let section = self.section(to, center, radius);
        let distance = section.out.norm();
        let beyond = distance - section.radius;
        if distance == 0.0 || section.radius == 0.0 || beyond > 1e-3 * section.radius {
            return Some(direct);
        }
        let error = self.error_in_frame(from, to, radius);
        if beyond > -error {
            return None;
        }
        let image = to - section.out * (2.0 * section.radius / distance);
        // The direction outward is the less certain the nearer the boid is to the middle.
        let error = error * (2.0 + 2.0 * section.radius / distance);
        let (near, far) = (direct.offset.norm(), (image - from).norm());
        Some(match near < far {
            true => Seen {
                has_twin: far - near <= error,
                ..direct
            },
            false => Seen {
                offset: image - from,
                error,
                has_twin: near - far <= error,
            },
        })
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
