//! The flock on a GPU: choice of the driver, and errors. [`stepping`] makes the steps, [`readback`]
//! tells where the boids are.

mod among;
mod members;
mod readback;
mod stepping;
#[cfg(test)]
mod tests;

use super::{boid_store::change_boids, Flock};
use crate::{
    gpu::{
        device::Gpu,
        error::GpuError,
        gpu_boids::{GpuBoids, Upload},
        shared_device::{changes, shared},
        AdapterKind,
    },
    settings::Driver,
};
use members::CopyIndices;
use std::sync::Arc;

/// Number of boids from which [`Driver::Automatic`] takes a GPU. An estimate: with fewer, a step on
/// all threads takes no longer than submitting the passes.
const AUTOMATIC_FROM: usize = 20_000;

/// The GPU's side of the boids.
#[derive(Default)]
pub(super) struct GpuState {
    /// The boids on the GPU; the CPU's arrays are then those of the upload.
    boids: Option<Box<GpuBoids>>,
    /// Buffers of boids that were read back, to be used again.
    spare: Option<Box<GpuBoids>>,
    /// Number of boids for which the next upload makes room.
    room: usize,
    copies: CopyIndices,
    /// The reason why the boids are not on a GPU although the driver asks for one. It is not tried
    /// again until something changes that may help.
    error: Option<GpuError>,
    /// Panics up to this step have been recorded as events.
    panics_noticed: u64,
    /// Number of changes of the preferred adapter at the time of the error.
    preferences: u32,
}

impl GpuState {
    /// Tries the GPU again after settings, geometry or rules changed, if that may help.
    pub(super) fn try_again(&mut self, is_other_driver: bool) {
        let may_help = matches!(
            self.error,
            Some(GpuError::Unsupported { .. } | GpuError::TooLarge { .. })
        );
        if may_help || is_other_driver {
            self.error = None;
        }
    }

    fn fail(&mut self, error: GpuError) {
        self.error = Some(error);
        self.preferences = changes();
    }
}

impl Flock {
    /// Name of the GPU that simulates the boids; none while the CPU does.
    pub fn adapter(&self) -> Option<&str> {
        self.boids.gpu().boids.as_ref().map(|it| it.adapter())
    }

    /// The reason why the CPU simulates the boids although `simulation.driver` asks for a GPU.
    /// Known after the first step. None for [`Driver::Automatic`] if there is no GPU or if it does
    /// not support a setting.
    ///
    /// The GPU is tried again when another driver or adapter is chosen, and, if a setting or the
    /// number of boids was the reason, when settings change.
    pub fn gpu_error(&self) -> Option<&GpuError> {
        let is_automatic = self.settings.simulation.driver == Driver::Automatic;
        self.boids.gpu().error.as_ref().filter(|error| {
            let is_no_fault = matches!(
                error,
                GpuError::NoAdapter { .. } | GpuError::Unsupported { .. }
            );
            !(is_automatic && is_no_fault)
        })
    }

    /// True if the settings ask for a GPU.
    fn wants_gpu(&self) -> bool {
        match self.settings.simulation.driver {
            Driver::SingleThread | Driver::AllThreads => false,
            Driver::Gpu => true,
            Driver::Automatic => self.len() >= AUTOMATIC_FROM,
        }
    }

    /// Moves the boids to the driver of the settings. True if that is a GPU.
    pub(super) fn choose_driver(&mut self) -> bool {
        if !self.wants_gpu() {
            change_boids!(self);
            let gpu = self.boids.gpu_mut();
            (gpu.spare, gpu.error) = (None, None);
            return false;
        }
        let gpu = self.boids.gpu_mut();
        if gpu.error.is_some() && gpu.preferences != changes() {
            gpu.error = None;
        }
        if gpu.boids.is_some() || gpu.error.is_none() {
            // There is no share of it in a step on a GPU.
            self.depenetrate_all();
        }
        let gpu = self.boids.gpu_mut();
        if gpu.boids.is_none() && gpu.error.is_none() {
            let spare = gpu.spare.take().map(|spare| *spare);
            let uploaded = self
                .check_support()
                .and_then(|()| self.upload(self.device()?, spare));
            let steps = self.statistics.steps;
            let gpu = self.boids.gpu_mut();
            gpu.panics_noticed = steps;
            match uploaded {
                Ok(boids) => {
                    gpu.copies.clear();
                    gpu.room = 0;
                    gpu.boids = Some(Box::new(boids));
                }
                Err(error) => gpu.fail(error),
            }
        }
        self.boids.gpu().boids.is_some()
    }

    /// The device that the driver may use.
    fn device(&self) -> Result<Arc<Gpu>, GpuError> {
        let device = shared()?;
        let is_software = device.adapter().kind() == AdapterKind::Software;
        match self.settings.simulation.driver == Driver::Automatic && is_software {
            true => Err(GpuError::NoAdapter {
                software: vec![device.adapter().name().into()],
            }),
            false => Ok(device),
        }
    }

    fn upload(&self, gpu: Arc<Gpu>, spare: Option<GpuBoids>) -> Result<GpuBoids, GpuError> {
        let upload = Upload {
            previous: self.boids.previous(),
            current: self.boids.current(),
            memory: &self.sights.memory,
            fear: self
                .fear_params()
                .map(|params| (&self.fear.memory, params.panics)),
            levels: self
                .detail
                .levels(&self.settings.detail)
                .map(|it| it.by_slot),
            slots: self.boids.slot_map().slot_count(),
            room: self.boids.gpu().room,
            steps: self.statistics.steps,
        };
        GpuBoids::upload(gpu, &upload, spare)
    }

    fn check_support(&self) -> Result<(), GpuError> {
        match &self.custom_rule {
            None => Ok(()),
            Some(_) => Err(GpuError::Unsupported {
                setting: "the rule of Flock::set_custom_rule",
                remedy: "remove it, or set simulation.driver to AllThreads",
            }),
        }
    }

    /// Leaves a GPU that failed, or that does not support what is asked for.
    fn leave_gpu(&mut self, error: GpuError) {
        change_boids!(self);
        let gpu = self.boids.gpu_mut();
        gpu.fail(error);
        gpu.spare = None;
    }
}
