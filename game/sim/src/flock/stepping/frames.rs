//! Frames: the number of steps in each, and the time budget.

use crate::{
    flock::{
        clock::{budget::Decision, Advance, Clock},
        inputs::moving_frame::FrameTime,
        log::FlockInput,
        population::detail::COARSEST,
        Flock,
    },
    settings::Simulation,
};

/// Factor by which one decision of the budget changes the coarseness.
const CHANGE: f32 = 1.5;

/// A frame whose steps have been made.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) seconds: f32,
    pub(crate) steps: u32,
    /// True if the flock was on a GPU at its beginning.
    pub(crate) on_gpu: bool,
    /// True if this flock decides the number of steps, false for the related flocks that step with
    /// it.
    pub(crate) leads: bool,
}

impl Flock {
    /// The steps of a frame of `seconds`, for this flock and for flocks that step with it.
    pub(crate) fn due(&mut self, seconds: f32) -> (Advance, FrameTime) {
        let simulation = Simulation {
            max_steps_per_frame: self.most_steps(),
            ..self.config.settings.simulation
        };
        let advance = self.clock.frames.advance(seconds, &simulation);
        let time = self.clock.frames.frame_time(seconds, advance.steps);
        self.begin_frame(&time);
        (advance, time)
    }

    /// Begins a frame with these steps.
    pub(crate) fn begin_frame(&mut self, time: &FrameTime) {
        self.inputs.frame.begin_frame(time, self.config.dt());
        self.inputs.obstacles.begin_frame(time.steps);
        self.inputs.predators.begin_frame(time.steps);
    }

    /// Passes a frame without steps, because the GPU is behind.
    pub(crate) fn pass_frame(&mut self, seconds: f32) -> Advance {
        self.add_latency();
        let advance = Advance::dropped(seconds);
        self.inputs.frame.wait(advance.dropped_seconds);
        advance
    }

    /// The clock of this flock, with the remainder of time.
    pub(crate) fn clock(&self) -> Clock {
        self.clock.frames
    }

    /// Copies the clock of another flock, so that both make the same steps.
    pub(crate) fn copy_clock(&mut self, other: &Clock) {
        self.clock.frames = *other;
    }

    /// Ends a frame. Boids are then drawn between the last two steps.
    pub(crate) fn end_frame(&mut self, frame: Frame) {
        self.clock.blend = self.clock.frames.blend(&self.config.settings.simulation);
        if frame.on_gpu {
            self.draw();
            self.notice_places();
            self.add_latency();
        }
        if self.measures_steps() {
            self.keep_budget(&frame);
        }
    }

    /// True if the time of a step is known. Without timestamps, a GPU only tells the time between
    /// two readbacks.
    fn measures_steps(&self) -> bool {
        let on_gpu = self.population.boids.gpu().boids.as_ref();
        on_gpu.is_none_or(|on_gpu| on_gpu.measures_steps())
    }

    /// True if a frame makes at most one step, because more steps exceed the budget.
    pub(crate) fn is_limited_to_one_step(&self) -> bool {
        self.clock.budget.leaves_out && self.measures_steps()
    }

    /// Largest number of steps that a frame may have.
    pub(crate) fn most_steps(&self) -> u32 {
        let most = if self.is_limited_to_one_step() {
            1
        } else {
            self.config.settings.simulation.max_steps_per_frame
        };
        most.min(self.clock.step_limit)
    }

    /// Limits the number of steps of the next frames.
    pub(crate) fn limit_steps(&mut self, most: u32) {
        self.clock.step_limit = most;
    }

