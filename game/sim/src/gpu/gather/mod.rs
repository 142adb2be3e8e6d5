//! The search for neighbours, the rules and roaming: one thread a boid.
//!
//! A thread walks the same cells as the processor does: up to nine pieces of rows, each a contiguous range of the sorted
//! boids. Threads of a workgroup have boids that follow each other in the grid, so they read the same memory at about the same
//! time. Of a candidate its place is read, 16 bytes, and its motion only if it is a neighbour for alignment. In a uniform
//! flock with 30 neighbours within the radius there are 145 candidates a boid: 9 rows, 9 cells of a quarter of the radius
//! each.

mod packed;
#[cfg(test)]
mod tests;

use super::{device::Gpu, grid::LAYOUT, kernel::Bound, GpuError, COMMON, NOISE};
use crate::{grid::FINENESS, neighbourhood::Neighbourhood, roaming::Roaming, rules::Rules};
use packed::Packed;
use wgpu::{Buffer, ComputePass};

const PARTS: [&str; 11] = [
    COMMON,
    NOISE,
    LAYOUT,
    include_str!("settings.wgsl"),
    include_str!("gather.wgsl"),
    include_str!("rows.wgsl"),
    include_str!("sums.wgsl"),
    include_str!("nearest.wgsl"),
    include_str!("antipodes.wgsl"),
    include_str!("rules.wgsl"),
    include_str!("roaming.wgsl"),
];

/// What the search reads, all in the order of the grid.
#[derive(Clone)]
pub(crate) struct Inputs {
    /// `Place`: where boids look for each other. In the world, or in the frame of a box that wraps round.
    pub(crate) seen: Buffer,
    /// `Motion`.
    pub(crate) motion: Buffer,
    /// The cell of each boid.
    pub(crate) cells: Buffer,
    /// Cell `c` holds the boids `starts[c]..starts[c + 1]`.
    pub(crate) starts: Buffer,
    /// `Layout`.
    pub(crate) layout: Buffer,
    /// What avoidance asks for; w is the factor of cohesion. Not read unless cohesion fades, but never absent.
    pub(crate) push: Buffer,
}

/// The pass that finds what the rules ask for.
pub(crate) struct Gather {
    settings: Buffer,
    inputs: Inputs,
    wish: Buffer,
    facing: Buffer,
    ready: Option<(Variant, Bound)>,
}

/// Which questions are asked of every candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Variant {
    selective: bool,
    nearest: bool,
    wraps_box: bool,
    wraps_sphere: bool,
}

impl Gather {
    /// For so many boids at most.
    pub(crate) fn new(gpu: &Gpu, room: usize, inputs: Inputs) -> Result<Self, GpuError> {
        Ok(Self {
            settings: gpu.uniform::<Packed>("settings of the rules"),
            inputs,
            wish: gpu.buffer::<[f32; 4]>("wishes", room)?,
            facing: gpu.buffer::<[f32; 4]>("directions of neighbours", room)?,
            ready: None,
        })
    }

    /// From now on reads these buffers.
    pub(crate) fn rebind(&mut self, gpu: &Gpu, inputs: Inputs) {
        self.inputs = inputs;
        self.ready = self.ready.take().map(|(it, _)| (it, self.bind(gpu, it)));
    }

    /// Gets ready for a step of `count` boids. `roaming` is none if boids do not roam, and `fades` says whether avoidance
    /// fades cohesion.
    pub(crate) fn prepare(
        &mut self,
        gpu: &Gpu,
        rules: &Rules,
        roaming: Option<&Roaming>,
        fades: bool,
        count: usize,
    ) -> Result<(), GpuError> {
        gpu.write(&self.settings, &[Packed::new(rules, roaming, fades, count)]);
        let variant = Variant::new(rules);
        if self
            .ready
            .as_ref()
            .is_none_or(|(ready, _)| *ready != variant)
        {
            self.ready = Some((variant, self.bind(gpu, variant)));
        }
        gpu.check()
    }

    /// Finds what the rules ask for, of as many boids as it is ready for.
    pub(crate) fn encode(&self, pass: &mut ComputePass, count: usize) {
        if let Some((_, bound)) = &self.ready {
            bound.run(pass, count);
        }
    }

    /// `vec4<f32>`, of which xyz is what the rules ask for, up to drive.
    pub(crate) fn wish(&self) -> &Buffer {
        &self.wish
    }

    /// `vec4<f32>`, of which xyz is where the neighbours go with which each boid aligns itself; zero without any.
    pub(crate) fn facing(&self) -> &Buffer {
        &self.facing
    }

    fn bind(&self, gpu: &Gpu, variant: Variant) -> Bound {
        let it = &self.inputs;
        let kernel = gpu.kernel("gather", &PARTS, &variant.constants());
        kernel.bind(
            gpu,
            &[
                &self.settings,
                &it.layout,
                &it.seen,
                &it.motion,
                &it.cells,
                &it.starts,
                &it.push,
                &self.wish,
                &self.facing,
            ],
        )
    }
}

impl Variant {
    fn new(rules: &Rules) -> Self {
        let it: &Neighbourhood = rules.neighbourhood();
        Self {
            selective: it.is_selective,
            nearest: it.is_selective && it.nearest.is_some(),
            wraps_box: rules.seam().is_some(),
            wraps_sphere: it.is_selective && rules.antipodes().is_some(),
        }
    }

    fn constants(self) -> [(&'static str, f64); 5] {
        let flag = |is_set| f64::from(u8::from(is_set));
        [
            ("SELECTIVE", flag(self.selective)),
            ("NEAREST", flag(self.nearest)),
            ("BOX", flag(self.wraps_box)),
            ("SPHERE", flag(self.wraps_sphere)),
            ("FINENESS", f64::from(FINENESS)),
        ]
    }
}
