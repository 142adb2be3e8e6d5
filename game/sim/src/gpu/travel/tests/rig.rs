//! Boids that travel, and nothing else, on the graphics card or on the processor.

use super::super::*;
use crate::{
    boids::{BoidsMut, BoidsPart},
    boundary::Containment,
    gpu::{
        counters::Counters,
        state::{Motion, Place},
        test_device::gpu,
    },
    placement::Frame,
    step::BLOCK,
    tally::Tally,
    vectors::Vectors,
    Geometry, Placement, Settings, Vec3,
};

/// What boids travel in.
pub(super) struct World {
    pub(super) settings: Settings,
    pub(super) placement: Placement,
    pub(super) geometry: Geometry,
}

impl World {
    /// Without a boundary.
    pub(super) fn new(triangles: &[[Vec3; 3]], radius: f32, response: CollisionResponse) -> Self {
        let mut settings = Settings::default();
        settings.boundary.enabled = false;
        settings.collision.body_radius = radius;
        settings.collision.skin = 0.04 * radius;
        settings.collision.response = response;
        settings.collision.check_crossings = true;
        Self {
            settings,
            placement: Placement::default(),
            geometry: Geometry::new(triangles).0,
        }
    }

    pub(super) fn radius(&self) -> f32 {
        self.settings.collision.body_radius + self.settings.collision.skin
    }

    pub(super) fn containment(&self) -> Option<Containment> {
        Containment::new(&self.settings, Frame::new(&self.placement))
    }

    pub(super) fn travel(&self) -> travel::Travel<'_> {
        let frame = Frame::new(&self.placement);
        let vectors = Vectors::widest();
        let containment = self.containment();
        travel::Travel::new(&self.settings, frame, containment, &self.geometry, vectors)
    }
}

/// Where boids are, and how they move.
#[derive(Clone, Debug, Default)]
pub(super) struct Boids {
    pub(super) places: Vec<Vec3>,
    pub(super) velocities: Vec<Vec3>,
}

/// What a pass counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Counted {
    pub(super) contacts: u64,
    pub(super) crossings: u64,
}

/// The buffers of a number of boids on the card.
pub(super) struct Card<'a> {
    world: &'a World,
    obstacles: Obstacles,
    place: Buffer,
    motion: Buffer,
    arrival: Buffer,
    clearance: Buffer,
    counters: Counters,
    pub(super) pass: Travel,
}

impl<'a> Card<'a> {
    pub(super) fn new(world: &'a World, room: usize) -> Self {
        let gpu = gpu();
        let place = gpu.buffer::<Place>("places", room).unwrap();
        let motion = gpu.buffer::<Motion>("motions", room).unwrap();
        let arrival = gpu.buffer::<Place>("arrivals", room).unwrap();
        let clearance = gpu.buffer::<f32>("clearances", room).unwrap();
        let counters = Counters::new(gpu).unwrap();
        let pass = Travel::new(gpu, &place, &motion, &arrival, &clearance, &counters.buffer);
        Self {
            world,
            obstacles: Obstacles::upload(gpu, &world.geometry).unwrap(),
            place,
            motion,
            arrival,
            clearance,
            counters,
            pass,
        }
    }

    /// Goes on in another world.
    pub(super) fn enter(&mut self, world: &'a World) {
        self.world = world;
        self.obstacles = Obstacles::upload(gpu(), &world.geometry).unwrap();
    }

    /// One step.
    pub(super) fn travel(&mut self, boids: &mut Boids) -> Counted {
        let gpu = gpu();
        let count = boids.places.len();
        let place = |(slot, place): (u32, &Vec3)| Place {
            position: (*place).into(),
            slot,
        };
        let motion = |velocity: &Vec3| Motion {
            velocity: (*velocity).into(),
            phase: 0.25,
        };
        let clearance = |place: &Vec3| self.world.geometry.clearance(*place);
        let places: Vec<_> = (7..).zip(&boids.places).map(place).collect();
        let motions: Vec<_> = boids.velocities.iter().map(motion).collect();
        let clearances: Vec<_> = boids.places.iter().map(clearance).collect();
        gpu.write(&self.place, &places);
        gpu.write(&self.motion, &motions);
        gpu.write(&self.clearance, &clearances);
        let before: Vec<u32> = gpu.read(&self.counters.buffer, 4).unwrap();
        let travel = self.world.travel();
        self.pass
            .prepare(gpu, &travel, Some(&self.obstacles), count);
        gpu.run(|encoder| {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            self.pass.encode(&mut pass, count);
        });
        let arrivals: Vec<Place> = gpu.read(&self.arrival, count).unwrap();
        let motions: Vec<Motion> = gpu.read(&self.motion, count).unwrap();
        let after: Vec<u32> = gpu.read(&self.counters.buffer, 4).unwrap();
        for (index, arrival) in (7..).zip(&arrivals) {
            assert_eq!(arrival.slot, index);
        }
        assert!(motions.iter().all(|motion| motion.phase == 0.25));
        boids.places = arrivals.iter().map(|it| it.position.into()).collect();
        boids.velocities = motions.iter().map(|it| it.velocity.into()).collect();
        Counted {
            contacts: (after[0] - before[0]).into(),
            crossings: (after[1] - before[1]).into(),
        }
    }
}

/// The same on the processor.
pub(super) fn travel_on_processor(world: &World, boids: &mut Boids) -> Counted {
    let travel = world.travel();
    let mut tally = Tally::default();
    let count = boids.places.len();
    for first in (0..count).step_by(BLOCK) {
        let range = first..(first + BLOCK).min(count);
        let places = boids.places[range.clone()].to_vec();
        let columns = |vectors: &[Vec3]| -> [Vec<f32>; 3] {
            [0, 1, 2].map(|axis| vectors.iter().map(|vector| vector[axis]).collect())
        };
        let before = columns(&places);
        let mut position = before.clone();
        let mut velocity = columns(&boids.velocities[range.clone()]);
        let clearance = places.iter().map(|place| world.geometry.clearance(*place));
        let clearance: Vec<f32> = clearance.collect();
        let mut slot: Vec<u32> = (0..places.len() as u32).collect();
        let slots = slot.clone();
        let part = BoidsPart {
            position: before.each_ref().map(Vec::as_slice),
            velocity: before.each_ref().map(Vec::as_slice),
            slot: &slots,
        };
        let mut next = BoidsMut {
            first: 0,
            position: position.each_mut().map(Vec::as_mut_slice),
            velocity: velocity.each_mut().map(Vec::as_mut_slice),
            orientation: [&mut [], &mut [], &mut [], &mut []],
            phase: &mut [],
            variation: &mut [],
            slot: &mut slot,
        };
        travel.all(&part, &clearance, &mut next, &mut tally);
        for (at, index) in range.enumerate() {
            boids.places[index] = Vec3::from_fn(|axis, _| position[axis][at]);
            boids.velocities[index] = Vec3::from_fn(|axis, _| velocity[axis][at]);
        }
    }
    Counted {
        contacts: tally.contacts,
        crossings: tally.crossings,
    }
}

/// Numbers from -1 to 1 that look random.
pub(super) struct Numbers(pub(super) u32);

impl Numbers {
    pub(super) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    pub(super) fn vector(&mut self) -> Vec3 {
        Vec3::from_fn(|_, _| self.next())
    }
}
