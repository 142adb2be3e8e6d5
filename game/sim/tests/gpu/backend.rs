//! The GPU that tests run on: the best adapter there is, also one in software. Without one they
//! fail.

use flock_sim::{gpu, settings::Backend, Flock, Placement, Settings};
use shutdown_hooks::add_shutdown_hook;
use std::{mem::forget, sync::Once};

static CHOSEN: Once = Once::new();

/// [`Backend::Gpu`], on that adapter.
pub fn gpu_backend() -> Backend {
    CHOSEN.call_once(|| {
        let adapters = gpu::adapters();
        let best = adapters.first();
        let best = best.expect("a Vulkan driver; install mesa-vulkan-drivers for one in software");
        gpu::prefer(Some(best.name()));
        keep_device_open();
    });
    Backend::Gpu
}

/// The device closes with the last flock on it. The next one would compile all its shaders again,
/// which takes most of the time of a short test. The process must not end while they are compiled.
fn keep_device_open() {
    let mut settings = Settings::default();
    settings.spawn.count = 1;
    settings.simulation.backend = Backend::Gpu;
    let flock = Flock::new(settings, Placement::default(), Default::default());
    let mut flock = flock.unwrap();
    flock.step();
    forget(flock);
    // Registered after those of the driver, and called before them.
    assert!(add_shutdown_hook(stop_compiling));
}

extern "C" fn stop_compiling() {
    gpu::stop_compiling();
}
