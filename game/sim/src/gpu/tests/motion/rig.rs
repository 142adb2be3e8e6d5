//! Boids that only move, on the GPU or on the CPU.

pub(super) use super::super::device::Numbers;
use super::super::{device::gpu, run_passes};
use crate::{
    boundary::Containment,
    geometry::{Geometry, SidedGeometry},
    gpu::{
        boid_buffers::{BoidMotion, BoidPlace},
        boundary::BoundaryUniform,
        counters::{between, Counts},
        geometry_buffers::GpuGeometry,
        motion::{response, MotionUniform},
        passes::Variant,
        step::GpuStep,
    },
    math::{
        frame::{Frame, Placement},
        simd::SimdWidth,
        Vec3,
    },
    motion::{
        wind::{
            air::{Air, Blow, WindBlock},
            carry::Carry,
        },
        MoveCounts, SweptMove,
    },
    settings::{CollisionResponse, Settings},
    state::{
        boids::{BoidsMut, BoidsPart},
        threads::BLOCK,
    },
};

/// Settings and geometry.
pub(super) struct World {
    pub(super) settings: Settings,
    pub(super) placement: Placement,
    pub(super) geometry: SidedGeometry,
    /// `None` in still air.
    pub(super) air: Option<Air>,
}

impl World {
    /// A world without a boundary.
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
            geometry: (&Geometry::new(triangles).0).into(),
            air: None,
        }
    }

    pub(super) fn radius(&self) -> f32 {
        self.settings.collision.body_radius + self.settings.collision.skin
    }

    pub(super) fn containment(&self) -> Option<Containment> {
        Containment::new(&self.settings, Frame::new(&self.placement))
    }

    pub(super) fn swept_move(&self) -> SweptMove<'_> {
        let frame = Frame::new(&self.placement);
        let vectors = SimdWidth::widest();
        let containment = self.containment();
        SweptMove::new(&self.settings, frame, containment, &self.geometry, vectors)
    }
}

/// Positions and velocities of boids.
#[derive(Clone, Debug, Default)]
pub(super) struct Boids {
    pub(super) places: Vec<Vec3>,
    pub(super) velocities: Vec<Vec3>,
}

/// Numbers of events.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Counted {
    pub(super) contacts: u64,
    pub(super) crossings: u64,
}

/// Boids on the GPU.
pub(super) struct OnGpu<'a> {
    world: &'a World,
    step: GpuStep,
}

impl<'a> OnGpu<'a> {
    pub(super) fn new(world: &'a World, capacity: usize) -> Self {
        let mut step = GpuStep::new(gpu(), capacity, 0).unwrap();
        step.set_geometry(GpuGeometry::upload(gpu(), &world.geometry).unwrap());
        Self { world, step }
    }

    /// Replaces the world.
    pub(super) fn enter(&mut self, world: &'a World) {
        self.world = world;
        let geometry = GpuGeometry::upload(gpu(), &world.geometry).unwrap();
        self.step.set_geometry(geometry);
    }

    /// Makes one move.
    pub(super) fn make_move(&mut self, boids: &mut Boids) -> Counted {
        let (gpu, count) = (gpu(), boids.places.len());
        let place = |(slot, place): (u32, &Vec3)| BoidPlace {
            position: (*place).into(),
            slot,
        };
        let motion = |velocity: &Vec3| BoidMotion {
            velocity: (*velocity).into(),
            phase: 0.25,
        };
        let clearance = |place: &Vec3| self.world.geometry.clearance(*place);
        let places: Vec<_> = (7..).zip(&boids.places).map(place).collect();
        let motions: Vec<_> = boids.velocities.iter().map(motion).collect();
        let clearances: Vec<_> = boids.places.iter().map(clearance).collect();
        let swept_move = self.world.swept_move();
        let containment = self.world.containment();
        let it = &self.step.buffers;
        gpu.write(&it.before.places, &places);
        gpu.write(&it.current.motions, &motions);
        gpu.write(&it.clearances, &clearances);
        gpu.write(
            &it.motion,
            &[MotionUniform::new(
                &swept_move,
                self.world.air.as_ref(),
                count,
            )],
        );
        let boundary = BoundaryUniform::new(containment.as_ref());
        gpu.write(&it.boundary, &[boundary]);
        let before: Counts = gpu.read(&it.counters, 1).unwrap()[0];
        let variant = Variant {
            collides: swept_move.radius.is_some(),
            has_periodic_box: containment.is_some_and(|it| it.wraps),
            response: response(swept_move.response),
            is_checked: swept_move.is_checked,
            has_wind: self.world.air.is_some(),
            ..Variant::default()
        };
        let names = ["move_freely", "move_among_geometry"];
        run_passes(&mut self.step, &names, variant, count);
        let it = &self.step.buffers;
        let places: Vec<BoidPlace> = gpu.read(&it.current.places, count).unwrap();
        let motions: Vec<BoidMotion> = gpu.read(&it.current.motions, count).unwrap();
        let after: Counts = gpu.read(&it.counters, 1).unwrap()[0];
        for (index, place) in (7..).zip(&places) {
            assert_eq!(place.slot, index);
        }
        assert!(motions.iter().all(|motion| motion.phase == 0.25));
        boids.places = places.iter().map(|it| it.position.into()).collect();
        boids.velocities = motions.iter().map(|it| it.velocity.into()).collect();
        let counted = between(&before, &after);
        Counted {
            contacts: counted.contacts,
            crossings: counted.crossings,
        }
    }
}

/// The same boids on the CPU.
pub(super) fn move_on_cpu(world: &World, boids: &mut Boids) -> Counted {
    let swept_move = world.swept_move();
    let mut counters = MoveCounts::default();
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
        let block = world.air.as_ref().map(|air| {
            let mut block = WindBlock::new();
            SimdWidth::widest().run(Blow {
                air,
                position: part.position,
                wind: block.wind.each_mut().map(|it| &mut it[..places.len()]),
            });
            SimdWidth::widest().run(Carry {
                containment: swept_move.containment.as_ref(),
                dt: swept_move.dt,
                position: part.position,
                velocity: next.velocity.each_ref().map(|it| &**it),
                block: &mut block,
            });
            block
        });
        let over_ground = block.as_ref().map(|it| it.over_ground(places.len()));
        let counted = swept_move.all(&part, &clearance, over_ground, &mut next);
        counters.contacts += counted.contacts;
        counters.crossings += counted.crossings;
        for (at, index) in range.enumerate() {
            boids.places[index] = Vec3::from_fn(|axis, _| position[axis][at]);
            boids.velocities[index] = Vec3::from_fn(|axis, _| velocity[axis][at]);
        }
    }
    Counted {
        contacts: counters.contacts,
        crossings: counters.crossings,
    }
}
