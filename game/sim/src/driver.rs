//! The two drivers: the same work on the calling thread or on all threads.

use crate::{boids::BoidsMut, Driver};
use std::ops::{Add, Range};

/// Data is handed to a thread in parts of about this many boids. Small enough to spread the work evenly, large enough for
/// the handing over not to count. A power of two.
const PART: usize = 512;

/// Data that can be written part by part.
pub(crate) trait Divide: Sized + Send {
    /// How many items there are.
    fn len(&self) -> usize;

    /// The first `middle` items and the rest.
    fn divide(self, middle: usize) -> (Self, Self);
}

/// A contiguous part of an array that one thread writes.
pub(crate) struct Part<'a, T> {
    /// Index, in the whole array, of the first item in this part.
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

/// Indices of data that is only read, or that is written whatever the index.
impl Divide for Range<usize> {
    fn len(&self) -> usize {
        ExactSizeIterator::len(self)
    }

    fn divide(self, middle: usize) -> (Self, Self) {
        let middle = self.start + middle;
        (self.start..middle, middle..self.end)
    }
}

impl Divide for BoidsMut<'_> {
    fn len(&self) -> usize {
        BoidsMut::len(self)
    }

    fn divide(self, middle: usize) -> (Self, Self) {
        self.split_at(middle)
    }
}

/// Does `work`, which hands out parts of so many items, where the threads are: entering their pool once takes less time than
/// for each handing out. So few items as make one part stay on the calling thread.
pub(crate) fn enter<T: Send>(driver: Driver, items: usize, work: impl FnOnce() -> T + Send) -> T {
    match driver {
        Driver::SingleThread => work(),
        _ if items > PART => rayon::scope(|_| work()),
        _ => work(),
    }
}

/// Does `work` on all of `data`, as [`sum`] does.
pub(crate) fn run<D: Divide>(driver: Driver, data: D, work: impl Fn(D) + Sync) {
    sum(driver, data, |part| {
        work(part);
        Nothing
    });
}

/// Does `work` on all of `data` and adds up what it returns. Parts begin at multiples of a power of two, whatever the
/// number of threads; `work` must not depend on where they begin.
pub(crate) fn sum<D: Divide, T: Add<Output = T> + Send>(
    driver: Driver,
    data: D,
    work: impl Fn(D) -> T + Sync,
) -> T {
    match driver {
        Driver::SingleThread => work(data),
        // What is left for the processor beside a graphics card is shared among all threads too.
        Driver::AllThreads | Driver::Gpu | Driver::Automatic => in_parallel(data, &work),
    }
}

/// What work returns that nothing is added up of.
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
    if data.len() <= PART {
        return work(data);
    }
    let middle = (data.len() / 2).next_multiple_of(PART);
    let (start, rest) = data.divide(middle);
    let (a, b) = rayon::join(|| in_parallel(start, work), || in_parallel(rest, work));
    a + b
}
