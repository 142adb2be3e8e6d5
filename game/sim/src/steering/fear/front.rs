//! The front of a wave of panic: how fast panic spreads through the flock.

use super::{memory::FearMemory, FearParams};
use crate::math::Vec3d;

/// Line of distance over time, fitted by least squares to the points where boids panicked.
/// Distances are from the origin of the wave.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Front {
    /// Number of boids that copied a panic.
    pub(crate) boids: usize,
    /// Speed of the front, which is the slope of the line, in m/s; 0 if there is no line.
    pub(crate) speed: f64,
    /// Share of the variance of the distances that the line explains, R²: 0 to 1.
    pub(crate) fit: f64,
}

impl FearMemory {
    /// The front of the panics that are not older than the deaf time. Distances are measured in a
    /// frame that moves on with the velocity of the boid at the origin.
    pub(crate) fn front(
        &self,
        params: &FearParams,
        slots: impl Iterator<Item = u32>,
        step: u64,
    ) -> Front {
        let dt = f64::from(params.dt);
        let points = slots.filter_map(|slot| {
            let age = self.panic_age(slot, step)?;
            let panicked = self.panicked(slot)?;
            if panicked.generation == 0 || age >= params.deaf_end {
                return None;
            }
            let time = f64::from(panicked.delay) * dt;
            let origin: Vec3d = panicked.origin.cast() + panicked.drift.cast() * time;
            Some((time, (panicked.place.cast() - origin).norm()))
        });
        fit(points)
    }
}

/// Fits a line to points of time, in seconds, and distance, in metres.
fn fit(points: impl Iterator<Item = (f64, f64)>) -> Front {
    // Sums relative to the first point, so that large numbers do not cancel.
    let mut first = None;
    let [mut n, mut t, mut d, mut tt, mut td, mut dd] = [0.0_f64; 6];
    for point in points {
        let first = *first.get_or_insert(point);
        let (time, distance) = (point.0 - first.0, point.1 - first.1);
        n += 1.0;
        t += time;
        d += distance;
        tt += time * time;
        td += time * distance;
        dd += distance * distance;
    }
    let (times, both, distances) = (n * tt - t * t, n * td - t * d, n * dd - d * d);
    let is_line = times > 0.0 && distances > 0.0;
    Front {
        boids: n as usize,
        speed: if is_line { both / times } else { 0.0 },
        fit: if is_line {
            (both * both / (times * distances)).min(1.0)
        } else {
            0.0
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found() {
        let line = (0..50).map(|index| (f64::from(index) * 0.1, 3.0 + f64::from(index) * 1.5));
        let front = fit(line);
        assert!((front.speed - 15.0).abs() < 1e-9 && front.fit > 1.0 - 1e-9);
        assert_eq!(front.boids, 50);
    }

    #[test]
    fn too_few_points_are_no_line() {
        assert_eq!(fit(std::iter::empty()), Front::default());
        let one = fit([(1.0, 2.0)].into_iter());
        assert_eq!((one.boids, one.speed, one.fit), (1, 0.0, 0.0));
        let same_time = fit([(1.0, 2.0), (1.0, 3.0)].into_iter());
        assert_eq!((same_time.speed, same_time.fit), (0.0, 0.0));
    }

    #[test]
    fn scattered_points_fit_badly() {
        let points = (0..100).map(|index: u32| {
            let distance = f64::from(crate::math::random::mix(index) % 1000);
            (f64::from(index), distance)
        });
        assert!(fit(points).fit < 0.1);
    }
}
