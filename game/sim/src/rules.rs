//! The rules of the flock: what a boid makes of the sums over its neighbours.
//!
//! Each of cohesion, separation and alignment sums terms over its neighbours: offsets, offsets turned round, and what the
//! boid is aligned with. The mean or the sum of these is mixed with the boid's own heading (damping), brought to the length
//! that the response asks for, and multiplied by the weight. A direction does not depend on the length of a sum, so the
//! plain case, a direction without damping, never divides the mean out.

use crate::{
    algebra::NO_DIRECTION,
    boundary::Containment,
    gather::{Antipodes, Group, Sums},
    neighbourhood::Neighbourhood,
    placement::Frame,
    seam::Seam,
    AlignTo, Response, Rule, Settings,
};

/// Vectors of several boids: an array of lanes for each axis.
pub(crate) type Lanes<const LANES: usize> = [[f32; LANES]; 3];

/// The vector in a lane.
#[inline(always)]
pub(crate) fn of<const LANES: usize>([x, y, z]: &Lanes<LANES>, lane: usize) -> [f32; 3] {
    [x[lane], y[lane], z[lane]]
}

/// The rules with what a step needs of their settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) cohesion: Shape,
    pub(crate) separation: Shape,
    pub(crate) alignment: Shape,
    pub(crate) align_to: AlignTo,
    /// More cohesive neighbours than the first multiply cohesion by the second.
    pub(crate) crowd: Option<(f32, f32)>,
    drive: f32,
    neighbourhood: Neighbourhood,
    seam: Option<Seam>,
    antipodes: Option<Antipodes>,
}

impl Rules {
    pub(crate) fn new(settings: &Settings, frame: Frame) -> Self {
        Self::among(Neighbourhood::new(settings), settings, frame)
    }

    /// The rules beside one of the user's own, for which every rule that is enabled gathers its neighbours.
    pub(crate) fn beside_custom(settings: &Settings, frame: Frame) -> Self {
        Self::among(Neighbourhood::beside_custom(settings), settings, frame)
    }

    fn among(neighbourhood: Neighbourhood, settings: &Settings, frame: Frame) -> Self {
        let neighbours = &settings.neighbours;
        let containment = Containment::new(settings, frame);
        let wrapping_ball = containment.and_then(|it| it.wrapping_ball());
        let crowd = (neighbours.crowd as f32, neighbours.crowd_factor);
        Self {
            cohesion: Shape::new(&settings.cohesion, 1.0),
            separation: Shape::new(&settings.separation, -1.0),
            alignment: Shape::new(&settings.alignment, 1.0),
            align_to: neighbours.align_to,
            crowd: neighbours.crowding.then_some(crowd),
            drive: settings.motion.drive,
            neighbourhood,
            seam: Seam::new(settings, frame),
            antipodes: wrapping_ball.map(|ball| Antipodes::new(ball, neighbourhood.reach)),
        }
    }

    /// Largest radius of the rules that act; none if no rule acts.
    pub(crate) fn reach(&self) -> Option<f32> {
        self.neighbourhood.reach
    }

    /// Who is a neighbour for which rule.
    pub(crate) fn neighbourhood(&self) -> &Neighbourhood {
        &self.neighbourhood
    }

    /// The sphere across which neighbours are seen.
    pub(crate) fn antipodes(&self) -> Option<&Antipodes> {
        self.antipodes.as_ref()
    }

    /// The box across which neighbours are seen.
    pub(crate) fn seam(&self) -> Option<&Seam> {
        self.seam.as_ref()
    }

    /// Whether boids are aligned with headings instead of velocities.
    pub(crate) fn aligns_to_headings(&self) -> bool {
        self.align_to == AlignTo::Heading
    }

