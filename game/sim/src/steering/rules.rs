//! The rules of the flock: cohesion, separation and alignment (Reynolds, "Flocks, Herds, and
//! Schools", 1987), from the sums over neighbours.
//!
//! Each rule has a sum over its neighbours: of the offsets, the negative offsets, or the vectors
//! that the boid aligns with. The mean or the sum is mixed with the boid's own heading (damping),
//! normalized and multiplied by the weight. A direction does not depend on the length of the sum,
//! so a direction without damping skips the division by the number of neighbours.

use crate::{
    math::{
        lanes::{lengths, scale, Lanes},
        vector::NO_DIRECTION,
    },
    neighbours::{group::LaneGroup, sums::NeighbourSums},
    settings::{AlignTo, Normalization, Rule, Settings},
};

/// Parameters of the rules in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) cohesion: RuleTerm,
    pub(crate) separation: RuleTerm,
    pub(crate) alignment: RuleTerm,
    pub(crate) align_to: AlignTo,
    /// Number of neighbours for cohesion above which they are a crowd, and the factor of cohesion
    /// then; `None` without crowding.
    pub(crate) crowd: Option<(f32, f32)>,
    drive: f32,
}

impl Rules {
    pub(crate) fn new(settings: &Settings) -> Self {
        let neighbours = &settings.neighbours;
        let crowd = (neighbours.crowd as f32, neighbours.crowd_factor);
        Self {
            cohesion: RuleTerm::new(&settings.cohesion, 1.0),
            separation: RuleTerm::new(&settings.separation, -1.0),
            alignment: RuleTerm::new(&settings.alignment, 1.0),
            align_to: neighbours.align_to,
            crowd: neighbours.crowding.then_some(crowd),
            drive: settings.motion.drive,
        }
    }

    /// Sum of the wishes of the rules. `fade` holds a factor of cohesion for each boid.
    #[inline(always)]
    pub(crate) fn wish<const LANES: usize>(
        &self,
        group: &LaneGroup<LANES>,
        sums: &NeighbourSums<LANES>,
        fade: Option<&[f32; LANES]>,
    ) -> Lanes<LANES> {
        let [cohesive, separate, aligned] = &sums.counts;
        let heading = &group.heading;
        let mut cohesion = self.cohesion.wish(&sums.cohesion, cohesive, heading);
        if let Some((crowd, factor)) = self.crowd {
            let factor = cohesive.map(|count| if count > crowd { factor } else { 1.0 });
            scale(&mut cohesion, &factor);
        }
        if let Some(fade) = fade {
            scale(&mut cohesion, fade);
        }
        let separation = self.separation.wish(&sums.separation, separate, heading);
        let alignment = match self.align_to {
            AlignTo::VelocityDifference => {
                let differences = differences(&sums.alignment, aligned, &group.velocity);
                self.alignment.wish(&differences, aligned, heading)
            }
            _ => self.alignment.wish(&sums.alignment, aligned, heading),
        };
        let mut wish = [[0.0; LANES]; 3];
        for axis in 0..3 {
            for lane in 0..LANES {
                let flock = cohesion[axis][lane] + separation[axis][lane] + alignment[axis][lane];
                wish[axis][lane] = flock;
            }
        }
        wish
    }

    /// The three rules separately: each with its own weight, while the weights of the other two are
    /// 0.
    pub(crate) fn each(&self) -> [Self; 3] {
        let none = self.none();
        [
            Self {
                cohesion: self.cohesion,
                ..none
            },
            Self {
                separation: self.separation,
                ..none
            },
            Self {
                alignment: self.alignment,
                ..none
            },
        ]
    }

    /// The rules with all weights set to 0.
    pub(crate) fn none(&self) -> Self {
        let mut rules = *self;
        for rule in [
            &mut rules.cohesion,
            &mut rules.separation,
            &mut rules.alignment,
        ] {
            rule.weight = 0.0;
        }
        rules
    }

    /// Factor of the sum of the wishes of all rules and of wander.
    pub(crate) fn drive(&self) -> f32 {
        self.drive
    }
}

/// One rule: how its sum is normalized, damped and weighted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleTerm {
    pub(crate) weight: f32,
    pub(crate) normalization: Normalization,
    pub(crate) damping: f32,
    /// Sign of the sum: -1 for separation, whose sum is of offsets towards the neighbours.
    pub(crate) sign: f32,
}

impl RuleTerm {
    fn new(rule: &Rule, sign: f32) -> Self {
        Self {
            weight: if rule.acts() { rule.weight } else { 0.0 },
            normalization: rule.normalization,
            damping: rule.damping,
            sign,
        }
    }

    /// Wish of the rule. A direction without damping does not read the counts.
    #[inline(always)]
    fn wish<const LANES: usize>(
        &self,
        sum: &Lanes<LANES>,
        count: &[f32; LANES],
        heading: &Lanes<LANES>,
    ) -> Lanes<LANES> {
        let mut wish = *sum;
        if self.normalization == Normalization::Direction && self.damping == 0.0 {
            scale(&mut wish, &self.direction_scale(sum));
            return wish;
        }
        let share = count.map(|count| match self.normalization {
            Normalization::Sum => self.sign,
            _ => self.sign / count.max(1.0),
        });
        scale(&mut wish, &share);
        for axis in 0..3 {
            for lane in 0..LANES {
                let mixed =
                    wish[axis][lane] * (1.0 - self.damping) + heading[axis][lane] * self.damping;
                wish[axis][lane] = if count[lane] > 0.0 { mixed } else { 0.0 };
            }
        }
        let factor = match self.normalization {
            Normalization::Direction => lengths(&wish).map(|length| scale_to(length, self.weight)),
            Normalization::LimitedMean => {
                lengths(&wish).map(|length| self.weight / length.max(1.0))
            }
            Normalization::Mean | Normalization::Sum => [self.weight; LANES],
        };
        scale(&mut wish, &factor);
        wish
    }

    #[inline(always)]
    fn direction_scale<const LANES: usize>(&self, sum: &Lanes<LANES>) -> [f32; LANES] {
        let mut scales = lengths(sum);
        for lane in 0..LANES {
            scales[lane] = scale_to(scales[lane], self.sign * self.weight);
        }
        scales
    }
}

/// Factor that scales a vector of this length to the length `weight`; 0 for a vector without a
/// direction.
///
/// Where neighbours balance each other, a rounding error of about 1e-8 remains. It is far longer
/// than the limit of a vector without a direction, and counts in full like any short sum: it drives
/// the boid out of the balance.
#[inline(always)]
fn scale_to(length: f32, weight: f32) -> f32 {
    if length > NO_DIRECTION {
        weight / length
    } else {
        0.0
    }
}

/// Sums of the differences between the neighbours' velocities and the boid's own.
#[inline(always)]
fn differences<const LANES: usize>(
    sum: &Lanes<LANES>,
    count: &[f32; LANES],
    velocity: &Lanes<LANES>,
) -> Lanes<LANES> {
    let mut differences = *sum;
    for axis in 0..3 {
        for lane in 0..LANES {
            differences[axis][lane] -= count[lane] * velocity[axis][lane];
        }
    }
    differences
}
