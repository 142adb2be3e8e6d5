//! The threats that reach a block of boids.

use super::threat::Threat;
use crate::math::lanes::bounds_of;

/// Indices that are kept apart.
const MOST: usize = 64;

/// The threats that reach into the box around some boids.
pub(super) struct NearThreats<'a> {
    threats: &'a [Threat],
    indices: [u32; MOST],
    /// Number of threats; beyond [`MOST`] all of them are taken.
    count: usize,
}

impl<'a> NearThreats<'a> {
    pub(super) fn new(threats: &'a [Threat], position: [&[f32]; 3]) -> Self {
        let mut near = Self {
            threats,
            indices: [0; MOST],
            count: 0,
        };
        if threats.is_empty() {
            return near;
        }
        let bounds = position.map(bounds_of);
        let (min, max) = (bounds.map(|it| it.0), bounds.map(|it| it.1));
        for (index, threat) in (0..).zip(threats) {
            if threat.reaches(min, max) {
                if let Some(place) = near.indices.get_mut(near.count) {
                    *place = index;
                }
                near.count += 1;
            }
        }
        near
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The threats in their order, and perhaps some that do not reach into the box.
    pub(super) fn iter(&self) -> impl Iterator<Item = &'a Threat> + '_ {
        let (threats, is_all) = (self.threats, self.count > MOST);
        let some = if is_all { 0 } else { self.count };
        let all = if is_all { threats } else { &[] };
        let some = self.indices[..some].iter();
        all.iter()
            .chain(some.map(|index| &threats[*index as usize]))
    }
}
