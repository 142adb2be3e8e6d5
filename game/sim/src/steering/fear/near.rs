//! Culling: the threats that reach a block of boids.

use super::{
    threat::Threat,
    threat_set::{ThreatSet, FEW},
};
use crate::math::lanes::bounds_of;

/// The threats that reach into the bounding box of a block of boids.
pub(super) struct NearThreats<'a> {
    threats: &'a ThreatSet,
    /// Indices of these threats, if the set is not sorted.
    indices: [u32; FEW],
    count: usize,
    /// True if the set is sorted and a threat may reach into the box.
    is_any: bool,
}

impl<'a> NearThreats<'a> {
    pub(super) fn new(threats: &'a ThreatSet, position: [&[f32]; 3]) -> Self {
        let mut near = Self {
            threats,
            indices: [0; FEW],
            count: 0,
            is_any: false,
        };
        if threats.is_empty() {
            return near;
        }
        let bounds = position.map(bounds_of);
        let (min, max) = (bounds.map(|it| it.0), bounds.map(|it| it.1));
        if threats.is_sorted() {
            near.is_any = threats.reaches(min, max);
            return near;
        }
        for (index, threat) in (0..).zip(threats.iter()) {
            let reaches = match threats.periodic_box() {
                None => threat.reaches(min, max),
                Some(periodic_box) => threat.image_reaches(periodic_box, min, max),
            };
            if reaches {
                near.indices[near.count] = index;
                near.count += 1;
            }
        }
        near
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0 && !self.is_any
    }

    /// Calls `visit` with every threat that reaches a position in the box, and with some other
    /// threats, as [`ThreatSet::for_each_near`] does.
    #[inline]
    pub(super) fn for_each_at(&self, place: [f32; 3], visit: impl FnMut(&Threat)) {
        if self.is_any {
            return self.threats.for_each_near(place, visit);
        }
        let some = self.indices[..self.count].iter();
        let some = some.map(|index| self.threats.get(*index));
        self.threats.for_each_of(some, place, visit);
    }
}
