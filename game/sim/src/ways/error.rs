//! Why there is no navigation field.

use super::options::Navigation;
use crate::math::Vec3;

/// Why a [`NavigationField`](super::NavigationField) cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum NavigationError {
    /// An option is out of range.
    #[error("{name} is {value}; allowed: {least} to {most}")]
    OutOfRange {
        /// Name of the option.
        name: &'static str,
        /// Its value.
        value: f32,
        /// Least value that is allowed.
        least: f32,
        /// Largest value that is allowed.
        most: f32,
    },
    /// The bounds are no box.
    #[error("the bounds {low:?} to {high:?} are no box; allowed: finite corners within ±1000000 m, the smallest one first")]
    Bounds {
        /// The smallest corner.
        low: Vec3,
        /// The largest corner.
        high: Vec3,
    },
    /// The level needs more cells than allowed.
    #[error(
        "the level has more than {} cells of {} m for a body of {} m; make cells larger, bounds smaller, or allow more cells",
        .0.most_cells, .0.cell, .0.radius
    )]
    TooManyCells(
        /// The options.
        Navigation,
    ),
}
