//! Tests that select a GPU for their whole process.

#[cfg(feature = "gpu")]
mod gpu;
#[cfg(feature = "gpu")]
#[path = "../playground/support.rs"]
#[allow(dead_code, reason = "a part only is used here")]
mod support;
