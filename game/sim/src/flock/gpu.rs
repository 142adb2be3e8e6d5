//! The flock on a GPU: choice of the driver, steps, readback and errors.

use super::{
    boid_store::{change_boids, ReadbackTarget},
    Flock,
};
use crate::{
    flock::{clock::Advance, statistics::Statistics},
    gpu::{
        device::Gpu,
        error::GpuError,
        gpu_boids::{GpuBoids, Progress, Upload},
        shared_device::{changes, shared},
        AdapterKind,
    },
    pose::instances::Texels,
    settings::Driver,
    state::{boids::Boids, slot_map::SlotMap},
    step::{others::OtherFlocks, Step, StepInputs},
};
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
    /// The reason why the boids are not on a GPU although the driver asks for one. It is not tried
    /// again until something changes that may help.
    error: Option<GpuError>,
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

    /// Reads the boids back to the CPU if they are on the GPU; the last known ones if it failed.
    pub(super) fn read_back(
        &mut self,
        previous: &mut Boids,
        current: &mut Boids,
        slot_map: &SlotMap,
        target: ReadbackTarget<'_>,
    ) {
        let simulation = &target.settings.simulation;
        *target.statistics = self.count_all(*target.statistics, simulation.time_step);
        let Some(boids) = self.boids.take() else {
            return;
        };
        match boids.read_back(target.memory) {
            Ok(states) => {
                previous.copy_from(&states[0]);
                current.copy_from(&states[1]);
                self.spare = Some(boids);
            }
            Err(error) => {
                self.fail(error);
                if let Some(known) = boids.last_known() {
                    previous.copy_from(&known);
                    current.copy_from(&known);
                }
            }
        }
        slot_map.set_indices(&current.slot, simulation.driver);
    }

    /// The statistics with all steps that were submitted, which are waited for.
    fn count_all(&self, mut statistics: Statistics, dt: f32) -> Statistics {
        let Some(boids) = &self.boids else {
            return statistics;
        };
        (statistics.frames_late, statistics.latency_milliseconds) = (0, 0.0);
        if let Ok((counters, steps @ 1..)) = boids.uncounted(statistics.steps) {
            let milliseconds = statistics.step_milliseconds;
            statistics.add_steps(&counters, steps, dt, milliseconds);
        }
        statistics
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

    /// Waits until all submitted steps are done. On the CPU they always are.
    pub fn wait(&self) {
        if let Some(on_gpu) = &self.boids.gpu().boids {
            on_gpu.wait();
        }
    }

    /// The boids as far as they are known: on a GPU those that are drawn, or, after single steps,
    /// the exact ones, which are waited for.
    pub(super) fn known(&self) -> &Boids {
        let (current, slot_map) = (self.boids.current(), self.boids.slot_map());
        let Some(on_gpu) = &self.boids.gpu().boids else {
            return current;
        };
        let there = on_gpu.boids(slot_map, &self.settings);
        there.unwrap_or_else(|| {
            let driver = self.settings.simulation.driver;
            slot_map.set_indices(&current.slot, driver);
            current
        })
    }

    /// The states before and after the last step, read back from a GPU, or the last known ones if
    /// it fails. None if the CPU's arrays hold them.
    pub(super) fn exact(&self) -> Option<[Boids; 2]> {
        let on_gpu = self.boids.gpu().boids.as_ref()?;
        let known = || {
            let boids = on_gpu.last_known()?;
            Some([boids.clone(), boids])
        };
        let back = on_gpu.read_back(&self.sights.memory).ok();
        back.or_else(known)
    }

    /// Moves the boids to the driver of the settings. True if that is a GPU.
    pub(super) fn choose_driver(&mut self) -> bool {
        let wants_gpu = match self.settings.simulation.driver {
            Driver::SingleThread | Driver::AllThreads => false,
            Driver::Gpu => true,
            Driver::Automatic => self.len() >= AUTOMATIC_FROM,
        };
        if !wants_gpu {
            change_boids!(self);
            let gpu = self.boids.gpu_mut();
            (gpu.spare, gpu.error) = (None, None);
            return false;
        }
        let gpu = self.boids.gpu_mut();
        if gpu.error.is_some() && gpu.preferences != changes() {
            gpu.error = None;
        }
        if gpu.boids.is_none() && gpu.error.is_none() {
            let spare = gpu.spare.take().map(|spare| *spare);
            // There is no share of it in a step on a GPU.
            self.depenetrate_all();
            let uploaded = self
                .check_support()
                .and_then(|()| self.upload(self.device()?, spare));
            let gpu = self.boids.gpu_mut();
            match uploaded {
                Ok(boids) => gpu.boids = Some(Box::new(boids)),
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
            slots: self.boids.slot_map().slot_count(),
            steps: self.statistics.steps,
        };
        GpuBoids::upload(gpu, &upload, spare)
    }

    fn check_support(&self) -> Result<(), GpuError> {
        let unsupported = |setting, remedy| Err(GpuError::Unsupported { setting, remedy });
        match (&self.custom_rule, self.is_related) {
            _ if !self.obstacles.is_empty() => unsupported(
                "an obstacle of Flock::add_obstacle",
                "remove it, or set simulation.driver to AllThreads",
            ),
            (Some(_), _) => unsupported(
                "the rule of Flock::set_custom_rule",
                "remove it, or set simulation.driver to AllThreads",
            ),
            (None, true) => unsupported(
                "a relation of World::set_relation",
                "set it to Ignore, or simulation.driver to AllThreads",
            ),
            (None, false) => Ok(()),
        }
    }

    /// The counters; steps of which nothing is drawn yet are waited for.
    pub(super) fn counted(&self) -> Statistics {
        match &self.boids.gpu().boids {
            Some(on_gpu) if on_gpu.is_drawn() => self.statistics,
            _ => self.counted_exactly(),
        }
    }

    /// The counters of all steps, which are waited for.
    pub(super) fn counted_exactly(&self) -> Statistics {
        let dt = self.settings.simulation.time_step;
        self.boids.gpu().count_all(self.statistics, dt)
    }

    /// Leaves a GPU that failed, or that does not support what is asked for.
    fn leave_gpu(&mut self, error: GpuError) {
        change_boids!(self);
        let gpu = self.boids.gpu_mut();
        gpu.fail(error);
        gpu.spare = None;
    }

    /// Makes a step on the GPU. True if it did; if not, the boids are back on the CPU.
    pub(super) fn step_on_gpu(&mut self, may_wait: bool) -> bool {
        let stepped = self.check_support().and_then(|()| {
            let Some(on_gpu) = &mut self.boids.gpu_mut().boids else {
                return Ok(false);
            };
            let step_inputs = StepInputs {
                // Refused by check_support.
                others: OtherFlocks::default(),
                geometry: &self.geometry,
                sights: &self.sights,
                flee_sources: self.scares.flee_sources(),
                influences: &self.influence_terms,
                wind: &self.wind,
                custom: None,
                time: self.time,
                steps: self.statistics.steps,
                vectors: self.vectors,
                touched: None,
                moving: None,
            };
            let step = Step::new(&self.settings, &self.placement, &step_inputs);
            on_gpu.step(&step, &self.geometry, may_wait).map(|()| true)
        });
        match stepped {
            Ok(stepped) => {
                self.statistics.steps += u64::from(stepped);
                stepped
            }
            Err(error) => {
                self.leave_gpu(error);
                false
            }
        }
    }

    /// [`advance`](Self::advance) on a GPU. None if that fails; the boids are then back on the CPU.
    pub(super) fn advance_on_gpu(&mut self, seconds: f32) -> Option<Advance> {
        let on_gpu = self.boids.gpu_mut().boids.as_mut()?;
        let progress = match on_gpu.poll() {
            Ok(progress) => progress,
            Err(error) => {
                self.leave_gpu(error);
                return None;
            }
        };
        let is_behind = on_gpu.is_behind();
        if let Some(progress) = progress {
            self.add_progress(&progress);
        }
        if is_behind {
            self.add_latency();
            return Some(Advance::dropped(seconds));
        }
        let advance = self.due(seconds);
        self.notice_scares();
        for _ in 0..advance.steps {
            self.replay_inputs();
            self.make_step(false);
        }
        self.blend = self.clock.blend(&self.settings.simulation);
        self.draw();
        self.notice_places();
        self.add_latency();
        Some(advance)
    }

    /// Adds the age of the drawn state to the statistics.
    fn add_latency(&mut self) {
        if let Some(on_gpu) = &self.boids.gpu().boids {
            let (frames, milliseconds) = on_gpu.age();
            self.statistics.add_latency(frames, milliseconds);
        }
    }

    fn add_progress(&mut self, progress: &Progress) {
        let dt = self.settings.simulation.time_step;
        let statistics = &mut self.statistics;
        if progress.steps > 0 {
            statistics.add_steps(
                &progress.counted,
                progress.steps,
                dt,
                progress.milliseconds_per_step,
            );
        }
    }

    /// Requests the next drawn state; the first one is waited for.
    fn draw(&mut self) {
        let (containment, steps) = (self.containment(), self.statistics.steps);
        let Some(on_gpu) = &mut self.boids.gpu_mut().boids else {
            return;
        };
        let shown = on_gpu.draw(containment.as_ref(), &self.settings, self.blend, steps);
        if let Err(error) = shown {
            self.leave_gpu(error);
        }
    }

    /// The texels that came back from a GPU; none if the boids are not on one, or after single
    /// steps.
    pub(super) fn texels(&self) -> Option<&[Texels]> {
        self.boids.gpu().boids.as_ref()?.texels()
    }

    /// The states between which boids are drawn, and the share of the way.
    pub(super) fn drawn_states(&self) -> (&Boids, &Boids, f32) {
        match &self.boids.gpu().boids {
            // After single steps: the exact ones.
            Some(_) => (self.known(), self.known(), 1.0),
            None => (self.boids.previous(), self.boids.current(), self.blend),
        }
    }
}

#[cfg(test)]
#[path = "gpu_tests.rs"]
mod tests;
