//! Time passes.

use super::Flock;
use crate::{
    custom::Custom,
    driver::enter,
    step::{Circumstances, Step},
    Advance,
};
use web_time::Instant;

impl Flock {
    /// Makes exactly one step of `simulation.time_step` seconds. The drawn state is then the new one, not one between two
    /// steps. Takes time in proportion to the number of boids, at equal density; [`Statistics`](crate::Statistics) tells how much.
    pub fn step(&mut self) {
        self.make_step(true);
    }

    /// Makes a step; on a graphics card that is several steps behind it may wait or not.
    pub(super) fn make_step(&mut self, may_wait: bool) {
        self.cache.outdate();
        if !(self.settle() && self.step_on_card(may_wait)) {
            self.step_here();
        }
        let dt = self.settings.simulation.time_step;
        self.scares.age(dt);
        self.time += f64::from(dt);
        self.blend = 1.0;
    }

    /// Lets the processor make a step.
    fn step_here(&mut self) {
        let start = Instant::now();
        let rule = self.custom_rule.as_deref();
        let custom = rule.map(|rule| Custom::new(rule, &self.lookup));
        let circumstances = Circumstances {
            geometry: &self.geometry,
            sights: &self.sights,
            frights: self.scares.frights(),
            custom: custom.as_ref(),
            time: self.time,
            steps: self.statistics.steps,
            vectors: self.vectors,
        };
        let step = Step::new(&self.settings, &self.placement, &circumstances);
        let (grid, search, queue) = (&mut self.grid, &mut self.search, &mut self.queue);
        let (previous, current) = (&mut self.previous, &mut self.current);
        let (lookup, driver) = (&self.lookup, self.settings.simulation.driver);
        let tally = enter(driver, current.len(), || {
            let tally = step.make(grid, search, queue, previous, current);
            lookup.note_all(&current.slot, driver);
            tally
        });
        let milliseconds = start.elapsed().as_secs_f32() * 1000.0;
        let dt = self.settings.simulation.time_step;
        self.statistics.add_step(&tally, dt, milliseconds);
        if let Some(custom) = custom {
            let refused = &mut self.statistics.refused_wishes;
            *refused = refused.saturating_add(custom.refused());
        }
    }

    /// Makes as many fixed steps as fit into `seconds` and what earlier calls left over, and keeps the remainder; at most
    /// `simulation.max_steps_per_frame`, the rest is dropped. The drawn state lies between the last two steps, so that
    /// motion is smooth at any frame rate. Zero, negative or NaN seconds are no time; infinite ones are a long stall.
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
        if self.settle() {
            if let Some(advance) = self.advance_on_card(seconds) {
                return advance;
            }
        }
        let advance = self.clock.advance(seconds, &self.settings.simulation);
        for _ in 0..advance.steps {
            self.step();
        }
        self.blend = self.clock.blend(&self.settings.simulation);
        advance
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
