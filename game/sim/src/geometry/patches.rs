//! Patches: bounds of the surfaces below the children of a node that are tighter than boxes. A
//! patch is a flat cylinder around the surface, whose axis is the surface's mean normal.
//!
//! The box of a slanted patch is thick, so a sphere that only touches the surface touches many
//! boxes, but few patches.

use super::bvh::WIDTH;
use crate::math::{Vec3, Vec3d};

/// Bound of the rounding of a vector, as a share of its coordinates.
const ROUNDING: f32 = 8.0 * f32::EPSILON;

/// Bound of the rounding of the part of a vector at right angles to a normal, as a share of the
/// vector's length. It is the square root of the bound for its square.
const FLAT_ROUNDING: f32 = 1e-3;

/// The patches of the children of a node, one in each lane.
#[derive(Clone, Copy)]
pub(super) struct Patches {
    center: [[f32; WIDTH]; 3],
    /// Unit vector along the axis.
    normal: [[f32; WIDTH]; 3],
    half_height: [f32; WIDTH],
    radius: [f32; WIDTH],
}

impl Patches {
    pub(super) const NONE: Self = Self {
        center: [[0.0; WIDTH]; 3],
        normal: [[0.0; WIDTH]; 3],
        half_height: [f32::MAX; WIDTH],
        radius: [f32::MAX; WIDTH],
    };

    /// Sets the patch of a lane to a cylinder around triangles.
    pub(super) fn set<'a>(
        &mut self,
        lane: usize,
        triangles: impl Iterator<Item = &'a [Vec3; 3]> + Clone,
    ) {
        let (mut normal, mut sum, mut count) = (Vec3d::zeros(), Vec3d::zeros(), 0.0);
        for triangle in triangles.clone() {
            let [a, b, c]: [Vec3d; 3] = triangle.map(|corner| corner.cast());
            normal += (b - a).cross(&(c - a));
            sum += a + b + c;
            count += 3.0;
        }
        // Rounded first, so that the patch is measured from the values that are stored.
        let normal: Vec3 = normal.try_normalize(0.0).unwrap_or(Vec3d::x()).cast();
        let center: Vec3 = (sum / count).cast();
        let (mut half_height, mut radius, mut coordinate) = (0.0_f64, 0.0_f64, center.amax());
        for corner in triangles.flatten() {
            let offset = corner.cast::<f64>() - center.cast::<f64>();
            let height = normal.cast::<f64>().dot(&offset);
            half_height = half_height.max(height.abs());
            let flat = (offset.norm_squared() - height * height).max(0.0);
            radius = radius.max(flat.sqrt());
            coordinate = coordinate.max(corner.amax());
        }
        let rounding = f64::from(ROUNDING * coordinate);
        let slack = rounding + 1e-6 * radius + f64::from(FLAT_ROUNDING) * half_height;
        for axis in 0..3 {
            self.center[axis][lane] = center[axis];
            self.normal[axis][lane] = normal[axis];
        }
        self.half_height[lane] = (half_height + slack) as f32;
        self.radius[lane] = (radius + slack) as f32;
    }

    /// For each patch, true if it is farther from a position than `most`, in metres.
    #[inline(always)]
    pub(super) fn are_farther(&self, place: [f32; 3], most: f32) -> [bool; WIDTH] {
        let mut are_farther = [false; WIDTH];
        for lane in 0..WIDTH {
            let x = place[0] - self.center[0][lane];
            let y = place[1] - self.center[1][lane];
            let z = place[2] - self.center[2][lane];
            let height =
                x * self.normal[0][lane] + y * self.normal[1][lane] + z * self.normal[2][lane];
            let squared = x * x + y * y + z * z;
            let height = if height < 0.0 { -height } else { height };
            let flat = squared - height * height;
            let flat = if flat > 0.0 { flat.sqrt() } else { 0.0 };
            let distance = squared.sqrt();
            let above = height - self.half_height[lane] - ROUNDING * distance;
            let beside = flat - self.radius[lane] - FLAT_ROUNDING * distance;
            let above = if above > 0.0 { above } else { 0.0 };
            let beside = if beside > 0.0 { beside } else { 0.0 };
            are_farther[lane] = above * above + beside * beside > most * most * (1.0 + 1e-5);
        }
        are_farther
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cases, geometry::triangle::Triangle, math::samples::vector};
    use proptest::prelude::*;

    fn distance(triangle: &[Vec3; 3], place: Vec3) -> f64 {
        Triangle::relative_to(triangle, &place.cast()).distance_from_origin()
    }

    proptest! {
        #![proptest_config(cases::config(500))]

        #[test]
        fn no_patch_is_nearer_than_it_says(
            corners in prop::collection::vec([vector(1.0), vector(0.3), vector(0.01)], 1..6),
            places in prop::collection::vec(vector(5.0), 20),
            far in prop::sample::select(vec![0.0_f32, 100.0, 1e5]),
        ) {
            let triangles: Vec<_> = corners.into_iter().map(|[a, b, c]| {
                [a, a + b, a + c].map(|corner| corner.add_scalar(far))
            }).collect();
            let is_thin = |triangle: &[Vec3; 3]| Triangle::relative_to(triangle, &Vec3d::zeros()).is_degenerate();
            prop_assume!(!triangles.iter().any(is_thin));
            let mut patches = Patches::NONE;
            patches.set(3, triangles.iter());
            for place in places {
                let place = place.add_scalar(far);
                let distances = triangles.iter().map(|triangle| distance(triangle, place));
                let nearest = distances.fold(f64::INFINITY, f64::min);
                let is_farther = |most: f32| patches.are_farther(place.into(), most)[3];
                prop_assert!(!is_farther((nearest as f32).next_up() + 1e-6 * place.amax()));
                // For a triangle far away, at least half of the distance is certain.
                prop_assert!(triangles.len() > 1 || nearest < 2.0 || is_farther(0.5 * nearest as f32));
            }
        }
    }
}
