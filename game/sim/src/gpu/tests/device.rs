//! The adapter for tests: the best one, which may be a software adapter. Without any adapter the
//! tests fail.

use crate::{
    gpu::{adapters, device::Gpu, open},
    math::Vec3,
};
use std::sync::LazyLock;

static GPU: LazyLock<Gpu> = LazyLock::new(|| {
    let adapters = adapters();
    let adapter = adapters
        .first()
        .expect("a Vulkan driver; install mesa-vulkan-drivers for one in software");
    open(adapter).expect("a device")
});

/// One device for all tests of a process.
pub(crate) fn gpu() -> &'static Gpu {
    &GPU
}

/// Pseudorandom numbers, the same in every run.
pub(crate) struct Numbers(pub(crate) u32);

impl Numbers {
    /// A number from -1 to 1.
    pub(crate) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    pub(crate) fn vector(&mut self) -> Vec3 {
        Vec3::from_fn(|_, _| self.next())
    }
}
