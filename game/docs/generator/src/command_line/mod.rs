//! Programs and their options, as they declare them by the derives of the crate `clap`.

mod options;
mod programs;
mod values;

pub use options::options;
pub use programs::{programs, Program};
