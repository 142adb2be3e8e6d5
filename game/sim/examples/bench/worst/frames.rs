//! The frames of a game by one clock.

use super::{
    after_change::{AfterChange, Cost, BETWEEN},
    change::{Change, CHANGES},
};
use serde::Serialize;
use std::fmt;

/// Times of all frames, and of those after each change, there and back.
#[derive(Default)]
pub struct Frames {
    times: Vec<f64>,
    after: [[AfterChange; 2]; CHANGES.len()],
}

impl Frames {
    /// The change with which a frame begins, if one is due.
    pub fn change(frame: u32) -> Option<Change> {
        let [since, which, _] = place(frame);
        (since == 0).then_some(CHANGES[which])
    }

    /// Adds the time of the next frame, and of its change alone, in milliseconds.
    pub fn add(&mut self, milliseconds: f64, of_change: f64) {
        let [since, which, back] = place(self.times.len() as u32);
        self.times.push(milliseconds);
        self.after[which][back].add(since, milliseconds, of_change);
    }

    /// The figures of these frames; none without frames.
    pub fn figures(mut self) -> Option<Figures> {
        self.times.sort_by(f64::total_cmp);
        let count = self.times.len();
        let at = |below: usize| self.times.get(below).copied();
        let (median_ms, worst_ms) = (at(count / 2)?, at(count - 1)?);
        let thousandth_ms = at(count - 1 - count / 1000)?;
        let changes = CHANGES.into_iter().zip(self.after).map(|(change, both)| {
            let [there, back] = both.map(|it| it.cost(median_ms));
            Changed {
                change: change.to_string(),
                there,
                back,
            }
        });
        Some(Figures {
            median_ms,
            thousandth_ms,
            worst_ms,
            changes: changes.collect(),
        })
    }
}

/// Frames since the last change, the number of that change, and whether it is there (0) or back (1).
fn place(frame: u32) -> [usize; 3] {
    let (turn, since) = ((frame / BETWEEN) as usize, (frame % BETWEEN) as usize);
    [since, turn % CHANGES.len(), turn / CHANGES.len() % 2]
}

/// Times of all frames, in milliseconds, and what each change costs.
#[derive(Serialize)]
pub struct Figures {
    median_ms: f64,
    /// The 99.9th percentile: one frame of a thousand takes longer.
    #[serde(rename = "p99_9_ms")]
    thousandth_ms: f64,
    worst_ms: f64,
    changes: Vec<Changed>,
}

/// What a change costs, there and back; nothing if there were too few frames.
#[derive(Serialize)]
struct Changed {
    change: String,
    there: Option<Cost>,
    back: Option<Cost>,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "{:8.2} in the median, {:.2} in the 99.9th percentile, {:.2} the worst",
            self.median_ms, self.thousandth_ms, self.worst_ms
        )?;
        for Changed {
            change,
            there,
            back,
        } in &self.changes
        {
            let [there, back] = [there, back].map(|cost| match cost {
                Some(cost) => cost.to_string(),
                None => format!("{:35}", "too few frames"),
            });
            write!(f, "\n{there}   {back}   {change}")?;
        }
        Ok(())
    }
}
