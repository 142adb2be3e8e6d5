//! A flock whose wishes are computed twice: on the CPU and on the GPU.

use super::super::{device::gpu, run_passes};
use crate::{
    boundary::Containment,
    gpu::{
        boid_buffers::{BoidMotion, BoidPlace},
        boundary::BoundaryUniform,
        grid::GridLayout,
        passes::Variant,
        step::GpuStep,
    },
    math::{
        frame::{Frame, Placement},
        simd::SimdWidth,
        Vec3,
    },
    neighbours::{criteria::Criteria, grid::Grid, inputs::NeighbourInputs, seekers::Seekers},
    settings::{Backend, Settings},
    state::{
        boids::{BoidState, Boids},
        pose::Pose,
    },
    steering::{rules::Rules, wander::WanderParams},
    step::neighbour_loop::{NeighbourLoop, Task, WishTask, Wishes},
};

/// Simulated time at the beginning of the step, in seconds.
const TIME: f64 = 1234.3;

/// Number of wishes that the CPU computes together.
const BLOCK: usize = 512;

/// Wish of a boid, and direction of its neighbours.
pub(super) type Answer = [Vec3; 2];

pub(super) struct Scene {
    pub(super) settings: Settings,
    pub(super) boids: Boids,
    pub(super) criteria: Criteria,
    pub(super) inputs: NeighbourInputs,
    rules: Rules,
    wander: Option<WanderParams>,
    containment: Option<Containment>,
    grid: Grid,
    /// Factors of cohesion of the sorted boids; `None` if cohesion does not fade.
    fades: Option<Vec<f32>>,
}

impl Scene {
    /// A scene of boids with these positions and velocities.
    pub(super) fn new(settings: Settings, placement: &Placement, boids: &[[Vec3; 2]]) -> Self {
        let mut unsorted = Boids::default();
        for (id, [position, velocity]) in boids.iter().enumerate() {
            unsorted.push(&BoidState {
                position: *position,
                velocity: *velocity,
                // Slots have another order than the boids.
                slot: (boids.len() - 1 - id) as u32,
                pose: Pose::default(),
            });
        }
        let frame = Frame::new(placement);
        let criteria = Criteria::new(&settings, frame);
        let mut grid = Grid::default();
        let (reach, periodic_box) = (criteria.reach, criteria.periodic_box.as_ref());
        grid.sort(&unsorted, reach, periodic_box, Backend::SingleThread);
        let mut boids = Boids::default();
        for index in grid.order(0..unsorted.len()) {
            boids.push(&unsorted.state(*index as usize));
        }
        let mut inputs = NeighbourInputs::default();
        inputs.prepare(&boids, &criteria, Backend::SingleThread);
        Self {
            wander: WanderParams::new(&settings, frame, TIME),
            containment: Containment::new(&settings, frame),
            rules: Rules::new(&settings),
            settings,
            boids,
            criteria,
            inputs,
            grid,
            fades: None,
        }
    }

    /// The same scene with fading cohesion, by another factor for each boid.
    pub(super) fn faded(mut self) -> Self {
        let factor = |index: usize| (index % 5) as f32 / 4.0;
        self.fades = Some((0..self.boids.len()).map(factor).collect());
        self
    }

    pub(super) fn on_cpu(&self) -> Vec<Answer> {
        let mut answers = Vec::new();
        while answers.len() < self.boids.len() {
            let first = answers.len();
            let len = BLOCK.min(self.boids.len() - first);
            let mut wishes = Wishes::<BLOCK>::new();
            NeighbourLoop {
                criteria: &self.criteria,
                grid: &self.grid,
                boids: &self.boids,
                inputs: &self.inputs,
                seekers: Seekers::Range { first, len },
                task: Task::Wish(WishTask {
                    rules: &self.rules,
                    fade: self.fades.as_ref().map(|it| &it[first..first + len]),
                    wander_params: self.wander.as_ref(),
                    custom: None,
                    others: None,
                    known: None,
                    wishes: wishes.range_mut(0..len),
                }),
            }
            .run(SimdWidth::BASELINE);
            let (wish, facing) = (wishes.wish(0..len), wishes.facing(0..len));
            let vector = |of: [&[f32]; 3], index| Vec3::from(of.map(|values| values[index]));
            answers.extend((0..len).map(|index| [vector(wish, index), vector(facing, index)]));
        }
        answers
    }

    /// The variant if the GPU sorts the boids.
    fn variant(&self) -> Variant {
        let it = &self.criteria;
        Variant {
            is_selective: it.is_selective(),
            counts_nearest: it.is_selective() && it.nearest.is_some(),
            has_periodic_box: it.periodic_box.is_some(),
            has_periodic_sphere: it.sphere_images.is_some(),
            ..Variant::default()
        }
    }

