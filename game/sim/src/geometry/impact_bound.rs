//! Lower bound, in float32, of the time at which a moving sphere meets a triangle.
//!
//! It excludes most triangles around a body that is large compared with them, before the exact test
//! in float64. It is a conservative advancement like
//! [`sweep_sphere_triangle`](super::sweep_sphere_triangle), with planes instead of distances: a
//! plane with the triangle on one side and the sphere on the other separates them, however badly
//! its normal is rounded. So the bound holds for every triangle, and rounding only makes it less
//! tight.

use crate::math::{
    lanes::{larger, smaller},
    vector::{cross, direction, dot, length, scaled},
    Vec3,
};

/// Bound of the rounding of a plane's distance and of the approach to it, as a share of the sums of
/// the vectors' components.
const ROUNDING: f32 = 8.0 * f32::EPSILON;

/// Path of a sphere: a segment, for bounds in float32.
pub(super) struct SpherePath {
    start: [f32; 3],
    displacement: [f32; 3],
    /// Sum of the absolute components of the displacement, in metres.
    extent: f32,
    /// Distance at which a triangle counts as met, in metres.
    reach: f32,
}

impl SpherePath {
    pub(super) fn new(start: Vec3, displacement: Vec3, reach: f32) -> Self {
        Self {
            start: start.into(),
            displacement: displacement.into(),
            extent: displacement.abs().sum(),
            reach,
        }
    }

    pub(super) fn start(&self) -> [f32; 3] {
        self.start
    }

    /// Lower bound of the fraction of the path at which the sphere meets the plane of a triangle.
    #[inline(always)]
    pub(super) fn meets_plane(&self, corners: [[f32; 3]; 3]) -> f32 {
        let [a, b, c] = corners;
        let normal = cross(minus(b, a), minus(c, a));
        let side = if dot(a, normal) > 0.0 { -1.0 } else { 1.0 };
        self.later(0.0, corners, scaled(normal, side))
    }

    /// Improves a lower bound of the fraction of the path at which the sphere meets a triangle.
    /// Uses the plane at the point of the triangle that is nearest to the sphere at `time`.
    #[inline(always)]
    pub(super) fn meets_nearest(&self, time: f32, corners: [[f32; 3]; 3]) -> f32 {
        let offset = offset(scaled(self.displacement, time), corners);
        self.later(time, corners, offset)
    }

    /// Improves a lower bound of the fraction of the path at which the sphere meets a triangle,
    /// with a plane with this normal. Infinity if the sphere does not meet the triangle.
    #[inline(always)]
    fn later(&self, time: f32, corners: [[f32; 3]; 3], normal: [f32; 3]) -> f32 {
        let [a, b, c] = corners;
        let unit = direction(normal, length(normal));
        let rounding = ROUNDING * (larger(larger(extent(a), extent(b)), extent(c)) + self.extent);
        let reach = self.reach + rounding;
        // Distance of the start from the plane through the corner that is nearest to the start.
        let height = -larger(larger(dot(a, unit), dot(b, unit)), dot(c, unit));
        let slope = dot(self.displacement, unit);
        let descent = ROUNDING * self.extent - slope;
        let is_apart = height + time * slope > reach;
        let met = (height - reach) / descent * (1.0 - ROUNDING);
        let next = if descent > 0.0 { met } else { f32::INFINITY };
        // False for NaN, which is no bound.
        if is_apart & (next > time) {
            next
        } else {
            time
        }
    }
}

