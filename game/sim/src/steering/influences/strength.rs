//! Strength of an influence at a distance.

use super::terms::Strength;
use crate::math::lanes::{larger, smaller};

impl Strength {
    /// Strength at distances from the volume; none if all are beyond its reach.
    #[inline(always)]
    pub(super) fn within_reach<const LANES: usize>(
        &self,
        distance: &[f32; LANES],
    ) -> Option<[f32; LANES]> {
        let strength = self.at(distance);
        let mut reached = 0;
        for strength in &strength {
            reached |= u32::from(*strength > 0.0);
        }
        (reached != 0).then_some(strength)
    }

    /// Strength at distances from the volume, as a share of the weight.
    #[inline(always)]
    pub(super) fn at<const LANES: usize>(&self, distance: &[f32; LANES]) -> [f32; LANES] {
        let [a, b, c, d] = self.fall_off;
        let mut strength = *distance;
        for lane in 0..LANES {
            let t = distance[lane] * (self.side * self.per_reach);
            let t = larger(smaller(t, 1.0), 0.0);
            let acts = (t < 1.0) & (distance[lane] > self.beyond);
            let share = larger(a + t * (b + t * (c + t * d)), 0.0);
            strength[lane] = if acts { share } else { 0.0 };
        }
        strength
    }
}
