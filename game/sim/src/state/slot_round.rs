//! Rounds over all slots, some of them in each step.

use serde::{Deserialize, Serialize};

/// A round over all slots, some of them in each step. A new round begins where the one before
/// stopped, so that every slot has its turn even if rounds begin faster than they end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SlotRound {
    /// The slot whose turn is next.
    next: u32,
    /// Number of slots from there on, past the last to the first, that had no turn yet.
    left: u32,
    /// Number of slots in all.
    slots: u32,
}

impl SlotRound {
    /// Begins a round over so many slots.
    pub(crate) fn begin(&mut self, slots: usize) {
        self.grow(slots);
        self.left = self.slots;
    }

    /// Ends the round.
    pub(crate) fn end(&mut self) {
        self.left = 0;
    }

    /// Takes in slots that were added. They have a turn too: the slots that are left stay in one
    /// row then.
    pub(crate) fn grow(&mut self, slots: usize) {
        let added = slots as u32 - self.slots;
        self.slots += added;
        if self.left > 0 {
            self.left += added;
        }
    }

    /// Number of slots that had no turn yet.
    pub(crate) fn left(&self) -> usize {
        self.left as usize
    }

    /// The slots that have their turn next, in their order.
    pub(crate) fn upcoming(&self) -> impl Iterator<Item = u32> + use<> {
        let Self { next, left, slots } = *self;
        // Below 2^32, since there are at most ten million slots or so at a time.
        (0..left).map(move |turn| (next + turn) % slots)
    }

    /// The next `turns` slots had their turns.
    pub(crate) fn advance(&mut self, turns: usize) {
        let turns = (turns as u32).min(self.left);
        self.left -= turns;
        self.next = (self.next + turns) % self.slots.max(1);
    }

    /// True if this slot had no turn yet.
    pub(crate) fn is_left(&self, slot: u32) -> bool {
        slot < self.slots && (slot + self.slots - self.next) % self.slots < self.left
    }

    /// True if it can be a round over at most so many slots.
    pub(crate) fn is_sound(&self, slots: usize) -> bool {
        self.slots as usize <= slots && self.left <= self.slots && self.next <= self.slots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ends the round, and returns the slots that had a turn.
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
