//! A cave with boids that avoid it, on the CPU and on the GPU.

use super::super::{
    device::{gpu, Numbers},
    run_passes,
};
use crate::{
    geometry::{Geometry, SidedGeometry},
    gpu::{
        counters::{between, Counts},
        geometry_buffers::GpuGeometry,
        motion::MotionUniform,
        passes::Variant,
        step::GpuStep,
    },
    math::{
        frame::{Frame, Placement},
        simd::SimdWidth,
        Vec3,
    },
    motion::SweptMove,
    settings::{Backend, Settings},
    state::boids::Boids,
    steering::avoidance::{
        step_number, AvoidanceBlock, AvoidanceState, AvoidanceStep, Directions, LookQueue, Needs,
    },
};
use flock_terrain::Terrain;
use nalgebra::UnitQuaternion;
use std::sync::LazyLock;

/// Number of boids whose views the CPU computes together.
const BLOCK: usize = 512;

/// The passes of avoidance.
const PASSES: [&str; 9] = [
    "measure_clearances",
    "find_due_looks",
    "look_around",
    "weigh_looks",
    "sum_rays",
    "pick_digit",
    "try_looks",
    "keep_looks",
    "avoid",
];

pub(super) static CAVE: LazyLock<Geometry> = LazyLock::new(|| {
    let cave = Terrain {
        size: Vec3::new(12.0, 6.0, 12.0),
        scale: 5.0,
        ..Terrain::default()
    };
    Geometry::new(&cave.triangles().unwrap()).0
});

/// Boids and settings, the same on both backends.
pub(super) struct Scene {
    pub(super) settings: Settings,
    pub(super) placement: Placement,
    pub(super) boids: Boids,
    pub(super) sights: AvoidanceState,
}

/// The results of a step.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) clearance: Vec<f32>,
    pub(super) push: Vec<[f32; 4]>,
    pub(super) rays: u64,
    /// Number of looks that were postponed.
    pub(super) delayed: u64,
}

impl Scene {
    /// Boids at free positions in the cave, at all speeds.
    pub(super) fn new(count: usize, change: impl Fn(&mut Settings)) -> Self {
        let mut settings = Settings::default();
        settings.motion.max_speed = 3.0;
        change(&mut settings);
        let mut sights = AvoidanceState {
            directions: Directions::new(&settings),
            ..AvoidanceState::default()
        };
        let needs = Needs::new(&settings, &CAVE);
        sights.memory.try_reserve(count, needs).unwrap();
        sights.is_ready = true;
        Self {
            boids: boids(count, &settings),
            settings,
            placement: Placement {
                origin: Vec3::new(0.3, -0.2, 0.1),
                rotation: UnitQuaternion::from_scaled_axis(Vec3::new(0.2, 0.9, -0.3)),
            },
            sights,
        }
    }

    pub(super) fn avoidance_step(&self, steps: u64) -> Option<AvoidanceStep<'_>> {
        let frame = Frame::new(&self.placement);
        let vectors = SimdWidth::widest();
        let (settings, sights) = (&self.settings, &self.sights);
        AvoidanceStep::new(settings, frame, &CAVE, sights, step_number(steps), vectors)
    }

    /// The results of the CPU in the step after `steps` other steps.
    pub(super) fn on_cpu(&self, steps: u64) -> Seen {
        let mut seen = Seen::default();
        let avoidance_step = self.avoidance_step(steps);
        if let Some(avoidance_step) = avoidance_step.as_ref().filter(|it| it.has_budget()) {
            let (mut queue, backend) = (LookQueue::default(), Backend::SingleThread);
            let spent = avoidance_step.look_within_budget(&mut queue, &self.boids, backend);
            (seen.rays, seen.delayed) = (spent.rays, spent.delayed);
        }
        for start in (0..self.boids.len()).step_by(BLOCK) {
            let end = self.boids.len().min(start + BLOCK);
            let (part, len) = (self.boids.part(start..end), end - start);
            let mut avoidance_block = AvoidanceBlock::<BLOCK>::new();
            let mut clearances = [0.0; BLOCK];
            let clearances = &mut clearances[..len];
            CAVE.clearances_at(part.position, SimdWidth::widest(), clearances);
            if let Some(avoidance_step) = &avoidance_step {
                seen.rays += avoidance_step.avoid(&part, clearances, &mut avoidance_block);
            }
            seen.clearance.extend_from_slice(clearances);
            let wishes = avoidance_block.wishes(len);
            let push = |index: usize| match &wishes {
                Some(wishes) => {
                    let [x, y, z] = wishes.wish.map(|values| values[index]);
                    [x, y, z, wishes.fade[index]]
                }
                None => [0.0, 0.0, 0.0, 1.0],
            };
            seen.push.extend((0..len).map(push));
        }
        seen
    }

    /// Moves the boids by a step with these pushes, each at its own speed. Boids that are too near
    /// to a wall turn back.
    pub(super) fn go_on(&mut self, seen: &Seen) {
        let dt = self.settings.simulation.time_step;
        let radius = self.settings.collision.body_radius;
        for (index, push) in seen.push.iter().enumerate() {
            let before = self.boids.velocity(index);
            let wanted = before + Vec3::from_column_slice(&push[..3]) * dt;
            let velocity = wanted.try_normalize(1e-9).unwrap_or_default() * before.norm();
            let place = self.boids.position(index) + velocity * dt;
            let is_free = CAVE.clearance(place) > radius;
            for axis in 0..3 {
                if is_free {
                    self.boids.position[axis][index] = place[axis];
                }
                self.boids.velocity[axis][index] = if is_free {
                    velocity[axis]
                } else {
                    -before[axis]
                };
            }
        }
    }
}

