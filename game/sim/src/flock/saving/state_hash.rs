//! The hash of a flock's state, for tests of determinism.

use crate::{
    flock::{population::memories::SavedMemories, Flock},
    state::{
        hash::{add_boids, add_state},
        hash_writer::HashWriter,
    },
};

impl Flock {
    /// A hash of everything that the next step depends on, except settings, geometry and the custom
    /// rule.
    ///
    /// Flocks that continue in the same way have equal hashes, on every platform and for any number
    /// of threads.
    ///
    /// The hash covers the boids with their slots, positions and velocities, including dead and
    /// held ones and those on perches; the time and the number of steps; the placement and the
    /// frame; the slots; scares, influences, wind, emitters, moving obstacles, predators, perches,
    /// viewers and levels of detail; the avoidance memory, fear and panic; and the numbers that the
    /// game attached to boids. It leaves out what is only drawn, counted or reported, and what only
    /// decides on the number of steps in a frame: poses, statistics, events, tags, logs and the
    /// budget.
    ///
    /// Takes the time of sorting the boids by their slots. On a GPU it waits for all steps.
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
            looks: _,
        } = self.saved_memories();
        hash.add(&(
            self.clock.time,
            self.reports.statistics.steps,
            self.config.placement,
        ));
        let frame = &self.inputs.frame;
        if !frame.motion().is_outer() {
            hash.add(&(frame.now(), frame.velocity()));
        }
        hash.add(&(self.population.boids.slot_map().saved(), data));
        hash.add(&(self.population.unchecked, self.population.untried));
        // On a GPU, waiting boids are tried again once obstacles rest.
        if self.inputs.obstacles.is_moving() && self.population.not_placed() > 0 {
            hash.add(&"obstacles moved while boids waited");
        }
        hash.add(&(
            self.inputs.scares.active(),
            self.inputs.influences.hashed(),
            self.inputs.wind,
        ));
        let motions = self.inputs.influences.motions();
        // Other flocks have the hashes of versions without motions.
        if !motions.is_empty() {
            hash.add(&motions);
        }
        let finding = self.inputs.influences.finding_ways();
        let ways = self.saved_ways();
        if !finding.is_empty() || !ways.is_empty() {
            hash.add(&(finding, ways));
        }
        let formations = self.inputs.formations.saved();
        if !formations.is_empty() {
            hash.add(&formations);
        }
        hash.add(&(
            &self.inputs.emitters,
            &self.inputs.obstacles,
            &self.inputs.predators,
        ));
        hash.add(&(&self.inputs.perches, detail));
        hash.add(&(sights, fear));
        hash.finish()
    }
}
