//! Steps and frames.

use crate::{
    flock::{clock::Advance, reports::statistics::Statistics, stepping::Frame, Flock},
    gpu::{error::GpuError, IS_BUILT},
    settings::Backend,
    step::Pacing,
};

impl Flock {
    /// Makes exactly one step of `simulation.time_step` seconds. The drawn state is then the new
    /// one, not one between two steps. Takes time in proportion to the number of boids at equal
    /// density; see
    /// [`Statistics::step_milliseconds`](crate::statistics::Statistics::step_milliseconds).
    pub fn step(&mut self) {
        self.notice_inputs();
        self.make_step(Pacing::Single);
        self.notice_places();
    }

    /// Makes as many fixed steps as fit into `seconds` plus the time left over from earlier calls.
    ///
    /// Keeps the remainder for the next call. Makes at most `simulation.max_steps_per_frame` steps
    /// and drops the time beyond that. The drawn state is interpolated between the last two steps,
    /// so that motion is smooth at any frame rate. Zero, negative or NaN seconds count as no time,
    /// infinite seconds as a long stall.
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
        let on_gpu = self.choose_backend(Pacing::InFrame);
        let is_behind = on_gpu.then(|| self.poll_gpu()).flatten();
        if is_behind == Some(true) {
            return self.pass_frame(seconds);
        }
        let on_gpu = is_behind.is_some();
        let (advance, _) = self.due(seconds);
        if on_gpu {
            self.notice_scares();
        }
        for _ in 0..advance.steps {
            if on_gpu {
                self.replay_inputs();
                self.make_step(Pacing::InFrame);
            } else {
                self.step();
            }
        }
        self.end_frame(Frame {
            seconds,
            steps: advance.steps,
            on_gpu,
            leads: true,
        });
        advance
    }

    /// Replays the inputs that are due, and records events of newly scared boids.
    pub(crate) fn notice_inputs(&mut self) {
        self.replay_inputs();
        self.notice_scares();
    }

    /// Simulated time since the flock was created, in seconds: the sum of the time steps.
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
        self.clock.time
    }

    /// Name of the GPU that simulates the boids; `None` while the CPU does.
    pub fn adapter(&self) -> Option<&str> {
        self.population
            .boids
            .gpu()
            .boids
            .as_ref()
            .map(|it| it.adapter())
    }

    /// The reason why the CPU simulates the boids although `simulation.backend` asks for a GPU.
    ///
    /// It is known after the first step. `None` while the backend runs as chosen. With
    /// [`Backend::Automatic`] it is also `None` if there is no GPU or if the GPU does not support a
    /// setting. With [`Backend::Gpu`] in a build without the feature `gpu`, the missing feature is
    /// the reason.
    ///
    /// The GPU is tried again when another backend or adapter is chosen. If a setting or the number
    /// of boids was the reason, it is also tried again when settings change.
    pub fn gpu_error(&self) -> Option<&GpuError> {
        if !IS_BUILT {
            let asks = self.config.backend() == Backend::Gpu;
            return asks.then_some(&GpuError::NotBuilt);
        }
        let is_automatic = self.config.backend() == Backend::Automatic;
        self.population.boids.gpu().error.as_ref().filter(|error| {
            let is_no_fault = matches!(
                error,
                GpuError::NoAdapter { .. } | GpuError::Unsupported { .. }
            );
            !(is_automatic && is_no_fault)
        })
    }

    /// Waits until all submitted GPU steps are done; returns at once on the CPU.
    pub fn wait(&self) {
        if let Some(on_gpu) = &self.population.boids.gpu().boids {
            on_gpu.wait();
        }
    }

    /// Counters and timings of the flock.
    ///
    /// Takes constant time on the CPU. Waits for GPU steps that no drawn frame covers.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// flock.step();
    /// let statistics = flock.statistics();
    /// assert_eq!((statistics.boids, statistics.steps), (1000, 1));
    /// let share = 100.0 * statistics.shares.neighbours;
    /// println!("{} ms, {share:.0}% of it for the neighbours", statistics.step_milliseconds);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        Statistics {
            boids: self.len(),
            not_placed: self.not_placed(),
            ..self.counted()
        }
    }
}
