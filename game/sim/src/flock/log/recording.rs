//! How the calls on a flock are logged.

use super::{FlockInput, InputLog};
use crate::flock::Flock;

impl Flock {
    /// Begins to log the calls that change what becomes of the flock, for a replay; a log that was
    /// begun before is dropped. Calls that are refused, or that change nothing, are not logged.
    /// Together with a [snapshot](Self::snapshot) taken now, or with the settings of a new flock,
    /// it is all that a replay needs: a few bytes for each call, whatever the number of boids.
    ///
    /// Geometry and custom rules are not logged: the level sets them at the same steps again.
    /// Neither are the frames: steps have a fixed length, so they make no difference but to what is
    /// decided from the frame that came back last from a GPU (see [`replay`](Self::replay)).
    ///
    /// ```
    /// use flock_sim::{saving::InputLog, threats::Scare, Flock, Placement, Settings, Vec3};
    ///
    /// let new = || Flock::new(Settings::default(), Placement::default(), Default::default());
    /// let mut flock = new()?;
    /// flock.start_log();
    /// for frame in 0..60 {
    ///     if frame == 20 {
    ///         flock.scare(Scare { point: Vec3::zeros(), radius: 2.0, strength: 9.0, decay: 0.5 })?;
    ///         flock.spawn(10)?;
    ///     }
    ///     flock.advance(1.0 / 60.0);
    /// }
    /// let saved = ron::to_string(&flock.take_log())?;
    ///
    /// let log: InputLog = ron::from_str(&saved)?;
    /// let mut again = new()?;
    /// again.replay(log);
    /// while again.statistics().steps < 60 {
    ///     again.advance(1.0 / 144.0);
    /// }
    /// assert_eq!(again.state_hash(), flock.state_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start_log(&mut self) {
        self.log.current = Some(InputLog::default());
    }

    /// Ends the log and returns it. The log is empty if none was started.
    pub fn take_log(&mut self) -> InputLog {
        let mut log = self.log.current.take();
        if let Some(log) = &mut log {
            log.steps = self.reports.statistics.steps;
        }
        log.unwrap_or_default()
    }

    /// A copy of an argument that a call may have to log; `None` if no log is being recorded.
    pub(crate) fn to_log<T: Clone>(&self, argument: &T) -> Option<T> {
        self.log.current.is_some().then(|| argument.clone())
    }

    /// Logs a call that took effect, with the argument that [`to_log`](Self::to_log) copied.
    pub(crate) fn log_if<T>(&mut self, kept: Option<T>, input: impl FnOnce(T) -> FlockInput) {
        if let Some(kept) = kept {
            self.log(|| input(kept));
        }
    }

    /// Logs a call that took effect, if a log is being recorded.
    pub(crate) fn log(&mut self, input: impl FnOnce() -> FlockInput) {
        if let Some(log) = &mut self.log.current {
            log.push(self.reports.statistics.steps, input());
        }
    }

    /// Number of calls in the log that is being recorded.
    pub(crate) fn logged_calls(&self) -> usize {
        self.log.current.as_ref().map_or(0, |log| log.inputs.len())
    }
}
