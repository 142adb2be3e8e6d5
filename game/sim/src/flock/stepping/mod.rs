//! The steps of a flock, and frames.

mod emitters;
mod fear;
mod frames;
mod from_gpu;
mod levels;
mod on_gpu;
pub(crate) mod perches;
mod places;

pub(crate) use frames::Frame;

use super::{
    backend::InputSources, inputs::formations::Followers, log::FlockInput,
    population::store::BoidsGuard, Flock,
};
use crate::{
    math::simd::SimdWidth,
    neighbours::criteria::Criteria,
    settings::Backend,
    state::{boids::Boids, snapshot_error::later, threads::enter},
    steering::custom_rule::Custom,
    step::{
        counters::StepCounters,
        others::{Demand, OtherFlocks, Sighting},
        sort, Pacing, Step, StepInputs, StepTime,
    },
};
use web_time::Instant;

impl Flock {
    /// Makes a step.
    pub(crate) fn make_step(&mut self, pacing: Pacing) {
        self.run_inputs();
        let has_gpu = self.choose_backend(pacing);
        self.begin_step();
        if !(has_gpu && self.step_on_gpu(pacing)) {
            self.step_on_cpu(OtherFlocks::default());
        }
        self.end_step();
    }

    /// Begins a step among other flocks of a world, on the backend that was chosen. The inputs have
    /// been noticed already.
    pub(crate) fn begin_step_among(&mut self) {
        self.run_inputs();
        self.begin_step();
    }

    /// Finishes the step that began among other flocks: on the CPU, or on the GPU if it was
    /// [prepared](Self::prepare_among) there.
    pub(crate) fn step_among(&mut self, others: OtherFlocks, pacing: Pacing) {
        let on_gpu = self.step_among_on_gpu(others, pacing);
        if !on_gpu {
            self.step_on_cpu(others);
        }
        self.end_step();
        if !on_gpu || pacing == Pacing::Single {
            self.notice_places();
        }
    }

    /// Applies emitters, influences and predators before the step.
    fn run_inputs(&mut self) {
        self.run_emitters();
        self.prepare_influences();
        self.move_predators();
    }

    /// Prepares the step itself, on the CPU or on a GPU.
    fn begin_step(&mut self) {
        let has_gpu = self.population.boids.gpu().is_ahead();
        if !has_gpu {
            self.change_population(|it, context| it.depenetrate_some(context));
        }
        let moved = self.inputs.obstacles.is_moving();
        self.settle_riders();
        self.begin_obstacle_step();
        self.begin_frame_step();
        // When obstacles come to rest on a GPU, tries waiting boids again. On the CPU, this happens
        // in every step in which obstacles move.
        if has_gpu
            && moved
            && !self.inputs.obstacles.is_moving()
            && self.population.not_placed() > 0
        {
            self.population.begin_placing();
        }
    }

    pub(crate) fn end_step(&mut self) {
        let frame_step = self.inputs.frame_step;
        self.change_population(|it, context| it.step_bodies(context, frame_step.as_ref()));
        self.step_perches();
        let dt = self.config.dt();
        self.inputs.scares.age(dt);
        self.clock.time = later(self.clock.time, dt);
        self.clock.blend = 1.0;
        self.population.notice_waiting(self.clock.time);
    }

    /// Simulated time and number of the next step.
    fn step_time(&self) -> StepTime {
        StepTime {
            seconds: self.clock.time,
            steps: self.reports.statistics.steps,
        }
    }

    /// Makes a step on the CPU.
    fn step_on_cpu(&mut self, others: OtherFlocks) {
        let start = Instant::now();
        let time = self.step_time();
        self.choose_levels();
        let others = OtherFlocks {
            chooser: self.config.chooser(),
            ..others
        };
        self.begin_fear_step(others);
        let fear_params = self.config.fear_params();
        let BoidsGuard {
            previous,
            current,
            slot_map,
            memories,
        } = self
            .population
            .boids
            .change(&self.config, &mut self.reports);
        let flight = memories.fear.flight(fear_params, time.steps);
        let slot_map = &*slot_map;
        let touched = self.reports.events.begin_step(slot_map.slot_count());
        let rule = self.inputs.custom_rule.as_deref();
        let custom = rule.map(|rule| Custom::new(rule, slot_map));
        let sources = InputSources {
            config: &self.config,
            inputs: &self.inputs,
            memories,
            caught: &self.population.caught,
            time,
        };
        let step_inputs = StepInputs {
            flight,
            custom: custom.as_ref(),
            touched,
            ..sources.step_inputs(others)
        };
        let step = Step::new(&self.config.settings, &self.config.placement, &step_inputs);
        let (grid, search, queue) = (
            &mut self.cpu_buffers.grid,
            &mut self.cpu_buffers.search,
            &mut self.cpu_buffers.queue,
        );
        let backend = self.config.backend();
        let counters = enter(backend, current.len(), || {
            step.make(grid, search, queue, previous, current)
        });
        slot_map.outdate_indices();
        let refused = custom.map_or(0, |custom| custom.refused());
        let seconds = start.elapsed().as_secs_f32() + others.shared_seconds(current.len());
        self.count_step(&counters, seconds, refused);
        self.end_fear_step();
        self.change_population(|it, context| it.carry_out_caught(context));
    }

