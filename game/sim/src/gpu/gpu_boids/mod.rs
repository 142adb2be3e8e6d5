//! Boids that are simulated on a GPU. The module [`known`] reads what is known about them.

mod known;

use super::{
    boid_changes::{BoidChanges, NetChange},
    counters::{self, Counts},
    device::{drop_apart, Gpu},
    error::GpuError,
    notices::Notices,
    readback::{Readback, ReadbackRing},
    remote_boids::{Mark, Notice, Parts, Progress, RemoteBoids, Upload},
    step::GpuStep,
};
use crate::{
    boundary::Containment,
    geometry::SidedGeometry,
    settings::Settings,
    state::{
        boids::{BoidState, Boids},
        slot_map::SlotMap,
    },
    step::{
        others::{OnDevice, Sighting},
        Pacing, Step,
    },
};
use std::{
    any::Any,
    collections::VecDeque,
    sync::{Arc, OnceLock},
};
use wgpu::{PollType, SubmissionIndex};

/// Largest number of steps in flight when frames are not drawn.
const STEPS_AHEAD: usize = 3;

/// Number of boids for which there is room beside so many, for boids that join in frames and for
/// boids that obstacles caught, which join at another place. Without room for them a frame would
/// wait for a larger upload.
fn spare_room(boids: usize) -> usize {
    boids / 32 + 64
}

/// The boids of one flock on a GPU.
pub(crate) struct GpuBoids {
    gpu: Arc<Gpu>,
    step: GpuStep,
    ring: ReadbackRing,
    notices: Notices,
    /// Number of boids after the last submitted step, and number of steps until then.
    boids: usize,
    steps: u64,
    /// Boids that join and leave in the next step, or did so in steps whose frame has not been read
    /// back.
    changes: BoidChanges,
    /// Change at the beginning of the prepared step.
    prepared: NetChange,
    /// Share of the size variation for the body in each slot.
    variations: Vec<f32>,
    /// True if frames are requested; queries then see the frame that was read back last. Otherwise
    /// they wait for all steps.
    is_drawn: bool,
    /// The boids that queries see, once there was a query.
    queried: OnceLock<Boids>,
    /// The boids that earlier queries saw, in case the GPU is lost.
    queried_before: Option<Boids>,
    /// The states before and after the last step, once they were read.
    exact: OnceLock<[Boids; 2]>,
    /// Counters and number of steps at the last readback.
    counts: Counts,
    counted_steps: u64,
    /// Submissions of the steps in flight.
    submitted: VecDeque<SubmissionIndex>,
}

impl RemoteBoids for GpuBoids {
    fn adapter(&self) -> &str {
        self.gpu.adapter().name()
    }

