//! A limited number of rays in each step, for the boids that would hit something soonest.
//!
//! The processor lets boids look in the order of their urgency until the next one might cast more rays than are left. How many rays
//! a look takes shows only when it is done. So first those boids are selected that would have rays left for them if the ones
//! before cast no more than a look takes at least; they look; then, as it is known how many rays each took, those that there
//! were rays for. What the others saw is dropped: it is as if they had not looked, and their rays do not count.
//!
//! Nothing is sorted for that: the largest key of those that look is found digit by digit.

use super::{
    super::{device::Gpu, kernel::Bound, GpuError, COMMON},
    passes::{Buffers, Scenery, COUNTERS, GAZE, LOOK, LOOKING, RECORDS, SETTINGS},
};
use wgpu::ComputePass;

const SELECTION: &str = include_str!("selection.wgsl");
const LIMIT: &str = include_str!("limit.wgsl");
const WEIGH: &str = include_str!("weigh.wgsl");
const SUM: &str = include_str!("sum.wgsl");
const PICK: &str = include_str!("pick.wgsl");
const CANDIDATES: &str = include_str!("candidates.wgsl");
const COMMIT: &str = include_str!("commit.wgsl");

/// `Key` and `Selection` in selection.wgsl.
type Key = [u32; 2];
type Selection = [u32; 8];

/// Of the sums of a digit, and of the digits of a key; the same in selection.wgsl.
const DIGITS: usize = 256;
const LEVELS: usize = 8;

/// The passes of boids that look around as long as there are rays.
pub(super) struct Budget {
    weigh: Bound,
    sum: Bound,
    pick: Bound,
    candidates: Bound,
    commit: Bound,
}

impl Budget {
    /// For as many boids as there is room for.
    pub(super) fn new(
        gpu: &Gpu,
        room: usize,
        buffers: &Buffers,
        scenery: &Scenery,
    ) -> Result<Self, GpuError> {
        let keys = &gpu.buffer::<Key>("urgencies of looks", room)?;
        let bins = &gpu.buffer::<u32>("rays by urgency", DIGITS)?;
        let selection = &gpu.buffer::<Selection>("looks that there are rays for", 1)?;
        let Buffers {
            settings,
            due,
            due_count,
            memory,
            counters,
            ..
        } = buffers;
        let bound =
            |entry, parts: &[&str], buffers: &[_]| gpu.kernel(entry, parts, &[]).bind(gpu, buffers);
        let looking = buffers.looking(scenery);
        Ok(Self {
            weigh: bound(
                "sight_weigh",
                &[COMMON, SETTINGS, RECORDS, GAZE, SELECTION, LIMIT, WEIGH],
                &[settings, due, due_count, selection, keys],
            ),
            sum: bound(
                "sight_sum",
                &[RECORDS, SELECTION, SUM],
                &[due, keys, selection, bins],
            ),
            pick: bound(
                "sight_pick",
                &[SETTINGS, SELECTION, LIMIT, PICK],
                &[settings, selection, bins],
            ),
            candidates: bound(
                "sight_candidates",
                &[&LOOKING[..], &[LOOK, SELECTION, CANDIDATES]].concat(),
                &[&looking[..], &[due, memory, selection, keys]].concat(),
            ),
            commit: bound(
                "sight_commit",
                &[COUNTERS, RECORDS, SELECTION, COMMIT],
                &[due, keys, selection, memory, counters],
            ),
        })
    }

    pub(super) fn encode(&self, pass: &mut ComputePass, count: usize) {
        self.weigh.run(pass, count);
        self.select(pass, count);
        self.candidates.run(pass, count);
        self.select(pass, count);
        self.commit.run(pass, count);
    }

    fn select(&self, pass: &mut ComputePass, count: usize) {
        for _ in 0..LEVELS {
            self.sum.run(pass, count);
            self.pick.run(pass, 1);
        }
    }
}
