//! The number of events of the selected flock in the last seconds of its time.

use super::widgets::{row, text, widget};
use crate::ids;
use fyrox::{
    core::pool::Handle,
    gui::{
        text::{Text, TextBuilder, TextMessage},
        BuildContext, UiNode,
    },
    scene::{node::Node, Scene},
};
use fyrox_flock::sim::{
    events::{EventKind, FlockEvent},
    Flock,
};
use fyroxed_base::Editor;
use std::collections::VecDeque;

/// Time for which events are counted, in seconds.
const TIME: f64 = 10.0;

const TIP: &str =
    "What happened in the selected flock in the last 10 s of its time in the live preview";

/// Number of kinds of events.
const KINDS: usize = 18;

/// The names of the kinds, by [`index`].
const NAMES: [&str; KINDS] = [
    "spawned",
    "removed",
    "killed",
    "rescued",
    "arrived",
    "scared",
    "touched the level",
    "touched the player",
    "split off",
    "panicked",
    "caught",
    "escaped",
    "landed",
    "took off",
    "fell asleep",
    "awoke",
    "left for another flock",
    "came from another flock",
];

fn index(kind: &EventKind) -> usize {
    match kind {
        EventKind::Spawned => 0,
        EventKind::Removed => 1,
        EventKind::Killed => 2,
        EventKind::Rescued => 3,
        EventKind::Arrived(_) => 4,
        EventKind::Scared => 5,
        EventKind::TouchedSolid => 6,
        EventKind::TouchedPlayer => 7,
        EventKind::SplitOff { .. } => 8,
        EventKind::Panicked { .. } => 9,
        EventKind::Caught => 10,
        EventKind::Escaped => 11,
        EventKind::Landed => 12,
        EventKind::TookOff => 13,
        EventKind::FellAsleep => 14,
        EventKind::Awoke => 15,
        EventKind::Left => 16,
        EventKind::Joined => 17,
    }
}

/// Numbers of events by kind, in the last seconds.
#[derive(Debug, Default)]
struct Counts {
    /// The flock's time at the end of each frame with events, and their numbers by kind.
    frames: VecDeque<(f64, [u32; KINDS])>,
    sums: [u64; KINDS],
}

impl Counts {
    /// Adds the events of a frame that ended at `time`.
    fn add(&mut self, time: f64, events: &[FlockEvent]) {
        // The flock was restarted.
        if self.frames.back().is_some_and(|(last, _)| *last > time) {
            *self = Self::default();
        }
        while let Some((begin, counts)) = self.frames.front() {
            if *begin >= time - TIME {
                break;
            }
            for (sum, count) in self.sums.iter_mut().zip(counts) {
                *sum -= u64::from(*count);
            }
            self.frames.pop_front();
        }
        if events.is_empty() {
            return;
        }
        let mut counts = [0; KINDS];
        for event in events {
            counts[index(&event.kind)] += 1;
            self.sums[index(&event.kind)] += 1;
        }
        self.frames.push_back((time, counts));
    }

    /// Names and numbers of the events.
    fn lines(&self) -> Vec<(&'static str, String)> {
        let named = NAMES.into_iter().zip(self.sums);
        let happened = named.filter(|(_, count)| *count > 0);
        let mut lines: Vec<_> = happened
            .map(|(name, count)| (name, count.to_string()))
            .collect();
        let [caught, escaped] =
            [EventKind::Caught, EventKind::Escaped].map(|it| self.sums[index(&it)]);
        if let Some(share) = (100 * caught).checked_div(caught + escaped) {
            let attacks = format!("{}, {share}% caught", caught + escaped);
            lines.push(("attacks on it", attacks));
        }
        if lines.is_empty() {
            lines.push(("nothing", String::new()));
        }
        lines
    }
}

/// The rows of the events.
#[derive(Debug)]
pub(super) struct Happenings {
    names: Handle<Text>,
    values: Handle<Text>,
    /// The flock whose events are counted, and its scene.
    counted: (Handle<Scene>, Handle<Node>),
    counts: Counts,
}

impl Happenings {
    /// Also returns the rows.
    pub(super) fn new(ctx: &mut BuildContext) -> (Self, [Handle<UiNode>; 2]) {
        let [names, values] = [ids::EVENTS, ids::EVENT_COUNTS]
            .map(|id| TextBuilder::new(widget(id, TIP, ctx)).build(ctx));
        let rows = [
            text("Events of the last 10 s", ctx),
            row(&[names.to_base(), values.to_base()], ctx),
        ];
        let happenings = Self {
            names,
            values,
            counted: (Handle::NONE, Handle::NONE),
            counts: Counts::default(),
        };
        (happenings, rows)
    }

    /// Counts the events of a frame of the selected flock in a scene.
    pub(super) fn count(
        &mut self,
        counted: (Handle<Scene>, Handle<Node>),
        flock: Option<&Flock>,
        events: &[FlockEvent],
    ) {
        if self.counted != counted || flock.is_none() {
            (self.counted, self.counts) = (counted, Counts::default());
        }
        if let Some(flock) = flock {
            self.counts.add(flock.time(), events);
        }
    }

    /// Shows the numbers of events.
    pub(super) fn show(&self, is_running: bool, editor: &mut Editor) {
        let lines = if is_running {
            self.counts.lines()
        } else {
            Vec::new()
        };
        let (names, values): (Vec<_>, Vec<_>) = lines.into_iter().unzip();
        let ui = editor.engine.user_interfaces.first_mut();
        ui.send(self.names, TextMessage::Text(names.join("\n")));
        ui.send(self.values, TextMessage::Text(values.join("\n")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox_flock::sim::{events::EventMask, Settings};

    /// The events of a flock that loses and gains boids.
    fn flock_with_events() -> Flock {
        let flock = Flock::new(Settings::default(), Default::default(), Default::default());
        let mut flock = flock.unwrap();
        flock.set_events(EventMask::ALL);
        let ids: Vec<_> = flock.boids().take(3).map(|boid| boid.id).collect();
        ids.iter().for_each(|id| assert!(flock.remove(*id)));
        flock
    }

    #[test]
    fn events_are_counted_for_ten_seconds() {
        let mut flock = flock_with_events();
        let events: Vec<_> = flock.drain_events().collect();
        let mut counts = Counts::default();
        assert_eq!(counts.lines(), [("nothing", String::new())]);
        counts.add(1.0, &events);
        counts.add(6.0, &events[..1]);
        assert_eq!(counts.lines(), [("removed", "4".into())]);
        counts.add(11.5, &[]);
        assert_eq!(counts.lines(), [("removed", "1".into())]);
        counts.add(17.0, &[]);
        assert_eq!(counts.lines(), [("nothing", String::new())]);
        // A restarted flock.
        counts.add(17.0, &events);
        counts.add(0.5, &events[..2]);
        assert_eq!(counts.lines(), [("removed", "2".into())]);
    }

    #[test]
    fn attacks_are_those_that_ended() {
        let mut flock = flock_with_events();
        let event = flock.drain_events().next().unwrap();
        let with = |kind| FlockEvent { kind, ..event };
        let mut counts = Counts::default();
        let mut events = vec![with(EventKind::Escaped); 3];
        events.push(with(EventKind::Caught));
        counts.add(0.1, &events);
        let last = counts.lines().pop();
        assert_eq!(last, Some(("attacks on it", "4, 25% caught".into())));
    }
}
