//! One device for all flocks of a game.

use super::{device::Gpu, Adapter, GpuError};
use std::sync::{Arc, Mutex, PoisonError, Weak};

static SHARED: Mutex<Shared> = Mutex::new(Shared {
    changes: 0,
    preferred: None,
    device: Weak::new(),
});

struct Shared {
    /// How often another adapter was preferred.
    changes: u32,
    /// Part of the name of the adapter to take; none for the best one.
    preferred: Option<String>,
    /// Given back when the last flock leaves it.
    device: Weak<Gpu>,
}

/// Chooses the adapter for all flocks of this process that move to a graphics card from now on: the best one whose name contains
/// `name`, whatever the case of its letters, or with `None`, as at first, the best one that is not in software. An adapter in
/// software is only ever taken if it is asked for here, and never by [`Driver::Automatic`](crate::Driver::Automatic); an empty
/// name takes the best one there is, whatever it is. Flocks that found no card before try again.
///
/// ```
/// flock_sim::gpu::prefer(Some("llvmpipe"));
/// # flock_sim::gpu::prefer(None);
/// ```
pub fn prefer(name: Option<&str>) {
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let name = name.map(str::to_lowercase);
    if shared.preferred != name {
        shared.preferred = name;
        shared.changes += 1;
        shared.device = Weak::new();
    }
}

/// How often another adapter was preferred.
pub(crate) fn changes() -> u32 {
    let shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    shared.changes
}

/// The device that flocks share, as long as nothing is wrong with it.
pub(crate) fn shared() -> Result<Arc<Gpu>, GpuError> {
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let open = shared.device.upgrade();
    if let Some(device) = open.filter(|device| device.check().is_ok()) {
        return Ok(device);
    }
    let adapter = Adapter::choose(shared.preferred.as_deref())?;
    let device = Arc::new(Gpu::open(&adapter)?);
    shared.device = Arc::downgrade(&device);
    Ok(device)
}
