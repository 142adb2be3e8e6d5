//! The boundary of whole flocks: every shape with every mode.

mod drawn;
mod geometry;
mod inside;
mod outside;
mod scene;
mod soft_turn;
mod sphere_neighbours;
mod wrap;
