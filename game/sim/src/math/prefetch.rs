//! Prefetch: requests memory before its use, so that it arrives during other work.

#![allow(
    unsafe_code,
    reason = "the intrinsic takes a pointer, though it reads nothing that the program could notice"
)]

/// Size of a cache line, in bytes.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Requests the memory of a value, on processors with an instruction for this.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_mm_prefetch, _MM_HINT_T0};
        let start = std::ptr::from_ref(value).cast::<i8>();
        for offset in (0..size_of::<T>()).step_by(LINE) {
            // SAFETY: every processor of the target has the instruction, and it is a hint that does
            // nothing for an address without memory.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_add(offset)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
