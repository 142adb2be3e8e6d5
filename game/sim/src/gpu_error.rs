//! What can go wrong with a graphics card.

use thiserror::Error;

/// Why a flock is not, or no longer, simulated on a graphics card. It goes on on the processor then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GpuError {
    /// There is no graphics card that can compute, or no driver for one.
    #[error(
        "there is no graphics card with a driver for Vulkan, Metal or Direct3D 12{}; \
         install one, or choose another simulation.driver",
        listed(.software, "; there is only the slow stand-in ", ", which is used if it is asked for by name")
    )]
    NoAdapter {
        /// The names of adapters that compute on the processor, which are only used if asked for.
        software: Vec<String>,
    },
    /// No adapter has the name that was asked for.
    #[error("no graphics adapter is called {name:?}; there {}", those(.there))]
    UnknownAdapter {
        /// The name that was asked for.
        name: String,
        /// The names that there are.
        there: Vec<String>,
    },
    /// The driver gave no device.
    #[error("{adapter} refused to compute: {reason}; bring its driver up to date, or choose another simulation.driver")]
    Refused {
        /// The name of the adapter.
        adapter: String,
        /// What the driver says.
        reason: String,
    },
    /// The graphics card has too little memory, or takes no buffer that large.
    #[error("{adapter} has no room for the {what}, {bytes} bytes; lower spawn.count, or choose another simulation.driver")]
    TooLarge {
        /// The name of the adapter.
        adapter: String,
        /// What there is no room for.
        what: String,
        /// How large it is.
        bytes: u64,
    },
    /// The graphics card went away, or its driver was started anew.
    #[error("{adapter} was lost: {reason}")]
    Lost {
        /// The name of the adapter.
        adapter: String,
        /// What the driver says.
        reason: String,
    },
    /// The driver reports an error that it should not.
    #[error("the driver of {adapter} reports: {reason}")]
    Driver {
        /// The name of the adapter.
        adapter: String,
        /// What it reports.
        reason: String,
    },
    /// The program was built without the feature `gpu`.
    #[error("this program was built without the feature \"gpu\" of flock-sim; build it with it, or choose another simulation.driver")]
    NotBuilt,
    /// A setting asks for what only the processor can do.
    #[error("{setting} cannot be simulated on a graphics card; {remedy}")]
    Unsupported {
        /// The setting, or the part of the flock.
        setting: &'static str,
        /// What can be done.
        remedy: &'static str,
    },
}

/// The names with words around them; nothing if there are none.
fn listed(names: &[String], before: &str, after: &str) -> String {
    match names.is_empty() {
        true => String::new(),
        false => format!("{before}{}{after}", names.join(", ")),
    }
}

/// What there is.
fn those(names: &[String]) -> String {
    match names.is_empty() {
        true => "are none".into(),
        false => format!("are: {}", names.join(", ")),
    }
}
