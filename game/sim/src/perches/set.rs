//! The perches of a flock, and which of their spots are taken.

use super::{
    perch::{Perch, PerchSpot},
    spot_tree::SpotTree,
};
use crate::{
    geometry::SidedGeometry,
    math::Vec3,
    settings::validation::SettingsError,
    state::names::{check_names, next_name},
};
use serde::{Deserialize, Serialize};

/// Largest number of perches in a flock.
pub(super) const MOST_PERCHES: usize = 256;

/// Largest number of spots whose surfaces are checked in a step.
const CHECKED: usize = 256;

/// Distance from a spot within which its surface must be, in metres.
const SURFACE: f32 = 0.02;

/// Identifies a perch of a flock. An id is never used again in the same flock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PerchId(u32);

/// How many spots of a perch are in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerchUse {
    /// Number of spots that no boid has.
    pub free: usize,
    /// Number of spots to which a boid flies.
    pub reserved: usize,
    /// Number of spots on which a boid stands.
    pub taken: usize,
    /// Number of spots whose surface is gone.
    pub gone: usize,
}

/// A perch of a flock, and the state of its spots.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) id: PerchId,
    pub(crate) perch: Perch,
    /// Indices of the spots whose surface is gone, in ascending order.
    gone: Vec<u32>,
    /// Index of the spot whose surface is checked next. All are checked when it is the number of
    /// spots.
    next_check: usize,
    /// Indices of the spots that boids have, in ascending order. Derived from the boids' stays.
    #[serde(skip)]
    taken: Vec<u32>,
    /// Indices of the spots that boids have in the current step, unordered. `take_had` makes them
    /// `taken`.
    #[serde(skip)]
    had: Vec<u32>,
    /// The spots that no boid has and whose surface is there. The first step builds the tree.
    #[serde(skip)]
    free: SpotTree,
    /// Bounding box of all positions within reach of a spot: its smallest and its largest corner.
    #[serde(skip)]
    bounds: Option<[Vec3; 2]>,
}

/// The perches of a flock, in the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PerchSet {
    entries: Vec<Entry>,
    /// Number of perches that were ever added.
    added: u32,
}

impl PerchSet {
    pub(crate) fn add(&mut self, perch: Perch) -> Result<PerchId, SettingsError> {
        perch.validate()?;
        let count = self.entries.len();
        let id = PerchId(next_name("perches", count, MOST_PERCHES, &mut self.added)?);
        self.entries.push(Entry {
            id,
            perch,
            gone: Vec::new(),
            next_check: 0,
            taken: Vec::new(),
            had: Vec::new(),
            free: SpotTree::default(),
            bounds: None,
        });
        Ok(id)
    }

    /// Replaces how often boids land on a perch and how long they stay. False if there is no such
    /// perch.
    pub(crate) fn set_times(
        &mut self,
        id: PerchId,
        landings: f32,
        stay: [f32; 2],
    ) -> Result<bool, SettingsError> {
        let times = Perch {
            landings,
            stay,
            ..Perch::default()
        };
        times.check_values()?;
        let Some(index) = self.index(id) else {
            return Ok(false);
        };
        let perch = &mut self.entries[index].perch;
        (perch.landings, perch.stay) = (landings, stay);
        Ok(true)
    }

