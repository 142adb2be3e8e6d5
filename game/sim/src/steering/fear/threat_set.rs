//! The threats of a step. Many, such as the boids of another flock, lie along a grid.

use super::{hunter::MOST_HUNTERS, threat::Threat};
use crate::{
    math::Vec3,
    neighbours::grid::{Grid, MARGIN},
    settings::Driver,
    state::boids::Boids,
    steering::scare::MOST_SCARES,
};

/// Number of threats up to which all are looked at: those that the game makes are never more.
pub(super) const FEW: usize = MOST_HUNTERS + MOST_SCARES;

/// What frightens boids in a step.
#[derive(Debug, Default)]
pub(crate) struct ThreatSet {
    /// Along the grid if they are many.
    all: Vec<Threat>,
    grid: Grid,
    /// Positions of the threats before they were sorted, and the threats then.
    places: Boids,
    unsorted: Vec<Threat>,
    /// Largest radius of a threat, in metres.
    reach: f32,
}

impl ThreatSet {
    /// Becomes the set of some threats.
    pub(crate) fn set(&mut self, threats: impl Iterator<Item = Threat>, driver: Driver) {
        self.all.clear();
        self.all.extend(threats);
        if self.is_sorted() {
            self.sort(driver);
        }
    }

    /// Makes room for so many threats.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.all.reserve(count.saturating_sub(self.all.len()));
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Threat> {
        self.all.iter()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The one with this index.
    pub(super) fn get(&self, index: u32) -> &Threat {
        &self.all[index as usize]
    }

    /// True if there are so many that only those near a place are looked at.
    pub(super) fn is_sorted(&self) -> bool {
        self.all.len() > FEW
    }

    fn sort(&mut self, driver: Driver) {
        for (axis, values) in self.places.position.iter_mut().enumerate() {
            values.clear();
            values.extend(self.all.iter().map(|threat| threat.point[axis]));
        }
        self.places.slot.resize(self.all.len(), 0);
        self.reach = self.all.iter().map(|it| it.radius).fold(0.0, f32::max);
        self.grid.sort(&self.places, Some(self.reach), None, driver);
        std::mem::swap(&mut self.all, &mut self.unsorted);
        self.all.clear();
        let order = self.grid.order(0..self.unsorted.len()).iter();
        self.all
            .extend(order.map(|index| self.unsorted[*index as usize]));
    }

    /// True if a threat may reach into a box, in a sorted set.
    pub(super) fn reaches(&self, min: [f32; 3], max: [f32; 3]) -> bool {
        let mut ranges = self.between(min, max);
        ranges.any(|range| !range.is_empty())
    }

    /// Calls `visit` with all threats that reach to a place, in their order, and with others.
    #[inline]
    pub(crate) fn for_each_near<'a>(&'a self, place: [f32; 3], visit: impl FnMut(&'a Threat)) {
        match self.is_sorted() {
            false => self.all.iter().for_each(visit),
            true => {
                let near = self.between(place, place);
                near.flat_map(|range| &self.all[range]).for_each(visit);
            }
        }
    }

    /// The threats, in a sorted set, that may reach into a box.
    fn between(
        &self,
        min: [f32; 3],
        max: [f32; 3],
    ) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let reach = f64::from(self.reach) * MARGIN;
        self.grid.boids_between(
            min.map(|coordinate| f64::from(coordinate) - reach),
            max.map(|coordinate| f64::from(coordinate) + reach),
        )
    }

    /// True if a place is within the radius of a threat for which the test holds.
    pub(crate) fn is_any_near(&self, place: Vec3, test: impl Fn(&Threat) -> bool) -> bool {
        let mut is_any = false;
        self.for_each_near(place.into(), |threat| {
            is_any |= (place - Vec3::from(threat.point)).norm() < threat.radius && test(threat);
        });
        is_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn coordinates() -> impl Strategy<Value = [f32; 3]> {
        [-20.0..20.0_f32, -2.0..2.0_f32, -20.0..20.0_f32]
    }

    proptest! {
        #![proptest_config(crate::cases::config(100))]

        #[test]
        fn no_threat_near_a_place_is_missed(
            threats in prop::collection::vec((coordinates(), 0.1..3.0_f32), 0..900),
            places in prop::collection::vec(coordinates(), 20),
        ) {
            let mut set = ThreatSet::default();
            let threat = |(point, radius): &([f32; 3], f32)| Threat::scare(Vec3::from(*point), *radius, 1.0);
            // Twice, so that what was left of the set before would show.
            set.set(threats.iter().map(threat), Driver::SingleThread);
            set.set(threats.iter().map(threat), Driver::SingleThread);
            for place in places {
                let closeness = |threat: &Threat| threat.closeness(place);
                let (mut sum, mut count) = (0.0, 0);
                set.for_each_near(place, |threat| {
                    sum += f64::from(closeness(threat));
                    count += usize::from(closeness(threat) > 0.0);
                });
                let close: Vec<f32> = threats.iter().map(threat).map(|it| closeness(&it)).collect();
                let expected: f64 = close.iter().copied().map(f64::from).sum();
                prop_assert_eq!(count, close.iter().filter(|it| **it > 0.0).count());
                prop_assert!((sum - expected).abs() < 1e-9);
                let is_near = set.is_any_near(Vec3::from(place), |_| true);
                prop_assert_eq!(is_near, count > 0);
                if set.is_sorted() {
                    prop_assert!(count == 0 || set.reaches(place, place));
                }
            }
        }
    }
}
