//! Seekers: the boids that search for their neighbours.

use std::ops::Range;

/// Sorted boids that search for their neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seekers<'a> {
    /// `len` consecutive boids, starting with `first`.
    Range { first: usize, len: usize },
    /// The boids with these indices, in ascending order.
    List(&'a [u32]),
}

impl Seekers<'_> {
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Range { len, .. } => *len,
            Self::List(indices) => indices.len(),
        }
    }

    /// Index of the seeker number `at`.
    #[inline(always)]
    pub(crate) fn index(&self, at: usize) -> usize {
        match self {
            Self::Range { first, .. } => first + at,
            Self::List(indices) => indices[at] as usize,
        }
    }

    pub(crate) fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).map(|at| self.index(at))
    }

    /// The boids from the first to the last seeker, including boids in between that are not
    /// seekers.
    pub(crate) fn span(&self) -> Range<usize> {
        match self.len().checked_sub(1) {
            Some(last) => self.index(0)..self.index(last) + 1,
            None => 0..0,
        }
    }
}
