//! Worlds: several flocks that see each other.

mod across_frames;
mod error;
mod flock_id;
mod hunting;
mod log;
mod mixing;
mod recording;
mod relations;
mod replay;
mod replay_state;
mod sight;
mod snapshot;
mod steps;
mod transfer;

pub use error::WorldError;
pub use flock_id::FlockId;
pub use hunting::{HuntPhase, Hunts, Prey, Pursuit};
pub use log::{WorldInput, WorldLog};
pub use snapshot::WorldSnapshot;

pub use crate::steering::relation::{Relation, RelationKind};

use crate::{
    flock::{clock::Advance, Flock},
    geometry::Geometry,
    gpu::role::Role,
    settings::validation::SettingsError,
    step::others::Sighting,
};
use across_frames::AcrossFrames;
use hunting::{Hunt, Hunters};
use mixing::Mixing;
use relations::Relations;
use replay_state::WorldReplay;
use std::sync::Arc;

/// Flocks that see each other.
///
/// In each step, every flock reads the positions that the boids of the others had before the step.
/// So the order of the flocks does not matter, and the results have the same bits for any number of
/// threads.
///
/// The flocks may have different boundaries. If the boundary of a flock is a box that wraps, its
/// boids flee from threats (with `fear.enabled`) and attack prey (with `hunting.enabled`) across
/// the sides of the box: they see the nearest image of each boid inside the box, and the real
/// position of each boid outside it. For all other purposes, flocking with others too, boids do not
/// see other flocks across a boundary.
///
/// A flock that is ignored frightens no boid, whatever its relations to other flocks are: fear and
/// panic pass within a flock only. With `hunting.enabled` hunters attack single boids, and
/// [`pursuit`](Self::pursuit) returns what each hunter does.
///
/// Related flocks run on the GPU if all of them can run there, with
/// [`Backend::Gpu`](crate::settings::Backend::Gpu) or, if each is large enough,
/// [`Backend::Automatic`](crate::settings::Backend::Automatic), and if they are in the same frame
/// (see [`Flock::move_frame`]). Otherwise they run on the CPU, and
/// [`Flock::gpu_error`] returns the reason. On the GPU, hunters that attack use the state of the
/// boids that was read back: the exact state after single steps, the drawn state between frames.
/// The drawn state is up to two frames old, so a run in frames does not repeat. A flock on the GPU
/// that other flocks see must not have a box that wraps as its boundary. All flocks may share one
/// geometry.
///
/// ```
/// use flock_sim::{
///     world::{Relation, RelationKind},
///     Flock, Placement, Preset, Settings, Vec3, World,
/// };
///
/// let school = Flock::new(Settings::default(), Placement::default(), Default::default())?;
/// let mut settings = Settings::default();
/// settings.spawn.count = 1;
/// let sharks = Flock::new(settings, Placement::default(), Default::default())?;
///
/// let mut world = World::new();
/// let (school, sharks) = (world.add(school), world.add(sharks));
/// let flee = Relation { kind: RelationKind::Flee, weight: 20.0, radius: 3.0 };
/// world.set_relation(school, sharks, flee)?;
/// let hunt = Relation { kind: RelationKind::Hunt, weight: 5.0, radius: 10.0 };
/// world.set_relation(sharks, school, hunt)?;
/// world.advance(1.0 / 60.0)?;
/// assert_eq!(world.flock(school).unwrap().len(), 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct World {
    ids: Vec<FlockId>,
    flocks: Vec<Flock>,
    /// The boids of each flock before the step, if other flocks see them.
    sightings: Vec<Sighting>,
    /// The hunters of each flock.
    hunters: Vec<Hunters>,
    hunt: Hunt,
    relations: Relations,
    mixing: Mixing,
    across: AcrossFrames,
    /// Number of flocks that have ever been added.
    added: u32,
    log: Option<WorldLog>,
    replay: Option<WorldReplay>,
}

impl World {
    /// Creates a world without flocks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a flock, without relations to the other flocks.
    pub fn add(&mut self, mut flock: Flock) -> FlockId {
        self.log_added(&mut flock);
        let id = FlockId(self.added);
        self.added += 1;
        self.push(id, flock);
        id
    }

    fn push(&mut self, id: FlockId, flock: Flock) {
        self.ids.push(id);
        self.flocks.push(flock);
        self.sightings.push(Sighting::default());
        self.hunters.push(Hunters::default());
        self.relations.set_count(self.flocks.len());
    }

    /// Removes a flock and all relations to it, and returns the flock. `None` if there is no such
    /// flock.
    pub fn remove(&mut self, id: FlockId) -> Option<Flock> {
        let index = self.index(id).ok()?;
        self.log_removed(id, index);
        self.ids.remove(index);
        self.sightings.remove(index);
        self.hunters.remove(index);
        self.relations.remove(index);
        let mut flock = self.flocks.remove(index);
        flock.limit_steps(u32::MAX);
        flock.set_role(Role::default());
        self.find_locked();
        Some(flock)
    }

