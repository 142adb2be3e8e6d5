//! The wishes of the rules.

use crate::{
    ball::{norm, Ball, Vec64, ROUNDING},
    neighbours::{acts, Other},
    world::World,
};
use flock_sim::settings::{AlignTo, Normalization, Rule, Steering};

/// The part of one neighbour in a rule's sum.
struct Term {
    weight: f64,
    value: Ball,
}

impl World {
    /// The wish of all rules together, before any limit.
    pub fn wish(&self, boid: usize) -> Option<Ball> {
        let others = self.others(boid)?;
        let yields = [
            self.cohesion(boid, &others)?,
            self.separation(boid, &others)?,
            self.alignment(boid, &others)?,
        ];
        let sum = yields.into_iter().reduce(Ball::plus)?;
        let motion = &self.settings.motion;
        let wish = sum.times(f64::from(motion.drive));
        let up = self.axis(1);
        let braked = match motion.steering {
            Steering::Acceleration => 4.0 * self.before[boid].velocity,
            Steering::Velocity => Vec64::zeros(),
        };
        let taken = up * (up.dot(&(wish.center + braked)) * f64::from(motion.flattening));
        let error = wish.rounded(8.0).error + Ball::exact(braked).rounded(8.0).error;
        Some(Ball::new(wish.center - taken, error))
    }

    fn cohesion(&self, boid: usize, others: &[Other]) -> Option<Ball> {
        let (rule, settings) = (&self.settings.cohesion, &self.settings.neighbours);
        let term = |other: &Other| {
            Some(Term {
                weight: 1.0,
                value: other.offset,
            })
        };
        let (count, asked) = self.rule(boid, rule, others, term)?;
        let is_crowded = settings.crowding && count > settings.crowd as usize;
        Some(if is_crowded {
            asked.times(f64::from(settings.crowd_factor))
        } else {
            asked
        })
    }

    fn separation(&self, boid: usize, others: &[Other]) -> Option<Ball> {
        let settings = &self.settings.neighbours;
        let term = |other: &Other| {
            let mut weight = 1.0;
            if settings.too_close && other.is_within(settings.too_close_radius)? {
                weight += f64::from(settings.too_close_weight);
            }
            let offset = if other.distance == 0.0 {
                self.coincident_offset(boid, other.index)
            } else {
                other.offset
            };
            Some(Term {
                weight,
                value: Ball::new(-offset.center, offset.error),
            })
        };
        let asked = self.rule(boid, &self.settings.separation, others, term)?;
        Some(asked.1)
    }

    fn alignment(&self, boid: usize, others: &[Other]) -> Option<Ball> {
        let own = self.before[boid].velocity;
        let term = |other: &Other| {
            let velocity = self.before[other.index].velocity;
            let value = match self.settings.neighbours.align_to {
                AlignTo::Velocity => Ball::exact(velocity),
                AlignTo::Heading => Ball::exact(norm(velocity)).rounded(8.0),
                // The own velocity may be subtracted from each term or from the mean.
                AlignTo::VelocityDifference => {
                    let count = others.len() as f64;
                    let error = count * ROUNDING * (velocity.norm() + own.norm());
                    Ball::new(velocity - own, error)
                }
            };
            Some(Term { weight: 1.0, value })
        };
        let asked = self.rule(boid, &self.settings.alignment, others, term)?;
        Some(asked.1)
    }

    /// The number of a rule's neighbours and its wish.
    fn rule(
        &self,
        boid: usize,
        rule: &Rule,
        others: &[Other],
        term: impl Fn(&Other) -> Option<Term>,
    ) -> Option<(usize, Ball)> {
        if !acts(rule) {
            return Some((0, Ball::exact(Vec64::zeros())));
        }
        let neighbours = self.neighbours(boid, rule, others)?;
        let terms: Option<Vec<Term>> = neighbours.iter().map(term).collect();
        let heading = norm(self.before[boid].velocity);
        Some((neighbours.len(), response(rule, &terms?, heading)))
    }
}

fn response(rule: &Rule, terms: &[Term], heading: Vec64) -> Ball {
    if terms.is_empty() {
        return Ball::exact(Vec64::zeros());
    }
    let sum = sum(terms);
    let weights: f64 = terms.iter().map(|term| term.weight).sum();
    let base = match rule.normalization {
        Normalization::Sum => sum,
        _ => sum.times(1.0 / weights),
    };
    let damping = f64::from(rule.damping);
    let damped = match damping {
        0.0 => base,
        _ => base
            .times(1.0 - damping)
            .plus(Ball::exact(heading * damping).rounded(8.0)),
    };
    let response = match rule.normalization {
        Normalization::Direction => damped.with_length(1.0),
        Normalization::LimitedMean => damped.shortened(1.0),
        Normalization::Mean | Normalization::Sum => damped,
    };
    response.times(f64::from(rule.weight))
}

/// The sum of the terms, added in any order.
fn sum(terms: &[Term]) -> Ball {
    let center: Vec64 = terms.iter().map(|t| t.value.center * t.weight).sum();
    let scale: f64 = terms.iter().map(|t| t.value.center.norm() * t.weight).sum();
    let errors: f64 = terms.iter().map(|t| t.value.error * t.weight).sum();
    let rounding = (terms.len() + 4) as f64 * ROUNDING * scale;
    Ball::new(center, errors + rounding)
}
