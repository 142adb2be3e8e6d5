//! Number of directions of view within an angle.
//!
//! In three dimensions n directions form a golden spiral: direction number k, counted from 0, has
//! the cosine 1 - 2k/n to the heading. In a planar flock they form a fan: straight ahead, then
//! alternately to the left and to the right, 360/n degrees farther each time.

use super::Plane;

/// Tolerance that keeps a direction exactly at the edge of the angle inside, in spite of rounding.
const ROUNDING: f64 = 1e-9;

/// Number of the `count` directions that lie within a cone around the heading with this full angle,
/// in degrees.
pub(crate) fn directions_within(plane: Plane, count: u32, angle: f32) -> u32 {
    let (count_f64, angle) = (f64::from(count), f64::from(angle));
    let within = match plane {
        Plane::All => {
            // (1 - cos a) / 2 = sin² (a/2)
            let sine = libm::sin(angle.to_radians() / 4.0);
            (count_f64 * (sine * sine) + ROUNDING).floor() as u32 + 1
        }
        _ => 2 * (count_f64 * angle / 720.0 + ROUNDING).floor() as u32 + 1,
    };
    within.min(count)
}