    /// The flock with this id; `None` if it was removed.
    pub fn flock(&self, id: FlockId) -> Option<&Flock> {
        self.index(id).ok().map(|index| &self.flocks[index])
    }

    /// Mutable access to a flock: its settings, boids and influences. `None` if it was removed.
    ///
    /// Do not step or advance the flock by itself, since it would then no longer be in step with
    /// the others.
    pub fn flock_mut(&mut self, id: FlockId) -> Option<&mut Flock> {
        let index = self.index(id).ok()?;
        Some(&mut self.flocks[index])
    }

    /// All flocks with their ids, in the order in which they were added.
    pub fn flocks(&self) -> impl ExactSizeIterator<Item = (FlockId, &Flock)> {
        self.ids.iter().copied().zip(&self.flocks)
    }

    /// Sets how the boids of the flock `of` react to those of the flock `to`, from the next step
    /// on.
    ///
    /// The opposite direction is a separate relation.
    ///
    /// # Errors
    /// Names every value that is out of range. Refuses an unknown flock, and a relation of a flock
    /// to itself. The relation then stays as it was.
    pub fn set_relation(
        &mut self,
        of: FlockId,
        to: FlockId,
        relation: Relation,
    ) -> Result<(), WorldError> {
        relation.validate()?;
        let (first, second) = (self.index(of)?, self.index(to)?);
        if first == second {
            return Err(WorldError::Itself(of));
        }
        let before = self.relations.get(first, second);
        if relation != before && (relation.acts() || before.acts()) {
            self.log(|| WorldInput::SetRelation { of, to, relation });
            self.relations.set(first, second, relation);
            self.find_locked();
        }
        Ok(())
    }

    /// How the boids of the flock `of` react to those of the flock `to`.
    ///
    /// [`Ignore`](crate::world::RelationKind::Ignore) if no relation was set, or if one of the
    /// flocks does not exist.
    pub fn relation(&self, of: FlockId, to: FlockId) -> Relation {
        match (self.index(of), self.index(to)) {
            (Ok(of), Ok(to)) => self.relations.get(of, to),
            _ => Relation::default(),
        }
    }

    /// Replaces the geometry of all flocks, as [`Flock::set_geometry`] does. They share it.
    pub fn set_geometry(&mut self, geometry: &Arc<Geometry>) {
        for flock in &mut self.flocks {
            flock.set_geometry(geometry.clone());
        }
    }

    /// Moves all flocks by a vector, in metres, as [`Flock::translate`] does: for games that shift
    /// the origin of their world.
    ///
    /// # Errors
    /// Those of [`Flock::translate`]. No flock moves then.
    pub fn translate(&mut self, shift: nalgebra::Vector3<f64>) -> Result<(), SettingsError> {
        self.flocks
            .iter()
            .try_for_each(|flock| flock.check_translation(&shift))?;
        self.flocks
            .iter_mut()
            .try_for_each(|flock| flock.translate(shift))
    }

    /// Makes exactly one step of every flock.
    ///
    /// # Errors
    /// Refuses to step any flock if two related flocks have different time steps.
    pub fn step(&mut self) -> Result<(), WorldError> {
        self.replay_calls();
        self.check()?;
        for group in 0..self.relations.group_count() {
            if self.steps_to_next_call(group) > 0 {
                self.step_once(group);
            }
        }
        Ok(())
    }

    /// Makes the steps of a frame of so many seconds, as [`Flock::advance`] does for each flock.
    /// Related flocks make the same steps: those of the first of them. Returns the largest number
    /// of steps that a flock made, and the longest time that one dropped.
    ///
    /// # Errors
    /// The same as for [`step`](Self::step).
    pub fn advance(&mut self, seconds: f32) -> Result<Advance, WorldError> {
        self.replay_calls();
        self.check()?;
        let mut most = Advance::default();
        for group in 0..self.relations.group_count() {
            let limit = self.steps_to_next_call(group);
            for member in self.relations.members(group) {
                self.flocks[*member].limit_steps(limit);
            }
            let advance = self.advance_group(group, seconds);
            most.steps = most.steps.max(advance.steps);
            most.dropped_seconds = most.dropped_seconds.max(advance.dropped_seconds);
        }
        Ok(most)
    }

    /// Refuses related flocks with different time steps.
    fn check(&self) -> Result<(), WorldError> {
        for group in 0..self.relations.group_count() {
            let members = self.relations.members(group);
            let time_step = |index: usize| self.flocks[index].settings().simulation.time_step;
            for pair in members.windows(2) {
                let [first, second] = [pair[0], pair[1]];
                if time_step(first) != time_step(second) {
                    return Err(WorldError::TimeSteps {
                        first: self.ids[first],
                        first_step: time_step(first),
                        second: self.ids[second],
                        second_step: time_step(second),
                    });
                }
            }
        }
        Ok(())
    }

    fn index(&self, id: FlockId) -> Result<usize, WorldError> {
        let index = self.ids.iter().position(|other| *other == id);
        index.ok_or(WorldError::NoSuchFlock(id))
    }
}
