//! The GPU that tests run on: the best adapter there is, also one in software. Without one they
//! fail.

use flock_sim::{gpu, Driver, Flock};
use std::sync::Once;

static CHOSEN: Once = Once::new();

/// [`Driver::Gpu`], on that adapter.
pub fn gpu_driver() -> Driver {
    CHOSEN.call_once(|| {
        let adapters = gpu::adapters();
        let best = adapters.first();
        let best = best.expect("a Vulkan driver; install mesa-vulkan-drivers for one in software");
        gpu::prefer(Some(best.name()));
    });
    Driver::Gpu
}

/// Asserts that the flock is simulated on the GPU and that nothing went wrong.
#[track_caller]
pub fn assert_on_gpu(flock: &Flock) {
    assert_eq!(flock.gpu_error(), None);
    assert!(flock.adapter().is_some());
}
