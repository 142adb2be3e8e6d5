//! Predators that the game moves.

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

/// Largest number of predators in a flock.
pub(crate) const MOST_PREDATORS: usize = 256;

input! {
    /// A predator that the game moves, such as the player or a shark. See
    /// [`Flock::add_predator`](crate::Flock::add_predator).
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Predator {
        /// Position in the flock's frame, in metres. Within ±10,000 in every component.
        pub point: Vec3, -10000.0..=10000.0, "m";
        /// Velocity in the flock's frame, in m/s. It decides how boids flee. Within ±10,000 in
        /// every component.
        pub velocity: Vec3, -10000.0..=10000.0, "m/s";
        /// How threatening the predator is: it multiplies the acceleration with which boids flee,
        /// and the closeness that begins a panic. 0 to 100; 1 from [`new`](Self::new).
        pub threat: f32, 0.0..=100.0, "";
    }
}

/// Identifies a predator of a flock. An id is never used again in the same flock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PredatorId(u32);

impl Predator {
    /// A predator with `threat` 1.
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
    /// use flock_sim::{threats::Predator, Vec3};
    ///
    /// let predator = Predator { threat: -1.0, ..Predator::new(Vec3::zeros(), Vec3::x()) };
    /// let error = predator.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "predator.threat is -1; allowed: 0 to 100");
    /// ```
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        self.check_ranges("predator", &mut check);
        check.finish()
    }

    /// The predator at a share of the straight way to its target, 0 to 1. In a periodic box it
    /// takes the shortest way.
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

/// A predator, its id and where it moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: PredatorId,
    /// The predator as it was in the last step.
    predator: Predator,
    target: FrameTarget<Predator>,
}

/// The predators of a flock, in the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PredatorSet {
    entries: Vec<Entry>,
    /// Number of predators that were ever added.
    added: u32,
}

impl PredatorSet {
    pub(crate) fn add(&mut self, predator: Predator) -> Result<PredatorId, SettingsError> {
        predator.validate()?;
        let count = self.entries.len();
        let id = PredatorId(next_name(
            "predators",
            count,
            MOST_PREDATORS,
            &mut self.added,
        )?);
        self.entries.push(Entry {
            id,
            predator,
            target: FrameTarget::default(),
        });
        Ok(id)
    }

    /// Sets the state of a predator at the end of the next frame. False if there is no predator
    /// with this id.
    pub(crate) fn set_target(
        &mut self,
        id: PredatorId,
        predator: Predator,
    ) -> Result<bool, SettingsError> {
        predator.validate()?;
        let entry = self.entries.iter_mut().find(|entry| entry.id == id);
        let found = entry.map(|entry| entry.target.begin(&entry.predator, predator));
        Ok(found.is_some())
    }

    /// The state that the predator moves to, or its own if it does not move; `None` if there is no
    /// predator with this id.
    pub(crate) fn target(&self, id: PredatorId) -> Option<&Predator> {
        let entry = self.entries.iter().find(|entry| entry.id == id)?;
        Some(entry.target.get().unwrap_or(&entry.predator))
    }

    pub(crate) fn remove(&mut self, id: PredatorId) -> Option<Predator> {
        let index = self.entries.iter().position(|entry| entry.id == id)?;
        Some(self.entries.remove(index).predator)
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (PredatorId, &Predator)> + Clone {
        self.entries.iter().map(|entry| (entry.id, &entry.predator))
    }

    /// Begins a frame of this number of steps: predators reach their targets at its end.
    pub(crate) fn begin_frame(&mut self, steps: u32) {
        for entry in &mut self.entries {
            entry.target.begin_frame(steps);
        }
    }

    /// Begins a step. Calls `moved` for each predator with a target, with its state at the end of
    /// the step.
    pub(crate) fn begin_step(
        &mut self,
        periodic_box: Option<&PeriodicBox>,
        mut moved: impl FnMut(PredatorId, Predator),
    ) {
        for entry in &mut self.entries {
            let Some((target, steps)) = entry.target.step() else {
                continue;
            };
            let share = 1.0 / steps as f32;
            entry.predator = entry.predator.on_way_to(&target, share, periodic_box);
            moved(entry.id, entry.predator);
        }
    }

    /// Checks a set that was read from a file. The error says what is wrong.
    pub(crate) fn validate(&self) -> Result<(), String> {
        let entries = &self.entries;
        let numbers = entries.iter().map(|entry| entry.id.0);
        check_names("predators", numbers, MOST_PREDATORS, self.added)?;
        let mut all = entries.iter().map(|entry| {
            entry.predator.validate()?;
            entry.target.get().map_or(Ok(()), Predator::validate)
        });
        all.try_for_each(|result| result.map_err(|error| error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_tells_the_ranges() {
        assert_documented::<Predator>();
    }
}
