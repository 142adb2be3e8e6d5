//! What a navigation field is made for.

use super::{error::NavigationError, plane::NavigationPlane};
use crate::math::{is_finite, Vec3};

/// Largest number of cells that a field can have.
pub(super) const MOST_CELLS: usize = 100_000_000;

/// The body for which a [`NavigationField`](super::NavigationField) is made, and its precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Navigation {
    /// Radius of the body, with the distance that it should keep from surfaces, in metres. 0.001 to
    /// 1,000.
    pub radius: f32,
    /// Edge of a cell, in metres. 0.01 to 1,000.
    ///
    /// In open space cells are twice as large. Beside surfaces they are halved, up to three times,
    /// until their edge is at most 1.13 radii.
    pub cell: f32,
    /// Smallest and largest corner of the space in which ways lead, in metres. `None`: the bounds of
    /// the geometry, with four cells and a radius on every side.
    ///
    /// With a plane, the space is the part of the plane in this box. A plane that is normal to an axis
    /// may also lie beside the box.
    pub bounds: Option<(Vec3, Vec3)>,
    /// The plane in which ways lead, for bodies whose centres do not leave it. `None`, the default: in
    /// three dimensions.
    ///
    /// The body is a ball, so surfaces above and below the plane block it too if they are nearer than
    /// the radius.
    pub plane: Option<NavigationPlane>,
    /// Largest number of cells. 1 to 100,000,000; default 1,000,000.
    ///
    /// A cell takes about 150 bytes, and twice as many while the field is made.
    pub most_cells: usize,
}

impl Navigation {
    /// Ways in three dimensions for a body of this radius, with cells of twice the radius but at least
    /// 0.25 m.
    pub fn new(radius: f32) -> Self {
        Self {
            radius,
            cell: (2.0 * radius).max(0.25),
            bounds: None,
            plane: None,
            most_cells: 1_000_000,
        }
    }

    /// Checks the ranges.
    ///
    /// # Errors
    /// Names the first option that is out of range.
    pub fn validate(&self) -> Result<(), NavigationError> {
        let ranges = [
            ("radius", self.radius, 0.001, 1_000.0),
            ("cell", self.cell, 0.01, 1_000.0),
        ];
        for (name, value, least, most) in ranges {
            // True for NaN.
            if !(least..=most).contains(&value) {
                return Err(NavigationError::OutOfRange {
                    name,
                    value,
                    least,
                    most,
                });
            }
        }
        if !(1..=MOST_CELLS).contains(&self.most_cells) {
            return Err(NavigationError::MostCells(self.most_cells));
        }
        match self.bounds {
            Some((low, high)) if !are_bounds(&low, &high) => {
                Err(NavigationError::Bounds { low, high })
            }
            _ => self.plane.map_or(Ok(()), |plane| plane.validate()),
        }
    }
}

fn are_bounds(low: &Vec3, high: &Vec3) -> bool {
    const FARTHEST: f32 = 1e6;
    let is_near = |corner: &Vec3| is_finite(corner) && corner.amax() <= FARTHEST;
    is_near(low) && is_near(high) && (0..3).all(|axis| low[axis] <= high[axis])
}
