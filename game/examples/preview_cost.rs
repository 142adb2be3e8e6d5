//! Measures what a live preview adds to an editor's frame: `FlockHost::update` with a flock among
//! pillars, without drawing on a screen.
//!
//! `cargo run --release -p fyrox-flock --example preview_cost -- 20000`

use fyrox::{
    core::algebra::Vector3,
    scene::{
        base::BaseBuilder,
        collider::{ColliderBuilder, ColliderShape},
        pivot::PivotBuilder,
        rigidbody::{RigidBodyBuilder, RigidBodyType},
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::{
    sim::{settings::Region, Preset},
    Flock, FlockHost,
};
use std::time::Instant;

const FRAMES: usize = 300;
const DEFAULT_BOIDS: u32 = 20_000;

/// Boids per cubic metre, as in the preset.
const DENSITY: f32 = 90.0;

fn main() {
    let boids = std::env::args().nth(1);
    let boids = boids.and_then(|text| text.parse().ok());
    let boids = boids.filter(|boids| *boids > 0).unwrap_or(DEFAULT_BOIDS);
    let mut scene = Scene::new();
    add_pillars(&mut scene);
    let mut settings = Preset::Sardines.settings();
    settings.spawn.count = boids;
    let radius = (boids as f32 / DENSITY * 3.0 / (4.0 * std::f32::consts::PI)).cbrt();
    let center = Vector3::zeros();
    settings.spawn.region = Region::Sphere { center, radius };
    settings.boundary.shape = Region::Sphere {
        center,
        radius: 2.0 * radius,
    };
    let base = BaseBuilder::new().with_script(Flock::new(settings));
    let node = PivotBuilder::new(base).build(&mut scene.graph).to_base();

    let mut host = FlockHost::new(scene.graph.get_root());
    let start = Instant::now();
    host.update(&mut scene, &[node], 0.0);
    println!("start: {:.1} ms", milliseconds(start));
    let mut frames: Vec<f64> = (0..FRAMES)
        .map(|_| {
            let start = Instant::now();
            host.update(&mut scene, &[node], 1.0 / 60.0);
            milliseconds(start)
        })
        .collect();
    frames.sort_by(f64::total_cmp);
    let flock = host.flock(node).expect("the settings are in range");
    println!(
        "{} boids, {FRAMES} frames: median {:.2} ms, 95% below {:.2} ms, longest {:.2} ms",
        flock.len(),
        frames[FRAMES / 2],
        frames[FRAMES * 95 / 100],
        frames[FRAMES - 1],
    );
}

fn add_pillars(scene: &mut Scene) {
    for index in 0..20 {
        let graph = &mut scene.graph;
        let shape = ColliderShape::cylinder(4.0, 0.3);
        let collider = ColliderBuilder::new(BaseBuilder::new())
            .with_shape(shape)
            .build(graph);
        let angle = index as f32;
        let position = Vector3::new(angle.cos(), 0.0, angle.sin()) * 4.0;
        let transform = TransformBuilder::new()
            .with_local_position(position)
            .build();
        let base = BaseBuilder::new()
            .with_local_transform(transform)
            .with_child(collider);
        RigidBodyBuilder::new(base)
            .with_body_type(RigidBodyType::Static)
            .build(graph);
    }
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}
