//! Layout of the texels of one boid.

/// Number of texels of one boid.
pub(crate) const TEXELS: usize = 2;

/// The texels of a boid, as [`Flock::write_instances`](crate::Flock::write_instances) describes
/// them.
pub(crate) type Texels = [[f32; 4]; TEXELS];
