//! The boundary on the graphics card.

mod containment;
#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod tests;

pub(crate) use containment::Packed;

/// The functions of the boundary, for shaders that declare their `containment` as a uniform variable and include
/// [`COMMON`](super::COMMON).
pub(crate) const CONTAINMENT: &str = concat!(
    include_str!("containment.wgsl"),
    include_str!("cuboid.wgsl"),
    include_str!("ball.wgsl"),
    include_str!("curve.wgsl"),
);
