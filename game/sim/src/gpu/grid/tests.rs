//! What the tests of the grid share: boids on the card, and what comes back of them.

mod search;
mod sort;
mod wrap;

use super::*;
use crate::gpu::{
    state::{Motion, Orientation, Place},
    test_device::gpu,
};
use crate::Vec3;

/// Boids on the card, and the grid that sorts them.
struct Sorter {
    room: usize,
    current: State,
    before: State,
    grid: Grid,
}

/// What came back of one sort.
struct Sorted {
    places: Vec<Place>,
    motions: Vec<Motion>,
    orientations: Vec<Orientation>,
    seen: Vec<Place>,
    cells: Vec<u32>,
    starts: Vec<u32>,
    layout: Layout,
}

impl Sorter {
    fn new(room: usize) -> Self {
        let state = || State::new(gpu(), room).unwrap();
        let (current, before) = (state(), state());
        let grid = Grid::new(gpu(), room, &current, &before).unwrap();
        Self {
            room,
            current,
            before,
            grid,
        }
    }

    /// Sorts boids at these points, known by their index, which is also in all else that belongs to them.
    fn sort(&mut self, points: &[Vec3], reach: Option<f32>, seam: Option<&Seam>) -> Sorted {
        assert!(points.len() <= self.room);
        let (gpu, count) = (gpu(), points.len());
        let numbered = || (0..).zip(points);
        let place = |(slot, point): (u32, &Vec3)| Place {
            position: (*point).into(),
            slot,
        };
        let motion = |(slot, _): (u32, &Vec3)| Motion {
            velocity: [slot as f32, 1.0, -1.0],
            phase: slot as f32,
        };
        let orientation = |(slot, _): (u32, &Vec3)| [0.0, 1.0, 2.0, slot as f32];
        gpu.write(
            &self.current.place,
            &numbered().map(place).collect::<Vec<_>>(),
        );
        gpu.write(
            &self.current.motion,
            &numbered().map(motion).collect::<Vec<_>>(),
        );
        gpu.write(
            &self.current.orientation,
            &numbered().map(orientation).collect::<Vec<_>>(),
        );
        self.grid.prepare(gpu, reach, seam, count).unwrap();
        gpu.run(|encoder| {
            self.grid
                .encode(&mut encoder.begin_compute_pass(&Default::default()), count);
        });
        self.read(count)
    }

    fn read(&self, count: usize) -> Sorted {
        let gpu = gpu();
        let layout: Layout = gpu.read(self.grid.layout(), 1).unwrap()[0];
        Sorted {
            places: gpu.read(&self.before.place, count).unwrap(),
            motions: gpu.read(&self.before.motion, count).unwrap(),
            orientations: gpu.read(&self.before.orientation, count).unwrap(),
            seen: gpu.read(self.grid.seen(), count).unwrap(),
            cells: gpu.read(self.grid.cells(), count).unwrap(),
            starts: gpu.read(self.grid.starts(), layout.count() + 1).unwrap(),
            layout,
        }
    }
}

impl Layout {
    fn count(&self) -> usize {
        self.cells[..3]
            .iter()
            .map(|cells| *cells as usize)
            .product()
    }
}

impl Sorted {
    /// Where each boid was before sorting.
    fn order(&self) -> impl Iterator<Item = u32> + '_ {
        self.places.iter().map(|place| place.slot)
    }
}
