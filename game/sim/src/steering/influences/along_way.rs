//! The wishes that lead boids along ways.

use super::{
    terms::{InfluenceTerms, Lead, Push, Term},
    way::{Nexts, TermWays},
    wish::{LaneBoids, Wish},
};
use crate::math::lanes::Lanes;

/// A term that leads along ways.
pub(super) struct LeadByWays<'a> {
    pub(super) lead: &'a Lead,
    pub(super) by: &'a TermWays,
}

/// A term that pushes where it does not lead along ways.
pub(super) struct PushByWays<'a> {
    pub(super) push: &'a Push,
    pub(super) by: &'a TermWays,
}

impl Wish for LeadByWays<'_> {
    #[inline(always)]
    fn wishes<const LANES: usize, const SHAPE: u8>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
    ) -> Option<Lanes<LANES>> {
        let (nexts, surface) = self.by.surfaces(boids, terms, term);
        let strength = term.strength.within_reach(&surface.distance)?;
        let (mut asked, mut air) = self.lead.asked(boids, terms, &surface);
        for lane in 0..LANES {
            let (speed, is_corner) = (
                self.lead.speed(terms, surface.distance[lane]),
                nexts.is_corner(lane),
            );
            for axis in 0..3 {
                let to_corner = -surface.normal[axis][lane] * speed;
                asked[axis][lane] = if is_corner {
                    to_corner
                } else {
                    asked[axis][lane]
                };
            }
        }
        if let Some(air) = &mut air {
            boids.let_corners_rest(&nexts, air);
        }
        Some(boids.towards(terms, term, asked, air.as_ref(), &strength))
    }
}

impl Wish for PushByWays<'_> {
    #[inline(always)]
    fn wishes<const LANES: usize, const SHAPE: u8>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
    ) -> Option<Lanes<LANES>> {
        let (nexts, surface) = self.by.surfaces(boids, terms, term);
        let strength = term.strength.within_reach(&surface.distance)?;
        let mut wish = self.push.wishes_at(boids, terms, term, &surface, &strength);
        let mut asked = surface.normal;
        for lane in 0..LANES {
            let speed = -terms.max_speed * self.by.pace(nexts.to_point[lane]);
            for axis in 0..3 {
                asked[axis][lane] *= speed;
            }
        }
        let led = boids.towards(terms, term, asked, boids.wind.as_ref(), &strength);
        for axis in 0..3 {
            for lane in 0..LANES {
                let (led, pushed) = (led[axis][lane], wish[axis][lane]);
                wish[axis][lane] = if nexts.is_corner(lane) { led } else { pushed };
            }
        }
        Some(wish)
    }
}

impl<const LANES: usize> LaneBoids<'_, LANES> {
    /// Leaves only the wind of the air for boids that head for corners, since these are at rest.
    #[inline(always)]
    fn let_corners_rest(&self, nexts: &Nexts<LANES>, air: &mut Lanes<LANES>) {
        for axis in 0..3 {
            for lane in 0..LANES {
                let wind = self.wind.as_ref().map_or(0.0, |wind| wind[axis][lane]);
                let relative = air[axis][lane];
                air[axis][lane] = if nexts.is_corner(lane) {
                    wind
                } else {
                    relative
                };
            }
        }
    }
}
