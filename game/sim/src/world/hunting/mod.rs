//! Hunting: flocks whose boids attack single boids of other flocks.
//!
//! Before each step every hunter decides what it does, in the order of flocks and slots on one
//! thread, so that no two of them attack the same boid. After it, prey that came near enough is
//! caught.

mod hunt;
mod hunter;
mod hunters;
mod hunting_flock;
mod hunts;
mod pursuit;
mod saved;

pub(super) use hunt::Hunt;
pub(super) use hunter::Hunter;
pub(super) use hunters::Hunters;
pub use hunts::Hunts;
pub use pursuit::{HuntPhase, Prey, Pursuit};

use super::{FlockId, World};
use crate::{flock::reports::events::EventKind, settings::Catch, state::boid_id::BoidId};
use hunting_flock::HuntingFlock;
use std::mem::take;

impl World {
    /// What a boid of a hunting flock does; none if its flock does not hunt in attacks
    /// (`hunting.enabled` and a relation [`Hunt`](crate::world::RelationKind::Hunt)), or before its
    /// first step. Takes constant time.
    pub fn pursuit(&self, flock: FlockId, boid: BoidId) -> Option<Pursuit> {
        let hunters = &self.hunters[self.index(flock).ok()?];
        let hunter = hunters.by_slot.get(boid.slot() as usize)?.as_ref()?;
        (hunter.boid == boid).then_some(hunter.pursuit)
    }

    /// What the boids of a hunting flock do, in the order of their slots: see
    /// [`pursuit`](Self::pursuit). Takes time in proportion to the number of hunters.
    pub fn pursuits(&self, flock: FlockId) -> impl Iterator<Item = (BoidId, Pursuit)> + '_ {
        let hunters = self.index(flock).ok().map(|index| &self.hunters[index]);
        let all = hunters.into_iter().flat_map(|it| it.by_slot.iter());
        all.flatten().map(|hunter| (hunter.boid, hunter.pursuit))
    }

    /// Lets the hunters of a flock decide what they do in the next step.
    pub(super) fn hunt(&mut self, index: usize) {
        let mut hunters = take(&mut self.hunters[index]);
        let flock = HuntingFlock::new(&self.ids, &self.flocks, self.relations.of(index), index);
        match flock {
            Some(flock) => {
                hunters.prepare(&self.flocks[index]);
                hunters.decide(&flock, &mut self.hunt);
            }
            None => {
                let gone = hunters.by_slot.iter().flatten();
                for prey in gone.filter_map(|hunter| hunter.pursuit.attacked()) {
                    self.hunt.locked.remove(&prey);
                }
                hunters.clear();
            }
        }
        self.hunters[index] = hunters;
        let mut escaped = take(&mut self.hunt.escaped);
        for prey in escaped.drain(..) {
            self.tell(prey, EventKind::Escaped);
        }
        self.hunt.escaped = escaped;
    }

    /// Catches prey after a step of a group of flocks.
    pub(super) fn catch(&mut self, members: &[usize]) {
        for member in members.iter().copied() {
            let flock =
                HuntingFlock::new(&self.ids, &self.flocks, self.relations.of(member), member);
            let Some(flock) = flock else { continue };
            let hunters = &mut self.hunters[member];
            for hunter in hunters.by_slot.iter_mut().flatten() {
                if let Some(prey) = hunter.catch(&flock, &mut self.hunt.locked) {
                    self.hunt.caught.push((prey, flock.hunting().catch));
                }
            }
            let mut caught = take(&mut self.hunt.caught);
            for (prey, catch) in caught.drain(..) {
                self.tell(prey, EventKind::Caught);
                if let (Catch::Remove, Ok(index)) = (catch, self.index(prey.flock)) {
                    self.flocks[index].remove_boid(prey.boid);
                }
            }
            self.hunt.caught = caught;
        }
    }

    fn tell(&mut self, prey: Prey, kind: EventKind) {
        if let Ok(index) = self.index(prey.flock) {
            self.flocks[index].record(kind, prey.boid);
        }
    }

    /// Forgets the hunters of flocks that no longer hunt, and finds out again which boids are
    /// attacked: after flocks, relations or hunters were replaced.
    pub(super) fn find_locked(&mut self) {
        for (index, hunters) in self.hunters.iter_mut().enumerate() {
            let relations = self.relations.of(index);
            if HuntingFlock::new(&self.ids, &self.flocks, relations, index).is_none() {
                hunters.clear();
            }
        }
        let hunters = self
            .hunters
            .iter()
            .flat_map(|it| it.by_slot.iter().flatten());
        let attacked = hunters.filter_map(|hunter| hunter.pursuit.attacked());
        self.hunt.locked = attacked.collect();
    }
}
