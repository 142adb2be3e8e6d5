//! The moving obstacles of a flock.

#[cfg(feature = "gpu")]
use super::{body::Body, mesh::ObstacleMesh};
use super::{
    bounds::Bounds,
    obstacle_in_step::ObstacleInStep,
    pose::placement_between,
    shape::{check_placement, MovingObstacle},
};
use crate::{
    math::{frame::Placement, Vec3},
    settings::validation::{Check, SettingsError},
    state::{
        frame_target::FrameTarget,
        names::{check_names, next_name},
    },
};
use serde::{Deserialize, Serialize};

/// Largest number of moving obstacles in a flock.
pub(crate) const MOST_OBSTACLES: usize = 256;

/// Identifies a moving obstacle of a flock. An id is never used again in the same flock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ObstacleId(u32);

/// An obstacle, its id and where it moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: ObstacleId,
    /// The obstacle, with its placement at the end of the last step.
    obstacle: MovingObstacle,
    target: FrameTarget<Placement>,
}

/// The moving obstacles of a flock, in the order in which they were added.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObstacleSet {
    entries: Vec<Entry>,
    /// Number of obstacles that were ever added.
    added: u32,
    /// Each obstacle during the current step, or after it.
    #[serde(skip)]
    in_step: Vec<ObstacleInStep>,
    /// The boxes of `in_step`, close together for culling.
    #[serde(skip)]
    boxes: Vec<Bounds>,
    /// True if an obstacle moves in the current step, or moved in the last one.
    ///
    /// It is false after an obstacle was teleported or removed, so that all waiting boids are tried
    /// again. A snapshot stores it beside the set, so it is no part of the state hash.
    #[serde(skip)]
    is_moving: bool,
}

/// Compares everything but the derived values.
impl PartialEq for ObstacleSet {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Entry, &Entry)| {
            (a.id, &a.obstacle, a.target) == (b.id, &b.obstacle, b.target)
        };
        self.added == other.added
            && self.entries.len() == other.entries.len()
            && self.entries.iter().zip(&other.entries).all(same)
    }
}

impl ObstacleSet {
    pub(crate) fn add(&mut self, obstacle: MovingObstacle) -> Result<ObstacleId, SettingsError> {
        obstacle.validate()?;
        let count = self.entries.len();
        let id = ObstacleId(next_name(
            "obstacles",
            count,
            MOST_OBSTACLES,
            &mut self.added,
        )?);
        self.in_step.push(ObstacleInStep::resting(&obstacle));
        self.collect_boxes();
        self.entries.push(Entry {
            id,
            obstacle,
            target: FrameTarget::default(),
        });
        Ok(id)
    }

    /// Sets where an obstacle is at the end of the next frame. False if there is no obstacle with
    /// this id.
    pub(crate) fn set_target(
        &mut self,
        id: ObstacleId,
        placement: Placement,
    ) -> Result<bool, SettingsError> {
        check_target(&placement)?;
        let Some(index) = self.index(id) else {
            return Ok(false);
        };
        let entry = &mut self.entries[index];
        entry.target.begin(&entry.obstacle.placement, placement);
        Ok(true)
    }

    /// Puts an obstacle somewhere without a move in between. False if there is no obstacle with
    /// this id.
    pub(crate) fn teleport(
        &mut self,
        id: ObstacleId,
        placement: Placement,
    ) -> Result<bool, SettingsError> {
        check_target(&placement)?;
        let Some(index) = self.index(id) else {
            return Ok(false);
        };
        let entry = &mut self.entries[index];
        entry.obstacle.placement = placement;
        entry.target = FrameTarget::default();
        self.in_step[index].rest(&placement);
        self.collect_boxes();
        self.is_moving = false;
        Ok(true)
    }

    pub(crate) fn remove(&mut self, id: ObstacleId) -> Option<MovingObstacle> {
        let index = self.index(id)?;
        self.in_step.remove(index);
        self.collect_boxes();
        self.is_moving = false;
        Some(self.entries.remove(index).obstacle)
    }

    /// The placement that the obstacle moves to, or its own if it does not move; `None` if there is
    /// no obstacle with this id.
    pub(crate) fn target(&self, id: ObstacleId) -> Option<&Placement> {
        let entry = &self.entries[self.index(id)?];
        Some(entry.target.get().unwrap_or(&entry.obstacle.placement))
    }

