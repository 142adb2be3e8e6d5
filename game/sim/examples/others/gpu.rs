//! The GPU that is measured.

/// The name of the best GPU. An adapter in software is none.
#[cfg(feature = "gpu")]
pub fn name() -> Option<String> {
    use flock_sim::gpu::{adapters, AdapterKind};
    let adapters = adapters();
    let real = adapters
        .iter()
        .find(|it| it.kind() != AdapterKind::Software);
    real.map(|it| it.name().to_owned())
}

/// The name of the best GPU: none in a build without GPU.
#[cfg(not(feature = "gpu"))]
pub fn name() -> Option<String> {
    None
}
