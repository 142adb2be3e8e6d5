//! Why there is no navigation field.

use super::{options::Navigation, plane::NavigationPlane};
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
    /// The plane is none.
    #[error(
        "the plane at {} m along {:?} is none; allowed: a unit normal, and a coordinate of -1000000 to 1000000 m",
        .0.coordinate, .0.normal
    )]
    Plane(
        /// The plane.
        NavigationPlane,
    ),
    /// The largest number of cells is out of range.
    #[error("most_cells is {0}; allowed: 1 to 100000000")]
    MostCells(
        /// Its value.
        usize,
    ),
    /// The bounds are too large for the cells.
    #[error(
        "the bounds {low:?} to {high:?} are too large for cells of {cell} m: more than 16000000 cubes of 2 x 2 x 2 cells; make \
         cells larger or bounds smaller"
    )]
    TooLarge {
        /// The smallest corner.
        low: Vec3,
        /// The largest corner.
        high: Vec3,
        /// Edge of a cell, in metres.
        cell: f32,
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
