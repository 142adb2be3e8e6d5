//! Formations: the places that the members of a group take, and who takes which place.
//!
//! [`Form`] says how the places of a formation lie, and computes them for a number of boids. The
//! crate-internal function `assign` gives each boid a place, so that the boids do not have far to
//! go. A formation has places; "slot" means the place of a boid in memory, which is something else.

mod assignment;
mod axes;
mod candidates;
mod columns;
mod curve;
mod farthest;
mod form;
mod form_mesh;
mod lattice;
mod round;
mod rows;
mod surface;
mod uniform;
mod validation;
mod volume;

pub(crate) use assignment::{assign, NO_PLACE};
pub use form::Form;
pub use form_mesh::{FormMesh, FormMeshError};
