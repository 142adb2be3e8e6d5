//! The scene that is measured: flocks side by side, among static colliders, scripts that affect
//! all flocks, and cameras.

use super::probe::Probe;
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    scene::{
        base::BaseBuilder,
        camera::CameraBuilder,
        collider::{ColliderBuilder, ColliderShape},
        graph::Graph,
        node::Node,
        pivot::PivotBuilder,
        rigidbody::{RigidBodyBuilder, RigidBodyType},
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::{
    scripts::{EffectShape, FlockGuide, FlockObstacle, FlockTarget, FlockVolume},
    sim::{
        settings::{Backend, Region},
        Preset,
    },
    Flock,
};

/// Boids per cubic metre, as in the preset.
const DENSITY: f32 = 90.0;

/// The contents of the scene.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Level {
    /// Boids of all flocks together.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub boids: u32,
    /// Flocks, side by side.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub flocks: u32,
    /// Scripts that affect all flocks: targets, guides, volumes and obstacles in turn.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=256))]
    pub effects: u32,
    /// Static colliders, cuboids around the flocks.
    #[arg(long, default_value_t = 0)]
    pub colliders: u32,
    /// Cameras, each with a sun of three shadow maps.
    #[arg(long, default_value_t = 1)]
    pub cameras: u32,
    /// Simulates on one thread instead of all.
    #[arg(long)]
    pub single: bool,
}

impl Level {
    /// Boids of a flock.
    fn boids_each(&self) -> u32 {
        (self.boids / self.flocks).max(1)
    }

    /// Radius of the sphere in which a flock starts, in metres.
    pub fn radius(&self) -> f32 {
        (self.boids_each() as f32 / DENSITY * 3.0 / (4.0 * std::f32::consts::PI)).cbrt()
    }

    /// The `index`th place of `count` on a cubic lattice, whose cells hold one flock each.
    fn place(&self, index: u32, count: u32) -> Vector3<f32> {
        let side = (count as f32).cbrt().ceil().max(1.0) as u32;
        let cell = Vector3::new(index % side, index / side % side, index / side / side);
        let spacing = 4.0 * self.radius() * (self.flocks as f32).cbrt().ceil() / side as f32;
        cell.map(|it| it as f32 * spacing)
    }

    /// The scene. The flocks are between two probes that count with `allocations`.
    pub fn scene(&self, allocations: fn() -> usize) -> Scene {
        let mut scene = Scene::new();
        let graph = &mut scene.graph;
        for index in 0..self.colliders {
            let shift = Vector3::repeat(1.8 * self.radius());
            add_collider(graph, self.place(index, self.colliders) + shift);
        }
        for index in 0..self.effects {
            add_effect(graph, index, self.place(index, self.effects));
        }
        for index in 0..self.cameras {
            let shift = Vector3::new(0.0, 0.0, -3.0 * self.radius() - index as f32);
            let base = BaseBuilder::new().with_local_transform(at(shift));
            CameraBuilder::new(base).build(graph);
        }
        Probe::add(graph, false, allocations);
        for index in 0..self.flocks {
            self.add_flock(graph, self.place(index, self.flocks));
        }
        Probe::add(graph, true, allocations);
        scene
    }

    fn add_flock(&self, graph: &mut Graph, place: Vector3<f32>) {
        let (center, radius) = (Vector3::zeros(), self.radius());
        let mut settings = Preset::Sardines.settings();
        settings.spawn.count = self.boids_each();
        settings.spawn.region = Region::Sphere { center, radius };
        settings.boundary.shape = Region::Sphere {
            center,
            radius: 1.2 * radius,
        };
        settings.simulation.backend = if self.single {
            Backend::SingleThread
        } else {
            Backend::AllThreads
        };
        let base = BaseBuilder::new().with_local_transform(at(place));
        PivotBuilder::new(base.with_script(Flock::new(settings))).build(graph);
    }
}

fn at(place: Vector3<f32>) -> fyrox::scene::transform::Transform {
    TransformBuilder::new().with_local_position(place).build()
}

fn add_collider(graph: &mut Graph, place: Vector3<f32>) {
    let shape = ColliderShape::cuboid(0.1, 0.1, 0.1);
    let collider = ColliderBuilder::new(BaseBuilder::new()).with_shape(shape);
    let collider = collider.build(graph);
    let base = BaseBuilder::new().with_local_transform(at(place));
    RigidBodyBuilder::new(base.with_child(collider))
        .with_body_type(RigidBodyType::Static)
        .build(graph);
}

fn add_effect(graph: &mut Graph, index: u32, place: Vector3<f32>) -> Handle<Node> {
    let base = BaseBuilder::new().with_local_transform(at(place));
    let base = match index % 4 {
        0 => base.with_script(FlockTarget::default()),
        1 => base.with_script(FlockGuide::default()),
        2 => base.with_script(FlockVolume::default()),
        _ => base.with_script(FlockObstacle {
            // Small, so that the flocks find places to start.
            shape: EffectShape::Sphere { radius: 0.1 }.into(),
            ..FlockObstacle::default()
        }),
    };
    PivotBuilder::new(base).build(graph).to_base()
}
