//! The hash of the state.

use crate::{
    flock::{population::memories::SavedMemories, Flock},
    state::{
        hash::{add_boids, add_state},
        hash_writer::HashWriter,
    },
};

impl Flock {
    /// A hash of all that the next step depends on, but for what the game gives at the start: settings,
    /// geometry and a custom rule. Equal for flocks that go on alike, on every platform and for any number
    /// of threads.
    ///
    /// In it are the boids with slots, positions and velocities, dead and held ones and those on perches;
    /// the time and the number of steps; the placement; the slots; scares, influences, wind, emitters,
    /// moving obstacles, hunters, perches, viewers and levels of detail; what boids saw of obstacles, and
    /// their fear and panic; the numbers that the game attached to boids. What is only drawn, counted or
    /// reported, or decides on the number of steps in a frame, is not in it: poses, statistics, events,
    /// tags, logs, the budget.
    ///
    /// Takes the time of sorting the boids by their slots; on a GPU it waits for all steps.
    pub fn state_hash(&self) -> u64 {
        let mut hash = HashWriter::default();
        match self.exact() {
            Some([_, current]) => add_boids(&mut hash, &current),
            None => add_boids(&mut hash, self.population.boids.current()),
        }
        for body in self.population.bodies.list() {
            add_state(&mut hash, &body.state);
            hash.add(&(body.death, body.is_held, body.seconds, body.stay));
        }
        let SavedMemories {
            sights,
            fear,
            detail,
            data,
        } = self.saved_memories();
        hash.add(&(
            self.clock.time,
            self.reports.statistics.steps,
            self.config.placement,
        ));
        hash.add(&(self.population.boids.slot_map().saved(), data));
        hash.add(&(self.population.unchecked, self.population.untried));
        // On a GPU those are tried again once obstacles rest.
        if self.inputs.obstacles.is_moving() && self.not_placed() > 0 {
            hash.add(&"obstacles moved while boids waited");
        }
        hash.add(&(
            self.inputs.scares.active(),
            &self.inputs.influences,
            self.inputs.wind,
        ));
        hash.add(&(
            &self.inputs.emitters,
            &self.inputs.obstacles,
            &self.inputs.hunters,
        ));
        hash.add(&(&self.inputs.perches, detail));
        hash.add(&(sights, fear));
        hash.finish()
    }
}
