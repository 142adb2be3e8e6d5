//! Sweep of a boid against an obstacle that moves and turns, in the obstacle's frame.

use super::{contact::Limits, obstacle_in_step::ObstacleInStep};
use crate::math::{Vec3, Vec3d};

/// Largest distance of the path of a boid from the straight lines that replace it in the frame of a
/// turning obstacle, as a share of the body's radius.
pub(crate) const SAG: f64 = 0.1;

/// Largest number of straight lines that replace the path of a boid in a step. An obstacle of 10 m
/// that makes half a turn in a step needs about 60 for a body of 5 cm.
pub(crate) const MOST_PARTS: u32 = 1024;

/// Factor of the bound of the distance between path and lines. It is above 1 because an
/// interpolated rotation does not turn at a constant speed.
pub(crate) const UNEVEN: f64 = 1.63;

/// Approach that is allowed without a contact, as a share of the radius, and the bound of the
/// rounding of coordinates, as a share of a coordinate. The sweep against static geometry uses the
/// same values.
pub(crate) const SKIN: f64 = 5e-5;
pub(crate) const ROUNDING: f64 = 4.0 * f32::EPSILON as f64;

/// A straight part of a boid's path in a step, at constant speed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoidPath {
    pub(crate) from: Vec3,
    pub(crate) to: Vec3,
    /// Start and end of the part, as shares of the step.
    pub(crate) shares: [f64; 2],
}

impl BoidPath {
    /// The straight path in a whole step.
    pub(crate) fn whole(from: Vec3, to: Vec3) -> Self {
        Self {
            from,
            to,
            shares: [0.0, 1.0],
        }
    }
}

/// A half-space in which the displacement of a boid must end: `normal · displacement >= least`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PushPlane {
    pub(crate) normal: Vec3d,
    /// Least displacement along the normal, in metres.
    pub(crate) least: f64,
    /// Velocity of the plane along its normal, in m/s.
    pub(crate) speed: f64,
}

impl ObstacleInStep {
    /// The half-space that keeps a boid of this radius off the obstacle until the end of the step.
    ///
    /// `None` if its path is free: then its centre is never nearer to the surface than `radius`
    /// during the step; while the obstacle turns, the distance may be up to a tenth smaller. A boid
    /// that is nearer at the start may move away, but not closer.
    pub(crate) fn push_plane(&self, path: &BoidPath, radius: f32) -> Option<PushPlane> {
        let [first, last] = path.shares;
        let (from, to) = (path.from.cast::<f64>(), path.to.cast::<f64>());
        let radius = f64::from(radius);
        let (parts, sag) = self.parts(&from, &to, SAG * radius);
        let coordinate = f64::from(path.from.amax().max(path.to.amax()));
        let rounding = ROUNDING * coordinate;
        let slack = SKIN * radius + rounding;
        let limits = Limits::new(radius + sag, slack);
        let mut pose = self.way.at(first);
        let mut before = pose.point_to_local(&from);
        for part in 1..=parts {
            let share = f64::from(part) / f64::from(parts);
            let next_pose = if part == parts {
                self.way.at(last)
            } else {
                self.way.at(first + share * (last - first))
            };
            let after = next_pose.point_to_local(&from.lerp(&to, share));
            if let Some(contact) = self.body.contact(&before, &(after - before), &limits) {
                let normal = next_pose.vector_to_world(&contact.normal);
                let center = next_pose.point_to_world(&contact.center);
                let least = (normal.dot(&(center - from)) + limits.gap) / share;
                let surface = contact.center - contact.normal * contact.distance;
                let carried = next_pose.point_to_world(&surface) - pose.point_to_world(&surface);
                let seconds = self.way.dt * (last - first) / f64::from(parts);
                return Some(PushPlane {
                    normal,
                    least,
                    speed: normal.dot(&carried) / seconds,
                });
            }
            (pose, before) = (next_pose, after);
        }
        None
    }

    /// Signed distance of a boid from the obstacle at the start of a path, in metres. If it is not
    /// below `most`, any number from `most` on.
    pub(crate) fn distance_at_begin(&self, path: &BoidPath, most: f64) -> f64 {
        let pose = self.way.at(path.shares[0]);
        let local = pose.point_to_local(&path.from.cast());
        self.body.separation(&local, most).distance
    }

    /// The place at the end of the step of a boid that keeps its place in the frame of a mesh. It
    /// moves with the mesh, so it crosses none of its surfaces, however far the mesh turns.
    ///
    /// `None` if the obstacle is no mesh, if the mesh cannot touch the boid in this step, or if the
    /// boid is in a surface or a solid of it.
    pub(crate) fn carried(&self, from: Vec3, radius: f32) -> Option<Vec3> {
        if !self.is_mesh() {
            return None;
        }
        let way = &self.way;
        let local = way.begin.point_to_local(&from.cast());
        let end: Vec3 = way.end.point_to_world(&local).cast();
        let coordinate = local.amax().max(from.amax().max(end.amax()).into());
        let near = 2.0 * f64::from(radius) + way.distance() + way.angle * local.norm();
        let distance = self.body.separation(&local, near).distance;
        (2.0 * ROUNDING * coordinate < distance && distance < near).then_some(end)
    }

