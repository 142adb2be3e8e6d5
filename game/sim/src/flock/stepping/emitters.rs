//! The emitters in a step: they remove and add boids.

use crate::{
    flock::{
        inputs::emitters::Running, population::store::Joining, reports::events::EventKind, Flock,
    },
    motion::spawn::Spawner,
};
use std::mem::take;

/// Number of positions that all emitters of a flock together try in a step. It limits the extra
/// time of a step with a burst to some tens of milliseconds, even if most positions touch geometry.
const PLACES_IN_STEP: usize = 1 << 13;

impl Flock {
    /// Removes and adds boids at the beginning of a step.
    pub(crate) fn run_emitters(&mut self) {
        if self.inputs.emitters.running.is_empty() {
            return;
        }
        let mut running = take(&mut self.inputs.emitters.running);
        let time_step = f64::from(self.config.dt());
        for running in running.iter_mut().filter(|it| it.emitter.enabled) {
            self.end_lives(running);
            running.accrue(time_step);
        }
        let is_due = |it: &Running| it.emitter.enabled && it.due >= 1.0;
        let mut waiting = running.iter().filter(|it| is_due(it)).count();
        let mut places = PLACES_IN_STEP;
        for running in running.iter_mut().filter(|it| is_due(it)) {
            // Each emitter gets an equal share of the remaining positions, so none is starved.
            let tried = self.emit(running, places.div_ceil(waiting));
            places = places.saturating_sub(tried);
            waiting -= 1;
        }
        self.inputs.emitters.running = running;
    }

    /// Removes the boids of an emitter whose lifetime, distance or exit ends them.
    fn end_lives(&mut self, running: &mut Running) {
        let frame = self.config.frame();
        let (emitter, now) = (&running.emitter, self.clock.time);
        let mut ended = Vec::new();
        let slot_map = self.population.boids.slot_map();
        if !emitter.ends_lives() {
            running.boids.retain(|(id, _)| slot_map.contains(*id));
            return;
        }
        let boids = self.known();
        running.boids.retain(|(id, born)| {
            let place = slot_map
                .index(*id, &boids.slot)
                .map(|index| boids.position(index));
            let ends = place.is_some_and(|at| emitter.ends(frame.point_to_local(at), now - born));
            if ends {
                ended.push(*id);
            }
            !ends && slot_map.contains(*id)
        });
        for id in ended {
            self.remove_boid(id);
        }
    }

    /// Adds the boids of an emitter that are due, until `places` positions have been tried; the
    /// others stay due. Returns the number of positions tried.
    fn emit(&mut self, running: &mut Running, places: usize) -> usize {
        let Running {
            emitter,
            due,
            boids: emitted,
            ..
        } = running;
        let room = (emitter.most_alive as usize).saturating_sub(emitted.len());
        // Boids above the limit `most_alive` are dropped.
        let wanted = room.min(*due as usize);
        *due = due.fract() + wanted as f64;
        let most = wanted.min(places) as u32;
        if most == 0 {
            return 0;
        }
        if self.make_room(most).is_err() {
            *due = due.fract();
            return 0;
        }
        let mut settings = self.config.settings.clone();
        settings.spawn.region = emitter.region;
        let (frame, step) = (self.config.frame(), self.reports.statistics.steps);
        let mut members = self.population.boids.change_members(
            Joining::new(most as usize),
            &self.config,
            &mut self.reports,
        );
        let spawner = Spawner::new(&settings, &self.config.placement, &self.config.geometry)
            .among(&self.inputs.obstacles);
        let mut tried = 0;
        for _ in 0..most {
            if tried >= places {
                break;
            }
            *due -= 1.0;
            let id = members.slot_map.issue();
            let (drawn, attempts) = spawner.draw_one(id);
            tried += attempts;
            let Some(drawn) = drawn else {
                members.slot_map.release(id.slot());
                continue;
            };
            let state = match emitter.velocity {
                None => drawn,
                Some(velocity) => {
                    spawner.start(id, drawn.position, frame.vector_to_world(velocity))
                }
            };
            members.join(&state);
            emitted.push((id, self.clock.time));
            self.reports.events.record(EventKind::Spawned, id, step);
        }
        tried
    }
}

#[cfg(test)]
mod tests;
