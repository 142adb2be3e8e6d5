//! Rounds over all slots that are spread over several steps.

use serde::{Deserialize, Serialize};

/// A round over all slots that is spread over several steps. A new round begins where the previous
/// one stopped, so that every slot is visited even if rounds begin faster than they end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SlotRound {
    /// The slot that is visited next.
    next: u32,
    /// Number of slots not visited yet, counted from `next` and wrapping around at the last slot.
    left: u32,
    /// Total number of slots.
    slots: u32,
}

impl SlotRound {
    /// Begins a round over `slots` slots.
    pub(crate) fn begin(&mut self, slots: usize) {
        self.grow(slots);
        self.left = self.slots;
    }

    /// Ends the round.
    pub(crate) fn end(&mut self) {
        self.left = 0;
    }

    /// Adds new slots, up to `slots` in total. A running round visits them too, so that the
    /// remaining slots stay contiguous.
    pub(crate) fn grow(&mut self, slots: usize) {
        let added = slots as u32 - self.slots;
        self.slots += added;
        if self.left > 0 {
            self.left += added;
        }
    }

    /// Number of slots that have not been visited yet.
    pub(crate) fn left(&self) -> usize {
        self.left as usize
    }

    /// The remaining slots, in the order in which they are visited.
    pub(crate) fn upcoming(&self) -> impl Iterator<Item = u32> + use<> {
        let Self { next, left, slots } = *self;
        // Does not overflow, since there are only about ten million slots.
        (0..left).map(move |turn| (next + turn) % slots)
    }

    /// Marks the next `turns` slots as visited.
    pub(crate) fn advance(&mut self, turns: usize) {
        let turns = (turns as u32).min(self.left);
        self.left -= turns;
        self.pass(turns);
    }

    /// Lets the next `turns` slots of a round that has just begun be visited last.
    pub(crate) fn postpone(&mut self, turns: usize) {
        self.pass((turns as u32).min(self.left));
    }

    fn pass(&mut self, turns: u32) {
        self.next = (self.next + turns) % self.slots.max(1);
    }

    /// Number of slots that are visited before this one; `None` if it has been visited already.
    pub(crate) fn turn(&self, slot: u32) -> Option<usize> {
        let turn = (slot < self.slots).then(|| (slot + self.slots - self.next) % self.slots);
        Some(turn.filter(|turn| *turn < self.left)? as usize)
    }

    /// True if this slot has not been visited yet.
    pub(crate) fn is_left(&self, slot: u32) -> bool {
        self.turn(slot).is_some()
    }

    /// True if this is a possible round over at most `slots` slots.
    pub(crate) fn is_sound(&self, slots: usize) -> bool {
        self.slots as usize <= slots && self.left <= self.slots && self.next <= self.slots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Visits all remaining slots, and returns them sorted.
    fn turns(round: &mut SlotRound) -> Vec<u32> {
        let mut slots: Vec<u32> = round.upcoming().collect();
        assert_eq!(slots.len(), round.left());
        assert!(slots.iter().all(|slot| round.is_left(*slot)));
        round.advance(slots.len());
        assert!(slots.iter().all(|slot| !round.is_left(*slot)));
        slots.sort_unstable();
        slots
    }

    #[test]
    fn every_slot_has_one_turn_in_a_round() {
        let mut round = SlotRound::default();
        assert!(turns(&mut round).is_empty());
        round.begin(0);
        assert!(turns(&mut round).is_empty());
        for begun in 0..5 {
            round.begin(5);
            round.advance(begun);
            assert_eq!(round.left(), 5 - begun);
            round.begin(5);
            assert_eq!(turns(&mut round), [0, 1, 2, 3, 4]);
        }
    }

    #[test]
    fn rounds_that_never_end_reach_every_slot() {
        let (mut round, mut had_turns) = (SlotRound::default(), Vec::new());
        for _ in 0..4 {
            round.begin(8);
            had_turns.extend(round.upcoming().take(2));
            round.advance(2);
        }
        assert_eq!(had_turns, [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn slots_that_are_added_push_none_out() {
        for next in 0..5 {
            for had_turn in 0..5 {
                let mut round = SlotRound::default();
                round.begin(5);
                round.advance(next);
                round.begin(5);
                round.advance(had_turn);
                let left: Vec<u32> = round.upcoming().collect();
                round.grow(9);
                assert!(left.iter().all(|slot| round.is_left(*slot)));
                assert!(round.is_sound(9) && !round.is_sound(8));
            }
        }
    }
}
