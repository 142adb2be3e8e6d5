//! The boids of a flock, and the numbers that a game attaches to them.

use crate::{
    flock::{log::FlockInput, Flock},
    state::{boid_id::BoidId, boids::Boid},
};

impl Flock {
    /// The boid with this id, in the world, also if it is dead or held.
    ///
    /// `None` if the boid was removed or waits for a free position. Takes constant time.
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let followed = flock.spawn_at(Vec3::zeros(), Vec3::x())?;
    /// flock.step();
    /// assert!(flock.boid(followed).is_some_and(|boid| boid.position.norm() > 0.0));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn boid(&self, id: BoidId) -> Option<Boid> {
        let motion = self.inputs.frame.given_motion();
        self.boid_in_frame(id).map(|boid| boid.out_of(&motion))
    }

    /// The boid with this id, in the flock's frame; like [`boid`](Self::boid).
    pub(crate) fn boid_in_frame(&self, id: BoidId) -> Option<Boid> {
        let boids = self.known();
        let slot_map = self.population.boids.slot_map();
        match slot_map.index(id, &boids.slot) {
            Some(index) => Some(boids.boid(index, slot_map)),
            None => self.population.bodies.boid(id, slot_map),
        }
    }

    /// True if the boid flies or swims in this flock; false if it was removed, waits, is dead, held or
    /// on a perch. Takes constant time.
    pub fn flies(&self, id: BoidId) -> bool {
        self.placed(id).is_some()
    }

    /// The boid with this id, in the flock's frame, if it [flies](Self::flies).
    pub(crate) fn placed(&self, id: BoidId) -> Option<Boid> {
        let (boids, slot_map) = (self.known(), self.population.boids.slot_map());
        let index = slot_map.index(id, &boids.slot)?;
        Some(boids.boid(index, slot_map))
    }

    /// The number that [`set_data`](Self::set_data) attached to a boid.
    ///
    /// 0 if the boid has no number, `None` if it was removed. Takes constant time.
    pub fn data(&self, id: BoidId) -> Option<u32> {
        self.population
            .boids
            .slot_map()
            .contains(id)
            .then(|| self.population.boids.memories.data.get(id))
    }

    /// Attaches a number to a boid, whose meaning is up to the game.
    ///
    /// It can be a species, hit points, or an index into data of the game. It stays with the boid
    /// for its whole life, also while the boid waits, is dead or held, and in snapshots. Returns
    /// false if the boid was removed.
    ///
    /// Takes constant time on average. From the first call on, the flock keeps 8 bytes for each
    /// boid. Steps and GPUs do not read the numbers.
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let fish = flock.boids().next().unwrap().id;
    /// assert!(flock.set_data(fish, 3));
    /// flock.step();
    /// assert_eq!(flock.data(fish), Some(3));
    /// flock.remove(fish);
    /// let next = flock.spawn(1)?[0];
    /// assert_eq!((flock.data(fish), flock.data(next)), (None, Some(0)));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn set_data(&mut self, id: BoidId, data: u32) -> bool {
        let exists = self.population.boids.slot_map().contains(id);
        if exists && self.data(id) != Some(data) {
            self.population.boids.memories.data.set(id, data);
            self.log(|| FlockInput::SetData { id, data });
        }
        exists
    }

    /// Number of boids in the flock; waiting, perched, dead and held ones do not count.
    pub fn len(&self) -> usize {
        self.population.boids.current().len()
    }

    /// True if the flock has no boids.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The boids, in the world, in the order in which the last step sorted them.
    ///
    /// Boids that are close in space are mostly close in this order. If boids were removed since
    /// the step, other boids took their places, and new ones are at the end.
    /// [`write_instances`](Self::write_instances) uses the same order. Takes constant time for each
    /// boid.
    pub fn boids(&self) -> impl ExactSizeIterator<Item = Boid> + '_ {
        let motion = self.inputs.frame.given_motion();
        self.boids_in_frame().map(move |boid| boid.out_of(&motion))
    }

    /// The boids in the flock's frame, in the order of [`boids`](Self::boids).
    pub(crate) fn boids_in_frame(&self) -> impl ExactSizeIterator<Item = Boid> + '_ {
        let boids = self.known();
        (0..boids.len()).map(|index| boids.boid(index, self.population.boids.slot_map()))
    }
}
