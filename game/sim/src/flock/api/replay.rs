//! Replay of an input log.

use crate::{
    flock::{
        log::{FlockInput, InputLog, Replay},
        Flock,
    },
    settings::validation::SettingsError,
    steering::influences::{Influence, InfluenceId},
};

impl Flock {
    /// Repeats the calls of a log, each at the beginning of the step that followed it.
    ///
    /// The frame rate does not matter. Calls for steps that the flock has made already are repeated
    /// before its next step. A log that is being replayed is replaced. The replay has the same bits
    /// as the recorded run on the CPU, with any number of threads, and on the same GPU. On a GPU
    /// there are exceptions when the flock runs in frames: landings on perches, attacks of hunting
    /// boids, emitters that remove boids by their positions, and boids that are moved out of
    /// obstacles and of changed geometry depend on the frame that was read back last.
    pub fn replay(&mut self, log: InputLog) {
        self.log.replay = Some(Replay::new(log));
    }

    /// Number of calls of the log that have not been repeated yet.
    pub fn left_to_replay(&self) -> usize {
        self.log.replay.as_ref().map_or(0, Replay::left)
    }

    /// Makes the call that an input records. Its arguments are in the flock's frame.
    ///
    /// # Errors
    /// The errors of that call.
    pub fn apply(&mut self, input: &FlockInput) -> Result<(), SettingsError> {
        match input.clone() {
            FlockInput::SetSettings(settings) => self.set_settings(*settings)?,
            FlockInput::SetPlacement(placement) => self.set_placement(placement)?,
            FlockInput::SetFrame(frame) => self.set_frame(frame)?,
            FlockInput::MoveFrame { frame, stretch } => {
                self.move_frame_in_step(frame, stretch)?;
            }
            FlockInput::Translate(shift) => self.translate(shift)?,
            FlockInput::Depenetrate => self.depenetrate(),
            FlockInput::Spawn(count) => {
                self.spawn(count)?;
            }
            FlockInput::SpawnAt { position, velocity } => {
                self.spawn_in_frame(position, velocity)?;
            }
            FlockInput::Remove(id) => {
                self.remove(id);
            }
            FlockInput::Depart(id) => {
                self.depart(id);
            }
            FlockInput::Arrive(boid) => {
                self.arrive(boid)?;
            }
            FlockInput::SetData { id, data } => {
                self.set_data(id, data);
            }
            FlockInput::Kill { id, death } => {
                self.kill_in_frame(id, death)?;
            }
            FlockInput::Revive(id) => {
                self.revive(id)?;
            }
            FlockInput::Hold(id) => {
                self.hold(id);
            }
            FlockInput::MoveHeld {
                id,
                position,
                rotation,
            } => {
                self.move_held_in_frame(id, position, rotation)?;
            }
            FlockInput::Release { id, velocity } => {
                self.release_in_frame(id, velocity)?;
            }
            FlockInput::Scare(scare) => self.scare_in_frame(scare)?,
            FlockInput::AddInfluence(influence) => {
                self.add_influence(influence)?;
            }
            FlockInput::SetInfluence {
                id,
                influence,
                keeps_shapes,
            } => {
                let influence = self.logged_influence(id, influence, keeps_shapes);
                self.set_influence(id, influence)?;
            }
            FlockInput::RemoveInfluence(id) => {
                self.remove_influence(id);
            }
            FlockInput::SetWind(wind) => self.set_wind(wind)?,
            FlockInput::AddEmitter(emitter) => {
                self.add_emitter(emitter)?;
            }
            FlockInput::SetEmitter { id, emitter } => {
                self.set_emitter(id, emitter)?;
            }
            FlockInput::RemoveEmitter(id) => {
                self.remove_emitter(id);
            }
            FlockInput::Burst { id, count } => {
                self.burst(id, count);
            }
            FlockInput::SetPlayer(player) => self.set_player(player)?,
            FlockInput::AddObstacle(obstacle) => {
                self.add_obstacle(obstacle)?;
            }
            FlockInput::MoveObstacle { id, placement } => {
                self.move_obstacle(id, placement)?;
            }
            FlockInput::TeleportObstacle { id, placement } => {
                self.teleport_obstacle(id, placement)?;
            }
            FlockInput::RemoveObstacle(id) => {
                self.remove_obstacle(id);
            }
            FlockInput::SetCoarseness(factor) => self.set_coarseness(factor)?,
            FlockInput::SetViewers(viewers) => self.set_viewers(&viewers)?,
            FlockInput::AddPerch(perch) => {
                self.add_perch(perch)?;
            }
            FlockInput::SetPerchTimes { id, landings, stay } => {
                self.set_perch_times(id, landings, stay)?;
            }
            FlockInput::RemovePerch(id) => {
                self.remove_perch(id);
            }
            FlockInput::TakeOff { id, from } => {
                self.take_off_in_frame(id, from)?;
            }
            FlockInput::AddPredator(predator) => {
                self.add_predator(predator)?;
            }
            FlockInput::MovePredator { id, predator } => {
                self.move_predator(id, predator)?;
            }
            FlockInput::RemovePredator(id) => {
                self.remove_predator(id);
            }
            FlockInput::SetTag { item, tag } => {
                self.set_tag(item, tag);
            }
        }
        Ok(())
    }

    /// Repeats the calls that the log has before the next step.
    pub(crate) fn replay_inputs(&mut self) {
        let Some(mut replay) = self.log.replay.take() else {
            return;
        };
        while let Some(input) = replay.next_before(self.steps()) {
            // The log holds only calls that succeeded. A log from another source may hold others;
            // they are skipped.
            let _ = self.apply(input);
        }
        // Until its end, the log replaces the decisions of the time budget.
        self.log.replay = replay.lasts(self.steps()).then_some(replay);
    }

    /// Repeats calls until `count` calls of the log have been repeated.
    pub(crate) fn replay_first(&mut self, count: usize) {
        let Some(mut replay) = self.log.replay.take() else {
            return;
        };
        while let Some(input) = replay.next_of_first(count) {
            let _ = self.apply(input);
        }
        self.log.replay = Some(replay);
    }

    /// A logged influence; if it keeps its volumes or its form, they are copied from the current
    /// influence.
    fn logged_influence(
        &self,
        id: InfluenceId,
        influence: Influence,
        keeps_shapes: bool,
    ) -> Influence {
        let before = self.inputs.influences.get(id).filter(|_| keeps_shapes);
        match before {
            Some(before) => influence.with_shapes_of(before),
            None => influence,
        }
    }
}
