//! Related flocks without the feature `gpu`: they are on the CPU.

use super::World;
use crate::flock::clock::Advance;

impl World {
    pub(super) fn step_group_on_gpu(&mut self, _members: &[usize], _may_wait: bool) -> bool {
        false
    }

    pub(super) fn advance_group_on_gpu(
        &mut self,
        _members: &[usize],
        _seconds: f32,
    ) -> Option<Advance> {
        None
    }
}
