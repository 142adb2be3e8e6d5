//! The adapter that tests run on: the best there is, be it software. Without one they fail.

use super::{adapters, device::Gpu};
use std::sync::LazyLock;

static GPU: LazyLock<Gpu> = LazyLock::new(|| {
    let adapters = adapters();
    let adapter = adapters
        .first()
        .expect("a Vulkan driver; install mesa-vulkan-drivers for one in software");
    Gpu::open(adapter).expect("a device")
});

/// One device for all tests of a process.
pub(crate) fn gpu() -> &'static Gpu {
    &GPU
}
