//! The passes of the sort.

use super::{
    buffers::{blocks, Buffers},
    LAYOUT,
};
use crate::{
    gpu::{
        device::Gpu,
        kernel::{Bound, GROUP},
        seam::SEAM,
        state::{Place, State},
        GpuError, COMMON,
    },
    grid::FINENESS,
};
use wgpu::{Buffer, ComputePass};

const SETTINGS: &str = include_str!("settings.wgsl");
const SUM: &str = include_str!("sum.wgsl");
const SCAN: &str = include_str!("scan.wgsl");

/// Boids whose bounds one thread finds.
const EACH: usize = 4;

/// Boids of a cell that are put in order one by one, at most.
pub(super) const CROWD: usize = 1024;

pub(super) struct Passes {
    find_bounds: Bound,
    lay_out: Bound,
    count_boids: Bound,
    sum_blocks: Bound,
    scan_blocks: Bound,
    find_starts: Bound,
    place_boids: Bound,
    pub(super) find_order: Bound,
    reorder: Bound,
}

impl Passes {
    pub(super) fn new(gpu: &Gpu, it: &Buffers, current: &State, before: &State) -> Self {
        let [find_bounds, lay_out, count_boids] = divide(gpu, it, current);
        let [sum_blocks, scan_blocks, find_starts] = scan(gpu, it);
        let [place_boids, find_order, reorder] = sort(gpu, it, current, before);
        Self {
            find_bounds,
            lay_out,
            count_boids,
            sum_blocks,
            scan_blocks,
            find_starts,
            place_boids,
            find_order,
            reorder,
        }
    }

    pub(super) fn encode(&self, pass: &mut ComputePass, count: usize, most_cells: usize) {
        let in_blocks = GROUP * blocks(most_cells);
        self.find_bounds.run(pass, count.div_ceil(EACH));
        self.lay_out.run(pass, 1);
        self.count_boids.run(pass, count);
        self.sum_blocks.run(pass, in_blocks);
        self.scan_blocks.run(pass, 1);
        self.find_starts.run(pass, in_blocks);
        self.place_boids.run(pass, count);
        self.find_order.run(pass, count);
        self.reorder.run(pass, count);
    }
}

/// From the boids to their cells.
fn divide(gpu: &Gpu, it: &Buffers, current: &State) -> [Bound; 3] {
    let bounds = gpu.kernel(
        "find_bounds",
        &[COMMON, SEAM, SETTINGS, include_str!("bounds.wgsl")],
        &[("EACH", EACH as f64)],
    );
    let lay_out = gpu.kernel(
        "lay_out",
        &[SEAM, SETTINGS, LAYOUT, include_str!("lay_out.wgsl")],
        &[("FINENESS", f64::from(FINENESS))],
    );
    let count = gpu.kernel(
        "count_boids",
        &[COMMON, SEAM, SETTINGS, LAYOUT, include_str!("count.wgsl")],
        &[],
    );
    let (settings, layout, places) = (&it.settings, &it.layout, &current.place);
    [
        bounds.bind(gpu, &[settings, places, &it.bounds]),
        lay_out.bind(gpu, &[settings, &it.bounds, layout]),
        count.bind(gpu, &[settings, layout, places, &it.counts, &it.arrivals]),
    ]
}

/// From how many boids the cells have to where the cells begin.
fn scan(gpu: &Gpu, it: &Buffers) -> [Bound; 3] {
    let kernel = |entry, source| gpu.kernel(entry, &[LAYOUT, SUM, SCAN, source], &[]);
    let (layout, counts, sums) = (&it.layout, &it.counts, &it.block_sums);
    [
        kernel("sum_blocks", include_str!("sum_blocks.wgsl")).bind(gpu, &[layout, counts, sums]),
        kernel("scan_blocks", include_str!("scan_blocks.wgsl")).bind(gpu, &[layout, sums]),
        kernel("find_starts", include_str!("find_starts.wgsl"))
            .bind(gpu, &[layout, counts, sums, &it.starts]),
    ]
}

/// From where the cells begin to the sorted boids.
fn sort(gpu: &Gpu, it: &Buffers, current: &State, before: &State) -> [Bound; 3] {
    let kernel = |entry, source| gpu.kernel(entry, &[COMMON, SEAM, SETTINGS, source], &[]);
    let (settings, arrived, cells) = (&it.settings, &it.arrived, &it.cells);
    [
        kernel("place_boids", include_str!("place.wgsl"))
            .bind(gpu, &[settings, &it.arrivals, &it.starts, arrived, cells]),
        gpu.kernel(
            "find_order",
            &[COMMON, SEAM, SETTINGS, SUM, include_str!("order.wgsl")],
            &[("CROWD", CROWD as f64)],
        )
        .bind(gpu, &[settings, arrived, cells, &it.starts, &it.order]),
        kernel("reorder", include_str!("reorder.wgsl")).bind(
            gpu,
            &[
                settings,
                &it.order,
                &current.place,
                &current.motion,
                &current.orientation,
                &before.place,
                &before.motion,
                &before.orientation,
            ],
        ),
    ]
}

/// Where the sorted boids are in a box that wraps round.
pub(super) struct Folding {
    pub(super) seen: Buffer,
    fold_places: Bound,
}

impl Folding {
    pub(super) fn new(gpu: &Gpu, it: &Buffers, place: &Buffer) -> Result<Self, GpuError> {
        let seen = gpu.buffer::<Place>("places in the box", it.room)?;
        let sources = [COMMON, SEAM, SETTINGS, include_str!("fold.wgsl")];
        let kernel = gpu.kernel("fold_places", &sources, &[]);
        let fold_places = kernel.bind(gpu, &[&it.settings, place, &seen]);
        Ok(Self { seen, fold_places })
    }

    pub(super) fn encode(&self, pass: &mut ComputePass, count: usize) {
        self.fold_places.run(pass, count);
    }
}
