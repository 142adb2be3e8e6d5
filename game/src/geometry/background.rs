//! Work on background threads.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{
    panic::{catch_unwind, AssertUnwindSafe},
    sync::{
        mpsc::{channel, Receiver, TryRecvError},
        Arc, Mutex, PoisonError, Weak,
    },
    thread::available_parallelism,
};

/// Builds one value at a time in the background. It does not use the threads of the simulation: a
/// step would have to wait for the build. All builds of the same kind share the threads of that
/// kind. On platforms without threads, such as the web, it builds on the calling thread.
///
/// Dropping it does not wait for a build in progress: a queued build is cancelled, and a build that
/// checks [`Wanted`] stops early.
pub(crate) struct Background<T> {
    kind: Kind,
    threads: Threads,
    pending: Option<Pending<T>>,
}

/// The kind of a build. Each kind has its own threads, so that builds of one kind do not delay the
/// other.
#[derive(Clone, Copy)]
enum Kind {
    /// The geometry of a level, which flocks wait for.
    Level,
    /// Other builds.
    Part,
}

enum Threads {
    NotStarted,
    Started(Arc<ThreadPool>),
    /// The platform has no threads.
    Unavailable,
}

/// The build in progress.
struct Pending<T> {
    /// Disconnected if the build panicked.
    result: Receiver<T>,
    /// The result, if it was waited for.
    outcome: Option<Result<T, Panicked>>,
    /// Dropped when the result is no longer wanted.
    _wanted: Arc<()>,
}

/// Tells a build whether its result is still wanted.
pub(crate) struct Wanted(Weak<()>);

impl Wanted {
    pub(crate) fn is(&self) -> bool {
        self.0.strong_count() > 0
    }
}

/// A build panicked because of a defect in this crate.
#[derive(Debug, PartialEq)]
pub(crate) struct Panicked;

impl<T> Default for Background<T> {
    fn default() -> Self {
        Self::new(Kind::Part, Threads::NotStarted)
    }
}

impl<T> Background<T> {
    fn new(kind: Kind, threads: Threads) -> Self {
        Self {
            kind,
            threads,
            pending: None,
        }
    }

    /// A builder on the threads for level geometry.
    pub(super) fn of_level() -> Self {
        Self::new(Kind::Level, Threads::NotStarted)
    }

    #[cfg(test)]
    pub(super) fn without_threads() -> Self {
        Self::new(Kind::Part, Threads::Unavailable)
    }
}

impl<T: Send + 'static> Background<T> {
    /// True while a build is in progress, or its result has not been taken.
    pub(crate) fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// Starts a build. The result of an earlier build that has not been taken is discarded.
    pub(crate) fn begin(&mut self, build: impl FnOnce() -> T + Send + 'static) {
        self.begin_while(|_| Some(build()));
    }

    /// Like [`begin`](Self::begin), for a build that checks whether its result is still wanted. It
    /// returns `None` if it stopped early.
    pub(crate) fn begin_while(
        &mut self,
        build: impl FnOnce(&Wanted) -> Option<T> + Send + 'static,
    ) {
        let (sender, result) = channel();
        let token = Arc::new(());
        let wanted = Wanted(Arc::downgrade(&token));
        self.pending = Some(Pending {
            result,
            outcome: None,
            _wanted: token,
        });
        self.run(move || {
            let built = wanted.is().then(|| build(&wanted)).flatten();
            if let Some(built) = built {
                // The receiver is gone if the result is no longer wanted.
                let _ = sender.send(built);
            }
        });
    }

    /// The result of a finished build; each result is returned once. An error if the build
    /// panicked.
    pub(crate) fn take(&mut self) -> Option<Result<T, Panicked>> {
        let pending = self.pending.as_mut()?;
        let outcome = match pending.outcome.take() {
            Some(outcome) => outcome,
            None => match pending.result.try_recv() {
                Ok(built) => Ok(built),
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => Err(Panicked),
            },
        };
        self.pending = None;
        Some(outcome)
    }

    /// Waits until the build in progress is finished; returns at once if there is none.
    pub(crate) fn wait(&mut self) {
        if let Some(pending) = &mut self.pending {
            let result = &pending.result;
            let wait = || result.recv().map_err(|_| Panicked);
            pending.outcome.get_or_insert_with(wait);
        }
    }

    pub(super) fn run(&mut self, work: impl FnOnce() + Send + 'static) {
        if let Threads::NotStarted = self.threads {
            self.threads = shared_threads(self.kind).map_or(Threads::Unavailable, Threads::Started);
        }
        // A panic must not end the game.
        let work = || _ = catch_unwind(AssertUnwindSafe(work));
        match &self.threads {
            Threads::Started(threads) => threads.spawn(work),
            Threads::NotStarted | Threads::Unavailable => work(),
        }
    }
}

/// The thread pool of each kind. A pool is dropped with its last user: its threads must not outlive
/// a plugin that is reloaded.
static SHARED: Mutex<[Weak<ThreadPool>; 2]> = Mutex::new([Weak::new(), Weak::new()]);

/// The thread pool of a kind; `None` on platforms without threads.
fn shared_threads(kind: Kind) -> Option<Arc<ThreadPool>> {
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let of_kind = &mut shared[kind as usize];
    if let Some(running) = of_kind.upgrade() {
        return Some(running);
    }
    let started = Arc::new(start_threads()?);
    *of_kind = Arc::downgrade(&started);
    Some(started)
}

/// A pool with half of the cores: the game needs the others.
fn start_threads() -> Option<ThreadPool> {
    let cores = available_parallelism().map_or(1, usize::from);
    let builder = ThreadPoolBuilder::new().num_threads((cores / 2).max(1));
    builder
        .thread_name(|_| "flock geometry".into())
        .build()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        sync::atomic::{AtomicBool, Ordering::Relaxed},
        thread,
    };

    fn wait_for<T: Send + 'static>(background: &mut Background<T>) -> T {
        loop {
            match background.take() {
                Some(built) => return built.unwrap(),
                None => thread::yield_now(),
            }
        }
    }

    #[test]
    fn builders_of_a_kind_share_their_threads() {
        let mut builders: Vec<Background<()>> = (0..200).map(|_| Background::default()).collect();
        builders.iter_mut().for_each(|it| it.begin(|| ()));
        builders.iter_mut().for_each(wait_for);
        let pools: Vec<_> = builders
            .iter()
            .map(|it| match &it.threads {
                Threads::Started(threads) => threads,
                Threads::NotStarted | Threads::Unavailable => panic!("no threads"),
            })
            .collect();
        assert!(pools.iter().all(|pool| Arc::ptr_eq(pool, pools[0])));
    }

    #[test]
    fn builds_that_are_not_wanted_do_not_begin_or_give_up() {
        let one_thread = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let threads = Arc::new(one_thread);
        let background = || Background::new(Kind::Part, Threads::Started(threads.clone()));
        let (begun, has_begun) = channel();
        let mut first = background();
        first.begin_while(move |wanted| {
            begun.send(()).unwrap();
            while wanted.is() {
                thread::yield_now();
            }
            None
        });
        has_begun.recv().unwrap();
        let is_built = Arc::new(AtomicBool::new(false));
        let (mut second, built) = (background(), is_built.clone());
        second.begin(move || built.store(true, Relaxed));
        // The second build waits for the only thread, which the first build holds until it is
        // dropped.
        drop(second);
        drop(first);
        let mut third = background();
        third.begin(|| ());
        wait_for(&mut third);
        assert!(!is_built.load(Relaxed));
    }
}
