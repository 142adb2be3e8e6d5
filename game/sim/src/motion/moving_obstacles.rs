//! Moving obstacles during the moves of a step.

use super::{passage::ENTRY_CLEAR_SHARE, touched_slots::TouchedSlots};
use crate::{
    math::{simd::SimdWidth, Vec3},
    obstacles::{
        bounds::Bounds, obstacle_in_step::ObstacleInStep, BoidPath, NearObstacles, ObstacleSet,
    },
    settings::Settings,
    state::threads::BLOCK,
};

/// Share of the body's radius that must be clear of obstacles after a step.
pub(crate) const CLEAR_SHARE: f32 = 0.5;

/// Moving obstacles during the moves of a step.
#[derive(Clone, Copy)]
pub(crate) struct MovingObstacles<'a> {
    pub(crate) set: &'a ObstacleSet,
    /// Receives the slots of caught boids, which must be moved to a free place.
    pub(super) caught: &'a TouchedSlots,
    /// Radius of the body plus skin, in metres.
    pub(crate) radius: f32,
    /// Radius of the body alone, in metres.
    pub(super) body_radius: f32,
}

/// The obstacles that a block of boids may meet without passing a boundary.
pub(super) struct NearBlock<'a> {
    pub(super) obstacles: NearObstacles<'a>,
    /// For each boid, true if it may meet one of these obstacles.
    pub(super) may_meet: [bool; BLOCK],
}

impl<'a> MovingObstacles<'a> {
    /// `None` if there are no obstacles, or if boids do not collide.
    pub(crate) fn new(
        settings: &Settings,
        set: &'a ObstacleSet,
        caught: &'a TouchedSlots,
    ) -> Option<Self> {
        let collision = &settings.collision;
        (collision.enabled && !set.is_empty()).then_some(Self {
            set,
            caught,
            radius: collision.body_radius + collision.skin,
            body_radius: collision.body_radius,
        })
    }

    /// The obstacles that a block of boids may meet if no boid moves farther than `distance`, in
    /// metres.
    pub(super) fn near(
        &self,
        positions: [&[f32]; 3],
        distance: f32,
        vectors: SimdWidth,
    ) -> NearBlock<'a> {
        let reach = distance + 2.0 * self.radius;
        let around = Bounds::of(&positions).enlarged(reach);
        let mut block = NearBlock {
            obstacles: NearObstacles::in_the_way(self.set, &around),
            may_meet: [false; BLOCK],
        };
        let marks = &mut block.may_meet[..positions[0].len()];
        block.obstacles.mark(vectors, positions, reach, marks);
        block
    }

    /// True if a body is inside of an obstacle after the step.
    pub(super) fn is_inside(&self, obstacle: &ObstacleInStep, position: Vec3) -> bool {
        let least = CLEAR_SHARE * self.body_radius;
        obstacle.signed_distance(position, least).0 < least
    }

    /// True if a body is inside of any obstacle at the end of its path.
    pub(super) fn is_any_inside(&self, near: &NearObstacles<'a>, path: &BoidPath) -> bool {
        let near = self.in_the_way(near, path);
        let mut near = near.iter();
        near.any(|it| self.is_inside(it, path.to))
    }

    /// The box outside of which obstacles do not matter to a path.
    pub(super) fn bounds(&self, path: &BoidPath) -> Bounds {
        Bounds::of_path(path.from, path.to).enlarged(1.2 * self.radius)
    }

    /// The obstacles that matter to a path anywhere in the world.
    pub(super) fn around(&self, path: &BoidPath) -> NearObstacles<'a> {
        NearObstacles::in_the_way(self.set, &self.bounds(path))
    }

    /// The same. It takes less time if `near`, the obstacles in the way of a block, contains them.
    pub(super) fn in_the_way(
        &self,
        near: &NearObstacles<'a>,
        path: &BoidPath,
    ) -> NearObstacles<'a> {
        near.in_the_way_of(&self.bounds(path))
    }

    /// True if a part of a path meets no obstacle. If the boid `enters` at its start, there must be
    /// room for it, too.
    pub(super) fn is_free(&self, path: &BoidPath, enters: bool) -> bool {
        let room = f64::from(ENTRY_CLEAR_SHARE * self.radius);
        // A part that starts and ends at the same time has no length.
        let takes_time = path.shares[0] < path.shares[1];
        let is_met = |it: &ObstacleInStep| {
            enters && it.distance_at_begin(path, room) < room
                || takes_time && it.push_plane(path, self.radius).is_some()
        };
        !self.around(path).iter().any(is_met)
    }
}
