//! The bounding box of an obstacle in its own frame.

use super::{bounds::Bounds, pose::ObstacleWay};
use crate::math::{Vec3, Vec3d};

/// The bounding box of an obstacle in its own frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalBox {
    pub(super) center: Vec3d,
    /// Half of its size, in metres.
    pub(super) half: Vec3d,
}

impl LocalBox {
    /// The box between two corners.
    pub(super) fn between(low: Vec3, high: Vec3) -> Self {
        let [low, high]: [Vec3d; 2] = [low.cast(), high.cast()];
        Self {
            center: (low + high) / 2.0,
            half: (high - low) / 2.0,
        }
    }

    /// The box in the world that contains the obstacle during a whole step. `reach` is the radius
    /// of its bounding sphere around the origin of its frame, in metres.
    pub(super) fn during(&self, way: &ObstacleWay, reach: f64) -> Bounds {
        // A point moves on an arc around the origin of the frame, which stays near the chord.
        let sag = reach * (way.angle * way.angle / 8.0).min(1.0);
        let turned = [&way.begin, &way.end].map(|pose| {
            let matrix = pose.rotation.to_rotation_matrix().into_inner();
            let (center, half) = (matrix * self.center, matrix.abs() * self.half);
            [center - half, center + half]
        });
        let [[low, high], [low_after, high_after]] = turned;
        let most = Vec3d::repeat(reach);
        let low = low.inf(&low_after).add_scalar(-sag).sup(&-most);
        let high = high.sup(&high_after).add_scalar(sag).inf(&most);
        let [begin, end] = way.origins();
        let (low, high) = (begin.inf(&end) + low, begin.sup(&end) + high);
        Bounds::of_path(low.cast(), high.cast()).enlarged(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{frame::Placement, samples::vector};
    use nalgebra::UnitQuaternion;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::cases::config(500))]

        #[test]
        fn no_corner_leaves_the_box_during_a_step(
            (low, size) in (vector(2.0), vector(2.0)),
            (origin, turn) in (vector(5.0), vector(2.0)),
            (way, more_turn) in (vector(1.0), vector(1.5)),
        ) {
            let placement = |origin: Vec3, turn: Vec3| Placement {
                origin,
                rotation: UnitQuaternion::from_scaled_axis(turn),
            };
            let high = low + size.abs();
            let (from, to) = (placement(origin, turn), placement(origin + way, turn + more_turn));
            let way = ObstacleWay::new(&from, &to, 0.1);
            let corners: [Vec3d; 8] = std::array::from_fn(|bits| {
                Vec3d::from_fn(|axis, _| f64::from([low, high][bits >> axis & 1][axis]))
            });
            let reach = corners.iter().map(|it| it.norm()).fold(0.0, f64::max);
            let bounds = LocalBox::between(low, high).during(&way, reach);
            for share in 0..=20 {
                let pose = way.at(f64::from(share) / 20.0);
                for corner in &corners {
                    let place: Vec3 = pose.point_to_world(corner).cast();
                    prop_assert!(bounds.contains(place.into()), "{place} at {share}");
                }
            }
        }
    }
}