fn boids(count: usize, settings: &Settings) -> Boids {
    let (low, high) = CAVE.bounds().unwrap();
    let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
    let radius = settings.collision.body_radius + settings.collision.skin;
    let mut numbers = Numbers(count as u32);
    let mut boids = Boids::default();
    while boids.len() < count {
        let place = middle + half.component_mul(&numbers.vector());
        if CAVE.clearance(place) < 1.2 * radius {
            continue;
        }
        let velocity = numbers.vector() * settings.motion.max_speed;
        for axis in 0..3 {
            boids.position[axis].push(place[axis]);
            boids.velocity[axis].push(velocity[axis]);
        }
        for (part, number) in boids.orientation.iter_mut().zip([0.0, 0.0, 0.0, 1.0]) {
            part.push(number);
        }
        boids.phase.push(0.0);
        boids.variation.push(0.0);
        // Slots have another order than the boids in memory.
        boids.slot.push((count - 1 - boids.slot.len()) as u32);
    }
    boids
}

/// Boids on the GPU.
pub(super) struct OnGpu {
    pub(super) step: GpuStep,
    counts: Counts,
}

impl OnGpu {
    pub(super) fn new(capacity: usize) -> Self {
        let mut step = GpuStep::new(gpu(), capacity, capacity).unwrap();
        step.set_geometry(GpuGeometry::upload(gpu(), &(&*CAVE).into()).unwrap());
        let counts = Counts::default();
        Self { step, counts }
    }

    /// The results of the GPU in the step after `steps` other steps.
    pub(super) fn look(&mut self, scene: &Scene, steps: u64) -> Seen {
        let (gpu, count) = (gpu(), scene.boids.len());
        let (settings, frame) = (&scene.settings, Frame::new(&scene.placement));
        let cave = SidedGeometry::from(&*CAVE);
        let swept_move = SweptMove::new(settings, frame, None, &cave, SimdWidth::widest());
        let avoidance = scene.avoidance_step(steps);
        let it = &mut self.step.buffers;
        it.before.write(gpu, &scene.boids);
        gpu.write(&it.motion, &[MotionUniform::new(&swept_move, None, count)]);
        if let Some(avoidance) = &avoidance {
            it.avoidance.write(gpu, avoidance, count).unwrap();
        }
        let variant = Variant {
            collides: true,
            avoids: avoidance.is_some(),
            has_ray_budget: avoidance.as_ref().is_some_and(|it| it.has_budget()),
            ..Variant::default()
        };
        run_passes(&mut self.step, &PASSES, variant, count);
        let it = &self.step.buffers;
        let counts: Counts = gpu.read(&it.counters, 1).unwrap()[0];
        let counted = between(&self.counts, &counts);
        self.counts = counts;
        Seen {
            clearance: gpu.read(&it.clearances, count).unwrap(),
            push: if variant.avoids {
                gpu.read(&it.avoidance.wishes, count).unwrap()
            } else {
                // No pass reads this.
                vec![[0.0, 0.0, 0.0, 1.0]; count]
            },
            rays: counted.rays,
            delayed: counted.delayed_looks,
        }
    }
}
