//! Measures the time of the main thread for drawing a flock, without a window: writing the texels,
//! and collecting the draw calls of a camera and of a sun with three shadow maps. Counts the draw
//! calls and the uploaded bytes.
//!
//! `cargo run --release -p fyrox-flock --example draw_cost -- 100000`

use fyrox::{
    core::{
        algebra::{Matrix4, Point3, Vector3},
        pool::Handle,
    },
    graph::SceneGraph,
    renderer::{
        bundle::{RenderDataBundleStorage, RenderDataBundleStorageOptions},
        cache::DynamicSurfaceCache,
        observer::ObserverPosition,
    },
    scene::{collider::BitMask, node::Node, Scene},
};
use fyrox_flock::{
    render::{BodyShape, DrawnBody, FlockRenderer},
    sim::{settings::Region, Flock, Preset},
};
use std::{error::Error, time::Instant};

const FRAMES: usize = 200;
const DEFAULT_BOIDS: u32 = 100_000;

/// Boids per cubic metre, as in the preset.
const DENSITY: f32 = 90.0;

/// Bytes per boid: two texels for its position, and one for its motion.
const BYTES: usize = 48;

fn main() -> Result<(), Box<dyn Error>> {
    let boids = std::env::args().nth(1).map(|text| text.parse());
    let boids: u32 = boids.transpose()?.unwrap_or(DEFAULT_BOIDS);
    let radius = (boids.max(1) as f32 / DENSITY * 3.0 / (4.0 * std::f32::consts::PI)).cbrt();
    let mut flock = school(boids, radius)?;
    let mut scene = Scene::new();
    let renderer = FlockRenderer::new(DrawnBody::of_shape(BodyShape::Sardine));
    let renderer = scene.graph.add_node(Node::new(renderer));
    let passes = passes(radius);
    let (mut filling, mut collecting, mut calls) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..FRAMES {
        flock.step();
        filling.push(timed(|| fill(&mut scene, renderer, &flock)));
        collecting.push(timed(|| {
            calls = passes.iter().map(|pass| collect(&scene, pass)).collect()
        }));
    }
    for (times, what) in [
        (filling, "to write the texels"),
        (collecting, "to collect the draw calls"),
    ] {
        let [least, median] = least_and_median(times);
        println!("{boids} boids, {FRAMES} frames: {least:.2} ms {what}, median {median:.2} ms");
    }
    println!("{} bytes are uploaded in a frame", boids as usize * BYTES);
    for (pass, calls) in passes.iter().zip(calls) {
        println!(
            "{}: {calls} draw calls, {} chunks",
            pass.name,
            boids.div_ceil(256)
        );
    }
    Ok(())
}

fn school(boids: u32, radius: f32) -> Result<Flock, Box<dyn Error>> {
    let mut settings = Preset::Sardines.settings();
    settings.spawn.count = boids;
    let center = Vector3::zeros();
    settings.spawn.region = Region::Sphere { center, radius };
    settings.boundary.shape = Region::Sphere {
        center,
        radius: 1.2 * radius,
    };
    Ok(Flock::new(
        settings,
        Default::default(),
        Default::default(),
    )?)
}

/// A render pass of the scene, and its observer.
struct Pass {
    name: &'static str,
    observer: ObserverPosition,
}

/// A camera at the edge of the flock, and a sun whose shadow maps cover a quarter, a half and all
/// of it.
fn passes(radius: f32) -> Vec<Pass> {
    let eye = Point3::new(0.0, 0.3 * radius, 1.2 * radius);
    let view = Matrix4::look_at_rh(&eye, &Point3::origin(), &Vector3::y());
    let projection = Matrix4::new_perspective(16.0 / 9.0, 1.3, 0.05, 1000.0);
    let mut passes = vec![pass("GBuffer", projection, view)];
    for part in [0.25, 0.5, 1.0] {
        let half = part * radius;
        let sun = Point3::new(0.3 * radius, 2.0 * radius, 0.1 * radius);
        let view = Matrix4::look_at_rh(&sun, &Point3::origin(), &Vector3::z());
        let projection = Matrix4::new_orthographic(-half, half, -half, half, 0.0, 4.0 * radius);
        passes.push(pass("DirectionalShadow", projection, view));
    }
    passes
}

fn pass(name: &'static str, projection_matrix: Matrix4<f32>, view_matrix: Matrix4<f32>) -> Pass {
    let observer = ObserverPosition {
        view_matrix,
        projection_matrix,
        view_projection_matrix: projection_matrix * view_matrix,
        ..Default::default()
    };
    Pass { name, observer }
}

fn fill(scene: &mut Scene, renderer: Handle<Node>, flock: &Flock) {
    let node = scene.graph.try_get_node_mut(renderer).ok();
    if let Some(renderer) = node.and_then(|node| node.cast_mut::<FlockRenderer>()) {
        renderer.set_flock(flock);
    }
}

/// Number of draw calls.
fn collect(scene: &Scene, pass: &Pass) -> usize {
    let storage = RenderDataBundleStorage::from_graph(
        &scene.graph,
        BitMask::all(),
        0.0,
        &pass.observer,
        pass.name.into(),
        RenderDataBundleStorageOptions::default(),
        &mut DynamicSurfaceCache::new(),
    );
    let bundles = storage.bundles.iter();
    bundles.map(|bundle| bundle.instances.len()).sum()
}

/// The smallest time is the least disturbed by other work on the machine.
fn least_and_median(mut times: Vec<f64>) -> [f64; 2] {
    times.sort_by(f64::total_cmp);
    [times[0], times[times.len() / 2]]
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1000.0
}