    fn index(&self, id: ObstacleId) -> Option<usize> {
        let found = self.entries.binary_search_by_key(&id, |entry| entry.id);
        found.ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Each obstacle, with its placement at the end of the last step.
    pub(crate) fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = (ObstacleId, &MovingObstacle)> + Clone {
        self.entries.iter().map(|entry| (entry.id, &entry.obstacle))
    }

    /// Begins a frame of this number of steps: obstacles reach their targets at its end.
    pub(crate) fn begin_frame(&mut self, steps: u32) {
        for entry in &mut self.entries {
            entry.target.begin_frame(steps);
        }
    }

    /// Begins a step of `dt` seconds. Calls `moved` for each obstacle with a target, with its
    /// placement at the end of the step.
    pub(crate) fn begin_step(&mut self, dt: f32, mut moved: impl FnMut(ObstacleId, Placement)) {
        for (entry, in_step) in self.entries.iter_mut().zip(&mut self.in_step) {
            let from = entry.obstacle.placement;
            if let Some((target, steps)) = entry.target.step() {
                let to = placement_between(&from, &target, 1.0 / f64::from(steps));
                entry.obstacle.placement = to;
                moved(entry.id, to);
            }
            in_step.go(&from, &entry.obstacle.placement, dt);
        }
        self.collect_boxes();
        let moves = |it: &ObstacleInStep| it.way.distance() > 0.0 || it.way.angle > 0.0;
        self.is_moving = self.in_step.iter().any(moves);
    }

    /// True if an obstacle moves in the current step, or moved in the last one.
    pub(crate) fn is_moving(&self) -> bool {
        self.is_moving
    }

    #[cfg(feature = "gpu")]
    pub(crate) fn has_meshes(&self) -> bool {
        self.meshes().next().is_some()
    }

    /// The meshes among the obstacles.
    #[cfg(feature = "gpu")]
    pub(crate) fn meshes(&self) -> impl Iterator<Item = &ObstacleMesh> {
        self.in_step.iter().filter_map(|it| match &it.body {
            Body::Mesh(mesh) => Some(mesh),
            Body::Convex(_) => None,
        })
    }

    pub(crate) fn in_step(&self) -> &[ObstacleInStep] {
        &self.in_step
    }

    /// The obstacle with this id during the current step; `None` if it was removed.
    pub(crate) fn in_step_of(&self, id: ObstacleId) -> Option<&ObstacleInStep> {
        Some(&self.in_step[self.index(id)?])
    }

    /// The boxes outside of which no boid touches an obstacle in the current step, for each
    /// obstacle.
    pub(crate) fn boxes(&self) -> &[Bounds] {
        &self.boxes
    }

    fn collect_boxes(&mut self) {
        self.boxes.clear();
        self.boxes.extend(self.in_step.iter().map(|it| it.bounds));
    }

    /// True if no obstacle is nearer to a position than `radius` metres, at the end of the last
    /// step.
    pub(crate) fn is_clear(&self, place: Vec3, radius: f32) -> bool {
        let mut near = self.in_step.iter();
        near.all(|obstacle| obstacle.signed_distance(place, radius).0 >= radius)
    }

    /// True if a sphere can move along a straight path without touching an obstacle, at the
    /// obstacles' placements at the end of the last step.
    ///
    /// Sphere tracing with a shortest advance of half the radius: the test may miss an obstacle
    /// that the sphere overlaps by less than half of its radius.
    pub(crate) fn is_way_clear(&self, from: Vec3, to: Vec3, radius: f32) -> bool {
        let length = (to - from).norm();
        let ahead = (to - from).try_normalize(0.0).unwrap_or_default();
        let mut done = 0.0;
        while done < length {
            let (distance, _) = self.signed_distance(from + ahead * done, length + radius);
            if distance < radius {
                return false;
            }
            // Near a surface the distance alone would make the advances ever smaller.
            done += (distance - radius).max(0.5 * radius).max(length / 1024.0);
        }
        self.is_clear(to, radius)
    }

    /// Signed distance, in metres, of a position from the nearest obstacle at the end of the last
    /// step, and its gradient. If no obstacle is nearer than `most`, the result is `most` and a
    /// zero vector.
    pub(crate) fn signed_distance(&self, place: Vec3, most: f32) -> (f32, Vec3) {
        let mut nearest = (most, Vec3::zeros());
        for obstacle in &self.in_step {
            let found = obstacle.signed_distance(place, nearest.0);
            if found.0 < nearest.0 {
                nearest = found;
            }
        }
        nearest
    }

    /// True if a straight path between two positions leads through a mesh at the end of the last
    /// step, unless it leads out of a solid.
    pub(crate) fn is_behind(&self, from: Vec3, to: Vec3) -> bool {
        self.in_step.iter().any(|it| it.is_behind(from, to))
    }

    /// Checks a set that was read from a file. The error says what is wrong.
    pub(crate) fn validate(&self) -> Result<(), String> {
        let entries = &self.entries;
        let numbers = entries.iter().map(|entry| entry.id.0);
        check_names("obstacles", numbers, MOST_OBSTACLES, self.added)?;
        let mut all = entries.iter().map(|entry| {
            entry.obstacle.validate()?;
            entry.target.get().map_or(Ok(()), check_target)
        });
        all.try_for_each(|result| result.map_err(|error| error.to_string()))
    }

    /// A valid set that was read from a file, prepared for queries. `is_moving` says whether an
    /// obstacle moved in the last step.
    pub(crate) fn prepared(&self, is_moving: bool) -> Self {
        let obstacles = self.entries.iter().map(|entry| &entry.obstacle);
        let mut prepared = Self {
            entries: self.entries.clone(),
            added: self.added,
            in_step: obstacles.map(ObstacleInStep::resting).collect(),
            boxes: Vec::new(),
            is_moving,
        };
        prepared.collect_boxes();
        prepared
    }
}

/// Checks where an obstacle is put.
pub(crate) fn check_target(placement: &Placement) -> Result<(), SettingsError> {
    let mut check = Check::default();
    check_placement(&mut check, placement);
    check.finish()
}
