//! Hunters that the game moves.

use crate::{
    boundary::PeriodicBox,
    math::Vec3,
    settings::{
        input::*,
        validation::{Check, SettingsError},
    },
    state::{
        frame_target::FrameTarget,
        names::{check_names, next_name},
    },
};

/// Largest number of hunters in a flock.
pub(crate) const MOST_HUNTERS: usize = 256;

input! {
    /// A hunter that the game moves, such as the player or a shark. See
    /// [`Flock::add_hunter`](crate::Flock::add_hunter).
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Hunter {
        /// Position in the world, in metres. Within ±10,000 in every component.
        pub point: Vec3, -10000.0..=10000.0, "m";
        /// Velocity in the world, in m/s. It decides how boids flee. Within ±10,000 in every
        /// component.
        pub velocity: Vec3, -10000.0..=10000.0, "m/s";
        /// How threatening the hunter is: it multiplies the acceleration with which boids flee, and
        /// the closeness that begins a panic. 0 to 100; 1 from [`new`](Self::new).
        pub threat: f32, 0.0..=100.0, "";
    }
}

/// Identifies a hunter of a flock. An id is never used again in the same flock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HunterId(u32);

impl Hunter {
    /// A hunter with `threat` 1.
    pub fn new(point: Vec3, velocity: Vec3) -> Self {
        Self {
            point,
            velocity,
            threat: 1.0,
        }
    }

    /// Checks that every value is in its range.
    ///
    /// # Errors
    /// Names every value that is out of range. NaN and infinities are out of any range.
    ///
    /// ```
    /// use flock_sim::{threats::Hunter, Vec3};
    ///
    /// let hunter = Hunter { threat: -1.0, ..Hunter::new(Vec3::zeros(), Vec3::x()) };
    /// let error = hunter.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "hunter.threat is -1; allowed: 0 to 100");
    /// ```
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        self.check_ranges("hunter", &mut check);
        check.finish()
    }

    /// The hunter at a share of the straight way to its target, 0 to 1. In a periodic box it takes
    /// the shortest way.
    fn on_way_to(&self, target: &Self, share: f32, periodic_box: Option<&PeriodicBox>) -> Self {
        if share >= 1.0 {
            return *target;
        }
        let straight = |end: Vec3| self.point + (end - self.point) * share;
        let shift = periodic_box.map_or_else(Vec3::zeros, |it| it.shift(target.point, self.point));
        Self {
            point: match periodic_box {
                Some(periodic_box) if shift != Vec3::zeros() => {
                    periodic_box.folded(straight(target.point + shift))
                }
                _ => straight(target.point),
            },
            velocity: self.velocity + (target.velocity - self.velocity) * share,
            threat: self.threat + (target.threat - self.threat) * share,
        }
    }
}

/// A hunter, its id and where it moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: HunterId,
    /// The hunter as it was in the last step.
    hunter: Hunter,
    target: FrameTarget<Hunter>,
}

/// The hunters of a flock, in the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HunterSet {
    entries: Vec<Entry>,
    /// Number of hunters that were ever added.
    added: u32,
}

impl HunterSet {
    pub(crate) fn add(&mut self, hunter: Hunter) -> Result<HunterId, SettingsError> {
        hunter.validate()?;
        let count = self.entries.len();
        let id = HunterId(next_name("hunters", count, MOST_HUNTERS, &mut self.added)?);
        self.entries.push(Entry {
            id,
            hunter,
            target: FrameTarget::default(),
        });
        Ok(id)
    }

    /// Sets the state of a hunter at the end of the next frame. False if there is no hunter with
    /// this id.
    pub(crate) fn set_target(
        &mut self,
        id: HunterId,
        hunter: Hunter,
    ) -> Result<bool, SettingsError> {
        hunter.validate()?;
        let entry = self.entries.iter_mut().find(|entry| entry.id == id);
        let found = entry.map(|entry| entry.target.begin(&entry.hunter, hunter));
        Ok(found.is_some())
    }

    /// The state that the hunter moves to, or its own if it does not move; `None` if there is no
    /// hunter with this id.
    pub(crate) fn target(&self, id: HunterId) -> Option<&Hunter> {
        let entry = self.entries.iter().find(|entry| entry.id == id)?;
        Some(entry.target.get().unwrap_or(&entry.hunter))
    }

    pub(crate) fn remove(&mut self, id: HunterId) -> Option<Hunter> {
        let index = self.entries.iter().position(|entry| entry.id == id)?;
        Some(self.entries.remove(index).hunter)
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (HunterId, &Hunter)> + Clone {
        self.entries.iter().map(|entry| (entry.id, &entry.hunter))
    }

    /// Begins a frame of this number of steps: hunters reach their targets at its end.
    pub(crate) fn begin_frame(&mut self, steps: u32) {
        for entry in &mut self.entries {
            entry.target.begin_frame(steps);
        }
    }

    /// Begins a step. Calls `moved` for each hunter with a target, with its state at the end of the
    /// step.
    pub(crate) fn begin_step(
        &mut self,
        periodic_box: Option<&PeriodicBox>,
        mut moved: impl FnMut(HunterId, Hunter),
    ) {
        for entry in &mut self.entries {
            let Some((target, steps)) = entry.target.step() else {
                continue;
            };
            let share = 1.0 / steps as f32;
            entry.hunter = entry.hunter.on_way_to(&target, share, periodic_box);
            moved(entry.id, entry.hunter);
        }
    }

    /// Checks a set that was read from a file. The error says what is wrong.
    pub(crate) fn validate(&self) -> Result<(), String> {
        let entries = &self.entries;
        let numbers = entries.iter().map(|entry| entry.id.0);
        check_names("hunters", numbers, MOST_HUNTERS, self.added)?;
        let mut all = entries.iter().map(|entry| {
            entry.hunter.validate()?;
            entry.target.get().map_or(Ok(()), Hunter::validate)
        });
        all.try_for_each(|result| result.map_err(|error| error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_tells_the_ranges() {
        assert_documented::<Hunter>();
    }
}
