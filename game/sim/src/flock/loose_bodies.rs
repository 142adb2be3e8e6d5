//! Boids outside of the flock: killed and revived, held and released.

use super::{boid_store::change_boids, events::EventKind, input_log::FlockInput, Flock};
use crate::{
    math::{frame::Frame, Vec3},
    motion::{
        boid_move::CLEAR_SHARE,
        loose_body::{Death, LooseBody},
        SweptMove,
    },
    settings::validation::{Check, SettingsError},
    state::{
        boid_id::BoidId,
        boids::{Boid, BoidState},
        slot_map::SlotMap,
        threads::{run, Part},
    },
};
use nalgebra::UnitQuaternion;

/// Dead and held boids.
#[derive(Debug, Default)]
pub(super) struct LooseBodies {
    list: Vec<LooseBody>,
}

impl LooseBodies {
    /// Those of a snapshot, whose slots are in the slot map already.
    pub(super) fn new(list: &[LooseBody]) -> Self {
        Self {
            list: list.to_vec(),
        }
    }

    pub(super) fn list(&self) -> &[LooseBody] {
        &self.list
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn states(&self) -> impl Iterator<Item = &BoidState> {
        self.list.iter().map(|body| &body.state)
    }

    fn get(&self, id: BoidId, slot_map: &SlotMap) -> Option<&LooseBody> {
        Some(&self.list[slot_map.loose_index(id)?])
    }

    fn get_mut(&mut self, id: BoidId, slot_map: &SlotMap) -> Option<&mut LooseBody> {
        Some(&mut self.list[slot_map.loose_index(id)?])
    }

    /// The boid with this id if it is loose.
    pub(super) fn boid(&self, id: BoidId, slot_map: &SlotMap) -> Option<Boid> {
        self.get(id, slot_map).map(|body| boid(body, slot_map))
    }

    fn push(&mut self, body: LooseBody, slot_map: &SlotMap) {
        slot_map.set_loose_index(body.state.slot, self.list.len());
        self.list.push(body);
    }

    /// Takes a boid out of the list if it is there; the last one moves to its index.
    pub(super) fn take_out(&mut self, id: BoidId, slot_map: &SlotMap) -> Option<LooseBody> {
        let index = slot_map.loose_index(id)?;
        let body = self.list.swap_remove(index);
        if let Some(moved) = self.list.get(index) {
            slot_map.set_loose_index(moved.state.slot, index);
        }
        Some(body)
    }

    /// Keeps those that the slot map still has.
    pub(super) fn keep_loose(&mut self, slot_map: &SlotMap) {
        self.list
            .retain(|body| slot_map.loose_index_of(body.state.slot).is_some());
        for (index, body) in self.list.iter().enumerate() {
            slot_map.set_loose_index(body.state.slot, index);
        }
    }
}

fn boid(body: &LooseBody, slot_map: &SlotMap) -> Boid {
    Boid {
        id: slot_map.id(body.state.slot),
        position: body.state.position,
        velocity: body.state.velocity,
    }
}

/// Boids leave the flock when they are killed or held: no rule sees them any more, queries for places
/// do not find them, and the steps of the others take no time for them. Their ids stay valid, and
/// they are drawn.
///
/// On a GPU, all of this waits for it and reads the boids back, as [`remove`](Self::remove) does; loose
/// bodies are simulated on the CPU.
impl Flock {
    /// Kills a boid: its body falls, floats, sinks or stays, among the geometry, which it does not
    /// cross, until it vanishes or is [revived](Self::revive). A held one is let go. False if it is
    /// dead already, was removed, or waits for a place. Takes constant time; each body makes the
    /// steps longer by a sweep.
    ///
    /// # Errors
    /// Names every value of `death` that is out of range; the boid then lives on.
    ///
    /// ```
    /// use flock_sim::{DeadBody, Death, Flock, Placement, Settings, Vec3};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let fish = flock.boids().next().unwrap();
    /// let death = Death {
    ///     impulse: Vec3::new(2.0, 0.0, 0.0),
    ///     vanishes_after: Some(60.0),
    ///     ..Death::new(DeadBody::Floats { water_level: 1.5 })
    /// };
    /// assert!(flock.kill(fish.id, death)?);
    /// assert_eq!((flock.len(), flock.is_alive(fish.id)), (999, false));
    /// (0..900).for_each(|_| flock.step());
    /// let position = flock.boid(fish.id).unwrap().position;
    /// assert!((position.y - 1.5).abs() < 0.05 && position.x > fish.position.x + 0.5);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn kill(&mut self, id: BoidId, death: Death) -> Result<bool, SettingsError> {
        self.log(|| FlockInput::Kill { id, death });
        death.validate()?;
        if !self.is_alive(id) || !self.make_loose(id) {
            return Ok(false);
        }
        self.record(EventKind::Killed, id);
        let slot_map = self.boids.slot_map();
        if let Some(body) = self.bodies.get_mut(id, slot_map) {
            (body.death, body.seconds, body.is_held) = (Some(death), 0.0, false);
            body.state.velocity += death.impulse;
            if body.has_vanished() {
                self.remove_boid(id);
            }
        }
        Ok(true)
    }