/// Approximate vector from the nearest point of a triangle to a position.
#[inline(always)]
fn offset(place: [f32; 3], corners: [[f32; 3]; 3]) -> [f32; 3] {
    let [a, b, c] = corners;
    let edges = [minus(b, a), minus(c, b), minus(a, c)];
    let normal = cross(edges[0], edges[1]);
    let height = dot(normal, minus(place, a)) / dot(normal, normal);
    let mut nearest = scaled(normal, height);
    let mut least = f32::INFINITY;
    for edge in 0..3 {
        let from_start = minus(place, corners[edge]);
        let share = dot(from_start, edges[edge]) / dot(edges[edge], edges[edge]);
        let offset = minus(
            from_start,
            scaled(edges[edge], larger(smaller(share, 1.0), 0.0)),
        );
        let squared = dot(offset, offset);
        let is_outside = dot(cross(edges[edge], normal), from_start) > 0.0;
        let is_nearest = is_outside & (squared < least);
        for axis in 0..3 {
            nearest[axis] = if is_nearest {
                offset[axis]
            } else {
                nearest[axis]
            };
        }
        least = if is_nearest { squared } else { least };
    }
    nearest
}

#[inline(always)]
fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn extent([x, y, z]: [f32; 3]) -> f32 {
    x.abs() + y.abs() + z.abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::{
            sweep_sphere_triangle::{sweep_sphere_triangle, Separation},
            triangle::Triangle,
        },
        math::Vec3d,
    };
    use rand_xoshiro::{
        rand_core::{Rng, SeedableRng},
        Xoshiro256PlusPlus,
    };

    fn vector(random: &mut impl Rng, size: f32) -> Vec3 {
        Vec3::from_fn(|_, _| (random.next_u32() as f32 / u32::MAX as f32 - 0.5) * size)
    }

    /// Triangles of all sizes, some of them slivers, near the paths of spheres.
    fn triangle(random: &mut impl Rng) -> [Vec3; 3] {
        let size = 10_f32.powi(random.next_u32() as i32 % 7 - 3);
        let a = vector(random, 3.0);
        let b = a + vector(random, size);
        let c = match random.next_u32() % 3 {
            0 => a + (b - a) * 0.3 + vector(random, size * 1e-6),
            1 => a + vector(random, size * 1e-3),
            _ => a + vector(random, size),
        };
        [a, b, c]
    }

    #[test]
    fn no_bound_is_later_than_the_impact_and_most_are_near_it() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut met, mut near, mut missed, mut left_out) = (0, 0, 0, 0);
        for _ in 0..200_000 {
            let shift = vector(&mut random, 100.0);
            let triangle = triangle(&mut random).map(|corner| corner + shift);
            let start = shift + vector(&mut random, 4.0);
            let displacement = vector(&mut random, 4.0);
            let reach = vector(&mut random, 1.0).norm();
            let path = SpherePath::new(start, displacement, reach);
            let corners = triangle.map(|corner| (corner - start).into());
            let mut bound = path.meets_plane(corners);
            for _ in 0..3 {
                bound = path.meets_nearest(bound, corners);
            }
            let exact = Triangle::relative_to(&triangle, &start.cast());
            if exact.is_degenerate() {
                continue;
            }
            let separation = Separation::start(&exact);
            let displacement: Vec3d = displacement.cast();
            match sweep_sphere_triangle(&exact, &displacement, reach.into(), separation, 1.0) {
                Some(stop) => {
                    assert!(f64::from(bound) <= stop.time, "{bound} of {}", stop.time);
                    met += 1;
                    near += u32::from(f64::from(bound) > 0.9 * stop.time - 0.01);
                }
                None => {
                    missed += 1;
                    left_out += u32::from(bound > 1.0);
                }
            }
        }
        assert!(met > 5_000 && near > met / 10 * 9, "{near} of {met}");
        assert!(
            missed > 10_000 && left_out > missed / 10 * 9,
            "{left_out} of {missed}"
        );
    }

    #[test]
    fn triangles_without_a_direction_are_no_reason_to_be_left_out() {
        let path = SpherePath::new(Vec3::zeros(), Vec3::x(), 0.1);
        for size in [0.0, 1e-30, 1e-20, 1e18, 1e30, f32::MAX] {
            let corner = |y: f32, z: f32| [0.5, (y - 0.25) * size, (z - 0.25) * size];
            let corners = [corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 1.0)];
            let bound = path.meets_nearest(path.meets_plane(corners), corners);
            assert!(bound <= 0.4, "{size}: {bound}");
        }
    }
}
