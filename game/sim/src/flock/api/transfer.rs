//! Boids that go from one flock to another.

use crate::{
    flock::{log::FlockInput, population::transferred_boid::TransferredBoid, Flock},
    settings::validation::SettingsError,
    state::boid_id::BoidId,
};

impl Flock {
    /// Moves a flying boid to another flock, for example from a flock in the frame of a train (see
    /// [`move_frame`](Self::move_frame)) to one in the world. Returns its new id; `None` if it does
    /// not [fly](Self::flies) in this flock.
    ///
    /// The boid keeps its position, its velocity and its orientation in the world, its size,
    /// colours and phase, and the number of the game. Its fear and what it saw are forgotten. This
    /// flock reports [`EventKind::Left`](crate::events::EventKind::Left), and the other one
    /// [`EventKind::Joined`](crate::events::EventKind::Joined).
    ///
    /// Takes constant time on average, plus a query of the geometry. If this flock is on a GPU,
    /// waits for its last step.
    ///
    /// ```
    /// use flock_sim::{nalgebra::Vector3, Flock, Placement, ReferenceFrame, Settings};
    ///
    /// let flock = || Flock::new(Settings::default(), Placement::default(), Default::default());
    /// let (mut train, mut meadow) = (flock()?, flock()?);
    /// train.set_frame(ReferenceFrame::at(Vector3::new(3.0, 0.0, 0.0)))?;
    ///
    /// let bee = train.boids().next().unwrap();
    /// let id = train.transfer(bee.id, &mut meadow)?.unwrap();
    /// assert!((meadow.boid(id).unwrap().position - bee.position).norm() < 1e-5);
    /// assert!(train.boid(bee.id).is_none());
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`spawn_at`](Self::spawn_at) of the other flock: the place is too far from the
    /// origin of its frame or not clear of its geometry, or the flock is full. The boid then stays
    /// in this flock.
    pub fn transfer(&mut self, id: BoidId, to: &mut Self) -> Result<Option<BoidId>, SettingsError> {
        let (own, other) = (
            self.inputs.frame.given_motion(),
            to.inputs.frame.given_motion(),
        );
        let flying = self.change_population(|it, context| it.flying(id, context));
        let Some(boid) = flying else {
            return Ok(None);
        };
        let arrived = to.arrive(boid.out_of(&own).into_frame(&other))?;
        self.depart(id);
        Ok(Some(arrived))
    }

    /// Removes a boid that goes on in another flock.
    pub(crate) fn depart(&mut self, id: BoidId) {
        if self.change_population(|it, context| it.depart(id, context)) {
            self.log(|| FlockInput::Depart(id));
        }
    }

    /// Adds a boid of another flock. Its position is in the frame of this flock.
    pub(crate) fn arrive(&mut self, boid: TransferredBoid) -> Result<BoidId, SettingsError> {
        boid.validate()?;
        self.make_room_at(&boid.place.origin)?;
        self.log(|| FlockInput::Arrive(boid));
        Ok(self.change_population(|it, context| it.arrive(&boid, context)))
    }
}
