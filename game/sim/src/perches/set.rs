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

/// Largest number of perches.
pub(super) const MOST_PERCHES: usize = 256;

/// Number of spots whose surface is looked for in a step.
const CHECKED: usize = 256;

/// Distance from a spot within which its surface must be, in metres.
const SURFACE: f32 = 0.02;

/// Names a perch. No two perches of a flock have had the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PerchId(u32);

/// How many spots of a perch are in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerchUse {
    /// No boid has them.
    pub free: usize,
    /// A boid flies to them.
    pub reserved: usize,
    /// A boid stands on them.
    pub taken: usize,
    /// Their surface is gone.
    pub gone: usize,
}

/// A perch of a flock.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) id: PerchId,
    pub(crate) perch: Perch,
    /// Numbers of the spots whose surface is gone, in ascending order.
    gone: Vec<u32>,
    /// Number of the spot whose surface is looked for next; none is left at the end.
    next_check: usize,
    /// For each spot, if a boid has it. Follows from the stays.
    #[serde(skip)]
    has_boid: Vec<bool>,
    /// The spots that no boid has and whose surface is there; made by the first step.
    #[serde(skip)]
    free: SpotTree,
    /// The smallest and the largest corner of the box around all places in reach.
    #[serde(skip)]
    bounds: Option<[Vec3; 2]>,
}

/// Perches in the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PerchSet {
    entries: Vec<Entry>,
    /// Number of perches that have been added.
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
            has_boid: Vec::new(),
            free: SpotTree::default(),
            bounds: None,
        });
        Ok(id)
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

    /// The surfaces of all spots are to be looked for again.
    pub(crate) fn forget_surfaces(&mut self) {
        for entry in &mut self.entries {
            entry.next_check = 0;
        }
    }

    /// Begins a step: notes the spots that boids have, and looks for the surfaces of some.
    pub(crate) fn begin_step(
        &mut self,
        had: impl Iterator<Item = (PerchId, u32)>,
        geometry: &SidedGeometry,
        body_radius: f32,
    ) {
        let mut left = CHECKED;
        for entry in &mut self.entries {
            entry.bounds.get_or_insert_with(|| bounds(&entry.perch));
            entry.has_boid.clear();
            entry.has_boid.resize(entry.perch.spots.len(), false);
            left -= entry.look_for_surfaces(geometry, body_radius, left);
        }
        for (id, spot) in had {
            let entry = self.index(id).map(|index| &mut self.entries[index]);
            let has_boid = entry.and_then(|entry| entry.has_boid.get_mut(spot as usize));
            if let Some(has_boid) = has_boid {
                *has_boid = true;
            }
        }
        self.entries.iter_mut().for_each(Entry::find_free);
    }

    /// Notes that a boid has a spot.
    pub(crate) fn take(&mut self, id: PerchId, spot: u32) {
        if let Some(index) = self.index(id) {
            self.entries[index].free.set_free(spot as usize, false);
        }
    }

    /// Checks a set that was read from a file.
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
                return Err("a perch has lost spots that it does not have".into());
            }
        }
        Ok(())
    }
}

impl Entry {
    /// Another one for every perch.
    pub(crate) fn number(&self) -> u32 {
        self.id.0
    }

    /// True if a boid may land on some of the spots.
    pub(crate) fn has_free(&self) -> bool {
        self.free.free() > 0
    }

    /// The spots on which a boid may land; set by [`PerchSet::begin_step`], and by
    /// [`PerchSet::take`].
    pub(crate) fn free(&self) -> &SpotTree {
        &self.free
    }

    /// Notes which spots are free, from which ones boids have.
    fn find_free(&mut self) {
        if self.free.is_empty() {
            let spots = self.perch.spots.iter();
            self.free = SpotTree::new(spots.map(|spot| spot.position));
        }
        let mut gone = self.gone.iter().peekable();
        for (number, has_boid) in self.has_boid.iter().enumerate() {
            let mut is_gone = false;
            while gone.next_if(|gone| **gone as usize <= number).is_some() {
                is_gone = true;
            }
            self.free.set_free(number, !has_boid && !is_gone);
        }
    }

    /// The smallest and the largest corner of a box around all places from which a spot is in reach; set
    /// by [`PerchSet::begin_step`].
    pub(crate) fn bounds(&self) -> Option<[Vec3; 2]> {
        self.bounds
    }

    /// The spot of a number; `None` if its surface is gone, or if there is none.
    pub(crate) fn spot(&self, number: u32) -> Option<&PerchSpot> {
        let spot = self.perch.spots.get(number as usize)?;
        self.gone.binary_search(&number).is_err().then_some(spot)
    }

    pub(crate) fn gone(&self) -> usize {
        self.gone.len()
    }

    /// Looks for the surfaces of at most so many spots. Returns their number.
    fn look_for_surfaces(
        &mut self,
        geometry: &SidedGeometry,
        body_radius: f32,
        most: usize,
    ) -> usize {
        let spots = &self.perch.spots;
        if !self.perch.needs_surface {
            return 0;
        }
        let checked = self.next_check..spots.len().min(self.next_check + most);
        self.next_check = checked.end;
        let count = checked.len();
        for number in checked {
            let spot = &spots[number];
            let has_room = geometry.is_clear(spot.standing(body_radius), body_radius);
            let is_gone = !has_room || geometry.is_clear(spot.position, SURFACE);
            let number = number as u32;
            match (is_gone, self.gone.binary_search(&number)) {
                (true, Err(at)) => self.gone.insert(at, number),
                (false, Ok(at)) => {
                    self.gone.remove(at);
                }
                _ => {}
            }
        }
        count
    }
}

/// Without what is derived.
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
