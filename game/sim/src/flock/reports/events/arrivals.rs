//! Detection of boids that arrive at targets.

use crate::{
    math::{gap_squared, Vec3},
    neighbours::boid_tree::{BoidTree, Bounds},
    settings::Backend,
    state::{
        boid_id::BoidId,
        boids::Boids,
        slot_map::SlotMap,
        threads::{run, Divide, Part},
    },
    steering::influences::{set::MOST_INFLUENCES, InfluenceId},
};
use serde::{Deserialize, Serialize};

/// The boids at each target after the last step, by which new arrivals are found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Saved", from = "Saved")]
pub(crate) struct Arrivals {
    targets: Vec<AtTarget>,
    /// For each slot, the generation of the boid that was last seen in it.
    generations: Vec<u32>,
    /// What was read from a file, until the next update. Sets of slots may take far more memory
    /// than the file, so they are built only for targets that the flock has.
    read: Saved,
}

/// The targets in order, with the boids at each target.
type Saved = Vec<(InfluenceId, Vec<BoidId>)>;

/// A target and the boids within its radius.
#[derive(Clone, Debug)]
pub(crate) struct AtTarget {
    target: InfluenceId,
    point: Vec3,
    radius: f32,
    there: SlotSet,
    before: SlotSet,
}

impl AtTarget {
    fn new(target: InfluenceId) -> Self {
        Self {
            target,
            point: Vec3::zeros(),
            radius: 0.0,
            there: SlotSet::default(),
            before: SlotSet::default(),
        }
    }

    /// Finds the boids that are at the target now.
    fn look(&mut self, boids: &Boids, tree: &BoidTree, slots: usize) {
        std::mem::swap(&mut self.there, &mut self.before);
        self.there.clear(slots);
        let most = self.radius * self.radius;
        let point = self.point;
        let may_be_there =
            |it: &Bounds| gap_squared(&it.min.into(), &it.max.into(), &point) <= most;
        for index in tree.runs_where(may_be_there).flatten() {
            if (boids.position(index) - point).norm_squared() <= most {
                self.there.insert(boids.slot[index]);
            }
        }
    }
}

impl PartialEq for Arrivals {
    fn eq(&self, other: &Self) -> bool {
        Saved::from(self.clone()) == Saved::from(other.clone())
    }
}

impl From<Arrivals> for Saved {
    fn from(arrivals: Arrivals) -> Self {
        let id = |slot| BoidId::new(slot, arrivals.generations[slot as usize]);
        let nobody = SlotSet::default();
        let seen = arrivals.targets.iter();
        let seen = seen.map(|it| (it.target, it.there.without(&nobody).map(id).collect()));
        seen.chain(arrivals.read).collect()
    }
}

impl From<Saved> for Arrivals {
    fn from(read: Saved) -> Self {
        Self {
            read,
            ..Self::default()
        }
    }
}

impl Arrivals {
    /// True if a flock with `slots` slots can have written this.
    pub(crate) fn is_sound(&self, slots: usize) -> bool {
        let mut read = self.read.iter().flat_map(|(_, boids)| boids);
        self.generations.len() <= slots
            && self.read.len() <= MOST_INFLUENCES
            && read.all(|boid| (boid.slot() as usize) < slots)
    }

    /// Forgets all boids at targets.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Finds the boids at targets, given by their ids, points and radii. Calls `begin` for each
    /// boid that was not there before: target by target, in the order of the slots.
    pub(crate) fn update(
        &mut self,
        targets: impl Iterator<Item = (InfluenceId, Vec3, f32)>,
        (boids, slot_map): (&Boids, &SlotMap),
        tree: &BoidTree,
        backend: Backend,
        mut begin: impl FnMut(InfluenceId, BoidId),
    ) {
        let mut count = 0;
        for (target, point, radius) in targets {
            let known = self.targets[count..].iter();
            let known = known.enumerate().find(|(_, it)| it.target == target);
            let at = known.map_or(self.targets.len(), |(after, _)| count + after);
            if at == self.targets.len() {
                let added = self.read_or_new(target, slot_map.slot_count());
                self.targets.push(added);
            }
            self.targets.swap(count, at);
            let at_target = &mut self.targets[count];
            (at_target.point, at_target.radius) = (point, radius);
            count += 1;
        }
        self.targets.truncate(count);
        self.read.clear();
        self.forget_replaced(boids, slot_map);
        let slots = self.generations.len();
        run(backend, OneByOne(Part::whole(&mut self.targets)), |part| {
            for target in part.0.items {
                target.look(boids, tree, slots);
            }
        });
        for at_target in &self.targets {
            for slot in at_target.there.without(&at_target.before) {
                begin(at_target.target, slot_map.id(slot));
            }
        }
    }

