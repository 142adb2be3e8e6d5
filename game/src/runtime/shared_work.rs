//! Work in the background that all flocks with the same inputs share.

use crate::geometry::Background;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Work of a kind: its inputs, and its result once it is done. It is dropped, and cancelled if it
/// has not begun, with the last flock that shares it.
pub(super) struct SharedWork<S, T>(Arc<Mutex<Work<S, T>>>);

/// All works of a kind that flocks share, of all scenes.
pub(super) struct Works<S, T>(Mutex<Vec<WeakWork<S, T>>>);

type WeakWork<S, T> = Weak<Mutex<Work<S, T>>>;

pub(super) struct Work<S, T> {
    pub source: S,
    state: State<T>,
}

enum State<T> {
    Busy(Background<T>),
    /// `None` if the work panicked.
    Done(Option<T>),
}

impl<S, T: Send + 'static> Work<S, T> {
    /// Waits until the work is done.
    pub fn wait(&mut self) {
        if let State::Busy(background) = &mut self.state {
            background.wait();
        }
    }

    /// The result; `None` while the work is in progress. An inner `None` if it panicked.
    pub fn outcome(&mut self) -> Option<Option<&T>> {
        if let State::Busy(background) = &mut self.state {
            let outcome = background.take()?;
            self.state = State::Done(outcome.ok());
        }
        match &self.state {
            State::Busy(_) => None,
            State::Done(outcome) => Some(outcome.as_ref()),
        }
    }
}

impl<S, T> SharedWork<S, T> {
    pub fn lock(&self) -> MutexGuard<'_, Work<S, T>> {
        lock(&self.0)
    }
}

impl<S, T> Clone for SharedWork<S, T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<S, T> Works<S, T> {
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The works that a flock holds.
    pub fn all(&self) -> Vec<SharedWork<S, T>> {
        let works = lock(&self.0);
        works
            .iter()
            .filter_map(Weak::upgrade)
            .map(SharedWork)
            .collect()
    }

    /// Adds work that was begun.
    pub fn add(&self, source: S, background: Background<T>) -> SharedWork<S, T> {
        self.add_in(source, State::Busy(background))
    }

    /// Adds work whose result is known.
    pub fn add_done(&self, source: S, result: T) -> SharedWork<S, T> {
        self.add_in(source, State::Done(Some(result)))
    }

    fn add_in(&self, source: S, state: State<T>) -> SharedWork<S, T> {
        let work = Arc::new(Mutex::new(Work { source, state }));
        let mut works = lock(&self.0);
        works.retain(|work| work.strong_count() > 0);
        works.push(Arc::downgrade(&work));
        SharedWork(work)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
