//! The time of day, and the position of the sun.

use crate::night::ramp;
use fyrox::core::algebra::Vector3;
use std::f32::consts::PI;

/// Hours of sunrise and sunset.
const SUNRISE: f32 = 7.0;
const SUNSET: f32 = 19.0;

/// Elevation of the sun at noon, in radians.
const NOON: f32 = 0.96;

/// Elevations of the sun, as sines, between which it gets dark.
const DARK: f32 = -0.16;
const BRIGHT: f32 = 0.02;

/// Parts of an animal's day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    Day,
    Dusk,
    Night,
    Dawn,
}

impl Period {
    /// The part of the day at an hour, 0 to 24.
    pub fn at(hour: f32) -> Self {
        match hour {
            6.4..8.0 => Self::Dawn,
            8.0..17.5 => Self::Day,
            17.5..19.6 => Self::Dusk,
            _ => Self::Night,
        }
    }
}

/// The hour after some seconds, with `pace` hours per minute. A day has 24 hours.
pub fn later(hour: f32, pace: f32, seconds: f32) -> f32 {
    let hour = (hour + pace * seconds / 60.0).rem_euclid(24.0);
    // Numbers that no clock shows become midnight.
    if hour < 24.0 {
        hour
    } else {
        0.0
    }
}

/// The hour as on a clock.
pub fn shown(hour: f32) -> String {
    let minutes = (hour * 60.0) as u32;
    format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60)
}

/// Unit vector to the sun, which sets in this horizontal direction.
pub fn sun(hour: f32, sets_at: Vector3<f32>) -> Vector3<f32> {
    let angle = (SUNSET - hour) / (SUNSET - SUNRISE) * PI;
    let level = Vector3::new(sets_at.x, 0.0, sets_at.z);
    let level = level.try_normalize(1e-6).unwrap_or_else(Vector3::x);
    let noon = level.cross(&Vector3::y()) * NOON.cos() + Vector3::y() * NOON.sin();
    level * angle.cos() + noon * angle.sin()
}

/// Darkness under a sun of this elevation, given as its sine: 0 by day, 1 at night.
pub fn darkness(elevation: f32) -> f32 {
    ramp(elevation, BRIGHT, DARK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elevation(hour: f32) -> f32 {
        sun(hour, Vector3::new(3.0, 1.0, -4.0)).y
    }

    #[test]
    fn the_sun_rises_sets_and_is_highest_at_noon() {
        for hour in [SUNRISE, SUNSET] {
            assert!(elevation(hour).abs() < 1e-6, "{hour}");
        }
        let hours = || (0..240).map(|tenth| tenth as f32 / 10.0);
        let is_up = |hour: f32| elevation(hour) > 1e-6;
        assert!(hours().all(|hour| is_up(hour) == (hour > SUNRISE && hour < SUNSET)));
        let highest = hours().max_by(|a, b| elevation(*a).total_cmp(&elevation(*b)));
        assert_eq!(highest, Some(13.0));
        assert!(hours().all(|hour| (sun(hour, Vector3::x()).norm() - 1.0).abs() < 1e-5));
        let west = Vector3::new(3.0, 0.0, -4.0) / 5.0;
        assert!((sun(SUNSET, west) - west).norm() < 1e-6);
        assert!(sun(SUNSET, Vector3::zeros()).norm() > 0.99);
    }

    #[test]
    fn it_is_dark_only_at_night() {
        assert_eq!(
            [0.0, 4.0, 22.0].map(|hour| darkness(elevation(hour))),
            [1.0; 3]
        );
        assert_eq!(
            [9.0, 13.0, 18.0].map(|hour| darkness(elevation(hour))),
            [0.0; 3]
        );
        let dusk = darkness(elevation(19.3));
        assert!(dusk > 0.1 && dusk < 0.9, "{dusk}");
    }

    #[test]
    fn a_day_has_24_hours() {
        assert!((later(23.5, 1.0, 60.0) - 0.5).abs() < 1e-4);
        assert_eq!(later(7.0, 0.0, 60.0), 7.0);
        for hour in [f32::NAN, f32::INFINITY, -1e-9, 1e30] {
            let hour = later(hour, 1.0, 0.0);
            assert!((0.0..24.0).contains(&hour), "{hour}");
        }
        assert_eq!(["07:00", "18:30"], [shown(7.0), shown(18.5)]);
        assert_eq!(shown(23.999), "23:59");
    }
}
