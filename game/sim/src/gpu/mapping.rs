//! Mapping of a staging buffer, which the driver completes at any later time.

use std::{
    ops::Range,
    sync::{
        atomic::{AtomicU8, Ordering},
        Arc,
    },
};
use wgpu::{Buffer, MapMode};

const PENDING: u8 = 0;
const MAPPED: u8 = 1;
const REFUSED: u8 = 2;

/// A request to map a staging buffer for reading.
pub(crate) struct Mapping(Arc<AtomicU8>);

impl Mapping {
    /// Requests these bytes of the buffer, after all submitted work that writes them.
    pub(crate) fn request(buffer: &Buffer, bytes: Range<u64>) -> Self {
        let state = Arc::new(AtomicU8::new(PENDING));
        let reported = state.clone();
        buffer.map_async(MapMode::Read, bytes, move |mapped| {
            let state = if mapped.is_ok() { MAPPED } else { REFUSED };
            reported.store(state, Ordering::Release);
        });
        Self(state)
    }

    /// True until the buffer is mapped or the driver refuses.
    pub(crate) fn is_pending(&self) -> bool {
        self.0.load(Ordering::Acquire) == PENDING
    }

    pub(crate) fn is_refused(&self) -> bool {
        self.0.load(Ordering::Acquire) == REFUSED
    }
}
