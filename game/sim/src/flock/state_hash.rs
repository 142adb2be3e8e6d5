//! The hash of the state.

use super::Flock;
use crate::state::{
    hash::{add_boids, add_state},
    hash_writer::HashWriter,
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
            None => add_boids(&mut hash, self.boids.current()),
        }
        for body in self.bodies.list() {
            add_state(&mut hash, &body.state);
            hash.add(&(body.death, body.is_held, body.seconds, body.stay));
        }
        self.know_sights();
        hash.add(&(self.time, self.statistics.steps, self.placement));
        hash.add(&(self.boids.slot_map().saved(), &self.data));
        hash.add(&(self.unchecked, self.untried));
        // On a GPU those are tried again once obstacles rest.
        if self.obstacles.is_moving() && self.not_placed() > 0 {
            hash.add(&"obstacles moved while boids waited");
        }
        hash.add(&(self.scares.active(), &self.influences, self.wind));
        hash.add(&(&self.emitters, &self.obstacles, &self.hunters));
        hash.add(&(&self.perches, &*self.known_detail()));
        hash.add(&(self.known_sights(), self.known_fear()));
        hash.finish()
    }
}
