//! Which boids are neighbours, by all pairs.

use crate::{
    ball::{norm, Ball, Vec64, ROUNDING},
    world::World,
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
            let other = self.other(boid, other);
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

    fn other(&self, boid: usize, index: usize) -> Other {
        let (from, to) = (self.before[boid].position, self.before[index].position);
        let (offset, error, has_twin) = match self.period() {
            None => (to - from, ROUNDING * (to - from).norm(), false),
            Some(period) => {
                let extent =
                    (from - self.origin).norm() + (to - self.origin).norm() + period.norm();
                let error = ROUNDINGS_OF_FRAME * ROUNDING * extent;
                let turns = self.vector_to_local(to - from).component_div(&period);
                let local = turns.map(|turns| turns - turns.round());
                let slack = local.zip_map(&period, |share, period| (0.5 - share.abs()) * period);
                let offset = self.vector_to_world(local.component_mul(&period));
                (offset, error, slack.min() < error)
            }
        };
        Other {
            index,
            offset: Ball::new(offset, error),
            distance: offset.norm(),
            has_twin,
        }
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
