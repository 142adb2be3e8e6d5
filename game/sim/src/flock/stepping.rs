//! Steps and frames.

use super::{
    boid_store::{change_boids, BoidsGuard},
    Flock,
};
use crate::{
    flock::clock::{Advance, Clock},
    math::{frame::Frame, simd::SimdWidth},
    motion::moving_obstacles::MovingObstacles,
    neighbours::criteria::Criteria,
    settings::{Driver, Simulation},
    state::{boids::Boids, threads::enter},
    steering::custom_rule::Custom,
    step::{
        others::{Demand, OtherFlocks, Sighting},
        Step, StepInputs,
    },
};
use web_time::Instant;

impl Flock {
    /// Makes exactly one step of `simulation.time_step` seconds. The drawn state is then the new
    /// one, not one between two steps. Takes time in proportion to the number of boids at equal
    /// density; see [`Statistics::step_milliseconds`](crate::Statistics::step_milliseconds).
    pub fn step(&mut self) {
        self.notice_inputs();
        self.make_step(true);
        self.notice_places();
    }

    /// Replays the inputs that are due, and notices the scares.
    pub(crate) fn notice_inputs(&mut self) {
        self.replay_inputs();
        self.notice_scares();
    }

    /// Makes a step. `may_wait`: wait for a GPU that is several steps behind.
    pub(super) fn make_step(&mut self, may_wait: bool) {
        self.run_inputs();
        let has_gpu = self.choose_driver();
        self.begin_step(has_gpu);
        if !(has_gpu && self.step_on_gpu(may_wait)) {
            self.step_on_cpu(OtherFlocks::default());
        }
        self.end_step();
    }

    /// Begins a step among other flocks of a world, after [`notice_inputs`](Self::notice_inputs).
    pub(crate) fn begin_step_among(&mut self, has_gpu: bool) {
        self.run_inputs();
        self.begin_step(has_gpu);
    }

    /// Makes the step that began among other flocks, on the CPU.
    pub(crate) fn step_among(&mut self, others: OtherFlocks) {
        self.step_on_cpu(others);
        self.end_step();
        self.notice_places();
    }

    /// Runs what acts on the boids before the step.
    fn run_inputs(&mut self) {
        self.run_emitters();
        self.prepare_influences();
        self.move_hunters();
    }

    /// What comes before the step itself, on the CPU and on a GPU.
    fn begin_step(&mut self, has_gpu: bool) {
        if !has_gpu {
            self.depenetrate_some();
        }
        let moved = self.obstacles.is_moving();
        self.begin_obstacle_step();
        // On the CPU a round of them begins in each step in which obstacles move.
        if has_gpu && moved && !self.obstacles.is_moving() && self.not_placed() > 0 {
            self.begin_placing();
        }
    }

    pub(super) fn end_step(&mut self) {
        self.step_bodies();
        self.step_perches();
        let dt = self.settings.simulation.time_step;
        self.scares.age(dt);
        self.time += f64::from(dt);
        self.blend = 1.0;
        self.notice_waiting();
    }

    /// Makes a step on the CPU.
    fn step_on_cpu(&mut self, others: OtherFlocks) {
        let start = Instant::now();
        let steps = self.statistics.steps;
        self.choose_levels();
        let others = OtherFlocks {
            chooser: self.chooser(),
            ..others
        };
        self.begin_fear_step(others);
        let fear_params = self.fear_params();
        let BoidsGuard {
            previous,
            current,
            slot_map,
        } = change_boids!(self);
        let flight = self.fear.flight(fear_params, steps);
        let slot_map = &*slot_map;
        let touched = self.events.begin_step(slot_map.slot_count());
        let rule = self.custom_rule.as_deref();
        let custom = rule.map(|rule| Custom::new(rule, slot_map));
        let step_inputs = StepInputs {
            geometry: &self.geometry,
            sights: &self.sights,
            flee_sources: self.scares.flee_sources(),
            flight,
            influences: &self.influence_terms,
            wind: &self.wind,
            others,
            custom: custom.as_ref(),
            time: self.time,
            steps,
            vectors: self.vectors,
            touched,
            levels: self.detail.levels(&self.settings.detail),
            moving: MovingObstacles::new(&self.settings, &self.obstacles, &self.caught),
        };
        let step = Step::new(&self.settings, &self.placement, &step_inputs);
        let (grid, search, queue) = (&mut self.grid, &mut self.search, &mut self.queue);
        let driver = self.settings.simulation.driver;
        let counters = enter(driver, current.len(), || {
            step.make(grid, search, queue, previous, current)
        });
        slot_map.outdate_indices();
        let seconds = start.elapsed().as_secs_f32() + others.shared_seconds(current.len());
        let milliseconds = seconds * 1000.0;
        let dt = self.settings.simulation.time_step;
        self.statistics.add_step(&counters, dt, milliseconds);
        if let Some(custom) = custom {
            let refused = &mut self.statistics.refused_wishes;
            *refused = refused.saturating_add(custom.refused());
        }
        self.end_fear_step();
        self.carry_out_caught();
    }

