//! Tests of the counting sort along the grid.

mod search;
mod sort;
mod wrap;

use super::{device::gpu, run_passes};
use crate::{
    boundary::PeriodicBox,
    gpu::{
        boid_buffers::{BoidMotion, BoidPlace, Orientation},
        boundary::BoundaryUniform,
        grid::GridLayout,
        passes::Variant,
        step::GpuStep,
    },
    math::Vec3,
};

/// The passes of the sort.
pub(super) const PASSES: [&str; 10] = [
    "find_bounds",
    "lay_out_grid",
    "count_boids",
    "sum_blocks",
    "scan_blocks",
    "find_starts",
    "place_boids",
    "find_order",
    "reorder",
    "fold_positions",
];

/// Boids on the GPU, and the grid that sorts them.
struct Sorter {
    capacity: usize,
    step: GpuStep,
}

/// The result of a sort.
struct Sorted {
    places: Vec<BoidPlace>,
    motions: Vec<BoidMotion>,
    orientations: Vec<Orientation>,
    /// Positions in the frame of the search.
    search_places: Vec<BoidPlace>,
    cells: Vec<u32>,
    starts: Vec<u32>,
    layout: GridLayout,
}

impl Sorter {
    fn new(capacity: usize) -> Self {
        let step = GpuStep::new(gpu(), capacity, 0).unwrap();
        Self { capacity, step }
    }

    /// Sorts boids at these points. All their other data are derived from their indices.
    fn sort(
        &mut self,
        points: &[Vec3],
        reach: Option<f32>,
        periodic_box: Option<&PeriodicBox>,
    ) -> Sorted {
        assert!(points.len() <= self.capacity);
        let (gpu, count) = (gpu(), points.len());
        let numbered = || (0..).zip(points);
        let place = |(slot, point): (u32, &Vec3)| BoidPlace {
            position: (*point).into(),
            slot,
        };
        let motion = |(slot, _): (u32, &Vec3)| BoidMotion {
            velocity: [slot as f32, 1.0, -1.0],
            phase: slot as f32,
        };
        let orientation = |(slot, _): (u32, &Vec3)| [0.0, 1.0, 2.0, slot as f32];
        let it = &mut self.step.buffers;
        gpu.write(
            &it.current.places,
            &numbered().map(place).collect::<Vec<_>>(),
        );
        gpu.write(
            &it.current.motions,
            &numbered().map(motion).collect::<Vec<_>>(),
        );
        let orientations: Vec<_> = numbered().map(orientation).collect();
        gpu.write(&it.current.orientations, &orientations);
        let boundary = periodic_box.map_or(BoundaryUniform::new(None), BoundaryUniform::periodic);
        gpu.write(&it.boundary, &[boundary]);
        let has_periodic_box = periodic_box.is_some();
        it.grid
            .write(gpu, reach, has_periodic_box, [count; 2])
            .unwrap();
        let variant = Variant {
            has_periodic_box,
            ..Variant::default()
        };
        run_passes(&mut self.step, &PASSES, variant, count);
        self.read(count)
    }

    fn read(&self, count: usize) -> Sorted {
        let (gpu, it) = (gpu(), &self.step.buffers);
        let (grid, before) = (&it.grid, &it.before);
        let layout: GridLayout = gpu.read(&grid.layout, 1).unwrap()[0];
        let search_places = grid.search_places(&before.places);
        Sorted {
            places: gpu.read(&before.places, count).unwrap(),
            motions: gpu.read(&before.motions, count).unwrap(),
            orientations: gpu.read(&before.orientations, count).unwrap(),
            search_places: gpu.read(search_places, count).unwrap(),
            cells: gpu.read(&grid.cells, count).unwrap(),
            starts: gpu.read(&grid.starts, layout.count() + 1).unwrap(),
            layout,
        }
    }
}

impl GridLayout {
    fn count(&self) -> usize {
        self.cells.iter().map(|cells| *cells as usize).product()
    }
}

impl Sorted {
    /// Index before sorting of each boid.
    fn order(&self) -> impl Iterator<Item = u32> + '_ {
        self.places.iter().map(|place| place.slot)
    }
}