    /// Number of straight lines that replace the path of a boid in the frame of the obstacle, and
    /// the bound of the path's distance from them, in metres.
    ///
    /// For one part, let θ be its rotation, L the largest distance from the obstacle's origin, and
    /// D the relative displacement. The bound is (θ² L + 2 θ D) / 8: an eighth of the largest
    /// acceleration.
    fn parts(&self, from: &Vec3d, to: &Vec3d, most: f64) -> (u32, f64) {
        let angle = self.way.angle;
        if angle == 0.0 {
            return (1, 0.0);
        }
        let [begin, end] = self.way.origins();
        let displacement = (to - from).norm() + self.way.distance();
        let farthest = (from - begin).norm().max((to - end).norm()) + displacement;
        let sag = UNEVEN * angle * (angle * farthest + 2.0 * displacement) / 8.0;
        let parts = (sag / most).sqrt().ceil().clamp(1.0, f64::from(MOST_PARTS));
        (parts as u32, sag / (parts * parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::{frame::Placement, samples::vector},
        obstacles::{
            set::ObstacleSet,
            shape::{MovingObstacle, ObstacleShape},
        },
    };
    use nalgebra::UnitQuaternion;
    use proptest::prelude::*;

    const RADIUS: f32 = 0.05;

    fn shape() -> impl Strategy<Value = ObstacleShape> {
        let size = 0.03..0.5_f32;
        prop_oneof![
            size.clone()
                .prop_map(|radius| ObstacleShape::Sphere { radius }),
            (vector(0.5), vector(0.5), 0.01..0.2_f32)
                .prop_map(|(start, end, radius)| ObstacleShape::Capsule { start, end, radius }),
            [size.clone(), size.clone(), size].prop_map(|half| ObstacleShape::Box {
                half_extents: half.into()
            }),
            prop::collection::vec(vector(0.5), 4..12)
                .prop_map(|points| ObstacleShape::ConvexHull { points }),
        ]
    }

    fn placement(origin: Vec3, turn: Vec3) -> Placement {
        Placement {
            origin,
            rotation: UnitQuaternion::from_scaled_axis(turn),
        }
    }

    /// An obstacle that moves in a step of 0.1 s.
    fn moving(shape: ObstacleShape, from: Placement, to: Placement) -> Option<ObstacleInStep> {
        let mut set = ObstacleSet::default();
        let placement = from;
        let id = set.add(MovingObstacle { shape, placement }).ok()?;
        set.set_target(id, to).unwrap();
        set.begin_step(0.1, |_, _| ());
        Some(set.in_step()[0].clone())
    }

    /// The distance at a share of a step, with the exact rotation.
    fn distance(obstacle: &ObstacleInStep, path: &BoidPath, share: f64) -> f64 {
        let at = path.from.cast::<f64>().lerp(&path.to.cast(), share);
        let local = obstacle.way.at(share).point_to_local(&at);
        obstacle.body.separation(&local, f64::INFINITY).distance
    }

    fn least_distance(obstacle: &ObstacleInStep, path: &BoidPath) -> f64 {
        let shares = (0..=400).map(|instant| f64::from(instant) / 400.0);
        shares
            .map(|share| distance(obstacle, path, share))
            .fold(f64::INFINITY, f64::min)
    }

    proptest! {
        #![proptest_config(crate::cases::config(4000))]

        /// Compares with distances at many times: a free path keeps its distance, any other path
        /// comes near, and a path beyond the plane is free if the obstacle does not turn.
        #[test]
        fn a_sweep_is_right_about_the_distance(
            shape in shape(),
            (origin, turn) in (vector(1.0), vector(2.0)),
            (way, more_turn) in (vector(1.0), vector(1.0)),
            turns in 0..2_u8,
            (from, to) in (vector(1.0), vector(1.0)),
        ) {
            let more_turn = more_turn * f32::from(turns);
            let end = placement(origin + way, turn + more_turn);
            let Some(obstacle) = moving(shape, placement(origin, turn), end) else {
                return Ok(());
            };
            let path = BoidPath::whole(from, to);
            let (radius, begin) = (f64::from(RADIUS), distance(&obstacle, &path, 0.0));
            let least = least_distance(&obstacle, &path);
            match obstacle.push_plane(&path, RADIUS) {
                // Twice, because the line may be that far from the path of a boid that starts too
                // near.
                None => prop_assert!(
                    least >= radius.min(begin) - 2.0 * SAG * radius,
                    "{} of {}", least, begin
                ),
                Some(plane) => {
                    prop_assert!(least < 1.2 * radius, "{} of {}", least, begin);
                    if turns == 0 {
                        let wanted: Vec3d = (to - from).cast();
                        let beyond = wanted + plane.normal * (plane.least - plane.normal.dot(&wanted));
                        let pushed = BoidPath::whole(from, from + beyond.cast::<f32>());
                        prop_assert!(obstacle.push_plane(&pushed, RADIUS).is_none());
                    }
                }
            }
        }
    }
}
