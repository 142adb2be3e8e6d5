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
    /// Draws what one boid sees while the game runs. Its rays are green if they are clear, and red
    /// up to the hit otherwise; the chosen direction is yellow; a sphere that is known to be free
    /// is blue. Default: off.
    pub sight: bool,
    /// Number of the boid whose sight is drawn: 0 to the number of boids minus 1. Default: 0.
    pub boid: u32,
}
