//! Avoidance of moving obstacles: boids see encounters ahead and step aside.
//!
//! A boid looks along its velocity relative to an obstacle, so that even a boid at rest sees an
//! obstacle that comes towards it. It accelerates sideways, away from the point of the encounter.
//! Of several obstacles, the one that it meets first counts. The wish is added to the wish to avoid
//! static geometry.

use super::{avoidance_wish::AvoidanceParams, view_frame::ReferenceAxes, AvoidanceBlock};
use crate::{
    math::{
        frame::Frame,
        lanes::{vector_at, Lanes},
        simd::SimdWidth,
        Vec3, Vec3d,
    },
    obstacles::{
        bounds::Bounds,
        obstacle_in_step::ObstacleInStep,
        sight::{Approach, FoundBoids, Sight},
        NearObstacles, ObstacleSet, SeenBoxes,
    },
    settings::{AvoidanceSteering, Settings},
    state::boids::BoidsPart,
};

/// Distance at which a boid wants to pass an obstacle, in radii of its body.
const ROOM: f32 = 2.0;

/// A part of a unit vector that is shorter than this has no direction.
pub(crate) const NO_PART: f64 = 1e-3;

/// Avoidance of moving obstacles in a step.
pub(crate) struct ObstacleAvoidance<'a> {
    set: &'a ObstacleSet,
    pub(crate) sight: Sight,
    seen: SeenBoxes,
    pub(crate) reference_axes: ReferenceAxes,
    pub(crate) avoidance_params: AvoidanceParams,
    vectors: SimdWidth,
}

/// The first encounters of a block of boids with obstacles.
struct FirstMeetings<const N: usize> {
    /// Time until the encounter, as a share of the time that boids look ahead; 1 if there is none.
    time: [f32; N],
    normal: Lanes<N>,
    relative_velocity: Lanes<N>,
}

impl<const N: usize> FirstMeetings<N> {
    #[inline(always)]
    fn none() -> Self {
        Self {
            time: [1.0; N],
            normal: [[0.0; N]; 3],
            relative_velocity: [[0.0; N]; 3],
        }
    }

    /// Replaces the encounter of a boid by an earlier one.
    fn take(&mut self, index: usize, approach: &Approach) {
        let time = approach.time as f32;
        if time < self.time[index] {
            self.time[index] = time;
            for axis in 0..3 {
                self.normal[axis][index] = approach.normal[axis] as f32;
                self.relative_velocity[axis][index] = approach.relative_velocity[axis] as f32;
            }
        }
    }
}

impl<'a> ObstacleAvoidance<'a> {
    /// `None` if boids do not look for obstacles.
    pub(crate) fn new(
        settings: &Settings,
        frame: Frame,
        set: &'a ObstacleSet,
        vectors: SimdWidth,
    ) -> Option<Self> {
        let (avoidance, collision) = (settings.avoidance, &settings.collision);
        let sees = avoidance.enabled && collision.enabled && avoidance.look_ahead > 0.0;
        let reference_axes = ReferenceAxes::new(settings.motion.plane, frame);
        let sight = Sight {
            speed: settings.motion.max_speed,
            seconds: avoidance.look_ahead,
            radius: ROOM * collision.body_radius + collision.skin,
        };
        sees.then(|| Self {
            set,
            sight,
            seen: SeenBoxes::new(set, &sight),
            reference_axes,
            avoidance_params: AvoidanceParams::new(
                avoidance,
                AvoidanceSteering::Toward,
                reference_axes,
            ),
            vectors,
        })
    }

    /// The boxes outside of which no boid sees an obstacle, for each obstacle.
    pub(crate) fn seen(&self) -> &[Bounds] {
        self.seen.boxes()
    }

    /// Adds the wishes of a block of boids.
    pub(crate) fn avoid<const N: usize>(&self, before: &BoidsPart, block: &mut AvoidanceBlock<N>) {
        let near = NearObstacles::ahead(self.set, &self.seen, &Bounds::of(&before.position));
        if near.is_empty() {
            return;
        }
        let mut first = FirstMeetings::<N>::none();
        let mut found = FoundBoids::<N>::new();
        for (index, obstacle) in near.indices().zip(near.iter()) {
            let (bounds, boids) = (self.seen()[index], (before.position, before.velocity));
            self.vectors
                .run(obstacle.find_meetings(&self.sight, bounds, boids, &mut found));
            for index in found.iter() {
                if let Some(approach) = self.approach(obstacle, before, index) {
                    first.take(index, &approach);
                }
            }
        }
        for index in 0..before.slot.len() {
            if first.time[index] < 1.0 {
                self.step_aside(&first, index, block);
            }
        }
    }

    fn approach(
        &self,
        obstacle: &ObstacleInStep,
        before: &BoidsPart,
        index: usize,
    ) -> Option<Approach> {
        let velocity = Vec3::from_fn(|axis, _| before.velocity[axis][index]);
        obstacle.approach(before.position(index), velocity, &self.sight)
    }

    /// Adds the wish of a boid that will meet an obstacle. The nearness is 0 where the obstacle
    /// comes in sight, and 1 where boid and obstacle touch.
    fn step_aside<const N: usize>(
        &self,
        first: &FirstMeetings<N>,
        index: usize,
        block: &mut AvoidanceBlock<N>,
    ) {
        let normal = vector_at(&first.normal, index).into();
        let relative_velocity = vector_at(&first.relative_velocity, index).into();
        if let Some(direction) = self.aside(normal, relative_velocity) {
            let nearness = 1.0 - first.time[index];
            let wish = direction * self.avoidance_params.strength(nearness);
            block.add_wish(index, wish, self.avoidance_params.fade(nearness));
        }
    }

    /// Unit vector away from the point of the encounter, at right angles to the relative velocity.
    fn aside(&self, normal: Vec3, relative_velocity: Vec3) -> Option<Vec3> {
        let along: Vec3d = relative_velocity.cast();
        let along = along.try_normalize(0.0)?;
        let across = |vector: &Vec3d| {
            let vector = self.reference_axes.in_plane(vector.cast::<f32>().into());
            let vector: Vec3d = Vec3::from(vector).cast();
            (vector - along * along.dot(&vector)).try_normalize(NO_PART)
        };
        // Head-on, every side is equally good.
        let axes = [Vec3d::y(), Vec3d::x(), Vec3d::z()];
        let direction = across(&normal.cast()).or_else(|| {
            axes.iter()
                .map(|axis| along.cross(axis))
                .find_map(|it| across(&it))
        })?;
        let in_plane = self.reference_axes.in_plane(direction.cast::<f32>().into());
        Vec3::from(in_plane).try_normalize(NO_PART as f32)
    }
}
