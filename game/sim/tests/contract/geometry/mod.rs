//! The geometry by itself, case by case.

mod build;
mod is_clear;
mod shapes;
mod sweep;
