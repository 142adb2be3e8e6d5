//! Avoidance of moving obstacles: boids see the encounters ahead and step aside.
//!
//! A boid looks along its velocity relative to an obstacle, so that one that comes at a boid at rest
//! is seen too, and accelerates sideways from where they would meet. Of several obstacles the one that
//! it meets first counts. The wish joins that to avoid static geometry.

use super::{avoidance_wish::AvoidanceParams, view_frame::ReferenceAxes, AvoidanceBlock};
use crate::{
    math::{frame::Frame, Vec3, Vec3d},
    obstacles::{
        culling::{Bounds, Sight},
        sight::Approach,
        NearObstacles, ObstacleSet,
    },
    settings::{AvoidanceSteering, Settings},
    state::boids::BoidsPart,
};

/// Radii of its body by which a boid wants to pass an obstacle, so that it does not graze it.
const ROOM: f32 = 2.0;

/// Shorter parts of a unit vector have no direction.
const NO_PART: f64 = 1e-3;

/// Avoidance of moving obstacles in a step.
pub(crate) struct ObstacleAvoidance<'a> {
    set: &'a ObstacleSet,
    sight: Sight,
    reference_axes: ReferenceAxes,
    avoidance_params: AvoidanceParams,
}

impl<'a> ObstacleAvoidance<'a> {
    /// None if boids do not look.
    pub(crate) fn new(settings: &Settings, frame: Frame, set: &'a ObstacleSet) -> Option<Self> {
        let (avoidance, collision) = (settings.avoidance, &settings.collision);
        let sees = avoidance.enabled && collision.enabled && avoidance.look_ahead > 0.0;
        let reference_axes = ReferenceAxes::new(settings.motion.plane, frame);
        sees.then(|| Self {
            set,
            sight: Sight {
                speed: settings.motion.max_speed,
                seconds: avoidance.look_ahead,
                radius: ROOM * collision.body_radius + collision.skin,
            },
            reference_axes,
            avoidance_params: AvoidanceParams::new(
                avoidance,
                AvoidanceSteering::Toward,
                reference_axes,
            ),
        })
    }

    /// Adds the wishes of a block of boids.
    pub(crate) fn avoid<const N: usize>(&self, before: &BoidsPart, block: &mut AvoidanceBlock<N>) {
        let near = NearObstacles::ahead(self.set, &Bounds::of(&before.position), &self.sight);
        if near.is_empty() {
            return;
        }
        for index in 0..before.slot.len() {
            let velocity = Vec3::from_fn(|axis, _| before.velocity[axis][index]);
            let escape = self.escape(&near, before.position(index), velocity);
            if let Some((direction, nearness)) = escape {
                let wish = direction * self.avoidance_params.strength(nearness);
                block.add_wish(index, wish, self.avoidance_params.fade(nearness));
            }
        }
    }

    /// Escape direction of a boid, and the nearness of the obstacle in time: 0 where it comes in sight,
    /// 1 where they meet.
    fn escape(&self, near: &NearObstacles, place: Vec3, velocity: Vec3) -> Option<(Vec3, f32)> {
        let Sight {
            seconds, radius, ..
        } = self.sight;
        let mut first: Option<Approach> = None;
        for obstacle in near.iter() {
            if !obstacle.seen_bounds(&self.sight).is_within(place, 0.0) {
                continue;
            }
            let approach = obstacle.approach(place, velocity, radius, seconds);
            let is_first = |it: &Approach| first.as_ref().is_none_or(|first| it.time < first.time);
            first = approach.filter(is_first).or(first);
        }
        let approach = first.filter(|it| it.time < 1.0)?;
        let direction = self.aside(&approach)?;
        Some((direction, (1.0 - approach.time) as f32))
    }

    /// Unit vector away from where boid and obstacle meet, across their relative velocity.
    fn aside(&self, approach: &Approach) -> Option<Vec3> {
        let along = approach.relative_velocity.try_normalize(0.0)?;
        let across = |vector: &Vec3d| {
            let vector = self.reference_axes.in_plane(vector.cast::<f32>().into());
            let vector: Vec3d = Vec3::from(vector).cast();
            (vector - along * along.dot(&vector)).try_normalize(NO_PART)
        };
        // Head-on every side is as good.
        let axes = [Vec3d::y(), Vec3d::x(), Vec3d::z()];
        let direction = across(&approach.normal).or_else(|| {
            axes.iter()
                .map(|axis| along.cross(axis))
                .find_map(|it| across(&it))
        })?;
        let in_plane = self.reference_axes.in_plane(direction.cast::<f32>().into());
        Vec3::from(in_plane).try_normalize(NO_PART as f32)
    }
}
