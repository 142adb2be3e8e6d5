//! Arrays of numbers per boid that several threads write together.

use super::{boids::split, threads::Divide};

/// A contiguous part of N arrays of equal length, written by one thread.
pub(crate) struct FloatsMut<'a, const N: usize> {
    /// Index in the whole arrays of the first number in this part.
    pub(crate) first: usize,
    pub(crate) arrays: [&'a mut [f32]; N],
}

impl<'a, const N: usize> FloatsMut<'a, N> {
    pub(crate) fn whole(arrays: [&'a mut Vec<f32>; N]) -> Self {
        Self {
            first: 0,
            arrays: arrays.map(Vec::as_mut_slice),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.arrays[0].len()
    }

    pub(crate) fn split_at(self, middle: usize) -> (Self, Self) {
        let (start, rest) = split(self.arrays, middle);
        let first = self.first + middle;
        (
            Self {
                arrays: start,
                ..self
            },
            Self {
                first,
                arrays: rest,
            },
        )
    }
}

impl<const N: usize> Divide for FloatsMut<'_, N> {
    fn len(&self) -> usize {
        FloatsMut::len(self)
    }

    fn divide(self, middle: usize) -> (Self, Self) {
        self.split_at(middle)
    }
}
