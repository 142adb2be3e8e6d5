//! Signed distance from a box with rounded edges: a sphere, a capsule or a box.

use crate::math::{
    lanes::{larger, lengths, scale, smaller, vector_at, weight_of, Lanes},
    Vec3,
};
use nalgebra::Matrix3;

/// All points within `radius` of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoundedBox {
    pub(crate) center: Vec3,
    /// Rotation from the world to the axes of the box.
    pub(crate) to_local: Matrix3<f32>,
    pub(crate) half_extents: Vec3,
    pub(crate) radius: f32,
}

/// The surface of volumes near some points, one in each lane.
pub(crate) struct Surface<const LANES: usize> {
    /// Signed distance of the point from the surface, in metres; negative inside.
    pub(crate) distance: [f32; LANES],
    /// Unit normal of the surface towards the point. In the middle of a volume, where several
    /// directions are equally near, it is one of them.
    pub(crate) normal: Lanes<LANES>,
}

impl<const LANES: usize> Surface<LANES> {
    /// No surface: infinitely far away.
    pub(crate) const NONE: Self = Self {
        distance: [f32::INFINITY; LANES],
        normal: [[0.0; LANES]; 3],
    };

    /// For each point, the nearer of two surfaces.
    #[inline(always)]
    pub(crate) fn nearer(mut self, other: &Self) -> Self {
        for lane in 0..LANES {
            let is_nearer = other.distance[lane] < self.distance[lane];
            self.distance[lane] = smaller(other.distance[lane], self.distance[lane]);
            for axis in 0..3 {
                let (mine, others) = (self.normal[axis][lane], other.normal[axis][lane]);
                self.normal[axis][lane] = if is_nearer { others } else { mine };
            }
        }
        self
    }
}

/// 1 / length, or 0 for a length of 0.
#[inline(always)]
fn per_length<const LANES: usize>(length: &[f32; LANES]) -> [f32; LANES] {
    let mut per_length = *length;
    for it in &mut per_length {
        *it = if *it > 0.0 { 1.0 / *it } else { 0.0 };
    }
    per_length
}

/// The products of a matrix and some vectors.
#[inline(always)]
fn product<const LANES: usize>(by: &Matrix3<f32>, vectors: &Lanes<LANES>) -> Lanes<LANES> {
    let [x, y, z] = vectors;
    let mut products = *vectors;
    for axis in 0..3 {
        for lane in 0..LANES {
            products[axis][lane] =
                by[(axis, 0)] * x[lane] + by[(axis, 1)] * y[lane] + by[(axis, 2)] * z[lane];
        }
    }
    products
}

impl Default for RoundedBox {
    /// A point at the origin.
    fn default() -> Self {
        Self {
            center: Vec3::zeros(),
            to_local: Matrix3::identity(),
            half_extents: Vec3::zeros(),
            radius: 0.0,
        }
    }
}

impl RoundedBox {
    /// All points within `radius` of a line segment.
    pub(crate) fn capsule(start: Vec3, end: Vec3, radius: f32) -> Self {
        let along = end - start;
        let axis = along.try_normalize(0.0).unwrap_or(Vec3::x());
        let side = axis.cross(&Vec3::ith(axis.iamin(), 1.0)).normalize();
        let rows = [axis, side, axis.cross(&side)].map(|it| it.transpose());
        Self {
            center: start + along * 0.5,
            to_local: Matrix3::from_rows(&rows),
            half_extents: Vec3::x() * (along.norm() * 0.5),
            radius,
        }
    }

    /// True for a sphere or a point.
    pub(crate) fn is_ball(&self) -> bool {
        self.half_extents == Vec3::zeros()
    }

    /// The surface near each of some points.
    #[inline(always)]
    pub(crate) fn surface<const LANES: usize>(&self, points: &Lanes<LANES>) -> Surface<LANES> {
        if self.is_ball() {
            self.surface_of_ball(points)
        } else {
            self.surface_of_box(points)
        }
    }

    /// The surface of a sphere.
    #[inline(always)]
    pub(super) fn surface_of_ball<const LANES: usize>(
        &self,
        points: &Lanes<LANES>,
    ) -> Surface<LANES> {
        let mut normal = self.offsets(points);
        let mut distance = lengths(&normal);
        scale(&mut normal, &per_length(&distance));
        for lane in 0..LANES {
            let is_outside = distance[lane] > 0.0;
            normal[0][lane] = if is_outside { normal[0][lane] } else { 1.0 };
            distance[lane] -= self.radius;
        }
        Surface { distance, normal }
    }

