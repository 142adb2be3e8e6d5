//! Choice between CPU and GPU for a flock, and what happens when a GPU fails.

use crate::{
    flock::Flock,
    gpu::{changes, error::GpuError, remote_boids::Upload, role::Role, upload, IS_BUILT},
    settings::{Backend, Settings},
    step::Pacing,
};

/// Number of boids from which [`Backend::Automatic`] uses a GPU. It is an estimate.
const AUTOMATIC_FROM: usize = 20_000;

impl Settings {
    /// True if a flock with these settings starts on a GPU if there is one:
    /// `simulation.backend` is [`Backend::Gpu`], or it is [`Backend::Automatic`] and
    /// `spawn.count` is 20,000 or more. False without the feature `gpu`.
    pub fn starts_on_gpu(&self) -> bool {
        wants_gpu(self.simulation.backend, self.spawn.count as usize)
    }
}

/// True if so many boids with this backend are to be on a GPU, and the crate was built with the
/// feature `gpu`.
fn wants_gpu(backend: Backend, boids: usize) -> bool {
    let asks = match backend {
        Backend::SingleThread | Backend::AllThreads => false,
        Backend::Gpu => true,
        Backend::Automatic => boids >= AUTOMATIC_FROM,
    };
    IS_BUILT && asks
}

impl Flock {
    /// True if the settings ask for a GPU and the crate was built with the feature `gpu`.
    pub(crate) fn wants_gpu(&self) -> bool {
        let boids = self.population.boids.current().len();
        wants_gpu(self.config.backend(), boids)
    }

    /// Moves the boids to the backend of the settings. Returns true if that is a GPU.
    pub(crate) fn choose_backend(&mut self, pacing: Pacing) -> bool {
        if !self.wants_gpu() {
            self.population
                .boids
                .change(&self.config, &mut self.reports);
            let gpu = self.population.boids.gpu_mut();
            (gpu.spare, gpu.error) = (None, None);
            return false;
        }
        let gpu = self.population.boids.gpu_mut();
        if gpu.error.is_some() && gpu.preferences != changes() {
            gpu.error = None;
        }
        if pacing == Pacing::Single && (gpu.boids.is_some() || gpu.error.is_none()) {
            // Only frames run depenetration in shares on a GPU.
            self.change_population(|it, context| it.depenetrate_all(context));
        }
        let gpu = self.population.boids.gpu_mut();
        if gpu.boids.is_none() && gpu.error.is_none() {
            let spare = gpu.spare.take();
            let uploaded = self
                .check_support()
                .and_then(|()| upload(&self.to_upload(), spare));
            let steps = self.reports.statistics.steps;
            let gpu = self.population.boids.gpu_mut();
            gpu.panics_noticed = steps;
            match uploaded {
                Ok(boids) => {
                    gpu.copies.clear();
                    gpu.room = 0;
                    gpu.boids = Some(boids);
                }
                Err(error) => gpu.fail(error),
            }
        }
        self.population.boids.gpu().boids.is_some()
    }

    /// What is uploaded to the GPU: the boids and their memories.
    pub(crate) fn to_upload(&self) -> Upload<'_> {
        let (config, population) = (&self.config, &self.population);
        let fear = config.fear_params();
        let levels = population
            .boids
            .memories
            .detail
            .levels(&config.settings.detail);
        Upload {
            previous: population.boids.previous(),
            current: population.boids.current(),
            memory: &population.boids.memories.sights.memory,
            fear: fear.map(|params| (&population.boids.memories.fear.memory, params.panics)),
            levels: levels.map(|it| it.by_slot),
            slots: population.boids.slot_map().slot_count(),
            // Boids that wait join later.
            room: population.boids.gpu().room.max(population.not_placed()),
            steps: self.reports.statistics.steps,
            backend: config.backend(),
        }
    }

    /// Refuses what no GPU does.
    pub(crate) fn check_support(&self) -> Result<(), GpuError> {
        if self.inputs.custom_rule.is_some() {
            return Err(GpuError::Unsupported {
                setting: "the rule of Flock::set_custom_rule",
                remedy: "remove it, or set simulation.backend to AllThreads",
            });
        }
        match self.population.boids.gpu().role {
            alone if alone == Role::default() => Ok(()),
            role => role.check(&self.config.criteria()),
        }
    }

    /// Says what the flock does among others in the next step.
    pub(crate) fn set_role(&mut self, role: Role) {
        let gpu = self.population.boids.gpu_mut();
        if gpu.role != role {
            gpu.role = role;
            gpu.try_again();
        }
    }

    /// Moves the boids off a GPU that failed, or that does not support a setting.
    pub(crate) fn leave_gpu(&mut self, error: GpuError) {
        self.population
            .boids
            .change(&self.config, &mut self.reports);
        let gpu = self.population.boids.gpu_mut();
        gpu.fail(error);
        gpu.spare = None;
    }
}
