//! The code of the README and of the handbook's page on the simulation alone, compiled with the examples of
//! the documentation.

#[doc = include_str!("../README.md")]
mod readme {}

#[doc = include_str!("../../docs/src/code/simulation-alone.md")]
mod simulation_alone {}
