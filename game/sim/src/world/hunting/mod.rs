//! Hunting: flocks whose boids attack single boids of other flocks.
//!
//! Before each step every hunter decides what it does, in the order of flocks and slots on one
//! thread, so that no two of them attack the same boid. After it, prey that came near enough is
//! caught.

mod hunter;
mod prey;
mod saved;

pub(super) use hunter::Hunter;
pub use hunter::{HuntPhase, Pursuit, Quarry};
pub use saved::Hunts;

use super::{FlockId, World};
use crate::{
    flock::{reports::events::EventKind, Flock},
    math::random::mix,
    settings::Catch,
    state::{boid_id::BoidId, boids::Boid},
};
use hunter::Look;
use prey::Prey;
use std::{collections::HashSet, mem::take};

/// A hunter looks for prey once in this many steps.
const LOOK_INTERVAL: u64 = 15;

/// The hunters of a flock.
#[derive(Debug, Default)]
pub(super) struct Hunters {
    pub(super) by_slot: Vec<Option<Hunter>>,
    /// Wishes of the hunters in the next step, by slot.
    pub(super) wishes: Vec<[f32; 3]>,
    /// Boids of the flock, in the order of their slots.
    present: Vec<Boid>,
}

/// State that the hunters of all flocks share.
#[derive(Debug, Default)]
pub(super) struct Hunt {
    /// Boids that are being attacked.
    pub(super) locked: HashSet<Quarry>,
    /// Boids that escaped or were caught since the last report.
    escaped: Vec<Quarry>,
    caught: Vec<(Quarry, Catch)>,
    /// Buffer for the search of prey.
    candidates: Vec<(f32, Quarry)>,
}

impl Hunters {
    /// Prepares for a step of the flock.
    fn prepare(&mut self, flock: &Flock) {
        self.present.clear();
        self.present.extend(flock.boids());
        self.present.sort_unstable_by_key(|boid| boid.id);
        let slots = self.present.last().map_or(0, |boid| boid.id.slot() + 1);
        let slots = self.by_slot.len().max(slots as usize);
        self.by_slot.resize(slots, None);
        self.wishes.clear();
        self.wishes.resize(slots, [0.0; 3]);
    }

    fn clear(&mut self) {
        self.by_slot.clear();
        self.wishes.clear();
    }
}

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
        let prey = Prey::new(&self.ids, &self.flocks, self.relations.of(index), index);
        match prey {
            Some(prey) => {
                hunters.prepare(&self.flocks[index]);
                decide(&mut hunters, &prey, &mut self.hunt);
            }
            None => {
                let gone = hunters.by_slot.iter().flatten();
                for quarry in gone.filter_map(|hunter| hunter.pursuit.attacked()) {
                    self.hunt.locked.remove(&quarry);
                }
                hunters.clear();
            }
        }
        self.hunters[index] = hunters;
        let mut escaped = take(&mut self.hunt.escaped);
        for quarry in escaped.drain(..) {
            self.tell(quarry, EventKind::Escaped);
        }
        self.hunt.escaped = escaped;
    }

    /// Catches prey after a step of a group of flocks.
    pub(super) fn catch(&mut self, members: &[usize]) {
        for member in members.iter().copied() {
            let prey = Prey::new(&self.ids, &self.flocks, self.relations.of(member), member);
            let Some(prey) = prey else { continue };
            let hunters = &mut self.hunters[member];
            let flock = &self.flocks[member];
            for hunter in hunters.by_slot.iter_mut().flatten() {
                if let Some(quarry) = hunter.catch(flock, &prey, &mut self.hunt.locked) {
                    self.hunt.caught.push((quarry, prey.hunting().catch));
                }
            }
            let mut caught = take(&mut self.hunt.caught);
            for (quarry, catch) in caught.drain(..) {
                self.tell(quarry, EventKind::Caught);
                if let (Catch::Remove, Ok(index)) = (catch, self.index(quarry.flock)) {
                    self.flocks[index].remove_boid(quarry.boid);
                }
            }
            self.hunt.caught = caught;
        }
    }

    fn tell(&mut self, quarry: Quarry, kind: EventKind) {
        if let Ok(index) = self.index(quarry.flock) {
            self.flocks[index].record(kind, quarry.boid);
        }
    }

    /// Forgets the hunters of flocks that no longer hunt, and finds out again which boids are
    /// attacked: after flocks, relations or hunters were replaced.
    pub(super) fn find_locked(&mut self) {
        for (index, hunters) in self.hunters.iter_mut().enumerate() {
            let relations = self.relations.of(index);
            if Prey::new(&self.ids, &self.flocks, relations, index).is_none() {
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

fn decide(hunters: &mut Hunters, prey: &Prey, hunt: &mut Hunt) {
    let present = take(&mut hunters.present);
    // Boids attacked by hunters that no longer exist become free first.
    for entry in &mut hunters.by_slot {
        let is_gone = |hunter: &mut Hunter| {
            let found = present.binary_search_by_key(&hunter.boid, |boid| boid.id);
            found.is_err()
        };
        if let Some(hunter) = entry.take_if(is_gone) {
            if let Some(quarry) = hunter.pursuit.attacked() {
                hunt.locked.remove(&quarry);
            }
        }
    }
    for boid in &present {
        let slot = boid.id.slot();
        let entry = &mut hunters.by_slot[slot as usize];
        let hunter = entry.get_or_insert_with(|| Hunter::new(boid.id, prey));
        let turn = u64::from(mix(slot)) % LOOK_INTERVAL;
        let look = if turn == prey.steps() % LOOK_INTERVAL {
            Look::Now
        } else {
            Look::Later
        };
        let wish = hunter.decide(boid, prey, hunt, look);
        hunters.wishes[slot as usize] = wish.into();
    }
    hunters.present = present;
}
