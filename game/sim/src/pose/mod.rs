//! The drawn bodies: orientation, phase of the beat, and the instances that the renderer reads.

pub(crate) mod beside_bodies;
pub(crate) mod capsule;
pub(crate) mod drawn_motions;
pub(crate) mod instance_bounds;
pub(crate) mod instances;
mod interpolation;
pub(crate) mod measure;
pub(crate) mod motions;
pub(crate) mod orientation;
pub(crate) mod texels;
