//! A cave with boids that see it, on the processor and on the graphics card.

use super::super::*;
use crate::{
    avoidance::{step_number, Directions, Needs, Queue, Sights, Views},
    boids::Boids,
    gpu::{
        counters::Counters,
        state::State,
        test_device::{gpu, Numbers},
    },
    placement::Frame,
    vectors::Vectors,
    Driver, Geometry, Placement, Settings, Terrain, Vec3,
};
use nalgebra::UnitQuaternion;
use std::sync::LazyLock;

/// Boids of which the processor's views are worked out together.
const BLOCK: usize = 512;

pub(super) static CAVE: LazyLock<Geometry> = LazyLock::new(|| {
    let cave = Terrain {
        size: Vec3::new(12.0, 6.0, 12.0),
        scale: 5.0,
        ..Terrain::default()
    };
    Geometry::new(&cave.triangles().unwrap()).0
});

/// What is the same on both.
pub(super) struct Scene {
    pub(super) settings: Settings,
    pub(super) placement: Placement,
    pub(super) boids: Boids,
    pub(super) sights: Sights,
}

/// What boids see in a step.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) clearance: Vec<f32>,
    pub(super) push: Vec<[f32; 4]>,
    pub(super) rays: u64,
    /// Looks that were put off.
    pub(super) delayed: u64,
}

impl Scene {
    /// So many boids that have room in the cave, at all speeds.
    pub(super) fn new(count: usize, change: impl Fn(&mut Settings)) -> Self {
        let mut settings = Settings::default();
        settings.motion.max_speed = 3.0;
        change(&mut settings);
        let mut sights = Sights {
            directions: Directions::new(&settings),
            ..Sights::default()
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

    pub(super) fn lookout(&self, steps: u64) -> Option<Lookout<'_>> {
        let frame = Frame::new(&self.placement);
        let vectors = Vectors::widest();
        let (settings, sights) = (&self.settings, &self.sights);
        Lookout::new(settings, frame, &CAVE, sights, step_number(steps), vectors)
    }

    /// What the processor's boids see in the step after so many others.
    pub(super) fn on_processor(&self, steps: u64) -> Seen {
        let mut seen = Seen::default();
        let lookout = self.lookout(steps);
        if let Some(lookout) = lookout.as_ref().filter(|it| it.has_budget()) {
            let mut queue = Queue::default();
            let spent = lookout.spend(&mut queue, &self.boids, Driver::SingleThread);
            (seen.rays, seen.delayed) = (spent.rays, spent.delayed);
        }
        for start in (0..self.boids.len()).step_by(BLOCK) {
            let end = self.boids.len().min(start + BLOCK);
            let (part, len) = (self.boids.part(start..end), end - start);
            let mut views = Views::<BLOCK>::new();
            views.measure(&CAVE, &part, Vectors::widest());
            if let Some(lookout) = &lookout {
                seen.rays += lookout.watch(&part, &mut views);
            }
            seen.clearance.extend(views.clearances(len));
            let pushes = views.pushes(len);
            let push = |index: usize| match &pushes {
                Some(pushes) => {
                    let [x, y, z] = pushes.push.map(|values| values[index]);
                    [x, y, z, pushes.fade[index]]
                }
                None => [0.0, 0.0, 0.0, 1.0],
            };
            seen.push.extend((0..len).map(push));
        }
        seen
    }

    /// Goes on for a step with these pushes, at the speed that each boid has. Boids that come too near to a wall turn back.
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
        // In another order than in memory.
        boids.slot.push((count - 1 - boids.slot.len()) as u32);
    }
    boids
}

/// The graphics card's part.
pub(super) struct Card {
    pub(super) sight: Sight,
    pub(super) state: State,
    pub(super) clearances: Clearances,
    pub(super) obstacles: Obstacles,
    counters: Counters,
    counted: [u32; 4],
}

impl Card {
    pub(super) fn new(room: usize) -> Self {
        let gpu = gpu();
        let state = State::new(gpu, room).unwrap();
        let counters = Counters::new(gpu).unwrap();
        Self {
            sight: Sight::new(gpu, room, room, &state, &counters).unwrap(),
            clearances: Clearances::upload(gpu, &CAVE).unwrap().unwrap(),
            obstacles: Obstacles::upload(gpu, &CAVE).unwrap(),
            state,
            counters,
            counted: [0; 4],
        }
    }

    /// What the graphics card's boids see in the step after so many others.
    pub(super) fn look(&mut self, scene: &Scene, steps: u64) -> Seen {
        let (gpu, count) = (gpu(), scene.boids.len());
        self.state.write(gpu, &scene.boids);
        let lookout = scene.lookout(steps);
        let (sight, lookout) = (&mut self.sight, lookout.as_ref());
        sight
            .prepare(gpu, lookout, &self.clearances, &self.obstacles, count)
            .unwrap();
        gpu.run(|encoder| {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            sight.encode(&mut pass, count);
        });
        let counted: Vec<u32> = gpu.read(&self.counters.buffer, 4).unwrap();
        let counted: [u32; 4] = counted.try_into().unwrap();
        let tally = Counters::between(self.counted, counted);
        self.counted = counted;
        Seen {
            clearance: gpu.read(sight.clearance(), count).unwrap(),
            push: gpu.read(sight.push(), count).unwrap(),
            rays: tally.rays,
            delayed: tally.delayed_looks,
        }
    }
}