    /// Adds a step to the statistics, with its duration in seconds and the number of refused
    /// wishes.
    fn count_step(&mut self, counters: &StepCounters, seconds: f32, refused: u64) {
        let statistics = &mut self.reports.statistics;
        statistics.add_step(counters, self.config.dt(), seconds * 1000.0);
        statistics.refused_wishes = statistics.refused_wishes.saturating_add(refused);
    }

    /// Copies the positions of the boids, which are on the CPU, for flocks that see them.
    pub(crate) fn sight_into(&self, sighting: &mut Sighting, demand: &Demand) {
        let backend = self.config.backend();
        let boids = self.boids_before_step();
        enter(backend, boids.len(), || {
            sighting.prepare(boids, demand, backend);
        });
    }

    /// The same for a flock in another frame, in the coordinates of that frame.
    pub(crate) fn sight_into_frame_of(
        &self,
        other: &Self,
        sighting: &mut Sighting,
        demand: &Demand,
    ) {
        let frame = self.inputs.frame.motion();
        let motion = frame.seen_from(&other.inputs.frame.motion());
        let backend = self.config.backend();
        let boids = self.boids_before_step();
        enter(backend, boids.len(), || {
            sighting.prepare_across(boids, &motion, demand, backend);
        });
    }

    /// True if both flocks compute in the same coordinates.
    pub(crate) fn shares_frame(&self, other: &Self) -> bool {
        let (own, others) = (&self.inputs.frame, &other.inputs.frame);
        own.now() == others.now() && own.given() == others.given()
    }

    /// The state before the next step of boids that are on the CPU.
    pub(crate) fn boids_before_step(&self) -> &Boids {
        self.population.boids.current()
    }

    /// The criteria of the neighbour search, if all boids search neighbours in every step; `None`
    /// otherwise.
    pub(crate) fn criteria_to_mix(&self) -> Option<Criteria> {
        let frame = self.config.frame();
        let criteria = Criteria::of_flock(
            &self.config.settings,
            frame,
            self.inputs.custom_rule.is_some(),
        );
        (!self.config.settings.detail.enabled).then_some(criteria)
    }

    pub(crate) fn backend_and_vectors(&self) -> (Backend, SimdWidth) {
        (self.config.backend(), self.config.vectors)
    }

    /// Number of steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.reports.statistics.steps
    }

    /// Prepares the influences of the next step, their ways, and the places of formations.
    pub(crate) fn prepare_influences(&mut self) {
        let (settings, dt) = (&self.config.settings, self.config.dt());
        let (boids, steps) = (&self.population.boids, self.steps());
        let inputs = &mut self.inputs;
        let (influences, way_finder) = (&inputs.influences, &mut inputs.way_finder);
        let obstacles = &inputs.obstacles;
        way_finder.prepare(influences, obstacles, &self.config, || boids.known(), steps);
        let followers = Followers {
            slot_map: boids.slot_map(),
            known: &|| boids.known(),
        };
        let geometry = &self.config.geometry;
        inputs
            .formations
            .prepare(influences, &followers, geometry, settings, steps);
        let (ways, places) = (way_finder.acting(), inputs.formations.acting());
        inputs
            .terms
            .prepare(influences, ways, places, &settings.motion, dt);
    }

    /// Begins the motion of the obstacles in a step, and logs it.
    pub(crate) fn begin_obstacle_step(&mut self) {
        if self.inputs.obstacles.is_empty() {
            return;
        }
        let (log, steps) = (&mut self.log.current, self.reports.statistics.steps);
        let dt = self.config.dt();
        self.inputs.obstacles.begin_step(dt, |id, placement| {
            if let Some(log) = log {
                log.push(steps, FlockInput::MoveObstacle { id, placement });
            }
        });
        self.population
            .caught
            .clear(self.population.boids.slot_map().slot_count());
    }

    /// Begins the motion of the flock's frame in a step. Logs it if the frame moves, or if its
    /// velocity becomes known.
    fn begin_frame_step(&mut self) {
        let dt = self.config.dt();
        let frame = &mut self.inputs.frame;
        let before = (*frame.now(), frame.has_velocity());
        let stretch = frame.stretch(dt);
        self.inputs.frame_step = frame.step(dt);
        let after = (*frame.now(), frame.has_velocity());
        if after != before {
            let (frame, _) = after;
            self.log(|| FlockInput::MoveFrame { frame, stretch });
        }
    }

    /// Sorts the boids as a step does, without moving them.
    pub(crate) fn sort_without_step(&mut self) {
        let criteria = self.config.criteria();
        let backend = self.config.backend();
        let boids = self
            .population
            .boids
            .change(&self.config, &mut self.reports);
        let grid = &mut self.cpu_buffers.grid;
        sort(grid, boids.previous, boids.current, &criteria, backend);
        boids.current.copy_from(boids.previous);
        boids.slot_map.outdate_indices();
    }
}