    pub(crate) fn remove(&mut self, id: PerchId) -> Option<Perch> {
        let index = self.index(id)?;
        Some(self.entries.remove(index).perch)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn get(&self, id: PerchId) -> Option<&Entry> {
        self.index(id).map(|index| &self.entries[index])
    }

    fn index(&self, id: PerchId) -> Option<usize> {
        let found = self.entries.binary_search_by_key(&id, |entry| entry.id);
        found.ok()
    }

    /// Makes the next steps check the surfaces of all spots again.
    pub(crate) fn forget_surfaces(&mut self) {
        for entry in &mut self.entries {
            entry.next_check = 0;
        }
    }

    /// Begins a step: sets the spots that boids have, and checks the surfaces of some spots.
    /// Returns the number of spots that it examined.
    pub(crate) fn begin_step(
        &mut self,
        had: impl Iterator<Item = (PerchId, u32)>,
        geometry: &SidedGeometry,
        body_radius: f32,
    ) -> usize {
        let (mut left, mut looked_at) = (CHECKED, 0);
        for entry in &mut self.entries {
            looked_at += entry.prepare();
            left -= entry.look_for_surfaces(geometry, body_radius, left);
        }
        for (id, spot) in had {
            let entry = self.index(id).map(|index| &mut self.entries[index]);
            if let Some(entry) = entry.filter(|entry| entry.has_spot(spot)) {
                entry.had.push(spot);
            }
        }
        let changed = self.entries.iter_mut().map(Entry::take_had);
        looked_at + (CHECKED - left) + changed.sum::<usize>()
    }

    /// Marks a spot as taken by a boid.
    pub(crate) fn take(&mut self, id: PerchId, spot: u32) {
        let entry = self.index(id).map(|index| &mut self.entries[index]);
        if let Some(entry) = entry.filter(|entry| entry.has_spot(spot)) {
            entry.take(spot);
        }
    }

    /// Checks a set that was read from a file. The error says what is wrong.
    pub(crate) fn validate(&self) -> Result<(), String> {
        let entries = &self.entries;
        let numbers = entries.iter().map(|entry| entry.id.0);
        check_names("perches", numbers, MOST_PERCHES, self.added)?;
        for entry in entries {
            entry.perch.validate().map_err(|error| error.to_string())?;
            let count = entry.perch.spots.len();
            let is_known = |spot: &u32| (*spot as usize) < count;
            let is_checked = entry.next_check <= count;
            if !is_checked || !entry.gone.is_sorted() || !entry.gone.iter().all(is_known) {
                return Err("a perch lists spots as gone that it does not have".into());
            }
        }
        Ok(())
    }
}

impl Entry {
    /// Number of the perch, unique in the flock.
    pub(crate) fn number(&self) -> u32 {
        self.id.0
    }

    /// True if the perch has a spot on which a boid may land.
    pub(crate) fn has_free(&self) -> bool {
        self.free.free() > 0
    }

    /// The spots on which a boid may land. [`PerchSet::begin_step`] and [`PerchSet::take`] update
    /// them.
    pub(crate) fn free(&self) -> &SpotTree {
        &self.free
    }

    fn has_spot(&self, number: u32) -> bool {
        (number as usize) < self.perch.spots.len()
    }

    /// Builds the derived values in the first step. Returns the number of spots that it examined.
    fn prepare(&mut self) -> usize {
        if self.bounds.is_some() {
            return 0;
        }
        self.bounds = Some(bounds(&self.perch));
        let spots = &self.perch.spots;
        self.free = SpotTree::new(spots.iter().map(|spot| spot.position));
        for number in &self.gone {
            self.free.take(*number as usize);
        }
        spots.len()
    }

    /// Marks a spot as taken.
    fn take(&mut self, number: u32) {
        if let Err(at) = self.taken.binary_search(&number) {
            self.taken.insert(at, number);
            self.free.take(number as usize);
        }
    }

    /// Replaces `taken` by the spots that boids have in the current step. Returns the number of
    /// spots in both together.
    fn take_had(&mut self) -> usize {
        self.had.sort_unstable();
        let left = |number: &&u32| self.had.binary_search(number).is_err();
        for number in self.taken.iter().filter(left) {
            let is_gone = self.gone.binary_search(number).is_ok();
            self.free.set_free(*number as usize, !is_gone);
        }
        for number in &self.had {
            self.free.take(*number as usize);
        }
        let count = self.taken.len() + self.had.len();
        std::mem::swap(&mut self.taken, &mut self.had);
        self.had.clear();
        count
    }

    /// Bounding box, in the coordinates of the spots, of all positions from which a spot is in
    /// reach: its smallest and its largest corner. `None` before the first
    /// [`PerchSet::begin_step`].
    pub(crate) fn bounds(&self) -> Option<[Vec3; 2]> {
        self.bounds
    }

    /// The spot with this index; `None` if its surface is gone, or if there is no such spot.
    pub(crate) fn spot(&self, number: u32) -> Option<&PerchSpot> {
        let spot = self.perch.spots.get(number as usize)?;
        self.gone.binary_search(&number).is_err().then_some(spot)
    }

    pub(crate) fn gone(&self) -> usize {
        self.gone.len()
    }

    /// Sets whether the surface of a spot is gone.
    fn set_gone(&mut self, number: u32, is_gone: bool) {
        match (is_gone, self.gone.binary_search(&number)) {
            (true, Err(at)) => self.gone.insert(at, number),
            (false, Ok(at)) => {
                self.gone.remove(at);
            }
            _ => return,
        }
        let is_taken = self.taken.binary_search(&number).is_ok();
        self.free.set_free(number as usize, !is_gone && !is_taken);
    }

