//! The graphics card that tests run on: the best there is, be it software. Without one they fail.

// Every test program uses a part of this only.
#![allow(dead_code)]

use flock_sim::{gpu, Driver, Flock};
use std::sync::Once;

static CHOSEN: Once = Once::new();

/// The driver that takes it.
pub fn driver() -> Driver {
    CHOSEN.call_once(|| {
        let adapters = gpu::adapters();
        let best = adapters.first();
        let best = best.expect("a Vulkan driver; install mesa-vulkan-drivers for one in software");
        gpu::prefer(Some(best.name()));
    });
    Driver::Gpu
}

/// The flock lives on it, and nothing went wrong.
#[track_caller]
pub fn assert_on_card(flock: &Flock) {
    assert_eq!(flock.gpu_error(), None);
    assert!(flock.adapter().is_some());
}
