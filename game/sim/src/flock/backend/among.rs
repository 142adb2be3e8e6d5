//! Choice of the backend for related flocks: either all of them are on one GPU, or all are on the
//! CPU.

use crate::{
    flock::Flock,
    gpu::{changes, error::GpuError},
    step::Pacing,
};

/// The reason for which related flocks stay off the GPU, in the form of a setting's name.
const BESIDE_CPU: &str = "a relation of World::set_relation to a flock that is not on the same GPU";

fn beside_cpu() -> GpuError {
    GpuError::Unsupported {
        setting: BESIDE_CPU,
        remedy: "set simulation.backend of both to Gpu, or to AllThreads",
    }
}

/// Another reason: shaders do not change coordinates between frames.
const IN_OTHER_FRAME: &str = "a relation of World::set_relation to a flock in another frame";

fn in_other_frame() -> GpuError {
    GpuError::Unsupported {
        setting: IN_OTHER_FRAME,
        remedy: "give both the same frame with Flock::move_frame, or set simulation.backend to AllThreads",
    }
}

/// True for the reasons that lie in other flocks, and may therefore end.
fn is_of_others(error: &GpuError) -> bool {
    let reasons = [BESIDE_CPU, IN_OTHER_FRAME];
    matches!(error, GpuError::Unsupported { setting, .. } if reasons.contains(setting))
}

/// Moves related flocks, given by their indices, to their backends. Returns true if all are on one
/// GPU; otherwise all are on the CPU.
pub(crate) fn choose_together(flocks: &mut [Flock], members: &[usize], pacing: Pacing) -> bool {
    let can_be_there = |member: &usize| flocks[*member].could_be_on_gpu();
    let shares_frame = |pair: &[usize]| flocks[pair[0]].shares_frame(&flocks[pair[1]]);
    let reason = if !members.windows(2).all(shares_frame) {
        Some(in_other_frame as fn() -> GpuError)
    } else if !members.iter().all(can_be_there) {
        Some(beside_cpu as fn() -> GpuError)
    } else {
        None
    };
    if let Some(reason) = reason {
        for member in members {
            flocks[*member].stay_off_gpu(pacing, reason());
        }
        return false;
    }
    let mut are_there = true;
    for member in members {
        are_there &= flocks[*member].choose_backend_among(pacing);
    }
    let is_beside = |pair: &[usize]| flocks[pair[0]].is_on_gpu_beside(&flocks[pair[1]]);
    are_there = are_there && members.windows(2).all(is_beside);
    if !are_there {
        leave_gpu_together(flocks, members);
    }
    are_there
}

/// Moves related flocks off the GPU because not all of them can be there.
pub(crate) fn leave_gpu_together(flocks: &mut [Flock], members: &[usize]) {
    for member in members {
        flocks[*member].leave_gpu_to_others();
    }
}

impl Flock {
    /// True if nothing is known that keeps this flock off a GPU. The upload may still fail.
    fn could_be_on_gpu(&self) -> bool {
        let gpu = self.population.boids.gpu();
        let has_failed = gpu.error.as_ref().is_some_and(|error| !is_of_others(error));
        let is_tried_again = gpu.preferences != changes();
        self.wants_gpu() && (!has_failed || is_tried_again) && self.check_support().is_ok()
    }

    /// Stays on the CPU, or moves there, because not all related flocks can be on a GPU.
    fn stay_off_gpu(&mut self, pacing: Pacing, reason: GpuError) {
        self.leave_gpu_to_others();
        if !self.wants_gpu() {
            self.choose_backend(pacing);
            return;
        }
        let error = self.check_support().err().unwrap_or(reason);
        let gpu = self.population.boids.gpu_mut();
        if gpu.error.as_ref().is_none_or(is_of_others) {
            gpu.fail(error);
        }
    }

    /// Chooses the backend for a step among other flocks. Returns true if it is a GPU.
    fn choose_backend_among(&mut self, pacing: Pacing) -> bool {
        let gpu = self.population.boids.gpu_mut();
        // The related flocks may be on the GPU now, so the reason no longer holds.
        gpu.error.take_if(|error| is_of_others(error));
        self.choose_backend(pacing)
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
}
