//! What simulates the flocks that are measured.

use clap::{Args, ValueEnum};
use flock_sim::{settings::Driver, Flock};

/// What simulates the flocks that are measured.
#[derive(Args, Clone, Debug)]
pub struct Processor {
    /// What simulates the flock.
    #[arg(long, value_enum, default_value_t = Kind::Cpu)]
    driver: Kind,
    /// The graphics adapter for `--driver gpu`, by a part of its name; one in software is only ever
    /// taken if it is named.
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

    /// The driver, where the processor would use so many threads.
    pub fn driver(&self, threads: usize) -> Driver {
        match (self.driver, threads) {
            (Kind::Gpu, _) => Driver::Gpu,
            (Kind::Cpu, 1) => Driver::SingleThread,
            (Kind::Cpu, _) => Driver::AllThreads,
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
        (None, None) => Ok(format!("{threads} threads")),
    }
}
