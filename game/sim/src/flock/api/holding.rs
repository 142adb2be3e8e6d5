//! Boids held and released.

use crate::{
    flock::{log::FlockInput, population::loose_bodies::check_near, Flock},
    math::Vec3,
    settings::validation::{Check, SettingsError},
    state::{boid_id::BoidId, boids::BoidState},
};
use nalgebra::UnitQuaternion;

/// Held boids are outside the flock, like [dead](Self::kill) ones.
impl Flock {
    /// Holds a boid where it is, alive or dead: caught, picked up or on a hook, for example.
    ///
    /// From then on only [`move_held`](Self::move_held) moves it in the flock's frame. Returns
    /// false if it is held already, was removed, or waits for a place. Takes constant time on the
    /// CPU.
    /// ```
    /// use flock_sim::{nalgebra::UnitQuaternion, Flock, Placement, Settings, Vec3};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let fish = flock.boids().next().unwrap().id;
    /// assert!(flock.hold(fish));
    /// let hand = Vec3::new(0.0, 2.0, 0.0);
    /// flock.move_held(fish, hand, UnitQuaternion::identity())?;
    /// flock.step();
    /// assert_eq!((flock.len(), flock.boid(fish).unwrap().position), (999, hand));
    /// assert!(flock.release(fish, Vec3::x())?);
    /// assert_eq!(flock.len(), 1000);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn hold(&mut self, id: BoidId) -> bool {
        if self.is_held(id) || !self.change_population(|it, context| it.make_loose(id, context)) {
            return false;
        }
        self.log(|| FlockInput::Hold(id));
        if let Some(body) = self.population.body_mut(id) {
            (body.is_held, body.state.velocity, body.stay) = (true, Vec3::zeros(), None);
        }
        true
    }

    /// Puts a held boid somewhere in the world, in metres, turned by a rotation from the body to
    /// the world: the body's +Z points forward and its +Y up. It is drawn there at once: neither
    /// geometry nor moving obstacles are in the way, and none of them moves it. From then on it
    /// moves with the flock's frame. False if there is no such held boid. Takes constant time and
    /// nothing waits.
    ///
    /// # Errors
    /// Refuses a position that is not finite or, in the flock's frame, beyond ±10,000 m in a
    /// component, and a rotation that is not a unit quaternion.
    pub fn move_held(
        &mut self,
        id: BoidId,
        position: Vec3,
        rotation: UnitQuaternion<f32>,
    ) -> Result<bool, SettingsError> {
        let frame = *self.frame();
        let position = frame.point_to_frame(position);
        // The conversion would make a unit quaternion of any other one.
        check_held(&position, &rotation)?;
        self.move_held_in_frame(id, position, frame.rotation_to_frame(rotation))
    }

    /// Puts a held boid somewhere in the flock's frame.
    pub(crate) fn move_held_in_frame(
        &mut self,
        id: BoidId,
        position: Vec3,
        rotation: UnitQuaternion<f32>,
    ) -> Result<bool, SettingsError> {
        check_held(&position, &rotation)?;
        let body = self.population.body_mut(id);
        let Some(body) = body.filter(|body| body.is_held) else {
            return Ok(false);
        };
        let is_there =
            |state: &BoidState| (state.position, state.pose.orientation) == (position, rotation);
        if !(is_there(&body.before) && is_there(&body.state)) {
            (body.state.position, body.state.pose.orientation) = (position, rotation);
            body.before = body.state;
            self.log(|| FlockInput::MoveHeld {
                id,
                position,
                rotation,
            });
        }
        Ok(true)
    }

    /// Lets a held boid go with a velocity in the world, in m/s: a living one joins the flock, the
    /// body of a dead one moves on as its [`Death`](crate::boids::Death) says. With
    /// `collision.enabled`, one that is inside of geometry or of a moving obstacle is moved to the
    /// nearest free place, and counted in
    /// [`Statistics::rescued`](crate::statistics::Statistics::rescued). False if there is no such
    /// held boid. Takes constant time, and longer for one that is inside of something.
    ///
    /// # Errors
    /// Refuses a velocity that is not finite or, in the flock's frame, beyond ±10,000 m/s in a
    /// component, a place beyond ±10,000 m in the frame for a living boid, and a place inside of
    /// something if no free one is found. The boid then stays held.
    pub fn release(&mut self, id: BoidId, velocity: Vec3) -> Result<bool, SettingsError> {
        let motion = self.inputs.frame.given_motion();
        let body = self.population.body(id);
        let place = body.map_or_else(Vec3::zeros, |body| body.state.position);
        self.release_in_frame(id, motion.velocity_in(place, velocity))
    }

    /// Lets a held boid go with a velocity in the flock's frame.
    pub(crate) fn release_in_frame(
        &mut self,
        id: BoidId,
        velocity: Vec3,
    ) -> Result<bool, SettingsError> {
        let mut check = Check::default();
        check.vector("velocity", &velocity, "m/s");
        check.finish()?;
        let body = self.population.body(id);
        let Some(body) = body.filter(|body| body.is_held).copied() else {
            return Ok(false);
        };
        if body.death.is_none() {
            check_near(&body.state)?;
        }
        self.change_population(|it, context| it.carry_out_released(id, context))?;
        if let Some(body) = self.population.body_mut(id) {
            (body.is_held, body.state.velocity) = (false, velocity);
        }
        if body.death.is_none() {
            self.change_population(|it, context| it.join(id, context));
        }
        self.log(|| FlockInput::Release { id, velocity });
        Ok(true)
    }

    /// True if the boid is held. Takes constant time.
    pub fn is_held(&self, id: BoidId) -> bool {
        let body = self.population.body(id);
        body.is_some_and(|body| body.is_held)
    }
}

/// Refuses a place in the flock's frame where no boid can be held, and what is no rotation.
fn check_held(position: &Vec3, rotation: &UnitQuaternion<f32>) -> Result<(), SettingsError> {
    let mut check = Check::default();
    check.vector("position", position, "m");
    check.rotation("rotation", rotation);
    check.finish()
}
