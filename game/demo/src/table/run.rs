//! A measurement of all cells of the table.

use super::{
    published::PUBLISHED,
    trial::{Speed, Trial},
};
use fyrox::core::log::Log;
use fyrox_flock::sim::settings::Backend;
use std::time::Duration;

/// The measured columns.
pub const BACKENDS: [Backend; 3] = [Backend::SingleThread, Backend::AllThreads, Backend::Gpu];

const CELLS: usize = PUBLISHED.len() * BACKENDS.len();

/// A measurement of the table, row by row.
#[derive(Debug, Default)]
pub(super) struct Run {
    speeds: [[Option<Speed>; BACKENDS.len()]; PUBLISHED.len()],
    cell: usize,
    trial: Option<Trial>,
}

impl Run {
    /// Measures for about `time`.
    pub(super) fn advance(&mut self, time: Duration) {
        let Some((row, column)) = self.current() else {
            return;
        };
        let backend = BACKENDS[column];
        // If the first row has no GPU, the other rows have none.
        if column > 0 && row > 0 && self.speeds[row - 1][column] == Some(Speed::Refused) {
            return self.enter(row, column, Speed::Refused);
        }
        if self.trial.is_none() {
            match Trial::new(PUBLISHED[row].0, backend) {
                Ok(trial) => self.trial = Some(trial),
                Err(error) => {
                    Log::err(format!("The table cannot be measured: {error}"));
                    return self.enter(row, column, Speed::Refused);
                }
            }
        }
        let speed = self.trial.as_mut().and_then(|trial| trial.advance(time));
        if let Some(speed) = speed {
            self.enter(row, column, speed);
        }
    }

    fn enter(&mut self, row: usize, column: usize, speed: Speed) {
        self.speeds[row][column] = Some(speed);
        self.trial = None;
        self.cell += 1;
    }

    /// Row and column of the cell that is being measured; `None` at the end.
    pub(super) fn current(&self) -> Option<(usize, usize)> {
        let (row, column) = (self.cell / BACKENDS.len(), self.cell % BACKENDS.len());
        (self.cell < CELLS).then_some((row, column))
    }

    /// The result of a cell, if it is known.
    pub(super) fn speed(&self, row: usize, column: usize) -> Option<Speed> {
        self.speeds[row][column]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_measured_in_turn_and_a_gpu_is_asked_for_once() {
        let mut run = Run::default();
        run.enter(0, 0, Speed::Steps(9.0));
        run.enter(0, 1, Speed::Steps(9.0));
        assert_eq!(run.current(), Some((0, 2)));
        run.enter(0, 2, Speed::Refused);
        run.enter(1, 0, Speed::Steps(9.0));
        run.enter(1, 1, Speed::Steps(9.0));
        run.advance(Duration::ZERO);
        assert_eq!(run.speed(1, 2), Some(Speed::Refused));
        assert_eq!(run.current(), Some((2, 0)));
        assert_eq!(run.speed(2, 0), None);
    }
}
