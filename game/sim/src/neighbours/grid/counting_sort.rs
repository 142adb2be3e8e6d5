//! The counting sort of the boids by cell, on all threads.
//!
//! Each thread sorts the boids of a range of cells: it reads the cells of all boids and takes the
//! boids of its own range. The boids are almost sorted, because they were sorted in the step
//! before. So cells of boids at equal distances in memory divide the work evenly, and each thread
//! writes to one place. The sort is stable, so its result depends on the boids alone.

use super::Grid;
use crate::{settings::Backend, state::threads::thread_count};
use rayon::prelude::*;
use std::{mem::take, ops::Range};

/// Largest number of ranges of cells.
const MOST_RANGES: usize = 16;

/// Number of boids that justify a separate range.
const BOIDS_PER_RANGE: usize = 4096;

/// A range of cells during the sort.
#[derive(Default)]
struct CellRange<'a> {
    cells: Range<u32>,
    /// For each cell, the end of its boids in the sorted order.
    ends: &'a mut [u32],
    count: usize,
    /// Number of boids in the ranges before.
    before: u32,
    order: &'a mut [u32],
    sorted: &'a mut [u32],
}

impl Grid {
    /// Sorts the boids by the cells in `unsorted`.
    pub(super) fn count_and_place(&mut self, backend: Backend) {
        let unsorted = self.unsorted.as_slice();
        let mut borders = [0; MOST_RANGES + 1];
        let count = find_borders(
            &mut borders,
            unsorted,
            self.starts.len() as u32 - 1,
            backend,
        );
        let mut ranges: [CellRange; MOST_RANGES] = Default::default();
        let ranges = &mut ranges[..count];
        let mut ends = &mut self.starts[1..];
        for (range, border) in ranges.iter_mut().zip(borders.windows(2)) {
            range.cells = border[0]..border[1];
            range.ends = split_off(&mut ends, range.cells.len());
        }
        each(backend, ranges, |range| range.count(unsorted));
        let mut before = 0;
        let mut order = self.order.as_mut_slice();
        let mut sorted = self.sorted.as_mut_slice();
        for range in ranges.iter_mut() {
            range.before = before as u32;
            range.order = split_off(&mut order, range.count);
            range.sorted = split_off(&mut sorted, range.count);
            before += range.count;
        }
        each(backend, ranges, |range| range.place(unsorted));
    }
}

impl CellRange<'_> {
    /// Counts the boids of each cell.
    fn count(&mut self, unsorted: &[u32]) {
        self.ends.fill(0);
        let cells = self.cells.clone();
        for cell in unsorted.iter().filter(|cell| cells.contains(cell)) {
            self.ends[(cell - cells.start) as usize] += 1;
        }
        self.count = self.ends.iter().map(|count| *count as usize).sum();
    }

    /// Scatters the boids. The prefix sum sets the entry of each cell to the start of its boids;
    /// each boid advances it by one, up to their end.
    fn place(&mut self, unsorted: &[u32]) {
        let mut sum = self.before;
        for end in self.ends.iter_mut() {
            (*end, sum) = (sum, sum + *end);
        }
        let cells = self.cells.clone();
        for (source, cell) in unsorted.iter().enumerate() {
            if cells.contains(cell) {
                let end = &mut self.ends[(cell - cells.start) as usize];
                let place = (*end - self.before) as usize;
                self.order[place] = source as u32;
                self.sorted[place] = *cell;
                *end += 1;
            }
        }
    }
}

/// Finds the borders of ranges of cells with about the same number of boids, and returns the number
/// of ranges.
fn find_borders(
    borders: &mut [u32; MOST_RANGES + 1],
    unsorted: &[u32],
    cells: u32,
    backend: Backend,
) -> usize {
    let worthwhile = unsorted.len() / BOIDS_PER_RANGE;
    let count = thread_count(backend).min(worthwhile).clamp(1, MOST_RANGES);
    for border in 1..count {
        borders[border] = unsorted[unsorted.len() * border / count];
    }
    borders[count] = cells;
    borders[..=count].sort_unstable();
    count
}

/// Runs `work` for each range.
fn each(backend: Backend, ranges: &mut [CellRange], work: impl Fn(&mut CellRange) + Send + Sync) {
    match backend {
        Backend::SingleThread => ranges.iter_mut().for_each(work),
        _ => ranges.par_iter_mut().for_each(work),
    }
}

fn split_off<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (start, end) = take(rest).split_at_mut(count);
    *rest = end;
    start
}