    /// Checks the surfaces of at most `most` spots. Returns the number of spots that were checked.
    fn look_for_surfaces(
        &mut self,
        geometry: &SidedGeometry,
        body_radius: f32,
        most: usize,
    ) -> usize {
        if !self.perch.needs_surface || self.perch.carrier.is_some() {
            return 0;
        }
        let count = self.perch.spots.len();
        let checked = self.next_check..count.min(self.next_check + most);
        self.next_check = checked.end;
        let count = checked.len();
        for number in checked {
            let spot = &self.perch.spots[number];
            let has_room = geometry.is_clear(spot.standing(body_radius), body_radius);
            let is_gone = !has_room || geometry.is_clear(spot.position, SURFACE);
            self.set_gone(number as u32, is_gone);
        }
        count
    }
}

/// Compares everything but the derived values.
impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        (self.id, &self.perch, &self.gone, self.next_check)
            == (other.id, &other.perch, &other.gone, other.next_check)
    }
}

fn bounds(perch: &Perch) -> [Vec3; 2] {
    let positions = perch.spots.iter().map(|spot| spot.position);
    let low = positions
        .clone()
        .fold(Vec3::repeat(f32::MAX), |a, b| a.inf(&b));
    let high = positions.fold(Vec3::repeat(f32::MIN), |a, b| a.sup(&b));
    [low.add_scalar(-perch.reach), high.add_scalar(perch.reach)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::sync::Arc;

    fn perch(spots: usize) -> Perch {
        let spot = |number| PerchSpot {
            position: Vec3::x() * number as f32,
            normal: Vec3::y(),
        };
        Perch {
            needs_surface: false,
            ..Perch::new((0..spots).map(spot).collect())
        }
    }

    fn nothing() -> SidedGeometry {
        SidedGeometry::new(Arc::default(), Vec3::zeros())
    }

    #[test]
    fn a_step_looks_only_at_the_spots_that_boids_have() {
        let (mut set, geometry) = (PerchSet::default(), nothing());
        let ids = [(); 4].map(|()| set.add(perch(10_000)).unwrap());
        let had = ids.map(|id| (id, 7));
        assert_eq!(set.begin_step(had.into_iter(), &geometry, 0.1), 40_004);
        set.take(ids[0], 8);
        assert_eq!(set.begin_step(had.into_iter(), &geometry, 0.1), 9);
        assert_eq!(set.begin_step(std::iter::empty(), &geometry, 0.1), 4);
        assert_eq!(set.begin_step(std::iter::empty(), &geometry, 0.1), 0);
        assert!(set.entries().iter().all(|it| it.free().free() == 10_000));
    }

    proptest! {
        #![proptest_config(crate::cases::config(100))]

        /// After any number of steps, a spot is free if and only if no boid has it and its surface
        /// is there.
        #[test]
        fn spots_are_free_that_are_neither_taken_nor_gone(
            steps in prop::collection::vec((
                prop::collection::vec(0..20_u32, 0..6),
                prop::collection::vec(0..20_u32, 0..3),
                prop::collection::vec((0..20_u32, any::<bool>()), 0..6),
            ), 1..6),
        ) {
            let (mut set, geometry) = (PerchSet::default(), nothing());
            let id = set.add(perch(16)).unwrap();
            for (had, taken, gone) in steps {
                for (number, is_gone) in gone.into_iter().filter(|(number, _)| *number < 16) {
                    if set.entries[0].bounds.is_some() {
                        set.entries[0].set_gone(number, is_gone);
                    }
                }
                set.begin_step(had.iter().map(|spot| (id, *spot)), &geometry, 0.1);
                taken.iter().for_each(|spot| set.take(id, *spot));
                let entry = &set.entries[0];
                let mut free = Vec::new();
                entry.free.visit_near(Vec3::zeros(), f32::INFINITY, |number, _| {
                    free.push(number);
                    Some(f32::INFINITY)
                });
                free.sort_unstable();
                let is_free = |number: &u32| {
                    ![&had, &taken, &entry.gone].iter().any(|list| list.contains(number))
                };
                let expected: Vec<u32> = (0..16).filter(is_free).collect();
                prop_assert_eq!(free, expected);
            }
        }
    }
}
