//! Bounds of the drawn bodies, by which a renderer culls chunks of boids.

use super::texels::Texels;
use crate::math::Vec3;

/// Axis-aligned bounding box of the bodies of boids, in the flock's frame, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InstanceBounds {
    /// Smallest corner, in metres.
    pub min: Vec3,
    /// Largest corner, in metres.
    pub max: Vec3,
}

impl InstanceBounds {
    /// The empty box: its smallest corner is beyond its largest one.
    pub const EMPTY: Self = Self {
        min: Vec3::new(f32::INFINITY, f32::INFINITY, f32::INFINITY),
        max: Vec3::new(f32::NEG_INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY),
    };

    /// True if the box contains nothing.
    pub fn is_empty(&self) -> bool {
        self.min.x > self.max.x
    }

    /// Bounding box of the bodies that are drawn with these texels.
    ///
    /// `radius` is the largest distance of a body's point from its boid at size 1, in metres. Boids
    /// whose position or size is not finite are left out.
    pub(crate) fn around(instances: &[Texels], radius: f32) -> Self {
        let (mut min, mut max) = ([f32::INFINITY; 4], [f32::NEG_INFINITY; 4]);
        for [place, _] in instances {
            let [x, y, z, size] = place;
            let reach = if (x + y + z + size).is_finite() {
                size.abs() * radius
            } else {
                // All comparisons with NaN are false.
                f32::NAN
            };
            // The size is processed too, because four numbers fill a vector on every processor.
            for axis in 0..4 {
                let (low, high) = (place[axis] - reach, place[axis] + reach);
                min[axis] = if low < min[axis] { low } else { min[axis] };
                max[axis] = if high > max[axis] { high } else { max[axis] };
            }
        }
        Self {
            min: Vec3::from_fn(|axis, _| min[axis]),
            max: Vec3::from_fn(|axis, _| max[axis]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f32, size: f32) -> Texels {
        [[x, 2.0, -3.0, size], [0.0; 4]]
    }

    #[test]
    fn bodies_are_inside() {
        let bounds = InstanceBounds::around(&[at(1.0, 1.0), at(5.0, -2.0), at(2.0, 0.5)], 0.5);
        assert_eq!(bounds.min, Vec3::new(0.5, 1.0, -4.0));
        assert_eq!(bounds.max, Vec3::new(6.0, 3.0, -2.0));
        assert!(!bounds.is_empty());
    }

    #[test]
    fn boids_that_are_not_finite_do_not_count() {
        let without = InstanceBounds::around(&[at(1.0, 1.0)], 0.5);
        for poison in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            for component in 0..4 {
                let mut poisoned = at(7.0, 1.0);
                poisoned[0][component] = poison;
                for both in [[poisoned, at(1.0, 1.0)], [at(1.0, 1.0), poisoned]] {
                    assert_eq!(InstanceBounds::around(&both, 0.5), without);
                }
                let alone = InstanceBounds::around(&[poisoned], 0.5);
                assert_eq!(alone, InstanceBounds::EMPTY);
            }
        }
        assert!(InstanceBounds::around(&[], 1.0).is_empty());
    }
}
