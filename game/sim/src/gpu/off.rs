//! The error of a GPU that the crate was built without.

pub(crate) mod error;
