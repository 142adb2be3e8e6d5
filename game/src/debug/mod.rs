//! Debug drawing over the scene.

mod overlay_lines;
mod sight_lines;

pub(crate) use self::overlay_lines::OverlayLines;
pub use self::sight_lines::sight_lines;

use fyrox::core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*};

/// Debug drawing over the scene, for the author of a flock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect, Visit, TypeUuidProvider)]
#[type_uuid(id = "c7a9e2d4-81b3-4f0e-a6c5-2d9f7b3e1a58")]
#[visit(optional)]
pub struct DebugDrawing {
    /// Draws the sight of one boid while the game runs: its rays, green if they are clear and red
    /// up to what they hit; the direction that it chose, yellow; and a sphere that is known to be
    /// free, blue. Default: off.
    pub sight: bool,
    /// Number of that boid: 0 to one less than the number of boids. Default: 0.
    pub boid: u32,
}
