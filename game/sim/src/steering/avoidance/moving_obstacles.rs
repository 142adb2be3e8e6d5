//! Avoidance of moving obstacles: boids see the encounters ahead and step aside.
//!
//! A boid looks along its velocity relative to an obstacle, so that one that comes at a boid at rest
//! is seen too, and moves away sideways from where they would meet. Of several obstacles the one that
//! it meets first counts, and of an obstacle and static geometry the nearer one.

use super::{
    avoidance_wish::AvoidanceParams, view_frame::ReferenceAxes, AvoidanceBlock, AvoidanceStep,
};
use crate::{
    math::{frame::Frame, simd::SimdWidth, Vec3, Vec3d},
    obstacles::{
        culling::{Bounds, Sight},
        sight::Approach,
        NearObstacles, ObstacleSet,
    },
    settings::Settings,
    state::boids::BoidsPart,
};

/// Shorter parts of a unit vector have no direction.
const NO_PART: f64 = 1e-3;

/// Avoidance of moving obstacles in a step.
pub(crate) struct ObstacleAvoidance<'a> {
    set: &'a ObstacleSet,
    sight: Sight,
    reference_axes: ReferenceAxes,
    avoidance_params: AvoidanceParams,
    vectors: SimdWidth,
}

impl<'a> ObstacleAvoidance<'a> {
    /// None if boids do not look.
    pub(crate) fn new(
        settings: &Settings,
        frame: Frame,
        set: &'a ObstacleSet,
        vectors: SimdWidth,
    ) -> Option<Self> {
        let (avoidance, collision) = (settings.avoidance, &settings.collision);
        let sees = avoidance.enabled && collision.enabled && avoidance.look_ahead > 0.0;
        let reference_axes = ReferenceAxes::new(settings.motion.plane, frame);
        sees.then(|| Self {
            set,
            sight: Sight {
                speed: settings.motion.max_speed,
                seconds: avoidance.look_ahead,
                radius: collision.body_radius + collision.skin,
            },
            reference_axes,
            avoidance_params: AvoidanceStep::params(settings, reference_axes),
            vectors,
        })
    }

    /// Adds the escape vectors of a block of boids, and computes the wishes of its boids.
    pub(crate) fn avoid<const N: usize>(&self, before: &BoidsPart, block: &mut AvoidanceBlock<N>) {
        let near = NearObstacles::ahead(self.set, &Bounds::of(&before.position), &self.sight);
        if near.is_empty() {
            return;
        }
        for index in 0..before.slot.len() {
            let velocity = Vec3::from_fn(|axis, _| before.velocity[axis][index]);
            if let Some(escape) = self.escape(&near, before.position(index), velocity) {
                block.set_nearer_escape(index, escape);
            }
        }
    }

    /// Replaces the escape vectors of a block by wishes.
    pub(crate) fn finish<const N: usize>(
        &self,
        velocity: [&[f32]; 3],
        block: &mut AvoidanceBlock<N>,
    ) {
        block.finish(&self.avoidance_params, velocity, self.vectors);
    }

    /// Escape vector of a boid: its direction, of the length of the nearness in time.
    fn escape(&self, near: &NearObstacles, place: Vec3, velocity: Vec3) -> Option<Vec3> {
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
        Some(direction * (1.0 - approach.time) as f32)
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
