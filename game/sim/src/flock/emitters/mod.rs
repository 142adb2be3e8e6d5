//! Emitters: places where boids appear while the flock runs, and where they disappear.

mod emitter;
mod set;

pub use emitter::Emitter;
pub use set::EmitterId;
pub(crate) use set::EmitterSet;

use super::{boid_store::change_members, events::EventKind, input_log::FlockInput, Flock};
use crate::{math::frame::Frame, motion::spawn::Spawner, settings::validation::SettingsError};
use emitter::MOST_ALIVE;
use set::Running;
use std::mem::take;

/// Places that the emitters of a flock try in a step, all together: a step with a burst then takes
/// at most some tens of milliseconds longer, even where most places touch geometry.
const PLACES_IN_STEP: usize = 1 << 13;

/// Emitters act at the begin of each step. On a GPU, where their boids are is known from the drawn
/// state.
impl Flock {
    /// Adds an emitter, from the next step on. There are at most 64 at a time. Its boids start as
    /// those of [`spawn`](Self::spawn) do, and the same steps give the same ones; a boid for which
    /// no place clear of geometry is found is left out. Those that are held or dead are not
    /// removed.
    ///
    /// All emitters together try at most 8,192 places in a step, up to 64 for each boid. The boids
    /// that are due beyond that appear in the steps that follow.
    ///
    /// Takes constant time; the steps take longer by a look at the boids of each emitter.
    ///
    /// # Errors
    /// Names every value of the emitter that is out of range, or the number of emitters if there
    /// are 64 already; the flock then stays as it was.
    ///
    /// ```
    /// use flock_sim::{Emitter, Flock, Placement, Region, Settings, Vec3};
    ///
    /// let mut settings = Settings::default();
    /// settings.spawn.count = 0;
    /// let mut flock = Flock::new(settings, Placement::default(), Default::default())?;
    /// let cave = flock.add_emitter(Emitter {
    ///     region: Region::Sphere { center: Vec3::zeros(), radius: 0.2 },
    ///     velocity: Some(Vec3::x()),
    ///     rate: 30.0,
    ///     farthest: Some(1.0),
    ///     ..Emitter::default()
    /// })?;
    /// (0..30).for_each(|_| flock.step());
    /// assert!((14..=15).contains(&flock.len()));
    /// (0..300).for_each(|_| flock.step());
    /// assert!(flock.boids().all(|boid| boid.position.norm() < 1.1));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn add_emitter(&mut self, emitter: Emitter) -> Result<EmitterId, SettingsError> {
        emitter.validate()?;
        let id = self.emitters.next_id()?;
        self.log(|| FlockInput::AddEmitter(emitter.clone()));
        self.emitters.running.push(Running {
            id,
            emitter,
            due: 0.0,
            boids: Vec::new(),
        });
        Ok(id)
    }

    /// Replaces an emitter, from the next step on; its boids stay its own. False if it was removed
    /// before.
    ///
    /// # Errors
    /// Names every value of the emitter that is out of range; it then stays as it was.
    pub fn set_emitter(&mut self, id: EmitterId, emitter: Emitter) -> Result<bool, SettingsError> {
        emitter.validate()?;
        let logged = self.to_log(&emitter);
        let Some(running) = self.emitters.get_mut(id) else {
            return Ok(false);
        };
        if running.emitter != emitter {
            running.emitter = emitter;
            self.log_if(logged, |emitter| FlockInput::SetEmitter { id, emitter });
        }
        Ok(true)
    }

    /// Removes an emitter. Its boids stay in the flock. `None` if it was removed before.
    pub fn remove_emitter(&mut self, id: EmitterId) -> Option<Emitter> {
        let running = &mut self.emitters.running;
        let index = running.iter().position(|running| running.id == id)?;
        let removed = running.remove(index);
        self.tags.forget(id);
        self.log(|| FlockInput::RemoveEmitter(id));
        Some(removed.emitter)
    }

    /// The emitters in the order in which they were added.
    pub fn emitters(&self) -> impl ExactSizeIterator<Item = (EmitterId, &Emitter)> {
        let running = self.emitters.running.iter();
        running.map(|running| (running.id, &running.emitter))
    }

    /// Lets an emitter release `count` boids from the next step on, besides its stream, as far as
    /// its `most_alive` allows: as many in each step as places may be
    /// [tried in it](Self::add_emitter). False if the emitter was removed.
    ///
    /// ```
    /// use flock_sim::{Emitter, Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let nest = flock.add_emitter(Emitter { most_alive: 80, ..Emitter::default() })?;
    /// assert!(flock.burst(nest, 100));
    /// flock.step();
    /// assert_eq!((flock.len(), flock.emitted(nest)), (1080, 80));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn burst(&mut self, id: EmitterId, count: u32) -> bool {
        let Some(running) = self.emitters.get_mut(id) else {
            return false;
        };
        let due = (running.due + f64::from(count)).min(MOST_ALIVE.into());
        if due != running.due {
            running.due = due;
            self.log(|| FlockInput::Burst { id, count });
        }
        true
    }

    /// Number of boids of an emitter at the begin of the last step, with those that appeared in it;
    /// 0 if it was removed.
    pub fn emitted(&self, id: EmitterId) -> usize {
        self.emitters
            .get(id)
            .map_or(0, |running| running.boids.len())
    }

    /// Removes and adds boids at the begin of a step.
    pub(super) fn run_emitters(&mut self) {
        if self.emitters.running.is_empty() {
            return;
        }
        let mut running = take(&mut self.emitters.running);
        let time_step = f64::from(self.settings.simulation.time_step);
        for running in running.iter_mut().filter(|it| it.emitter.enabled) {
            self.end_lives(running);
            running.accrue(time_step);
        }
        let is_due = |it: &Running| it.emitter.enabled && it.due >= 1.0;
        let mut waiting = running.iter().filter(|it| is_due(it)).count();
        let mut places = PLACES_IN_STEP;
        for running in running.iter_mut().filter(|it| is_due(it)) {
            // None takes the share of those after it.
            let tried = self.emit(running, places.div_ceil(waiting));
            places = places.saturating_sub(tried);
            waiting -= 1;
        }
        self.emitters.running = running;
    }

    /// Removes the boids of an emitter that have had their time.
    fn end_lives(&mut self, running: &mut Running) {
        let frame = Frame::new(&self.placement);
        let (emitter, now) = (&running.emitter, self.time);
        let mut ended = Vec::new();
        let slot_map = self.boids.slot_map();
        if !emitter.ends_lives() {
            running.boids.retain(|(id, _)| slot_map.contains(*id));
            return;
        }
        let boids = self.known();
        running.boids.retain(|(id, born)| {
            let place = slot_map
                .index(*id, &boids.slot)
                .map(|index| boids.position(index));
            let ends = place.is_some_and(|at| emitter.ends(frame.point_to_local(at), now - born));
            if ends {
                ended.push(*id);
            }
            !ends && slot_map.contains(*id)
        });
        for id in ended {
            self.remove_boid(id);
        }
    }

    /// Adds the boids of an emitter that are due, until so many places have been tried; the others
    /// stay due. Returns the number of places tried.
    fn emit(&mut self, running: &mut Running, places: usize) -> usize {
        let Running {
            emitter,
            due,
            boids: emitted,
            ..
        } = running;
        let room = (emitter.most_alive as usize).saturating_sub(emitted.len());
        // Those for which there is no room are left out.
        let wanted = room.min(*due as usize);
        *due = due.fract() + wanted as f64;
        let most = wanted.min(places) as u32;
        if most == 0 {
            return 0;
        }
        if self.make_room(most).is_err() {
            *due = due.fract();
            return 0;
        }
        let mut settings = self.settings.clone();
        settings.spawn.region = emitter.region;
        let (frame, step) = (Frame::new(&self.placement), self.statistics.steps);
        let mut members = change_members!(self, new: most as usize);
        let spawner =
            Spawner::new(&settings, &self.placement, &self.geometry).among(&self.obstacles);
        let mut tried = 0;
        for _ in 0..most {
            if tried >= places {
                break;
            }
            *due -= 1.0;
            let id = members.slot_map.issue();
            let (drawn, attempts) = spawner.draw_one(id);
            tried += attempts;
            let Some(drawn) = drawn else {
                members.slot_map.release(id.slot());
                continue;
            };
            let state = match emitter.velocity {
                None => drawn,
                Some(velocity) => {
                    spawner.start(id, drawn.position, frame.vector_to_world(velocity))
                }
            };
            members.join(&state);
            emitted.push((id, self.time));
            self.events.record(EventKind::Spawned, id, step);
        }
        tried
    }
}

#[cfg(test)]
mod tests;