    pub(super) fn on_gpu(&self) -> Vec<Answer> {
        let mut step = GpuStep::new(gpu(), self.boids.len(), 0).unwrap();
        self.run(&mut step)
    }

    /// The results of the GPU for boids that the CPU sorted.
    pub(super) fn run(&self, step: &mut GpuStep) -> Vec<Answer> {
        let gpu = gpu();
        self.write_parameters(step);
        let boids = &self.boids;
        let seen = self
            .inputs
            .positions(boids, self.criteria.periodic_box.as_ref());
        let place = |index: usize| BoidPlace {
            position: seen.map(|values| values[index]),
            slot: boids.slot[index],
        };
        let motion = |index: usize| BoidMotion {
            velocity: boids.velocity(index).into(),
            phase: 0.0,
        };
        let all = || 0..boids.len();
        let it = &step.buffers;
        let search_places = it.grid.search_places(&it.before.places);
        gpu.write(search_places, &all().map(place).collect::<Vec<_>>());
        gpu.write(&it.before.motions, &all().map(motion).collect::<Vec<_>>());
        gpu.write(&it.grid.cells, &self.grid.sorted);
        gpu.write(&it.grid.starts, &self.grid.starts);
        gpu.write(&it.grid.layout, &[self.layout()]);
        run_passes(step, &["neighbour_loop"], self.variant(), boids.len());
        self.read(step)
    }

    /// The results if the GPU also sorts the boids. Its grid may have other cells.
    pub(super) fn sorted_on_gpu(&self) -> Vec<Answer> {
        let (gpu, count) = (gpu(), self.boids.len());
        let mut step = GpuStep::new(gpu, count, 0).unwrap();
        self.write_parameters(&mut step);
        step.buffers.current.write(gpu, &self.boids);
        let names = [&super::super::grid::PASSES[..], &["neighbour_loop"]].concat();
        run_passes(&mut step, &names, self.variant(), count);
        let places: Vec<BoidPlace> = gpu.read(&step.buffers.before.places, count).unwrap();
        let mut by_slot = vec![[Vec3::zeros(); 2]; count];
        for (place, answer) in places.iter().zip(self.read(&step)) {
            by_slot[place.slot as usize] = answer;
        }
        let slots = self.boids.slot.iter();
        slots.map(|slot| by_slot[*slot as usize]).collect()
    }

    fn write_parameters(&self, step: &mut GpuStep) {
        let (gpu, count) = (gpu(), self.boids.len());
        let it = &mut step.buffers;
        let boundary = BoundaryUniform::new(self.containment.as_ref());
        gpu.write(&it.boundary, &[boundary]);
        let criteria = &self.criteria;
        let has_periodic_box = criteria.periodic_box.is_some();
        it.grid
            .write(gpu, criteria.reach, has_periodic_box, [count; 2])
            .unwrap();
        let (wander, fades) = (self.wander.as_ref(), self.fades.is_some());
        it.neighbours
            .write(gpu, criteria, &self.rules, wander, fades, count);
        let push = |index: usize| {
            let fade = self.fades.as_ref().map_or(f32::NAN, |it| it[index]);
            [f32::NAN, f32::NAN, f32::NAN, fade]
        };
        let pushes: Vec<[f32; 4]> = (0..count).map(push).collect();
        gpu.write(&it.avoidance.wishes, &pushes);
    }

    fn read(&self, step: &GpuStep) -> Vec<Answer> {
        let (gpu, count) = (gpu(), self.boids.len());
        let neighbours = &step.buffers.neighbours;
        let wishes: Vec<[f32; 4]> = gpu.read(&neighbours.wishes, count).unwrap();
        let facings: Vec<[f32; 4]> = gpu.read(&neighbours.facings, count).unwrap();
        let vector = |[x, y, z, _]: [f32; 4]| Vec3::new(x, y, z);
        let both = wishes.into_iter().zip(facings);
        both.map(|(wish, facing)| [vector(wish), vector(facing)])
            .collect()
    }

    fn layout(&self) -> GridLayout {
        let axes = self.grid.axes.each_ref();
        GridLayout {
            low: axes.map(|axis| axis.min as f32),
            cells_per_metre: axes.map(|axis| axis.cells_per_metre as f32),
            cells: axes.map(|axis| axis.cells),
            wraps: axes.map(|axis| u32::from(axis.wraps)),
            ..bytemuck::Zeroable::zeroed()
        }
    }
}
