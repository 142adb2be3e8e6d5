//! The GPU device that all flocks of a game share.

use super::{
    adapters::{Adapter, AdapterKind},
    constants::HEADER,
    device::{Gpu, TIME_LIMIT},
    error::GpuError,
    gpu_boids::GpuBoids,
    remote_boids::{RemoteBoids, Upload},
};
use crate::{geometry, settings::Backend};
use std::{
    any::Any,
    sync::{
        atomic::{AtomicU32, Ordering},
        Arc, Mutex, PoisonError, Weak,
    },
};

static SHARED: Mutex<Shared> = Mutex::new(Shared {
    preferred: None,
    device: Weak::new(),
    refusal: None,
});

/// Number of changes of the preferred adapter. Not in [`SHARED`], which is locked while a device is
/// opened.
static CHANGES: AtomicU32 = AtomicU32::new(0);

struct Shared {
    /// Part of the name of the preferred adapter; `None` for the best one.
    preferred: Option<String>,
    /// Released when no flock uses it any more.
    device: Weak<Gpu>,
    /// Why the preferred adapter could not be opened.
    refusal: Option<GpuError>,
}

/// Chooses the adapter for all flocks of this process that start on a GPU from now on: the best one
/// whose name contains `name`, in any case of letters; or with `None`, which is the default, the
/// best one that is not in software. An adapter in software is taken only if its name is given
/// here, and never by [`Backend::Automatic`](crate::settings::Backend::Automatic). An empty name
/// means the best adapter of any kind. Flocks that found no GPU before try again.
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
        shared.device = Weak::new();
        shared.refusal = None;
        CHANGES.fetch_add(1, Ordering::Relaxed);
    }
}

/// Stops the thread that compiles shaders in advance, and waits for the shader that it is compiling,
/// at most ten seconds. From now on, steps on the current device compile what they need themselves.
///
/// A process must not end while a driver compiles a shader. The thread also stops when the last
/// flock on a GPU is dropped, so this function is only for a program that ends with flocks alive,
/// for example by [`std::process::exit`]. No other thread may make steps meanwhile.
pub fn stop_compiling() {
    let shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(device) = shared.device.upgrade() {
        device.pipelines.stop(TIME_LIMIT);
    }
}

/// Number of changes of the preferred adapter.
pub(crate) fn changes() -> u32 {
    CHANGES.load(Ordering::Relaxed)
}

/// Uploads boids to the shared device, into the buffers of `spare` if they are large enough.
pub(crate) fn upload(
    upload: &Upload,
    spare: Option<Box<dyn RemoteBoids>>,
) -> Result<Box<dyn RemoteBoids>, GpuError> {
    upload_to(device_for(upload.backend)?, upload, spare)
}

/// Uploads boids to this device, into the buffers of `spare` if they are large enough.
pub(crate) fn upload_to(
    device: Arc<Gpu>,
    upload: &Upload,
    spare: Option<Box<dyn RemoteBoids>>,
) -> Result<Box<dyn RemoteBoids>, GpuError> {
    let spare = spare.and_then(|spare| (spare as Box<dyn Any>).downcast::<GpuBoids>().ok());
    let uploaded = GpuBoids::upload(device, upload, spare.map(|spare| *spare))?;
    Ok(Box::new(uploaded))
}

/// The shared device, if the backend may use it.
fn device_for(backend: Backend) -> Result<Arc<Gpu>, GpuError> {
    let device = shared()?;
    let is_software = device.adapter().kind() == AdapterKind::Software;
    if backend == Backend::Automatic && is_software {
        Err(GpuError::NoAdapter {
            software: vec![device.adapter().name().into()],
        })
    } else {
        Ok(device)
    }
}

/// The device that flocks share. Opens a new one after an error. Drivers are searched once: a search
/// that found no device is not repeated until another adapter is preferred.
fn shared() -> Result<Arc<Gpu>, GpuError> {
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let last = shared.device.upgrade();
    if let Some(device) = last.filter(|device| device.check().is_ok()) {
        return Ok(device);
    }
    if let Some(refusal) = &shared.refusal {
        return Err(refusal.clone());
    }
    let opened = Adapter::choose(shared.preferred.as_deref()).and_then(|it| open(&it));
    let device = match opened {
        Ok(device) => Arc::new(device),
        Err(refusal) => {
            // A GPU that was lost may come back.
            let was_opened = !shared.device.ptr_eq(&Weak::new());
            shared.refusal = (!was_opened).then(|| refusal.clone());
            return Err(refusal);
        }
    };
    shared.device = Arc::downgrade(&device);
    geometry::prepare_pieces();
    Ok(device)
}

/// Opens a device for the shaders of this crate.
pub(crate) fn open(adapter: &Adapter) -> Result<Gpu, GpuError> {
    Gpu::open(adapter, &HEADER)
}
