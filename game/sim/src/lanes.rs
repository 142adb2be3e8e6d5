//! Numbers side by side, one for each boid of a group. Plain arrays: the compiler makes vector instructions of them.

use std::ops::{Add, AddAssign, BitAnd, Mul, Sub};

/// So many boids that follow each other in the grid look for neighbours together: each candidate is compared with all of
/// them at once.
pub(crate) const LANES: usize = 8;

/// A number for each lane.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lanes(pub(crate) [f32; LANES]);

/// A choice of lanes: all bits set or none.
#[derive(Clone, Copy)]
pub(crate) struct Mask(pub(crate) [u32; LANES]);

impl Lanes {
    #[inline(always)]
    pub(crate) fn splat(value: f32) -> Self {
        Self([value; LANES])
    }

    #[inline(always)]
    fn each(self, other: Self, operation: impl Fn(f32, f32) -> f32) -> Self {
        Self(std::array::from_fn(|lane| {
            operation(self.0[lane], other.0[lane])
        }))
    }

    /// The lanes whose number is below `limit`.
    #[inline(always)]
    pub(crate) fn below(self, limit: f32) -> Mask {
        Mask(self.0.map(|value| if value < limit { u32::MAX } else { 0 }))
    }
}

impl Mask {
    /// The numbers in the chosen lanes, zero in the others.
    #[inline(always)]
    pub(crate) fn of(self, values: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|lane| {
            f32::from_bits(values.0[lane].to_bits() & self.0[lane])
        }))
    }
}

impl Add for Lanes {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, |a, b| a + b)
    }
}

impl AddAssign for Lanes {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Lanes {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.each(other, |a, b| a - b)
    }
}

impl Mul for Lanes {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.each(other, |a, b| a * b)
    }
}

impl BitAnd for Mask {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] & other.0[lane]))
    }
}