    /// Applies the time budget after a frame.
    fn keep_budget(&mut self, frame: &Frame) {
        if !frame.leads {
            self.clock.budget.leaves_out = false;
        }
        // A replay follows the decisions in the log.
        let steps = frame.steps;
        if self.clock.budget.milliseconds.is_none() || self.log.replay.is_some() || steps == 0 {
            return;
        }
        let milliseconds = self.reports.statistics.step_milliseconds * steps as f32;
        let decision = self
            .clock
            .budget
            .decide(milliseconds, frame.seconds.clamp(0.0, 1.0));
        let coarseness = self.population.boids.memories.detail.coarseness;
        let has_levels = self.config.settings.detail.enabled
            && !self.population.boids.memories.detail.viewers.is_empty();
        let changed = match decision {
            None => return,
            Some(Decision::Coarser) if has_levels && coarseness < COARSEST => coarseness * CHANGE,
            Some(Decision::Coarser) => {
                self.clock.budget.leaves_out = frame.leads;
                return;
            }
            Some(Decision::Finer) if self.clock.budget.leaves_out => {
                self.clock.budget.leaves_out = false;
                return;
            }
            Some(Decision::Finer) => coarseness / CHANGE,
        };
        self.change_coarseness(changed.clamp(1.0, COARSEST));
    }

    /// Sets the factor by which the distances of the level of detail are divided.
    pub(crate) fn change_coarseness(&mut self, coarseness: f32) {
        let detail = &mut self.population.boids.memories.detail;
        if coarseness != detail.coarseness {
            detail.coarseness = coarseness;
            self.log(|| FlockInput::SetCoarseness(coarseness));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{boids::Viewer, math::Vec3, Placement, Settings};

    /// Makes frames of half a second with one step each that took `milliseconds`.
    fn frames(flock: &mut Flock, milliseconds: f32, count: usize) {
        frames_of(flock, milliseconds, count, true);
    }

    fn frames_of(flock: &mut Flock, milliseconds: f32, count: usize, leads: bool) {
        flock.reports.statistics.step_milliseconds = milliseconds;
        let frame = Frame {
            seconds: 0.5,
            steps: 1,
            on_gpu: false,
            leads,
        };
        (0..count).for_each(|_| flock.keep_budget(&frame));
    }

    fn watched() -> Flock {
        let mut settings = Settings::default();
        settings.detail.enabled = true;
        let flock = Flock::new(settings, Placement::default(), Default::default());
        let mut flock = flock.unwrap();
        let viewer = Viewer::all_around(Vec3::zeros());
        flock.set_viewers(&[viewer]).unwrap();
        flock.set_budget(Some(4.0)).unwrap();
        flock
    }

    #[test]
    fn detail_and_steps_come_back_in_quick_frames() {
        let mut flock = watched();
        let all_steps = flock.most_steps();
        frames(&mut flock, 5.0, 40);
        assert_eq!((flock.coarseness(), flock.most_steps()), (COARSEST, 1));
        frames(&mut flock, 3.0, 40);
        assert_eq!((flock.coarseness(), flock.most_steps()), (COARSEST, 1));
        // The number of steps recovers first.
        frames(&mut flock, 2.0, 7);
        assert_eq!(flock.coarseness(), COARSEST);
        assert_eq!(flock.most_steps(), all_steps);
        frames(&mut flock, 2.0, 80);
        assert_eq!(flock.coarseness(), 1.0);
    }

    #[test]
    fn without_a_budget_detail_and_steps_come_back_at_once() {
        let mut flock = watched();
        let all_steps = flock.most_steps();
        frames(&mut flock, 5.0, 40);
        assert!(flock.leaves_out_steps());
        flock.start_log();
        flock.set_budget(None).unwrap();
        assert_eq!((flock.coarseness(), flock.most_steps()), (1.0, all_steps));
        assert!(!flock.leaves_out_steps());
        // The factor that a game sets stays.
        flock.set_coarseness(3.0).unwrap();
        flock.set_budget(None).unwrap();
        assert_eq!(flock.coarseness(), 3.0);
    }

    #[test]
    fn a_flock_that_steps_with_another_leaves_out_no_steps() {
        let mut flock = watched();
        frames(&mut flock, 5.0, 40);
        assert!(flock.leaves_out_steps());
        frames_of(&mut flock, 5.0, 40, false);
        assert!(!flock.leaves_out_steps());
        assert_eq!(flock.coarseness(), COARSEST);
        frames_of(&mut flock, 2.0, 7, false);
        assert!(flock.coarseness() < COARSEST);
    }
}
