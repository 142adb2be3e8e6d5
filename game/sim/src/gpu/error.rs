//! Errors of GPUs.

use thiserror::Error;

/// The reason why a GPU does not, or no longer, simulate a flock. The CPU simulates it instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GpuError {
    /// There is no GPU that can compute, or it has no driver.
    #[error(
        "there is no GPU with a driver for Vulkan, Metal or Direct3D 12{}; \
         install one, or choose another simulation.backend",
        listed(.software, "; there is only the slow emulation ", ", which is used if its name is given")
    )]
    NoAdapter {
        /// The names of software adapters, which are used only if their names are given.
        software: Vec<String>,
    },
    /// No adapter has the requested name.
    #[error("no GPU is called {name:?}; there {}", those(.there))]
    UnknownAdapter {
        /// The requested name.
        name: String,
        /// The names of all adapters.
        there: Vec<String>,
    },
    /// The driver refused to open a device.
    #[error(
        "{adapter} refused to compute: {reason}; \
         update its driver, or choose another simulation.backend"
    )]
    Refused {
        /// The name of the adapter.
        adapter: String,
        /// The reason that the driver gave.
        reason: String,
    },
    /// The GPU has too little memory, or does not support a buffer of this size.
    #[error(
        "{adapter} has no memory for the {what}, {bytes} bytes; \
         {remedy}, or choose another simulation.backend"
    )]
    TooLarge {
        /// The name of the adapter.
        adapter: String,
        /// The name of the buffer.
        what: String,
        /// The size of the buffer, in bytes.
        bytes: u64,
        /// What the user can do.
        remedy: &'static str,
    },
    /// The GPU was removed, or its driver was restarted.
    #[error("{adapter} was lost: {reason}")]
    Lost {
        /// The name of the adapter.
        adapter: String,
        /// The reason that the driver gave.
        reason: String,
    },
    /// The GPU did not complete its work in time.
    #[error(
        "{adapter} did not answer for {seconds} s; \
         update its driver, or choose another simulation.backend"
    )]
    Silent {
        /// The name of the adapter.
        adapter: String,
        /// The time limit, in seconds.
        seconds: u32,
    },
    /// The driver reported an unexpected error.
    #[error("the driver of {adapter} reports: {reason}")]
    Driver {
        /// The name of the adapter.
        adapter: String,
        /// The error that the driver reported.
        reason: String,
    },
    /// The program was built without the feature `gpu`.
    #[error(
        "this program was built without the feature \"gpu\" of flock-sim; \
         build it with it, or choose another simulation.backend"
    )]
    NotBuilt,
    /// The CPU supports this setting, but GPUs do not.
    #[error("{setting} cannot be simulated on a GPU; {remedy}")]
    Unsupported {
        /// The setting, or the part of the flock.
        setting: &'static str,
        /// What the user can do.
        remedy: &'static str,
    },
}

#[cfg(feature = "gpu")]
impl GpuError {
    /// The error with another remedy, if it is that a buffer is too large.
    pub(crate) fn with_remedy(mut self, other: &'static str) -> Self {
        if let Self::TooLarge { remedy, .. } = &mut self {
            *remedy = other;
        }
        self
    }
}

/// The names, with text before and after them; empty without names.
fn listed(names: &[String], before: &str, after: &str) -> String {
    if names.is_empty() {
        String::new()
    } else {
        format!("{before}{}{after}", names.join(", "))
    }
}

/// The end of a sentence about the adapters that exist.
fn those(names: &[String]) -> String {
    if names.is_empty() {
        "are none".into()
    } else {
        format!("are: {}", names.join(", "))
    }
}