    /// A target that is new, with the boids that were read from a file for it.
    fn read_or_new(&mut self, target: InfluenceId, slots: usize) -> AtTarget {
        let mut added = AtTarget::new(target);
        let read = self.read.iter().find(|(read, _)| *read == target);
        if let Some((_, boids)) = read {
            added.there.clear(slots);
            self.generations.resize(slots, 0);
            for id in boids {
                added.there.insert(id.slot());
                self.generations[id.slot() as usize] = id.generation();
            }
        }
        added
    }

    /// Boids in slots that another boid had before are not at any target yet.
    fn forget_replaced(&mut self, boids: &Boids, slot_map: &SlotMap) {
        let slots = self.generations.len().max(slot_map.slot_count());
        self.generations.resize(slots, 0);
        for slot in &boids.slot {
            let generation = slot_map.id(*slot).generation();
            let known = &mut self.generations[*slot as usize];
            if *known != generation {
                *known = generation;
                let targets = self.targets.iter_mut();
                targets.for_each(|target| target.there.remove(*slot));
            }
        }
    }
}

/// Division into parts of one target each.
struct OneByOne<'a>(Part<'a, AtTarget>);

impl Divide for OneByOne<'_> {
    const SMALLEST: usize = 1;

    fn len(&self) -> usize {
        self.0.len()
    }

    fn divide(self, middle: usize) -> (Self, Self) {
        let (start, rest) = self.0.divide(middle);
        (Self(start), Self(rest))
    }
}

/// A set of slots as a bit set.
#[derive(Clone, Debug, Default)]
struct SlotSet(Vec<u64>);

impl SlotSet {
    /// Empties the set and makes room for `slots` slots.
    fn clear(&mut self, slots: usize) {
        self.0.clear();
        self.0.resize(slots.div_ceil(64), 0);
    }

    fn insert(&mut self, slot: u32) {
        self.0[slot as usize / 64] |= 1 << (slot % 64);
    }

    fn remove(&mut self, slot: u32) {
        if let Some(word) = self.0.get_mut(slot as usize / 64) {
            *word &= !(1 << (slot % 64));
        }
    }

    /// The slots that are not in the other set, in ascending order.
    fn without<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = u32> + 'a {
        let others = other.0.iter().copied().chain(std::iter::repeat(0));
        let words = self.0.iter().zip(others).zip(0..);
        words.flat_map(|((word, other), index)| {
            let mut left = word & !other;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(64 * index + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text is short, like an impossible file that asks for a set of ten million slots for each
    /// target.
    #[test]
    fn nothing_is_made_of_what_was_read_before_it_is_checked() {
        let targets = (0..256).map(|target| format!("(({target}),[(slot:9999999,generation:0)])"));
        let text = format!("[{}]", targets.collect::<Vec<_>>().join(","));
        let arrivals: Arrivals = ron::from_str(&text).unwrap();
        assert!(arrivals.targets.is_empty() && arrivals.generations.is_empty());
        assert!(arrivals.is_sound(10_000_000) && !arrivals.is_sound(9_999_999));
        assert_eq!(ron::to_string(&arrivals).unwrap(), text);
    }

    #[test]
    fn slots_of_a_set_that_are_not_in_another_one_are_found_in_order() {
        let set = |slots: &[u32], room| {
            let mut set = SlotSet::default();
            set.clear(room);
            slots.iter().for_each(|slot| set.insert(*slot));
            set
        };
        let now = set(&[0, 5, 63, 64, 191], 192);
        let left = |before: &SlotSet| now.without(before).collect::<Vec<_>>();
        assert_eq!(left(&SlotSet::default()), [0, 5, 63, 64, 191]);
        assert_eq!(left(&set(&[0, 63, 66], 128)), [5, 64, 191]);
        let mut some = set(&[5, 191], 192);
        some.remove(191);
        some.remove(1000);
        assert_eq!(left(&some), [0, 63, 64, 191]);
    }
}
