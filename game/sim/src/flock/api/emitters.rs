//! Emitters: places where boids appear while the flock runs, and where they disappear.

use crate::{
    flock::{
        inputs::emitters::{Emitter, EmitterId, Running, MOST_ALIVE},
        log::FlockInput,
        Flock,
    },
    settings::validation::SettingsError,
};

/// Emitters act at the beginning of each step. On a GPU, they use the positions of the drawn state.
impl Flock {
    /// Adds an emitter, from the next step on; at most 64 at a time.
    ///
    /// The boids of an emitter start like those of [`spawn`](Self::spawn), and the same steps give
    /// the same boids. A boid is left out if no place clear of geometry is found for it. An emitter
    /// never removes boids that are held or dead.
    ///
    /// All emitters together try at most 8,192 places in a step, up to 64 for each boid. Boids that
    /// are due beyond this limit appear in later steps.
    ///
    /// Takes constant time. Each step takes longer by a test of the boids of each emitter.
    ///
    /// # Errors
    /// Names every value of the emitter that is out of range, or the number of emitters if there
    /// are 64 already. The flock then stays as it was.
    /// ```
    /// use flock_sim::{emitters::Emitter, settings::Region, Flock, Placement, Settings, Vec3};
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
        let id = self.inputs.emitters.next_id()?;
        self.log(|| FlockInput::AddEmitter(emitter.clone()));
        self.inputs.emitters.running.push(Running {
            id,
            emitter,
            due: 0.0,
            boids: Vec::new(),
        });
        Ok(id)
    }

    /// Replaces an emitter, from the next step on; the boids that it released stay assigned to it.
    ///
    /// Returns false if the emitter was removed.
    ///
    /// # Errors
    /// Names every value of the emitter that is out of range; the emitter then stays as it was.
    pub fn set_emitter(&mut self, id: EmitterId, emitter: Emitter) -> Result<bool, SettingsError> {
        emitter.validate()?;
        let logged = self.to_log(&emitter);
        let Some(running) = self.inputs.emitters.get_mut(id) else {
            return Ok(false);
        };
        if running.emitter != emitter {
            running.emitter = emitter;
            self.inputs.count_change();
            self.log_if(logged, |emitter| FlockInput::SetEmitter { id, emitter });
        }
        Ok(true)
    }

    /// Removes an emitter and returns it; its boids stay in the flock. `None` if it was removed
    /// before.
    pub fn remove_emitter(&mut self, id: EmitterId) -> Option<Emitter> {
        let running = &mut self.inputs.emitters.running;
        let index = running.iter().position(|running| running.id == id)?;
        let removed = running.remove(index);
        self.inputs.forget_tag(id);
        self.log(|| FlockInput::RemoveEmitter(id));
        Some(removed.emitter)
    }

    /// The emitters in the order in which they were added.
    pub fn emitters(&self) -> impl ExactSizeIterator<Item = (EmitterId, &Emitter)> {
        let running = self.inputs.emitters.running.iter();
        running.map(|running| (running.id, &running.emitter))
    }

    /// Makes an emitter release `count` boids from the next step on, in addition to its stream.
    ///
    /// The emitter's `most_alive` limits the number. The boids appear over several steps if there
    /// are more than one step [may place](Self::add_emitter). Returns false if the emitter was
    /// removed.
    /// ```
    /// use flock_sim::{emitters::Emitter, Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let nest = flock.add_emitter(Emitter { most_alive: 80, ..Emitter::default() })?;
    /// assert!(flock.burst(nest, 100));
    /// flock.step();
    /// assert_eq!((flock.len(), flock.emitted(nest)), (1080, 80));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn burst(&mut self, id: EmitterId, count: u32) -> bool {
        let Some(running) = self.inputs.emitters.get_mut(id) else {
            return false;
        };
        let due = (running.due + f64::from(count)).min(MOST_ALIVE.into());
        if due != running.due {
            running.due = due;
            self.log(|| FlockInput::Burst { id, count });
        }
        true
    }

    /// Number of boids of an emitter at the beginning of the last step, plus those that it released
    /// in it.
    ///
    /// 0 if the emitter was removed.
    pub fn emitted(&self, id: EmitterId) -> usize {
        self.inputs
            .emitters
            .get(id)
            .map_or(0, |running| running.boids.len())
    }
}