    /// Brings a dead boid back to life: it joins the flock where its body is, with the velocity that
    /// the body has. A held one stays held. False if there is no such dead boid.
    ///
    /// # Errors
    /// Refuses to, with `collision.enabled`, where the boid would not be clear of geometry, or
    /// farther than 10,000 m from the world's origin; it then stays dead.
    ///
    /// ```
    /// use flock_sim::{DeadBody, Death, Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let fish = flock.boids().next().unwrap().id;
    /// flock.kill(fish, Death::new(DeadBody::Sinks))?;
    /// assert!(flock.revive(fish)?);
    /// assert_eq!((flock.len(), flock.is_alive(fish)), (1000, true));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn revive(&mut self, id: BoidId) -> Result<bool, SettingsError> {
        self.log(|| FlockInput::Revive(id));
        let slot_map = self.boids.slot_map();
        let body = self.bodies.get(id, slot_map);
        let Some(body) = body.filter(|body| body.death.is_some()).copied() else {
            return Ok(false);
        };
        if !body.is_held {
            self.check_return(&body.state)?;
        }
        if let Some(body) = self.bodies.get_mut(id, slot_map) {
            body.death = None;
        }
        if !body.is_held {
            self.join(id);
        }
        Ok(true)
    }

    /// Holds a boid where it is, alive or dead: caught, picked up, on a hook. From then on only
    /// [`move_held`](Self::move_held) moves it. False if it is held already, was removed, or waits
    /// for a place. Takes constant time.
    ///
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
        self.log(|| FlockInput::Hold(id));
        if self.is_held(id) || !self.make_loose(id) {
            return false;
        }
        if let Some(body) = self.bodies.get_mut(id, self.boids.slot_map()) {
            (body.is_held, body.state.velocity) = (true, Vec3::zeros());
        }
        true
    }

    /// Puts a held boid somewhere in the world, in metres, turned so that the body's +Z points
    /// forward and its +Y up. It is drawn there at once; geometry is not in the way.
    /// False if there is no such held boid. Takes constant time and nothing waits.
    ///
    /// # Errors
    /// Refuses a position that is not finite or beyond ±10,000 m in a component, and a rotation that
    /// is not a unit quaternion.
    pub fn move_held(
        &mut self,
        id: BoidId,
        position: Vec3,
        rotation: UnitQuaternion<f32>,
    ) -> Result<bool, SettingsError> {
        self.log(|| FlockInput::MoveHeld {
            id,
            position,
            rotation,
        });
        let mut check = Check::default();
        check.vector("position", &position, "m");
        check.rotation("rotation", &rotation);
        check.finish()?;
        let body = self.bodies.get_mut(id, self.boids.slot_map());
        let held = body.filter(|body| body.is_held);
        Ok(held
            .map(|body| {
                body.state.position = position;
                body.state.pose.orientation = rotation;
                body.before = body.state;
            })
            .is_some())
    }

    /// Lets a held boid go with a velocity in m/s: a living one joins the flock, the body of a dead
    /// one moves on as its [`Death`] says. False if there is no such held boid. Takes constant time.
    ///
    /// # Errors
    /// Refuses a velocity that is not finite or beyond ±10,000 m/s in a component, and, for a living
    /// boid with `collision.enabled`, a place where it would not be clear of geometry. It then stays
    /// held.
    pub fn release(&mut self, id: BoidId, velocity: Vec3) -> Result<bool, SettingsError> {
        self.log(|| FlockInput::Release { id, velocity });
        let mut check = Check::default();
        check.vector("velocity", &velocity, "m/s");
        check.finish()?;
        let slot_map = self.boids.slot_map();
        let body = self.bodies.get(id, slot_map);
        let Some(body) = body.filter(|body| body.is_held).copied() else {
            return Ok(false);
        };
        if body.death.is_none() {
            self.check_return(&body.state)?;
        }
        if let Some(body) = self.bodies.get_mut(id, slot_map) {
            (body.is_held, body.state.velocity) = (false, velocity);
        }
        if body.death.is_none() {
            self.join(id);
        }
        Ok(true)
    }

    /// True if the boid lives: in the flock, waiting for a place, or held. Takes constant time.
    pub fn is_alive(&self, id: BoidId) -> bool {
        let slot_map = self.boids.slot_map();
        let is_dead = |body: &LooseBody| body.death.is_some();
        slot_map.contains(id) && !self.bodies.get(id, slot_map).is_some_and(is_dead)
    }

    /// True if the boid is held. Takes constant time.
    pub fn is_held(&self, id: BoidId) -> bool {
        let body = self.bodies.get(id, self.boids.slot_map());
        body.is_some_and(|body| body.is_held)
    }

    /// The dead and held boids, in the order in which
    /// [`write_instances`](Self::write_instances) writes them. Takes constant time for each.
    pub fn loose_boids(&self) -> impl ExactSizeIterator<Item = Boid> + '_ {
        let slot_map = self.boids.slot_map();
        self.bodies.list.iter().map(|body| boid(body, slot_map))
    }

    /// Makes a step of the loose bodies, and removes those that vanish.
    pub(super) fn step_bodies(&mut self) {
        if self.bodies.list.is_empty() {
            return;
        }
        let frame = Frame::new(&self.placement);
        let swept_move =
            SweptMove::of_loose_bodies(&self.settings, frame, &self.geometry, self.vectors);
        let bodies = &mut self.bodies.list;
        let driver = self.settings.simulation.driver;
        run(driver, Part::whole(bodies), |part| {
            let bodies = part.items.iter_mut();
            bodies.for_each(|body| swept_move.move_loose_body(body));
        });
        if !self.bodies.list.iter().any(LooseBody::has_vanished) {
            return;
        }
        let slot_map = self.boids.slot_map();
        let vanished = self.bodies.list.iter().filter(|body| body.has_vanished());
        let ids: Vec<BoidId> = vanished.map(|body| slot_map.id(body.state.slot)).collect();
        ids.into_iter().for_each(|id| {
            self.remove_boid(id);
        });
    }

    /// Takes a boid out of the flock if it is there. False if it is neither there nor loose.
    fn make_loose(&mut self, id: BoidId) -> bool {
        if self.bodies.get(id, self.boids.slot_map()).is_some() {
            return true;
        }
        let mut boids = change_boids!(self);
        let Some(index) = boids.slot_map.index(id) else {
            return false;
        };
        let body = LooseBody {
            state: boids.current.state(index),
            before: boids.previous.state(index),
            death: None,
            is_held: false,
            seconds: 0.0,
        };
        boids.take_out(index);
        self.bodies.push(body, boids.slot_map);
        true
    }

    /// Puts a loose boid back into the flock.
    fn join(&mut self, id: BoidId) {
        let mut boids = change_boids!(self);
        if let Some(body) = self.bodies.take_out(id, boids.slot_map) {
            self.sights.memory.forget(id.slot());
            boids.push(&body.state);
        }
    }

    /// Refuses to put a boid where it could not be.
    fn check_return(&self, state: &BoidState) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check.vector("position", &state.position, "m");
        check.finish()?;
        // A body that has slid along a surface may be nearer to it by rounding.
        self.check_clear(
            &state.position,
            CLEAR_SHARE * self.settings.collision.body_radius,
        )
    }
}
