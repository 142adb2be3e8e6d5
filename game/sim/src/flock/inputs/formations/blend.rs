//! The movement of places after a change of the form.

use crate::{
    math::Vec3, state::snapshot_error::MOST_STEPS, steering::influences::formation::BoidPlaces,
};
use serde::{Deserialize, Serialize};
use std::{mem::swap, sync::Arc};

/// The places to which boids are led, which move from where they were before a change.
#[derive(Default)]
pub(crate) struct Blend {
    /// The places before the change; empty if nothing changes.
    from: BoidPlaces,
    span: Span,
    now: Arc<BoidPlaces>,
    /// The places of an earlier step. Its memory is used again.
    spare: Arc<BoidPlaces>,
}

/// The steps of a change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Span {
    /// Number of steps before the change.
    begin: u64,
    steps: u64,
}

impl Span {
    /// The share of the change after so many steps, from 0 to 1, by the smoothstep function.
    fn share(&self, steps: u64) -> f32 {
        let done = steps.saturating_sub(self.begin) + 1;
        if done > self.steps {
            return 1.0;
        }
        let t = done as f32 / (self.steps + 1) as f32;
        t * t * (3.0 - 2.0 * t)
    }

    /// False if a file holds a number of steps that no flock reaches.
    pub(super) fn is_sound(&self) -> bool {
        self.begin <= MOST_STEPS && self.steps <= MOST_STEPS
    }
}

impl Blend {
    /// A change of a snapshot.
    pub(super) fn restored(from: BoidPlaces, span: Span) -> Self {
        Self {
            from,
            span,
            ..Self::default()
        }
    }

    /// The places before the change, and its steps.
    pub(super) fn saved(&self) -> (&BoidPlaces, Span) {
        (&self.from, self.span)
    }

    /// Begins a change that takes so many steps, with so many slots.
    pub(super) fn begin(&mut self, begin: u64, steps: u64, slots: usize) {
        self.span = Span { begin, steps };
        self.from.clear();
        if steps > 0 {
            self.from.extend_from_slice(&self.now);
            self.from.resize(slots, [0.0; 4]);
        }
    }

    /// Forgets the place of a slot whose boid left, so that another boid in the slot is led to its
    /// own place at once.
    pub(super) fn forget(&mut self, slot: usize) {
        if let Some(from) = self.from.get_mut(slot) {
            *from = [0.0; 4];
        }
        if self.now.get(slot).is_some_and(|now| now[3] != 0.0) {
            Arc::make_mut(&mut self.now)[slot] = [0.0; 4];
        }
    }

    /// True if the places move in the step after so many steps.
    pub(super) fn is_active(&self, steps: u64) -> bool {
        !self.from.is_empty() && steps <= self.span.begin.saturating_add(self.span.steps)
    }

    /// Computes the places in the step after `steps` steps. `place`: the place of a slot's boid after
    /// the change.
    pub(super) fn update<'a>(
        &mut self,
        steps: u64,
        slots: usize,
        place: impl Fn(usize) -> Option<&'a Vec3>,
    ) {
        let share = self.span.share(steps);
        if share >= 1.0 {
            self.from.clear();
        }
        swap(&mut self.now, &mut self.spare);
        let now = Arc::make_mut(&mut self.now);
        now.clear();
        now.extend((0..slots).map(|slot| {
            let Some(to) = place(slot) else {
                return [0.0; 4];
            };
            let from = self.from.get(slot).filter(|from| from[3] == 1.0);
            let from = from.map_or(*to, |from| Vec3::new(from[0], from[1], from[2]));
            let at = from + (to - from) * share;
            [at.x, at.y, at.z, 1.0]
        }));
    }

    /// The places in the last step that was prepared.
    pub(super) fn now(&self) -> &Arc<BoidPlaces> {
        &self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_begins_slowly_and_ends_at_its_last_step() {
        let span = Span { begin: 7, steps: 9 };
        let shares: Vec<f32> = (7..17).map(|steps| span.share(steps)).collect();
        assert!(shares.is_sorted_by(|a, b| a < b), "{shares:?}");
        assert!(shares[0] > 0.0 && shares[0] < 0.05, "{shares:?}");
        assert_eq!((shares[4], shares[9]), (0.5, 1.0));
        assert_eq!(Span { begin: 7, steps: 0 }.share(7), 1.0);
    }

    #[test]
    fn a_boid_in_the_slot_of_another_does_not_begin_at_its_place() {
        let mut blend = Blend::default();
        let (one, two) = (Vec3::x(), Vec3::y());
        blend.update(0, 1, |_| Some(&one));
        blend.forget(0);
        blend.begin(1, 3, 1);
        blend.update(1, 1, |_| Some(&two));
        assert_eq!(blend.now()[0], [0.0, 1.0, 0.0, 1.0]);
    }

    #[test]
    fn places_move_from_where_they_were() {
        let mut blend = Blend::default();
        let (one, two) = (Vec3::x(), Vec3::y());
        blend.update(0, 2, |slot| (slot == 0).then_some(&one));
        assert_eq!(**blend.now(), [[1.0, 0.0, 0.0, 1.0], [0.0; 4]]);
        blend.begin(1, 3, 2);
        assert!(blend.is_active(1));
        let mut seen = Vec::new();
        for steps in 1..5 {
            blend.update(steps, 2, |_| Some(&two));
            seen.push(blend.now()[0]);
            // A boid that had no place is led to its place at once.
            assert_eq!(blend.now()[1], [0.0, 1.0, 0.0, 1.0]);
        }
        assert!(seen.is_sorted_by(|a, b| a[0] > b[0]), "{seen:?}");
        assert_eq!(seen[3], [0.0, 1.0, 0.0, 1.0]);
        assert!(!blend.is_active(5));
    }
}
