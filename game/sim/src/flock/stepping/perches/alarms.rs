//! Alarms: frightened boids take off, and boids near them follow.

use crate::{
    math::Vec3,
    perches::{set::PerchId, spot_tree::SpotTree},
};

/// Positions at which frightened boids take off, by perch.
pub(crate) struct Alarms(Vec<OnPerch>);

struct OnPerch {
    perch: PerchId,
    /// Square of the perch's alarm radius.
    within: f32,
    places: SpotTree,
}

impl Alarms {
    /// Builds the alarms from perch, position and alarm radius of the perch. A bounding volume
    /// hierarchy keeps the search fast, however many boids take off at once.
    pub(crate) fn new(mut alarms: Vec<(PerchId, Vec3, f32)>) -> Self {
        alarms.sort_by_key(|(perch, ..)| *perch);
        let by_perch = alarms.chunk_by(|a, b| a.0 == b.0);
        let all = by_perch.map(|alarms| OnPerch {
            perch: alarms[0].0,
            within: alarms[0].2 * alarms[0].2,
            places: SpotTree::new(alarms.iter().map(|(_, place, _)| *place)),
        });
        Self(all.collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if a boid at `place` on a perch is near enough to an alarm to follow.
    pub(crate) fn reach(&self, perch: PerchId, place: Vec3) -> bool {
        let Ok(index) = self.0.binary_search_by_key(&perch, |it| it.perch) else {
            return false;
        };
        let (mut is_reached, alarms) = (false, &self.0[index]);
        alarms.places.visit_near(place, alarms.within, |_, _| {
            is_reached = true;
            None
        });
        is_reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perches::{
        perch::{Perch, PerchSpot},
        set::PerchSet,
    };

    #[test]
    fn alarms_reach_the_boids_of_their_perch_within_its_radius() {
        let mut set = PerchSet::default();
        let spot = PerchSpot {
            position: Vec3::zeros(),
            normal: Vec3::y(),
        };
        let [first, second, third] = [0; 3].map(|_| set.add(Perch::new(vec![spot])).unwrap());
        let place = |index: u32| Vec3::x() * index as f32;
        // 20,000 boids that all take off at once, a metre apart, and one boid on another perch.
        let on_first = (0..20_000).map(|index| (first, place(index), 0.4));
        let all = std::iter::once((third, Vec3::y(), 2.0)).chain(on_first);
        let alarms = Alarms::new(all.collect());
        for index in 0..20_000 {
            assert!(alarms.reach(first, place(index) + Vec3::y() * 0.39));
            assert!(!alarms.reach(first, place(index) + Vec3::x() * 0.5));
        }
        assert!(!alarms.reach(second, place(0)));
        assert!(alarms.reach(third, Vec3::y() * 2.9) && !alarms.reach(third, Vec3::y() * 3.0));
        assert!(!Alarms::new(vec![(first, Vec3::zeros(), 0.0)]).reach(first, Vec3::zeros()));
        assert!(Alarms::new(Vec::new()).is_empty());
    }
}