    fn is_beside(&self, other: &dyn RemoteBoids) -> bool {
        let other = (other as &dyn Any).downcast_ref::<Self>();
        other.is_some_and(|other| Arc::ptr_eq(&self.gpu, &other.gpu))
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn prepare(
        &mut self,
        step: &Step,
        geometry: &SidedGeometry,
        seen_within: Option<f32>,
    ) -> Result<(), GpuError> {
        let change = self.changes.net_waiting();
        let before = (self.boids, &change);
        self.step
            .prepare(&self.gpu, step, geometry, before, seen_within)?;
        self.prepared = change;
        Ok(())
    }

    fn step(&mut self, pacing: Pacing) -> Result<(), GpuError> {
        let unsorted = self.begin();
        let step = &self.step;
        let submission = self.gpu.run(|encoder| {
            step.encode_sort(encoder, unsorted);
            step.encode_rest(encoder, unsorted);
        });
        self.end(submission, pacing)
    }

    fn sort(&mut self) -> OnDevice {
        let unsorted = self.begin();
        self.gpu
            .run(|encoder| self.step.encode_sort(encoder, unsorted));
        Arc::new(self.step.sighting(self.boids))
    }

    fn step_among(&mut self, sightings: &[Sighting], pacing: Pacing) -> Result<(), GpuError> {
        self.step.see(&self.gpu, self.boids, sightings);
        let submission = self
            .gpu
            .run(|encoder| self.step.encode_rest(encoder, self.boids));
        self.end(submission, pacing)
    }

    fn take_late_pipelines(&mut self) -> usize {
        self.step.take_late_pipelines()
    }

    fn wait(&self) {
        let _ = self.gpu.wait();
    }

    fn is_behind(&self) -> bool {
        self.ring.is_full()
    }

    fn draw(
        &mut self,
        containment: Option<&Containment>,
        settings: &Settings,
        blend: f32,
        steps: u64,
    ) -> Result<(), GpuError> {
        let (gpu, step) = (&self.gpu, &mut self.step);
        step.prepare_instances(gpu, containment, &settings.body, blend, self.boids);
        let buffers = &step.buffers;
        let instances = &buffers.instances;
        let parts = [&instances.texels, &instances.tags, &buffers.counters];
        self.ring
            .request(gpu, (steps, self.boids), parts, &step.timer, |encoder| {
                step.encode_instances(encoder, self.boids);
            });
        let waiting = || self.changes.net_waiting().forgotten().collect();
        self.notices.request(gpu, buffers, steps, waiting)?;
        self.submitted.clear();
        self.is_drawn = true;
        if !self.ring.has_frame() {
            gpu.wait()?;
            self.poll()?;
        }
        self.gpu.check()
    }

    fn poll(&mut self) -> Result<Option<Progress>, GpuError> {
        let Some(readback) = self.ring.poll(&self.gpu)? else {
            return Ok(None);
        };
        self.invalidate();
        self.changes.forget_until(readback.steps);
        Ok(Some(self.progress(&readback)))
    }

    fn want(&mut self, parts: Parts) {
        self.notices.want(parts);
    }

    fn take_notice(&mut self) -> Option<Notice> {
        self.notices.take()
    }

    fn measures_steps(&self) -> bool {
        self.step.timer.measures()
    }

    fn awaits_notice(&self) -> bool {
        self.notices.is_awaited()
    }

    fn leave_out(&mut self, parts: Parts) {
        self.notices.leave_out(parts);
    }

    fn clear_marks(&self, mark: Mark) {
        self.step.buffers.marks.clear(&self.gpu, mark);
    }

    fn joining(&self) -> usize {
        self.changes.joining()
    }

    fn drawn_steps(&self) -> u64 {
        self.counted_steps
    }

    fn room(&self) -> usize {
        let taken = self.boids + self.changes.joining();
        self.step.capacity().saturating_sub(taken)
    }

    fn has_room(&self, joining: usize, slots: usize) -> bool {
        let boids = self.boids + self.changes.joining() + joining;
        self.step.has_capacity(boids, slots)
    }

    fn join(&mut self, state: &BoidState, slot_map: &SlotMap) {
        let slot = state.slot as usize;
        let slots = self.variations.len().max(slot + 1);
        self.variations.resize(slots, 0.0);
        self.variations[slot] = state.pose.variation;
        self.queried_before = None;
        // Without queried boids, the next query sets the index.
        let mut index = 0;
        if let Some(boids) = self.queried.get_mut() {
            index = boids.len();
            boids.push(state);
        }
        slot_map.set_index(state.slot, index as u32);
        self.notices.change(state.slot);
        self.changes.join(state);
    }

    fn move_to(&mut self, state: &BoidState, slot_map: &SlotMap) {
        self.queried_before = None;
        if let Some(boids) = self.queried.get_mut() {
            if let Some(index) = slot_map.index_of(state.slot, &boids.slot) {
                boids.set_position(index as usize, state.position);
            }
        }
        self.changes.move_to(state);
    }

    fn leave(&mut self, slot: u32, slot_map: &SlotMap) {
        self.queried_before = None;
        if let Some(boids) = self.queried.get_mut() {
            if let Some(index) = slot_map.index_of(slot, &boids.slot) {
                boids.swap_remove(index as usize);
                if let Some(moved) = boids.slot.get(index as usize) {
                    slot_map.set_index(*moved, index);
                }
            }
        }
        self.notices.change(slot);
        self.changes.leave(slot);
    }

    fn drop_apart(self: Box<Self>) {
        drop_apart(self);
    }

    #[cfg(test)]
    fn stick(&self) {
        let is_stuck = &self.gpu.is_stuck;
        is_stuck.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    #[cfg(test)]
    fn be_late(&self) {
        let is_late = &self.gpu.is_late;
        is_late.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    #[cfg(test)]
    fn lose(&self) {
        self.gpu.device.destroy();
    }

    #[cfg(test)]
    fn drop_timer(&mut self) {
        self.step.timer.stop();
    }
}

impl GpuBoids {
    /// Uploads boids, into the buffers of `earlier` if they are large enough.
    pub(crate) fn upload(
        gpu: Arc<Gpu>,
        upload: &Upload,
        earlier: Option<Self>,
    ) -> Result<Self, GpuError> {
        let (boids, slots) = (upload.current.len(), upload.slots);
        let for_boids = boids + spare_room(boids) + upload.room;
        let mut step = Self::allocate(&gpu, for_boids, slots + upload.room, earlier)?;
        let mut variations = vec![0.0; slots];
        for (slot, share) in upload.current.slot.iter().zip(&upload.current.variation) {
            variations[*slot as usize] = *share;
        }
        let states = [upload.previous, upload.current];
        step.upload(&gpu, states, &variations, upload.memory);
        step.buffers.detail.upload(&gpu, upload.levels)?;
        step.buffers.fear.upload(&gpu, upload.fear)?;
        let mut uploaded = Self {
            ring: ReadbackRing::new(&gpu, step.capacity())?,
            notices: Notices::new(step.slots()),
            step,
            boids,
            steps: upload.steps,
            changes: BoidChanges::default(),
            prepared: NetChange::default(),
            variations,
            is_drawn: false,
            queried: OnceLock::new(),
            queried_before: None,
            exact: OnceLock::new(),
            counts: Counts::default(),
            counted_steps: upload.steps,
            submitted: VecDeque::with_capacity(STEPS_AHEAD + 1),
            gpu,
        };
        uploaded.counts = uploaded.read_counts()?;
        Ok(uploaded)
    }

    /// The buffers of `earlier` if they are large enough, or else new ones.
    fn allocate(
        gpu: &Arc<Gpu>,
        boids: usize,
        slots: usize,
        earlier: Option<Self>,
    ) -> Result<GpuStep, GpuError> {
        let Some(earlier) = earlier.filter(|earlier| Arc::ptr_eq(&earlier.gpu, gpu)) else {
            return GpuStep::new(gpu, boids, slots);
        };
        if earlier.step.has_capacity(boids, slots) {
            return Ok(earlier.step);
        }
        let geometry = earlier.step.into_geometry();
        // Reserves space for further growth.
        let generous = |count: usize| count + count / 2;
        let mut step = GpuStep::new(gpu, generous(boids), generous(slots))
            .or_else(|_| GpuStep::new(gpu, boids, slots))?;
        step.set_geometry(geometry);
        Ok(step)
    }

    fn read_counts(&self) -> Result<Counts, GpuError> {
        let counts = self.gpu.read(&self.step.buffers.counters, 1)?;
        Ok(counts[0])
    }

    /// Begins the prepared step; returns the number of boids before the sort.
    fn begin(&mut self) -> usize {
        self.invalidate();
        self.exact.take();
        let unsorted = self.boids + self.prepared.joining.len();
        self.boids = unsorted - self.prepared.leaving_count;
        self.steps += 1;
        self.changes.submit(self.steps);
        unsorted
    }

    /// Ends a step that was submitted.
    fn end(&mut self, submission: SubmissionIndex, pacing: Pacing) -> Result<(), GpuError> {
        let may_wait = pacing == Pacing::Single;
        // Steps of a frame do not change what is drawn before the frame is requested.
        self.is_drawn &= !may_wait;
        if may_wait && !self.changes.is_empty() {
            // Earlier frames would need the changes forever.
            self.ring.forget(self.steps);
            self.changes.forget_until(self.steps);
        }
        self.submitted.push_back(submission);
        if may_wait && self.submitted.len() > STEPS_AHEAD {
            return self.gpu.wait_for(self.submitted.pop_front());
        }
        // The check below returns errors.
        let _ = self.gpu.device.poll(PollType::Poll);
        self.gpu.check()
    }

    /// Discards the boids that queries see.
    fn invalidate(&mut self) {
        if let Some(queried) = self.queried.take() {
            self.queried_before = Some(queried);
        }
    }

    fn progress(&mut self, readback: &Readback) -> Progress {
        let steps = (readback.steps - self.counted_steps) as u32;
        let seconds_per_step = if self.step.timer.measures() {
            readback.seconds_per_step
        } else {
            Some(readback.busy / steps.max(1) as f32)
        };
        let counted = counters::between(&self.counts, &readback.counts);
        let grown = |which| counters::grown(&self.counts, &readback.counts, which);
        let (sleep_changes, panics) = (grown(counters::SLEEP_CHANGES), grown(counters::PANICS));
        (self.counts, self.counted_steps) = (readback.counts, readback.steps);
        Progress {
            counted,
            sleep_changes,
            panics,
            steps,
            milliseconds_per_step: seconds_per_step.map(|seconds| 1000.0 * seconds),
        }
    }
}
