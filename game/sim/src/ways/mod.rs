//! Ways: where a body can go in a level, and the shortest ways to goals.
//!
//! [`NavigationField`] has the cells that a body can pass, and the moves between them that the sweep
//! proves free. [`Ways`] has short ways from all cells to some goals, by Lazy Theta*. Both may lead in
//! a [plane](NavigationPlane).

mod cells;
mod error;
mod field;
mod flight;
mod links;
mod lookup;
mod next;
mod octree;
mod options;
#[cfg(feature = "gpu")]
pub(crate) mod packed;
mod plane;
mod pull;
mod regions;
mod search;
mod shared;
mod sight;
mod space;
mod way;
mod ways_to;

pub use {
    error::NavigationError, field::NavigationField, options::Navigation, plane::NavigationPlane,
    way::Way, ways_to::Ways,
};
pub(crate) use {next::goal_of, sight::Obstruction};
