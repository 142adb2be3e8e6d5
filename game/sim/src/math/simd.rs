//! SIMD work with the widest vector instructions of the processor, chosen at run time.
//!
//! The work is written once, for any number of lanes, as loops over arrays of that length, which
//! the compiler vectorises. Lanes do not interact, so the results have the same bits for any width.

#![allow(
    unsafe_code,
    reason = "a function compiled for instructions that only some processors have is unsafe to call"
)]

/// Number of lanes of the instructions that every processor of the target has.
const BASELINE_LANES: usize = 4;

/// True if work on this number of lanes is compiled with fused multiply-add instructions. Without
/// them, a fused multiply-add is a call of a slow function.
pub(crate) const fn is_fused(lanes: usize) -> bool {
    lanes > BASELINE_LANES
}

/// Work that does the same in every lane.
pub(crate) trait LaneWork {
    /// Does the work. Mark it, and all that it calls, with `#[inline(always)]`, so that it is
    /// compiled for each width.
    fn run<const LANES: usize>(self);
}

/// A width of vector instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SimdWidth(Width);

/// Private, so that only [`SimdWidth::available`] creates the wide ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl SimdWidth {
    /// The instructions that every processor of the target has, usually 128 bits wide.
    pub(crate) const BASELINE: Self = Self(Width::Baseline);

    /// All widths of this processor, the widest last.
    pub(crate) fn available() -> impl DoubleEndedIterator<Item = Self> {
        let known = [
            Some(Width::Baseline),
            #[cfg(target_arch = "x86_64")]
            (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"))
                .then_some(Width::Avx2),
            #[cfg(target_arch = "x86_64")]
            (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("fma"))
                .then_some(Width::Avx512),
        ];
        known.into_iter().flatten().map(Self)
    }

    /// The widest width of this processor.
    pub(crate) fn widest() -> Self {
        Self::available().next_back().unwrap_or(Self::BASELINE)
    }

    /// Does the work, with a number of lanes that keeps its sums in registers.
    pub(crate) fn run(self, work: impl LaneWork) {
        match self.0 {
            Width::Baseline => work.run::<BASELINE_LANES>(),
            // SAFETY: `available` makes this width only where the processor has AVX2 and FMA.
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => unsafe { run_avx2(work) },
            // SAFETY: `available` makes this width only where the processor has AVX-512F and
            // FMA.
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => unsafe { run_avx512(work) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_avx2(work: impl LaneWork) {
    work.run::<8>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,fma")]
fn run_avx512(work: impl LaneWork) {
    work.run::<16>();
}