    /// The surface of any rounded box. It is correct for a sphere too, but with an unneeded branch
    /// for points inside.
    #[inline(always)]
    pub(super) fn surface_of_box<const LANES: usize>(
        &self,
        points: &Lanes<LANES>,
    ) -> Surface<LANES> {
        let local = product(&self.to_local, &self.offsets(points));
        let (mut beyond, mut outside) = (local, local);
        for axis in 0..3 {
            for lane in 0..LANES {
                beyond[axis][lane] = local[axis][lane].abs() - self.half_extents[axis];
                outside[axis][lane] = larger(beyond[axis][lane], 0.0);
            }
        }
        let mut distance = lengths(&outside);
        let scale = per_length(&distance);
        let mut deepest = distance;
        for lane in 0..LANES {
            let [x, y, z] = vector_at(&beyond, lane);
            deepest[lane] = larger(larger(x, y), z);
        }
        let mut normal = outside;
        // The axis along which a point inside is nearest to the surface; the first if several are
        // equally near.
        let mut is_left = [true; LANES];
        for axis in 0..3 {
            for lane in 0..LANES {
                let is_nearest = is_left[lane] & (beyond[axis][lane] == deepest[lane]);
                is_left[lane] &= !is_nearest;
                let is_outside = distance[lane] > 0.0;
                let (far, inside) = (outside[axis][lane] * scale[lane], weight_of(is_nearest));
                let size = if is_outside { far } else { inside };
                normal[axis][lane] = size.copysign(local[axis][lane]);
            }
        }
        for lane in 0..LANES {
            distance[lane] += smaller(deepest[lane], 0.0) - self.radius;
        }
        let normal = product(&self.to_local.transpose(), &normal);
        Surface { distance, normal }
    }

    /// Offsets of points from the centre.
    #[inline(always)]
    fn offsets<const LANES: usize>(&self, points: &Lanes<LANES>) -> Lanes<LANES> {
        let mut offsets = *points;
        for axis in 0..3 {
            for lane in 0..LANES {
                offsets[axis][lane] -= self.center[axis];
            }
        }
        offsets
    }

    /// Axis-aligned bounding box of the box without its rounding: its smallest and its largest
    /// corner. All points of the shape lie within `radius` of it.
    pub(crate) fn core_bounds(&self) -> [Vec3; 2] {
        let reach = self.to_local.transpose().abs() * self.half_extents;
        [self.center - reach, self.center + reach]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::UnitQuaternion;
    use proptest::prelude::*;

    fn surface(shape: &RoundedBox, point: [f32; 3]) -> (f32, Vec3) {
        let surface = shape.surface::<1>(&point.map(|it| [it]));
        (surface.distance[0], vector_at(&surface.normal, 0).into())
    }

    fn any_box() -> impl Strategy<Value = RoundedBox> {
        let triple = |low: f32, high: f32| prop::array::uniform3(low..high).prop_map(Vec3::from);
        let radius = 0.0f32..2.0;
        (
            triple(-2.0, 2.0),
            triple(-3.0, 3.0),
            triple(0.0, 2.0),
            radius,
        )
            .prop_map(|(center, turn, half_extents, radius)| RoundedBox {
                center,
                to_local: UnitQuaternion::from_scaled_axis(turn)
                    .to_rotation_matrix()
                    .into_inner(),
                half_extents,
                radius,
            })
    }

    proptest! {
        #[test]
        fn balls_are_boxes_without_extents(
            shape in any_box(),
            point in prop::array::uniform3(-6.0f32..6.0),
        ) {
            let ball = RoundedBox { half_extents: Vec3::zeros(), ..shape };
            let thick = RoundedBox { half_extents: Vec3::repeat(1e-6), ..shape };
            let (of_ball, of_box) = (surface(&ball, point), surface(&thick, point));
            prop_assert!((of_ball.0 - of_box.0).abs() < 1e-4);
            let far = (Vec3::from(point) - shape.center).norm() > 0.1;
            prop_assert!(!far || (of_ball.1 - of_box.1).norm() < 1e-3);
        }

        #[test]
        fn the_surface_lies_at_the_distance_along_the_normal(
            shape in any_box(),
            point in prop::array::uniform3(-6.0f32..6.0),
        ) {
            let (distance, normal) = surface(&shape, point);
            prop_assert!((normal.norm() - 1.0).abs() < 1e-4);
            let at_surface = Vec3::from(point) - normal * distance;
            let (rest, _) = surface(&shape, at_surface.into());
            prop_assert!(rest.abs() < 1e-4, "{distance} leaves {rest}");
            let ([min, max], reach) = (shape.core_bounds(), shape.radius + 1e-3);
            for axis in 0..3 {
                let range = min[axis] - reach..=max[axis] + reach;
                prop_assert!(range.contains(&at_surface[axis]));
            }
        }
    }

    #[test]
    fn a_capsule_surrounds_its_segment() {
        let (start, end) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(1.0, 4.0, 0.0));
        let capsule = RoundedBox::capsule(start, end, 0.5);
        let distance = |x, y, z| surface(&capsule, [x, y, z]).0;
        assert!((distance(1.0, 2.0, 2.0) - 1.5).abs() < 1e-6);
        assert!((distance(1.0, 6.0, 0.0) - 1.5).abs() < 1e-6);
        assert!((distance(1.0, 3.0, 0.0) + 0.5).abs() < 1e-6);
    }

    #[test]
    fn the_middle_has_a_normal() {
        let (distance, normal) = surface(&RoundedBox::default(), [0.0; 3]);
        assert_eq!((distance, normal), (0.0, Vec3::x()));
    }
}
