//! Drawing what a boid sees.

mod lines;
mod sight;

pub(crate) use self::{lines::Lines, sight::lines_of};

use fyrox::core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*};

/// What is drawn over the scene for the one who makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect, Visit, TypeUuidProvider)]
#[type_uuid(id = "c7a9e2d4-81b3-4f0e-a6c5-2d9f7b3e1a58")]
#[visit(optional)]
pub struct DebugDrawing {
    /// Whether to draw, while the game runs, what one boid sees of the level: its rays, green where they are clear and red up
    /// to what they hit; the direction that it chose, yellow; and a sphere, blue, that is known to be free. Default: off.
    pub sight: bool,
    /// The number of that boid, from 0 to one less than the number of boids. Default: 0.
    pub boid: u32,
}
