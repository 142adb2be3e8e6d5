//! Atomic replacement of files, and reading with a size limit.

mod free;
mod names;
mod read;
mod replace;

pub use free::{first_free, is_free};
pub use names::is_portable_name;
pub use read::{read_at_most, read_from};
pub use replace::{check_replaceable, replace, write};
