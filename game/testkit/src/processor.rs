//! What simulates the flocks that are measured.

use crate::figures::machine;
use clap::{Args, ValueEnum};
use flock_sim::{settings::Backend, Flock, Placement, Settings};
use std::sync::Arc;

/// What simulates the flocks that are measured.
#[derive(Args, Clone, Debug)]
pub struct Processor {
    /// What simulates the flock.
    #[arg(long, value_enum, default_value_t = Kind::Cpu)]
    backend: Kind,
    /// The graphics adapter for `--backend gpu`, by a part of its name; one in software is only
    /// ever taken if it is named.
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The processor, with the given number of threads.
    Cpu,
    /// A graphics card.
    Gpu,
}

impl Processor {
    /// The adapter that was asked for, for `flock_sim::gpu::prefer`, which the caller has if it was
    /// built with GPU.
    pub fn adapter(&self) -> Option<&str> {
        self.adapter.as_deref()
    }

    /// Whether it is a graphics card.
    pub fn is_gpu(&self) -> bool {
        self.backend == Kind::Gpu
    }

    /// What simulates flocks, such as `2 threads` or the name of the graphics card.
    ///
    /// # Errors
    /// If it should be a graphics card and there is none.
    pub fn found(&self, threads: usize) -> Result<String, String> {
        let mut settings = Settings::default();
        settings.simulation.backend = self.backend(threads);
        let flock = Flock::new(settings, Placement::default(), Arc::default());
        let mut flock = flock.map_err(|error| error.to_string())?;
        flock.step();
        flock.wait();
        name(&flock, threads)
    }

    /// The backend, where the processor would use so many threads.
    pub fn backend(&self, threads: usize) -> Backend {
        match (self.backend, threads) {
            (Kind::Gpu, _) => Backend::Gpu,
            (Kind::Cpu, 1) => Backend::SingleThread,
            (Kind::Cpu, _) => Backend::AllThreads,
        }
    }
}

/// What simulates a flock that has made a step.
///
/// # Errors
/// If it should be a graphics card and is none.
pub fn name(flock: &Flock, threads: usize) -> Result<String, String> {
    match (flock.gpu_error(), flock.adapter()) {
        (Some(error), _) => Err(error.to_string()),
        (None, Some(adapter)) => Ok(adapter.to_string()),
        (None, None) => Ok(machine::threads(threads)),
    }
}
