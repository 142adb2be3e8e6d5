//! Signed distance from a box with rounded edges: a sphere, a capsule or a box.

use crate::math::{
    vector::{length, transformed},
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

impl Default for RoundedBox {
    /// The origin.
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

    /// Distance of a point from the surface, negative inside, and the unit normal of the surface
    /// towards the point. In the middle, where there are several, it is one of them.
    #[inline(always)]
    pub(crate) fn surface(&self, point: [f32; 3]) -> (f32, [f32; 3]) {
        let offset = [0, 1, 2].map(|axis: usize| point[axis] - self.center[axis]);
        let local = transformed(&self.to_local, offset);
        let beyond = [0, 1, 2].map(|axis: usize| local[axis].abs() - self.half_extents[axis]);
        let outside = beyond.map(|it| it.max(0.0));
        let distance = length(outside);
        let deepest = beyond[0].max(beyond[1]).max(beyond[2]);
        let is_first = [
            beyond[0] == deepest,
            beyond[0] != deepest && beyond[1] == deepest,
            beyond[0] != deepest && beyond[1] != deepest,
        ];
        let is_outside = distance > 0.0;
        let scale = if is_outside { 1.0 / distance } else { 0.0 };
        let normal = [0, 1, 2].map(|axis: usize| {
            let inside = if is_first[axis] { 1.0 } else { 0.0 };
            let size = if is_outside {
                outside[axis] * scale
            } else {
                inside
            };
            size.copysign(local[axis])
        });
        let to_world = self.to_local.transpose();
        let distance = distance + deepest.min(0.0) - self.radius;
        (distance, transformed(&to_world, normal))
    }

    /// The smallest box around it: its smallest and its largest corner.
    pub(crate) fn bounds(&self) -> [Vec3; 2] {
        let reach = self.to_local.transpose().abs() * self.half_extents;
        let reach = reach + Vec3::repeat(self.radius);
        [self.center - reach, self.center + reach]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::UnitQuaternion;
    use proptest::prelude::*;

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
        fn the_surface_lies_at_the_distance_along_the_normal(
            shape in any_box(),
            point in prop::array::uniform3(-6.0f32..6.0),
        ) {
            let (distance, normal) = shape.surface(point);
            let normal = Vec3::from(normal);
            prop_assert!((normal.norm() - 1.0).abs() < 1e-4);
            let at_surface = Vec3::from(point) - normal * distance;
            let (rest, _) = shape.surface(at_surface.into());
            prop_assert!(rest.abs() < 1e-4, "{distance} leaves {rest}");
            let [min, max] = shape.bounds();
            for axis in 0..3 {
                let range = min[axis] - 1e-3..=max[axis] + 1e-3;
                prop_assert!(range.contains(&at_surface[axis]));
            }
        }
    }

    #[test]
    fn a_capsule_surrounds_its_segment() {
        let (start, end) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(1.0, 4.0, 0.0));
        let capsule = RoundedBox::capsule(start, end, 0.5);
        let distance = |x, y, z| capsule.surface([x, y, z]).0;
        assert!((distance(1.0, 2.0, 2.0) - 1.5).abs() < 1e-6);
        assert!((distance(1.0, 6.0, 0.0) - 1.5).abs() < 1e-6);
        assert!((distance(1.0, 3.0, 0.0) + 0.5).abs() < 1e-6);
    }

    #[test]
    fn the_middle_has_a_normal() {
        let (distance, normal) = RoundedBox::default().surface([0.0; 3]);
        assert_eq!((distance, normal), (0.0, [1.0, 0.0, 0.0]));
    }
}
