//! A flock whose wishes are found twice: on the processor and on the graphics card.

use super::super::{Gather as OnCard, Inputs};
use crate::{
    boids::{Boids, State},
    gather::{Gather, Wishes},
    gpu::{
        device::Gpu,
        grid::{Grid as GridOnCard, Layout},
        state::{Place, State as StateOnCard},
        test_device::gpu,
    },
    grid::Grid,
    placement::Frame,
    pose::Pose,
    roaming::Roaming,
    rules::Rules,
    search::Search,
    vectors::Vectors,
    Driver, Placement, Settings, Vec3,
};

/// When the step begins, in seconds.
const TIME: f64 = 1234.3;

/// Wishes that the processor finds at a time.
const BLOCK: usize = 512;

/// What the rules ask for, and where the neighbours go.
pub(super) type Answer = [Vec3; 2];

pub(super) struct Scene {
    pub(super) settings: Settings,
    pub(super) boids: Boids,
    pub(super) rules: Rules,
    pub(super) search: Search,
    roaming: Option<Roaming>,
    grid: Grid,
    /// The factors of cohesion of the sorted boids; none if it is whole.
    fades: Option<Vec<f32>>,
}

impl Scene {
    /// Boids at these places with these velocities.
    pub(super) fn new(settings: Settings, placement: &Placement, boids: &[[Vec3; 2]]) -> Self {
        let mut unsorted = Boids::default();
        for (id, [position, velocity]) in boids.iter().enumerate() {
            unsorted.push(&State {
                position: *position,
                velocity: *velocity,
                // Not in the order in which they come.
                slot: (boids.len() - 1 - id) as u32,
                pose: Pose::default(),
            });
        }
        let frame = Frame::new(placement);
        let rules = Rules::new(&settings, frame);
        let mut grid = Grid::default();
        grid.sort(&unsorted, rules.reach(), rules.seam(), Driver::SingleThread);
        let mut boids = Boids::default();
        for index in grid.order(0..unsorted.len()) {
            boids.push(&unsorted.state(*index as usize));
        }
        let mut search = Search::default();
        search.prepare(&boids, &rules, Driver::SingleThread);
        Self {
            roaming: Roaming::new(&settings, frame, TIME),
            settings,
            boids,
            rules,
            search,
            grid,
            fades: None,
        }
    }

    /// The same with cohesion faded, of each boid by another factor.
    pub(super) fn faded(mut self) -> Self {
        let factor = |index: usize| (index % 5) as f32 / 4.0;
        self.fades = Some((0..self.boids.len()).map(factor).collect());
        self
    }

    pub(super) fn on_processor(&self) -> Vec<Answer> {
        let mut answers = Vec::new();
        while answers.len() < self.boids.len() {
            let first = answers.len();
            let len = BLOCK.min(self.boids.len() - first);
            let mut wishes = Wishes::<BLOCK>::new();
            Vectors::Baseline.run(Gather {
                rules: &self.rules,
                fade: self.fades.as_ref().map(|it| &it[first..first + len]),
                roaming: self.roaming.as_ref(),
                custom: None,
                grid: &self.grid,
                boids: &self.boids,
                search: &self.search,
                first,
                wishes: wishes.first(len),
            });
            let (wish, facing) = (wishes.wish(len), wishes.facing(len));
            let vector = |of: [&[f32]; 3], index| Vec3::from(of.map(|values| values[index]));
            answers.extend((0..len).map(|index| [vector(wish, index), vector(facing, index)]));
        }
        answers
    }

    pub(super) fn on_card(&self) -> Vec<Answer> {
        let mut pass = OnCard::new(gpu(), self.boids.len(), self.inputs(gpu())).unwrap();
        self.run(&mut pass)
    }

