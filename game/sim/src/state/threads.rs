//! Work on one thread, or divided recursively on all threads of rayon's pool.

use crate::settings::Backend;
use std::ops::{Add, Range};

/// Number of items in the smallest part for one thread. It is small enough to balance the load, and
/// large enough to make the cost of a task negligible. A power of two.
const PART: usize = 512;

/// Number of boids that pass through all stages of a step together. It is small enough to keep the
/// output of one stage in the cache for the next.
pub(crate) const BLOCK: usize = 512;

/// Data that can be divided into parts for several threads.
pub(crate) trait Divide: Sized + Send {
    /// Number of items in the smallest part, unless the items are larger than usual.
    const SMALLEST: usize = PART;

    /// Number of items.
    fn len(&self) -> usize;

    /// Number of items in the smallest part that a thread receives.
    fn smallest(&self) -> usize {
        Self::SMALLEST
    }

    /// Divides the items into the first `middle` ones and the rest.
    fn divide(self, middle: usize) -> (Self, Self);
}

/// A contiguous part of an array, written by one thread.
pub(crate) struct Part<'a, T> {
    /// Index in the whole array of the first item in this part.
    pub(crate) first: usize,
    pub(crate) items: &'a mut [T],
}

impl<'a, T> Part<'a, T> {
    pub(crate) fn whole(items: &'a mut [T]) -> Self {
        Self { first: 0, items }
    }
}

impl<T: Send> Divide for Part<'_, T> {
    fn len(&self) -> usize {
        self.items.len()
    }

    fn divide(self, middle: usize) -> (Self, Self) {
        let (start, rest) = self.items.split_at_mut(middle);
        let start = Self {
            first: self.first,
            items: start,
        };
        let rest = Self {
            first: self.first + middle,
            items: rest,
        };
        (start, rest)
    }
}

/// A range of indices, for data that are only read, or that are written at other places.
impl Divide for Range<usize> {
    fn len(&self) -> usize {
        ExactSizeIterator::len(self)
    }

    fn divide(self, middle: usize) -> (Self, Self) {
        let middle = self.start + middle;
        (self.start..middle, middle..self.end)
    }
}

/// Runs `work`, which calls [`run`] and [`sum`] on `items` items, inside the thread pool. Entering
/// the pool once costs less than entering it for each call. Work on a single part stays on the
/// calling thread.
pub(crate) fn enter<T: Send>(backend: Backend, items: usize, work: impl FnOnce() -> T + Send) -> T {
    match backend {
        Backend::SingleThread => work(),
        _ if items > PART => rayon::scope(|_| work()),
        _ => work(),
    }
}

/// Number of threads that [`run`] and [`sum`] use.
pub(crate) fn thread_count(backend: Backend) -> usize {
    match backend {
        Backend::SingleThread => 1,
        _ => rayon::current_num_threads(),
    }
}

/// Runs `work` on all of `data`, divided as in [`sum`].
pub(crate) fn run<D: Divide>(backend: Backend, data: D, work: impl Fn(D) + Sync) {
    sum(backend, data, |part| {
        work(part);
        Nothing
    });
}

/// Runs `work` on all of `data` and adds up the results. Parts begin at multiples of a power of two
/// for any number of threads; the result of `work` must not depend on where parts begin.
pub(crate) fn sum<D: Divide, T: Add<Output = T> + Send>(
    backend: Backend,
    data: D,
    work: impl Fn(D) -> T + Sync,
) -> T {
    match backend {
        Backend::SingleThread => work(data),
        // With a GPU, the remaining work of the CPU uses all threads too.
        Backend::AllThreads | Backend::Gpu | Backend::Automatic => in_parallel(data, &work),
    }
}

/// The result of work that returns no value.
struct Nothing;

impl Add for Nothing {
    type Output = Self;

    fn add(self, _other: Self) -> Self {
        Self
    }
}

fn in_parallel<D: Divide, T: Add<Output = T> + Send>(
    data: D,
    work: &(impl Fn(D) -> T + Sync),
) -> T {
    let smallest = data.smallest();
    if data.len() <= smallest {
        return work(data);
    }
    let middle = (data.len() / 2).next_multiple_of(smallest);
    let (start, rest) = data.divide(middle);
    let (a, b) = rayon::join(|| in_parallel(start, work), || in_parallel(rest, work));
    a + b
}
