//! Steps on a GPU among other flocks of a world.

use crate::{
    flock::Flock,
    gpu::{changes, error::GpuError},
    steering::fear::threat_set::ThreatSet,
    step::{
        others::{Demand, OnDevice, OtherFlocks},
        Pacing,
    },
};

/// What keeps related flocks off the GPU, as a setting.
const BESIDE_CPU: &str = "a relation of World::set_relation to a flock that is not on the same GPU";

fn beside_cpu() -> GpuError {
    GpuError::Unsupported {
        setting: BESIDE_CPU,
        remedy: "set simulation.driver of both to Gpu, or to AllThreads",
    }
}

fn is_beside_cpu(error: &GpuError) -> bool {
    matches!(error, GpuError::Unsupported { setting, .. } if *setting == BESIDE_CPU)
}

/// Moves related flocks, given by their indices, to their drivers. True if all are on one GPU; otherwise
/// none is.
pub(crate) fn choose_together(flocks: &mut [Flock], members: &[usize]) -> bool {
    let can_be_there = |member: &usize| flocks[*member].could_be_on_gpu();
    if !members.iter().all(can_be_there) {
        for member in members {
            flocks[*member].stay_off_gpu();
        }
        return false;
    }
    let mut are_there = true;
    for member in members {
        are_there &= flocks[*member].choose_driver_among();
    }
    let is_beside = |pair: &[usize]| flocks[pair[0]].is_on_gpu_beside(&flocks[pair[1]]);
    are_there = are_there && members.windows(2).all(is_beside);
    if !are_there {
        leave_gpu_together(flocks, members);
    }
    are_there
}

/// Related flocks leave the GPU, since not all of them are there.
pub(crate) fn leave_gpu_together(flocks: &mut [Flock], members: &[usize]) {
    for member in members {
        flocks[*member].leave_gpu_to_others();
    }
}

impl Flock {
    /// True if it may be on a GPU, for all that is known before it is tried.
    fn could_be_on_gpu(&self) -> bool {
        let gpu = self.population.boids.gpu();
        let has_failed = gpu
            .error
            .as_ref()
            .is_some_and(|error| !is_beside_cpu(error));
        let is_tried_again = gpu.preferences != changes();
        self.wants_gpu() && (!has_failed || is_tried_again) && self.check_support().is_ok()
    }

    /// Stays on the CPU, or goes there, since not all related flocks can be on a GPU.
    fn stay_off_gpu(&mut self) {
        self.leave_gpu_to_others();
        if !self.wants_gpu() {
            self.choose_driver();
            return;
        }
        let error = self.check_support().err().unwrap_or_else(beside_cpu);
        let gpu = self.population.boids.gpu_mut();
        if gpu.error.as_ref().is_none_or(is_beside_cpu) {
            gpu.fail(error);
        }
    }

    /// Chooses the driver for a step among other flocks. True if that is a GPU.
    fn choose_driver_among(&mut self) -> bool {
        let gpu = self.population.boids.gpu_mut();
        // The others may be on the GPU by now.
        gpu.error.take_if(|error| is_beside_cpu(error));
        self.choose_driver()
    }

    /// True if both flocks are on one GPU.
    fn is_on_gpu_beside(&self, other: &Self) -> bool {
        match (
            &self.population.boids.gpu().boids,
            &other.population.boids.gpu().boids,
        ) {
            (Some(own), Some(others)) => own.is_beside(&**others),
            _ => false,
        }
    }

    /// Leaves the GPU, since a related flock is not on the same one.
    fn leave_gpu_to_others(&mut self) {
        if self.population.boids.gpu().boids.is_some() {
            self.leave_gpu(beside_cpu());
        }
    }

    /// Prepares a step that began among other flocks. False if the GPU fails; the boids are then back
    /// on the CPU.
    pub(crate) fn prepare_among(
        &mut self,
        others: OtherFlocks,
        demand: Option<&Demand>,
        seen_from_perches: ThreatSet,
    ) -> bool {
        // Emitters may have asked for more memory than there was.
        self.choose_driver();
        let prepared = self.prepare_on_gpu(others, demand.map(|demand| demand.reach));
        self.population.boids.memories.fear.seen_from_perches = seen_from_perches;
        let error = prepared.as_ref().err().cloned();
        if let Some(error) = error {
            self.leave_gpu(error);
        }
        prepared.is_ok_and(|is_prepared| is_prepared)
    }

    /// Sorts the boids, for the others to see them.
    pub(crate) fn sort_for_others(&mut self) -> Option<OnDevice> {
        let on_gpu = self.population.boids.gpu_mut().boids.as_mut();
        on_gpu.map(|on_gpu| on_gpu.sort())
    }

    /// Makes the rest of the prepared step. False if the boids are not on a GPU.
    pub(crate) fn step_among_on_gpu(&mut self, others: OtherFlocks, pacing: Pacing) -> bool {
        let stepped = match &mut self.population.boids.gpu_mut().boids {
            Some(on_gpu) => on_gpu.step_among(others.sightings, pacing),
            None => return false,
        };
        self.finish_on_gpu(stepped.map(|()| true), pacing);
        true
    }

    /// Takes what came back from the GPU before a frame. True if the GPU is too far behind for further
    /// steps; none if it failed.
    pub(crate) fn begin_frame_on_gpu(&mut self) -> Option<bool> {
        self.poll_gpu()
    }

    /// Ends a frame without steps, as the GPU is behind.
    pub(crate) fn skip_frame_on_gpu(&mut self) {
        self.add_latency();
    }

    /// Ends a frame.
    pub(crate) fn end_frame_on_gpu(&mut self) {
        self.draw();
        self.notice_places();
        self.add_latency();
    }
}