    /// Makes as many fixed steps as fit into `seconds` and what earlier calls left over, and keeps
    /// the remainder; at most `simulation.max_steps_per_frame`, the rest is dropped. The drawn
    /// state lies between the last two steps, so that motion is smooth at any frame rate. Zero,
    /// negative or NaN seconds are no time; infinite ones are a long stall.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let frame = flock.advance(0.04);
    /// assert_eq!(frame.steps, 2);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn advance(&mut self, seconds: f32) -> Advance {
        if self.choose_driver() {
            if let Some(advance) = self.advance_on_gpu(seconds) {
                return advance;
            }
        }
        let advance = self.due(seconds);
        for _ in 0..advance.steps {
            self.step();
        }
        self.blend = self.clock.blend(&self.settings.simulation);
        self.keep_budget(advance.steps, seconds);
        advance
    }

    /// The steps of a frame of so many seconds for this flock and those that make the same steps.
    pub(crate) fn due(&mut self, seconds: f32) -> Advance {
        let simulation = Simulation {
            max_steps_per_frame: self.most_steps(),
            ..self.settings.simulation
        };
        let advance = self.clock.advance(seconds, &simulation);
        self.begin_frame(advance.steps);
        advance
    }

    /// A frame of so many steps begins.
    pub(crate) fn begin_frame(&mut self, steps: u32) {
        self.obstacles.begin_frame(steps);
        self.hunters.begin_frame(steps);
    }

    /// Takes over the part of a step that another flock's clock has left, which lies between the last
    /// two steps.
    pub(crate) fn follow_clock(&mut self, leader: &Clock) {
        self.clock = *leader;
        self.blend = self.clock.blend(&self.settings.simulation);
    }

    pub(crate) fn clock(&self) -> Clock {
        self.clock
    }

    /// Notes where the boids are, which are on the CPU, for others to see them.
    pub(crate) fn sight_into(&self, sighting: &mut Sighting, demand: &Demand) {
        let driver = self.settings.simulation.driver;
        let boids = self.boids_before_step();
        enter(driver, boids.len(), || {
            sighting.prepare(boids, demand, driver);
        });
    }

    /// The boids before the next step, which are on the CPU.
    pub(crate) fn boids_before_step(&self) -> &Boids {
        self.boids.current()
    }

    /// The criteria of the neighbour search, if all boids ask for their neighbours in every step.
    pub(crate) fn criteria_to_mix(&self) -> Option<Criteria> {
        let frame = Frame::new(&self.placement);
        let criteria = Criteria::of_flock(&self.settings, frame, self.custom_rule.is_some());
        (!self.settings.detail.enabled).then_some(criteria)
    }

    pub(crate) fn driver_and_vectors(&self) -> (Driver, SimdWidth) {
        (self.settings.simulation.driver, self.vectors)
    }

    /// Number of steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.statistics.steps
    }

    /// Simulated time since the flock was made, in seconds: the sum of the time steps.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// (0..60).for_each(|_| flock.step());
    /// assert!((flock.time() - 1.0).abs() < 1e-6);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn time(&self) -> f64 {
        self.time
    }
}