    /// What the rules together ask for, if cohesion is faded by these factors.
    #[inline(always)]
    pub(crate) fn wish<const LANES: usize>(
        &self,
        group: &Group<LANES>,
        sums: &Sums<LANES>,
        fade: Option<&[f32; LANES]>,
    ) -> Lanes<LANES> {
        let [cohesive, separate, aligned] = &sums.counts;
        let heading = &group.heading;
        let mut cohesion = self.cohesion.answer(&sums.cohesion, cohesive, heading);
        if let Some((crowd, factor)) = self.crowd {
            let factor = cohesive.map(|count| if count > crowd { factor } else { 1.0 });
            scale(&mut cohesion, &factor);
        }
        if let Some(fade) = fade {
            scale(&mut cohesion, fade);
        }
        let separation = self.separation.answer(&sums.separation, separate, heading);
        let alignment = match self.align_to {
            AlignTo::VelocityDifference => {
                let differences = differences(&sums.alignment, aligned, &group.velocity);
                self.alignment.answer(&differences, aligned, heading)
            }
            _ => self.alignment.answer(&sums.alignment, aligned, heading),
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

    /// The factor of all that is asked for.
    pub(crate) fn drive(&self) -> f32 {
        self.drive
    }
}

/// What becomes of the sum of a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) weight: f32,
    pub(crate) response: Response,
    pub(crate) damping: f32,
    /// The sign of the terms: -1 for separation, whose sums are of offsets towards the neighbours.
    pub(crate) sign: f32,
}

impl Shape {
    fn new(rule: &Rule, sign: f32) -> Self {
        Self {
            weight: if rule.acts() { rule.weight } else { 0.0 },
            response: rule.response,
            damping: rule.damping,
            sign,
        }
    }

    /// What the rule asks for. The counts are not needed for a direction without damping.
    #[inline(always)]
    fn answer<const LANES: usize>(
        &self,
        sum: &Lanes<LANES>,
        count: &[f32; LANES],
        heading: &Lanes<LANES>,
    ) -> Lanes<LANES> {
        let mut answer = *sum;
        if self.response == Response::Direction && self.damping == 0.0 {
            scale(&mut answer, &self.in_direction(sum));
            return answer;
        }
        let share = count.map(|count| match self.response {
            Response::Sum => self.sign,
            _ => self.sign / count.max(1.0),
        });
        scale(&mut answer, &share);
        for axis in 0..3 {
            for lane in 0..LANES {
                let mixed =
                    answer[axis][lane] * (1.0 - self.damping) + heading[axis][lane] * self.damping;
                answer[axis][lane] = if count[lane] > 0.0 { mixed } else { 0.0 };
            }
        }
        let factor = match self.response {
            Response::Direction => lengths(&answer).map(|length| per(length, self.weight)),
            Response::LimitedMean => lengths(&answer).map(|length| self.weight / length.max(1.0)),
            Response::Mean | Response::Sum => [self.weight; LANES],
        };
        scale(&mut answer, &factor);
        answer
    }

    #[inline(always)]
    fn in_direction<const LANES: usize>(&self, sum: &Lanes<LANES>) -> [f32; LANES] {
        lengths(sum).map(|length| per(length, self.sign * self.weight))
    }
}

/// The factor that gives a vector of this length a length of `weight`; one without a direction, which is zero and next to it,
/// becomes nothing. What rounding leaves where neighbours balance each other is far longer, about 1e-8, and counts in full,
/// as any sum does however short: a boid in such a place is driven out of it.
#[inline(always)]
fn per(length: f32, weight: f32) -> f32 {
    if length > NO_DIRECTION {
        weight / length
    } else {
        0.0
    }
}

#[inline(always)]
fn lengths<const LANES: usize>([x, y, z]: &Lanes<LANES>) -> [f32; LANES] {
    std::array::from_fn(|lane| (x[lane] * x[lane] + y[lane] * y[lane] + z[lane] * z[lane]).sqrt())
}

#[inline(always)]
pub(crate) fn scale<const LANES: usize>(vectors: &mut Lanes<LANES>, factor: &[f32; LANES]) {
    for values in vectors {
        for lane in 0..LANES {
            values[lane] *= factor[lane];
        }
    }
}

/// From the sums of the neighbours' velocities to those of their differences from the boid's own.
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
