//! Work on threads of its own, beside the game.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{
    panic::{catch_unwind, AssertUnwindSafe},
    sync::mpsc::{channel, Receiver, TryRecvError},
    thread::available_parallelism,
};

/// Builds one thing at a time in the background. Its threads are not those of the simulation: a step
/// would have to wait for them. On platforms without threads, such as the web, it builds at once.
///
/// Dropping it does not wait for a build in progress; the result of that build is discarded.
pub(crate) struct Background<T> {
    threads: Threads,
    /// The result of the build in progress. Disconnected if the build panicked.
    pending: Option<Receiver<T>>,
}

#[derive(Default)]
enum Threads {
    #[default]
    NotStarted,
    Started(ThreadPool),
    /// The platform has no threads.
    Unavailable,
}

/// A build panicked because of a defect of this crate.
#[derive(Debug, PartialEq)]
pub(crate) struct Panicked;

impl<T> Default for Background<T> {
    fn default() -> Self {
        Self {
            threads: Threads::NotStarted,
            pending: None,
        }
    }
}

impl<T: Send + 'static> Background<T> {
    /// True while a build is in progress, or finished and not taken yet.
    pub(crate) fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// Starts a build. The result of an earlier build that has not been taken is discarded.
    pub(crate) fn begin(&mut self, build: impl FnOnce() -> T + Send + 'static) {
        let (sender, pending) = channel();
        self.pending = Some(pending);
        self.run(move || {
            // The receiver is gone if nobody wants the result any more.
            let _ = sender.send(build());
        });
    }

    /// The result of a finished build, once. An error if the build panicked.
    pub(crate) fn take(&mut self) -> Option<Result<T, Panicked>> {
        let outcome = match self.pending.as_ref()?.try_recv() {
            Ok(built) => Ok(built),
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err(Panicked),
        };
        self.pending = None;
        Some(outcome)
    }

    pub(super) fn run(&mut self, work: impl FnOnce() + Send + 'static) {
        if let Threads::NotStarted = self.threads {
            self.threads = start_threads().map_or(Threads::Unavailable, Threads::Started);
        }
        // A panic must not end the game.
        let work = || _ = catch_unwind(AssertUnwindSafe(work));
        match &self.threads {
            Threads::Started(threads) => threads.spawn(work),
            Threads::NotStarted | Threads::Unavailable => work(),
        }
    }

    #[cfg(test)]
    pub(super) fn without_threads() -> Self {
        Self {
            threads: Threads::Unavailable,
            pending: None,
        }
    }
}

/// A pool of at most half of the cores: the game needs the others.
fn start_threads() -> Option<ThreadPool> {
    let cores = available_parallelism().map_or(1, usize::from);
    let builder = ThreadPoolBuilder::new().num_threads((cores / 2).max(1));
    builder
        .thread_name(|_| "flock geometry".into())
        .build()
        .ok()
}
