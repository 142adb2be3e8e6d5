//! Predators and the fear of boids in a step.

use crate::{
    boundary::PeriodicBox,
    flock::{log::FlockInput, population::store::Notes, reports::events::EventKind, Flock},
    neighbours::criteria::Criteria,
    state::threads::enter,
    steering::{
        fear::{
            alarm::SortedBoids,
            predator::{Predator, MOST_PREDATORS},
        },
        scare::MOST_SCARES,
    },
    step::others::OtherFlocks,
};

impl Flock {
    /// The periodic box of the boundary; `None` if the boundary does not wrap or is no box.
    pub(crate) fn periodic_box(&self) -> Option<PeriodicBox> {
        self.config.periodic_box()
    }

    /// Moves the predators in a step, and logs their states.
    pub(crate) fn move_predators(&mut self) {
        let periodic_box = self.periodic_box();
        let (log, steps) = (&mut self.log.current, self.reports.statistics.steps);
        self.inputs
            .predators
            .begin_step(periodic_box.as_ref(), |id, predator| {
                if let Some(log) = log {
                    log.push(steps, FlockInput::MovePredator { id, predator });
                }
            });
    }

    /// Collects all threats of a step: predators of the game, boids of other flocks, and scares.
    pub(crate) fn begin_fear_step(&mut self, others: OtherFlocks) {
        let backend = self.config.backend();
        let periodic_box = self.periodic_box();
        self.population.boids.memories.fear.seen_from_perches.set(
            std::iter::empty(),
            periodic_box,
            backend,
        );
        let (fear, panic) = (&self.config.settings.fear, &self.config.settings.panic);
        let threats = &mut self.population.boids.memories.fear.threats;
        if fear.enabled || panic.enabled {
            // Space for predators and scares of the game is reserved once. Boids of other flocks
            // may need more.
            threats.reserve(MOST_PREDATORS + MOST_SCARES);
        }
        let fled_from = others.chooser.map(|chooser| {
            let of_game = self.inputs.predators.iter().map(|(_, predator)| predator);
            let of_game = of_game.filter(|predator| predator.threat > 0.0);
            let of_game =
                of_game.map(move |predator| chooser.predator(predator, fear.radius, fear.weight));
            let of_others = others.fled_from();
            of_game.chain(of_others.map(move |(point, velocity, relation)| {
                let predator = Predator::new(point, velocity);
                chooser.predator(&predator, relation.radius, relation.weight)
            }))
        });
        let scares = panic.enabled.then(|| self.inputs.scares.threats());
        let all = fled_from
            .into_iter()
            .flatten()
            .chain(scares.into_iter().flatten());
        threats.set(all, periodic_box, backend);
    }

    /// Lets the boids look for threats after a step. `previous` holds the state before the step.
    pub(crate) fn end_fear_step(&mut self) {
        let Some(params) = self.config.fear_params() else {
            return;
        };
        let frame = self.config.frame();
        // The same criteria as those by which the step sorted the boids.
        let criteria = Criteria::of_flock(
            &self.config.settings,
            frame,
            self.inputs.custom_rule.is_some(),
        );
        let (step, backend) = (self.reports.statistics.steps, self.config.backend());
        let Notes {
            previous,
            slot_map,
            memories,
            ..
        } = self.population.boids.notes();
        let sorted = SortedBoids {
            boids: previous,
            grid: &self.cpu_buffers.grid,
            inputs: &self.cpu_buffers.search,
            criteria: &criteria,
            slot_map,
            backend,
        };
        let events = &mut self.reports.events;
        let fear = &mut memories.fear;
        enter(backend, sorted.boids.len(), || {
            fear.look(&params, &sorted, step, |slot, generation| {
                let kind = EventKind::Panicked { generation };
                events.record(kind, slot_map.id(slot), step);
            });
        });
    }
}
