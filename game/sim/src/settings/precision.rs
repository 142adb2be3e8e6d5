//! Distance from the origin of the world up to which positions are precise enough.

use super::Settings;

/// Largest error of a step's displacement by rounded positions, as a share of the displacement.
const MOST_ERROR: f32 = 0.01;

/// 2 to the power of the number of bits in the mantissa of a single-precision number. Coordinates
/// below this number times a power of two lie at most that power of two apart.
const POSITIONS: f32 = (1 << 24) as f32;

impl Settings {
    /// Largest coordinate, in metres, up to which a boid at this speed, in m/s, moves with an error
    /// below 1%.
    ///
    /// Positions are single-precision numbers: far from the origin of the world, neighbouring
    /// numbers lie farther apart, and each step ends on the nearest one. The result is a power of
    /// two. It halves with half of the speed or half of `simulation.time_step`, and is infinite for
    /// a speed of 0.
    ///
    /// ```
    /// let settings = flock_sim::Settings::default();
    /// assert_eq!(settings.precise_distance(1.2), 2048.0);
    /// assert_eq!(settings.precise_distance(0.1), 256.0);
    /// ```
    pub fn precise_distance(&self, speed: f32) -> f32 {
        let most = MOST_ERROR * speed * self.simulation.time_step;
        if most > 0.0 {
            power_of_two_below(most) * POSITIONS
        } else {
            f32::INFINITY
        }
    }
}

/// The largest power of two that is not above a positive number.
fn power_of_two_below(value: f32) -> f32 {
    const EXPONENT: u32 = 0xff80_0000;
    f32::from_bits(value.to_bits() & EXPONENT)
}
