//! The GPU's side of a flock without the feature `gpu`: there is none.

use super::{boid_store::ReadbackTarget, Flock};
use crate::{
    flock::{clock::Advance, detail::DetailState, statistics::Statistics},
    gpu::error::GpuError,
    math::Vec3,
    pose::instances::Texels,
    settings::Driver,
    state::{
        boids::{BoidState, Boids},
        slot_map::SlotMap,
    },
    steering::fear::memory::FearMemory,
};
use std::borrow::Cow;

#[derive(Default)]
pub(super) struct GpuState {}

impl GpuState {
    pub(super) fn try_again(&mut self, _is_other_driver: bool) {}

    pub(super) fn read_back(
        &mut self,
        _previous: &mut Boids,
        _current: &mut Boids,
        _slot_map: &SlotMap,
        _target: &mut ReadbackTarget<'_>,
    ) {
    }

    pub(super) fn is_ahead(&self) -> bool {
        false
    }

    pub(super) fn has_room(&mut self, _joining: usize, _slots: usize) -> bool {
        true
    }

    pub(super) fn known<'a>(
        &'a self,
        _current: &'a Boids,
        _slot_map: &SlotMap,
    ) -> Option<&'a Boids> {
        None
    }

    pub(super) fn exact_states(&self, _slot: u32) -> Option<[BoidState; 2]> {
        None
    }

    pub(super) fn join(
        &mut self,
        _state: &BoidState,
        _previous: &mut Boids,
        _current: &mut Boids,
        _slot_map: &SlotMap,
    ) {
    }

    pub(super) fn move_to(
        &mut self,
        _state: &BoidState,
        _previous: &mut Boids,
        _current: &mut Boids,
        _slot_map: &SlotMap,
    ) {
    }

    pub(super) fn leave(
        &mut self,
        _slot: u32,
        _previous: &mut Boids,
        _current: &mut Boids,
        _slot_map: &SlotMap,
    ) {
    }
}

impl Flock {
    /// Name of the GPU that simulates the boids: none without the feature `gpu`.
    pub fn adapter(&self) -> Option<&str> {
        None
    }

    /// The reason why the CPU simulates the boids if `simulation.driver` asks for a GPU: the
    /// feature `gpu` is off.
    pub fn gpu_error(&self) -> Option<&GpuError> {
        (self.settings.simulation.driver == Driver::Gpu).then_some(&GpuError::NotBuilt)
    }

    /// Waits until all submitted steps are done. On the CPU they always are.
    pub fn wait(&self) {}

    pub(super) fn known(&self) -> &Boids {
        self.boids.current()
    }

    pub(super) fn counted(&self) -> Statistics {
        self.statistics
    }

    pub(super) fn counted_exactly(&self) -> Statistics {
        self.statistics
    }

    pub(super) fn exact(&self) -> Option<[Boids; 2]> {
        None
    }

    pub(super) fn know_sights(&self) {}

    pub(super) fn know_levels(&mut self) {}

    pub(super) fn drawn_places(&self) -> Option<std::iter::Empty<(u32, Vec3)>> {
        None
    }

    pub(super) fn know_panics(&mut self) {}

    pub(super) fn fear_on_gpu(&self) -> Option<FearMemory> {
        None
    }

    pub(super) fn known_detail(&self) -> Cow<'_, DetailState> {
        Cow::Borrowed(&self.detail)
    }

    pub(super) fn choose_driver(&mut self) -> bool {
        false
    }

    pub(super) fn step_on_gpu(&mut self, _may_wait: bool) -> bool {
        false
    }

    pub(super) fn advance_on_gpu(&mut self, _seconds: f32) -> Option<Advance> {
        None
    }

    pub(super) fn texels(&self) -> Option<&[Texels]> {
        None
    }

    pub(super) fn drawn_states(&self) -> (&Boids, &Boids, f32) {
        (self.boids.previous(), self.boids.current(), self.blend)
    }
}
