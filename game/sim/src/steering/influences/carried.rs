//! How boids move along with an influence that moves.
//!
//! An influence that moves in still air is like one at rest in wind from the front: the air moves
//! relative to it. So what leads boids in wind also leads them to what moves.

use super::{
    motion::InfluenceMotion,
    rounded_box::Surface,
    terms::{InfluenceTerms, Push, Term},
    wish::LaneBoids,
};
use crate::math::{
    lanes::{larger, map_lanes, smaller, vector_at, Lanes},
    vector::{dot, scaled},
};

impl<const LANES: usize> LaneBoids<'_, LANES> {
    /// Velocities of the air relative to the influence at the nearest points of a term's volumes;
    /// at the boids themselves inside. `None` if neither moves.
    #[inline(always)]
    pub(super) fn air_at(&self, surface: &Surface<LANES>) -> Option<Lanes<LANES>> {
        let Some(motion) = &self.motion else {
            return self.wind;
        };
        let mut nearest = self.position;
        for axis in 0..3 {
            for lane in 0..LANES {
                let way = larger(surface.distance[lane], 0.0);
                nearest[axis][lane] -= surface.normal[axis][lane] * way;
            }
        }
        Some(self.air_over(motion, &nearest))
    }

    /// Velocities of the air relative to points of the influence.
    #[inline(always)]
    pub(super) fn air_over(&self, motion: &InfluenceMotion, points: &Lanes<LANES>) -> Lanes<LANES> {
        let mut air = motion.velocities_at(points);
        for axis in 0..3 {
            for lane in 0..LANES {
                let wind = self.wind.as_ref().map_or(0.0, |wind| wind[axis][lane]);
                air[axis][lane] = wind - air[axis][lane];
            }
        }
        air
    }

    /// Velocities over ground in moving air, or relative to the influence if the velocities of the
    /// air are.
    #[inline(always)]
    pub(super) fn velocities_in(&self, air: &Lanes<LANES>) -> Lanes<LANES> {
        let mut velocity = self.velocity;
        for axis in 0..3 {
            for lane in 0..LANES {
                velocity[axis][lane] += air[axis][lane];
            }
        }
        velocity
    }
}

impl Push {
    /// What moves boids along with the surface of an influence that moves, at full strength.
    #[inline(always)]
    pub(super) fn carry<const LANES: usize>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
        motion: &InfluenceMotion,
        surface: &Surface<LANES>,
    ) -> Lanes<LANES> {
        let velocity = motion.velocities_at(&boids.position);
        let mut carry = surface.normal;
        map_lanes(&mut carry, |lane, normal| {
            let push = scaled(normal, self.side);
            let speed = dot(vector_at(&velocity, lane), push);
            let is_kept = self.side < 0.0 && surface.distance[lane] < 0.0;
            let speed = if is_kept { speed } else { larger(speed, 0.0) };
            let wind = boids.wind.as_ref().map(|wind| vector_at(wind, lane));
            let drift = wind.map_or(0.0, |wind| dot(wind, push));
            let own = dot(vector_at(&boids.velocity, lane), push) * terms.inertia + drift;
            let lacks = smaller(speed - own, larger(speed, 0.0));
            let lacks = larger(lacks, smaller(speed, 0.0));
            let wish = smaller(lacks * term.response, term.weight);
            scaled(push, larger(wish, -term.weight))
        });
        carry
    }
}
