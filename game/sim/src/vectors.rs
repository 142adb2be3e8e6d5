//! Work in the widest vector instructions that the processor has, chosen at run time.
//!
//! The work is written once, for any number of lanes, as loops over arrays of that length; the compiler makes vector
//! instructions of them. Lanes do not touch each other, so the results have the same bits whatever their number.

use std::ops::Deref;

/// Work that does the same in every lane.
pub(crate) trait Work {
    /// Does the work. To be marked `#[inline(always)]`, with everything that it calls, so that it is compiled for each kind
    /// of vectors.
    fn run<const LANES: usize>(self);
}

/// The vector instructions that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vectors {
    /// What every processor of the kind has.
    Baseline,
    /// 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Vectors {
    /// All that this processor has, the widest last.
    pub(crate) fn available() -> impl DoubleEndedIterator<Item = Self> {
        let known = [
            Some(Self::Baseline),
            #[cfg(target_arch = "x86_64")]
            is_x86_feature_detected!("avx2").then_some(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            is_x86_feature_detected!("avx512f").then_some(Self::Avx512),
        ];
        known.into_iter().flatten()
    }

    /// The widest that this processor has.
    pub(crate) fn widest() -> Self {
        Self::available().next_back().unwrap_or(Self::Baseline)
    }

    /// Does the work, with as many lanes as keep its sums in the registers.
    pub(crate) fn run(self, work: impl Work) {
        match self {
            Self::Baseline => work.run::<4>(),
            // SAFETY: the variant exists only where the processor was found to have the instructions.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { run_avx2(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { run_avx512(work) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2(work: impl Work) {
    work.run::<8>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn run_avx512(work: impl Work) {
    work.run::<16>();
}

/// The numbers `start..start + len`, with zeros in the lanes beyond.
#[inline(always)]
pub(crate) fn load<const LANES: usize>(values: &[f32], start: usize, len: usize) -> [f32; LANES] {
    match values[start..].first_chunk() {
        Some(lanes) => *lanes,
        None => {
            let mut lanes = [0.0; LANES];
            lanes[..len].copy_from_slice(&values[start..start + len]);
            lanes
        }
    }
}

/// Writes the first `len` lanes to `start..start + len`.
#[inline(always)]
pub(crate) fn store<const LANES: usize>(
    lanes: &[f32; LANES],
    values: &mut [f32],
    start: usize,
    len: usize,
) {
    values[start..start + len].copy_from_slice(&lanes[..len]);
}

/// The numbers `start..start + len` of each array, with zeros in the lanes beyond.
#[inline(always)]
pub(crate) fn load_all<const LANES: usize, const N: usize>(
    arrays: &[impl Deref<Target = [f32]>; N],
    start: usize,
    len: usize,
) -> [[f32; LANES]; N] {
    let mut lanes = [[0.0; LANES]; N];
    for (lanes, values) in lanes.iter_mut().zip(arrays) {
        *lanes = load(values, start, len);
    }
    lanes
}

/// Writes the first `len` lanes to `start..start + len` of each array.
#[inline(always)]
pub(crate) fn store_all<const LANES: usize, const N: usize>(
    lanes: &[[f32; LANES]; N],
    arrays: &mut [&mut [f32]; N],
    start: usize,
    len: usize,
) {
    for (lanes, values) in lanes.iter().zip(arrays) {
        store(lanes, values, start, len);
    }
}
