//! An allocator that counts allocations and bytes, and refuses those that are too large. It serves its whole
//! process, so a test with it is a binary of its own, with a single test.

#![allow(unsafe_code, reason = "an allocator is an unsafe trait")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    ptr::null_mut,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

/// The system's allocator, which counts. It is made the process's by `#[global_allocator]`.
pub struct CountingAllocator {
    allocations: AtomicUsize,
    in_use: AtomicUsize,
    peak: AtomicUsize,
    largest: AtomicUsize,
}

impl CountingAllocator {
    #[allow(clippy::new_without_default, reason = "a static needs a constant")]
    pub const fn new() -> Self {
        Self {
            allocations: AtomicUsize::new(0),
            in_use: AtomicUsize::new(0),
            peak: AtomicUsize::new(0),
            largest: AtomicUsize::new(usize::MAX),
        }
    }

    /// Allocations so far.
    pub fn allocations(&self) -> usize {
        self.allocations.load(Relaxed)
    }

    /// Bytes in use.
    pub fn in_use(&self) -> usize {
        self.in_use.load(Relaxed)
    }

    /// The most bytes that were in use at a time since [`start_peak`](Self::start_peak).
    pub fn peak(&self) -> usize {
        self.peak.load(Relaxed)
    }

    /// Forgets the peak. Returns the bytes in use.
    pub fn start_peak(&self) -> usize {
        let in_use = self.in_use();
        self.peak.store(in_use, Relaxed);
        in_use
    }

    /// Refuses allocations of more bytes from now on.
    pub fn refuse_beyond(&self, bytes: usize) {
        self.largest.store(bytes, Relaxed);
    }
}

// SAFETY: all calls are passed on to the system's allocator unchanged, or refused with a null pointer as the
// trait allows. Reallocation is the trait's default, which allocates, copies and frees.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() > self.largest.load(Relaxed) {
            return null_mut();
        }
        self.allocations.fetch_add(1, Relaxed);
        let in_use = self.in_use.fetch_add(layout.size(), Relaxed) + layout.size();
        self.peak.fetch_max(in_use, Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        self.in_use.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}
