//! How far from the origin of the world positions are exact enough.

use super::Settings;

/// Largest share of a step's way that rounded positions may add to it or take away.
const MOST_ERROR: f32 = 0.01;

/// 2 to the power of the bits of a position in single precision: nearer to the origin than this factor
/// of a power of two, positions are no farther apart than it.
const POSITIONS: f32 = (1 << 24) as f32;

impl Settings {
    /// Largest coordinate, in metres, up to which a boid that moves freely at so many m/s covers its
    /// way to within 1%. Positions are numbers in single precision: far from the origin of the world
    /// they lie apart, and each step ends on the nearest one. A power of two; it halves with half of
    /// the speed or of `simulation.time_step`, and is infinite for a boid at rest.
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
