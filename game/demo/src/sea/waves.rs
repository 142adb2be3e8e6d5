//! The waves of a sea: a sum of sine waves in deep water.

use fyrox::core::algebra::{Vector2, Vector4};
use std::f32::consts::TAU;

/// Acceleration of gravity, in m/s².
const GRAVITY: f32 = 9.81;

/// A sine wave.
pub struct Wave {
    /// Direction in which it travels: an angle from +X towards +Z, in degrees.
    pub heading: f32,
    /// Distance between two crests, in metres.
    pub length: f32,
    /// Height of a crest above the mean level, in metres.
    pub amplitude: f32,
}

/// The waves of the seas of all scenes.
pub const WAVES: [Wave; 4] = [
    wave(62.0, 13.0, 0.16),
    wave(95.0, 8.5, 0.085),
    wave(28.0, 5.6, 0.045),
    wave(131.0, 3.9, 0.025),
];

const fn wave(heading: f32, length: f32, amplitude: f32) -> Wave {
    Wave {
        heading,
        length,
        amplitude,
    }
}

impl Wave {
    /// Phases per metre along X and Z and per second, in radians, and the amplitude, in metres: the
    /// properties `wave1` to `wave4` of the shader `sea.shader`.
    pub fn numbers(&self) -> Vector4<f32> {
        let per_metre = TAU / self.length;
        let (sin, cos) = self.heading.to_radians().sin_cos();
        let per_second = (GRAVITY * per_metre).sqrt();
        Vector4::new(per_metre * cos, per_metre * sin, per_second, self.amplitude)
    }
}

/// Height of the sea above its mean level, in metres, at a place (X, Z) and a time in seconds.
pub fn height(place: Vector2<f32>, time: f32) -> f32 {
    let height = |wave: &Wave| {
        let numbers = wave.numbers();
        let phase = numbers.x * place.x + numbers.y * place.y - numbers.z * time;
        numbers.w * phase.sin()
    };
    WAVES.iter().map(height).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crest_travels_along_its_heading() {
        let numbers = WAVES[0].numbers();
        let speed = numbers.z / numbers.xy().norm();
        // The speed of waves in deep water.
        assert!((speed - (GRAVITY * WAVES[0].length / TAU).sqrt()).abs() < 1e-3);
    }

    #[test]
    fn the_sea_is_never_higher_than_all_crests_together() {
        let most: f32 = WAVES.iter().map(|wave| wave.amplitude).sum();
        let heights = (0..1000).map(|number| {
            let at = number as f32;
            height(Vector2::new(0.37 * at, 0.11 * at), 0.05 * at)
        });
        let highest = heights.fold(0.0_f32, |highest, it| highest.max(it.abs()));
        assert!(
            highest < most && highest > 0.5 * most,
            "{highest} of {most}"
        );
    }
}
