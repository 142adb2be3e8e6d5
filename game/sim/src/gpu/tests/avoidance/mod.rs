//! Tests of the avoidance passes.

mod budget;
mod rays;
mod scene;
mod steps;
