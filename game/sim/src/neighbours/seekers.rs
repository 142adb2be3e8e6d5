//! The boids that look for their neighbours.

use std::ops::Range;

/// Sorted boids that look for their neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seekers<'a> {
    /// So many boids that follow each other, from a first one on.
    Range { first: usize, len: usize },
    /// Those with these indices, which ascend.
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

    /// Index of one of them, counted from the first one.
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

    /// The boids from the first one to the last, those between that do not look for neighbours too.
    pub(crate) fn span(&self) -> Range<usize> {
        match self.len().checked_sub(1) {
            Some(last) => self.index(0)..self.index(last) + 1,
            None => 0..0,
        }
    }
}
