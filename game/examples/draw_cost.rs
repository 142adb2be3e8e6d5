//! Measures the time of the main thread for drawing a flock, without a window: writing the texels,
//! and collecting the draw calls of a camera and of a sun with three shadow maps. Counts the draw
//! calls and the uploaded bytes.
//!
//! `cargo run --release -p fyrox-flock --example draw_cost -- 100000`

use clap::Parser;
use flock_testkit::figures::{digits, least_and_median, machine, page, with_commas};
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
use std::{error::Error, fmt, fmt::Write, time::Instant};

const FRAMES: usize = 200;

/// Numbers of boids in the handbook's page of figures.
const SIZES: [u32; 2] = [10_000, 100_000];

/// Boids per cubic metre, as in the preset.
const DENSITY: f32 = 90.0;

/// Bytes per boid: two texels for its position, and one for its motion.
const BYTES: usize = 48;

/// Measures the time of the main thread for drawing a flock, without a window.
#[derive(Parser)]
struct Arguments {
    /// Number of boids.
    #[arg(default_value_t = 100_000)]
    boids: u32,
    /// Measures 10,000 and 100,000 boids instead, and writes a table into the handbook's page of figures.
    #[arg(long)]
    report: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    if arguments.report {
        return report();
    }
    println!("{}", Cost::measure(arguments.boids)?);
    Ok(())
}

fn report() -> Result<(), Box<dyn Error>> {
    let mut table = String::from(
        "| boids | upload | writing it | draw calls of camera and shadow maps | collecting them |\n\
         |---|---|---|---|---|\n",
    );
    for boids in SIZES {
        let cost = Cost::measure(boids)?;
        println!("{cost}");
        writeln!(
            table,
            "| {} | {} MB | {} ms | {} | {} ms |",
            with_commas(boids as usize),
            digits(cost.bytes() as f64 / 1e6),
            digits(cost.filling[0]),
            cost.calls.iter().map(|(_, calls)| calls).sum::<usize>(),
            digits(cost.collecting[0])
        )?;
    }
    let heading = machine::heading(&machine::threads(rayon::current_num_threads()));
    let block = format!("{heading} The least times of {FRAMES} frames.\n\n{table}");
    Ok(page::FIGURES.write("draw_cost --report", &block)?)
}

/// What drawing costs the main thread.
struct Cost {
    boids: u32,
    /// Milliseconds to write the texels: the least, and the median.
    filling: [f64; 2],
    /// The same to collect the draw calls of all passes.
    collecting: [f64; 2],
    /// The passes and their draw calls in the last frame.
    calls: Vec<(&'static str, usize)>,
}

impl Cost {
    fn measure(boids: u32) -> Result<Self, Box<dyn Error>> {
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
        Ok(Self {
            boids,
            filling: least_and_median(filling),
            collecting: least_and_median(collecting),
            calls: passes.iter().map(|pass| pass.name).zip(calls).collect(),
        })
    }

    /// Bytes that are uploaded in a frame.
    fn bytes(&self) -> usize {
        self.boids as usize * BYTES
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let boids = self.boids;
        for ([least, median], what) in [
            (self.filling, "to write the texels"),
            (self.collecting, "to collect the draw calls"),
        ] {
            writeln!(
                f,
                "{boids} boids, {FRAMES} frames: {least:.2} ms {what}, median {median:.2} ms"
            )?;
        }
        write!(f, "{} bytes are uploaded in a frame", self.bytes())?;
        for (pass, calls) in &self.calls {
            let chunks = boids.div_ceil(256);
            write!(f, "\n{pass}: {calls} draw calls, {chunks} chunks")?;
        }
        Ok(())
    }
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

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1000.0
}
