//! The rules of the flock: cohesion, separation and alignment.
//!
//! With p and v a boid's position and velocity, N(r) all other boids nearer than r, and norm(0) = 0, the rules ask for
//!
//! - cohesion: norm(mean over N(rc) of pj, minus p)
//! - separation: norm(minus the mean over N(rs) of pj - p)
//! - alignment: norm(mean over N(ra) of vj)
//!
//! each times its weight. A direction does not depend on the length of a sum, so the means are never divided out.

use crate::{gather::Sums, Rule, Settings};

/// Shorter sums, in metres or m/s, have no direction: the square of their length nears the end of single precision. That
/// is zero and next to it. What rounding leaves where neighbours balance each other is far longer, about 1e-8, and counts
/// in full, as any sum does however short: a boid in such a place is driven out of it.
const NO_DIRECTION: f32 = 1e-15;

/// The rules with what a step needs of their settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    cohesion: Weighted,
    separation: Weighted,
    alignment: Weighted,
    reach: Option<f32>,
}

#[derive(Clone, Copy, Debug)]
struct Weighted {
    weight: f32,
    /// 0 for a rule that does not act: no boid is nearer than that.
    radius_squared: f32,
}

impl Weighted {
    fn new(rule: &Rule) -> Self {
        Self {
            weight: if rule.acts() { rule.weight } else { 0.0 },
            radius_squared: if rule.acts() {
                rule.radius * rule.radius
            } else {
                0.0
            },
        }
    }
}

impl Rules {
    pub(crate) fn new(settings: &Settings) -> Self {
        let rules = [
            &settings.cohesion,
            &settings.separation,
            &settings.alignment,
        ];
        let radii = rules
            .iter()
            .filter(|rule| rule.acts())
            .map(|rule| rule.radius);
        Self {
            cohesion: Weighted::new(&settings.cohesion),
            separation: Weighted::new(&settings.separation),
            alignment: Weighted::new(&settings.alignment),
            reach: radii.reduce(f32::max),
        }
    }

    /// Largest radius of the rules that act; none if no rule acts.
    pub(crate) fn reach(&self) -> Option<f32> {
        self.reach
    }

    /// Squared radii of cohesion, separation and alignment; 0 for a rule that does not act.
    pub(crate) fn radii_squared(&self) -> [f32; 3] {
        [self.cohesion, self.separation, self.alignment].map(|rule| rule.radius_squared)
    }

    /// The accelerations that the rules ask for, before any limit.
    #[inline(always)]
    pub(crate) fn acceleration<const LANES: usize>(&self, sums: &Sums<LANES>) -> [[f32; LANES]; 3] {
        let mut acceleration = [[0.0; LANES]; 3];
        add_direction(&mut acceleration, &sums.cohesion, self.cohesion.weight);
        add_direction(&mut acceleration, &sums.separation, -self.separation.weight);
        add_direction(&mut acceleration, &sums.alignment, self.alignment.weight);
        acceleration
    }
}

/// Adds the vectors, at the length of the weight; one without a direction adds nothing.
#[inline(always)]
fn add_direction<const LANES: usize>(
    to: &mut [[f32; LANES]; 3],
    vectors: &[[f32; LANES]; 3],
    weight: f32,
) {
    for lane in 0..LANES {
        let (x, y, z) = (vectors[0][lane], vectors[1][lane], vectors[2][lane]);
        let length = (x * x + y * y + z * z).sqrt();
        let scale = if length > NO_DIRECTION {
            weight / length
        } else {
            0.0
        };
        to[0][lane] += x * scale;
        to[1][lane] += y * scale;
        to[2][lane] += z * scale;
    }
}