    pub(super) fn run(&self, pass: &mut OnCard) -> Vec<Answer> {
        let (gpu, count) = (gpu(), self.boids.len());
        let roaming = self.roaming.as_ref();
        pass.prepare(gpu, &self.rules, roaming, self.fades.is_some(), count)
            .unwrap();
        gpu.run(|encoder| pass.encode(&mut encoder.begin_compute_pass(&Default::default()), count));
        let wish: Vec<[f32; 4]> = gpu.read(pass.wish(), count).unwrap();
        let facing: Vec<[f32; 4]> = gpu.read(pass.facing(), count).unwrap();
        let vector = |[x, y, z, _]: [f32; 4]| Vec3::new(x, y, z);
        let both = wish.into_iter().zip(facing);
        both.map(|(wish, facing)| [vector(wish), vector(facing)])
            .collect()
    }

    /// The answers if the card sorts the boids itself. Its grid may have other cells.
    pub(super) fn sorted_on_card(&self) -> Vec<Answer> {
        let (gpu, count) = (gpu(), self.boids.len());
        let [current, before] = [0, 1].map(|_| StateOnCard::new(gpu, count).unwrap());
        current.write(gpu, &self.boids);
        let mut grid = GridOnCard::new(gpu, count, &current, &before).unwrap();
        grid.prepare(gpu, self.rules.reach(), self.rules.seam(), count)
            .unwrap();
        gpu.run(|encoder| grid.encode(&mut encoder.begin_compute_pass(&Default::default()), count));
        let inputs = Inputs {
            seen: grid.seen().clone(),
            motion: before.motion,
            cells: grid.cells().clone(),
            starts: grid.starts().clone(),
            layout: grid.layout().clone(),
            push: gpu.buffer::<[f32; 4]>("pushes", 1).unwrap(),
        };
        let answers = self.run(&mut OnCard::new(gpu, count, inputs).unwrap());
        let places: Vec<Place> = gpu.read(&before.place, count).unwrap();
        let mut by_slot = vec![[Vec3::zeros(); 2]; count];
        for (place, answer) in places.iter().zip(answers) {
            by_slot[place.slot as usize] = answer;
        }
        let slots = self.boids.slot.iter();
        slots.map(|slot| by_slot[*slot as usize]).collect()
    }

    /// What the grid's pass would have written.
    pub(super) fn inputs(&self, gpu: &Gpu) -> Inputs {
        let boids = &self.boids;
        let seen = self.search.positions(boids, self.rules.seam());
        let place = |index: usize| Place {
            position: seen.map(|values| values[index]),
            slot: boids.slot[index],
        };
        let velocity = |index: usize| boids.velocity(index).push(0.0).into();
        let push = |index: usize| {
            let fade = self.fades.as_ref().map_or(f32::NAN, |it| it[index]);
            [f32::NAN, f32::NAN, f32::NAN, fade]
        };
        let all = || 0..boids.len();
        let places: Vec<Place> = all().map(place).collect();
        let motions: Vec<[f32; 4]> = all().map(velocity).collect();
        let pushes: Vec<[f32; 4]> = all().map(push).collect();
        Inputs {
            seen: gpu.filled("places", &places).unwrap(),
            motion: gpu.filled("motions", &motions).unwrap(),
            cells: gpu.filled("cells", &self.grid.sorted).unwrap(),
            starts: gpu.filled("starts", &self.grid.starts).unwrap(),
            layout: gpu.filled("layout", &[self.layout()]).unwrap(),
            push: gpu.filled("pushes", &pushes).unwrap(),
        }
    }

    fn layout(&self) -> Layout {
        let axes = &self.grid.axes;
        let [x, y, z] = axes.each_ref().map(|axis| axis.min as f32);
        let [u, v, w] = axes.each_ref().map(|axis| axis.cells_per_metre as f32);
        let cells = axes.each_ref().map(|axis| axis.cells);
        let wraps = axes.each_ref().map(|axis| u32::from(axis.wraps));
        Layout {
            low: [x, y, z, 0.0],
            cells_per_metre: [u, v, w, 0.0],
            cells: [cells[0], cells[1], cells[2], 0],
            wraps: [wraps[0], wraps[1], wraps[2], 0],
        }
    }
}
