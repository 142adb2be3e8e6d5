//! Measures the cost of the flocks of a scene, without a window: a step of all flocks, and the time
//! of the main thread for drawing them.
//!
//! ```text
//! cargo run --release -p flock-demo --example scene_cost -- starlings
//! cargo run --release -p flock-demo --example scene_cost -- reef 100000
//! ```
//!
//! The first argument is the name of a demo scene; `reef` is a reef of 60 x 30 x 60 m with
//! sardines. The number sets the size of the largest flock. `RAYON_NUM_THREADS` sets the number of
//! threads.

mod drawing;
mod scenes;

use drawing::Drawing;
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use fyrox_flock::{Flock, FlockHost};
use std::{error::Error, time::Instant};

/// Number of steps before the measured ones.
const WARM_UP: usize = 300;
/// Number of measured steps: enough for some attacks of the falcon on the starlings.
const STEPS: usize = 900;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "starlings".into());
    let count = arguments.next().map(|text| text.parse()).transpose()?;
    let mut scene = scenes::open(&name)?;
    let nodes = flocks(&scene);
    if let Some(count) = count {
        set_count(&mut scene, count);
    }
    let mut host = FlockHost::new(scene.graph.get_root());
    host.update(&mut scene, &nodes, 0.0);
    while host.is_waiting() {
        host.update(&mut scene, &nodes, 0.0);
    }
    for _ in 0..WARM_UP {
        host.update(&mut scene, &nodes, 1.0 / 60.0);
    }

    let drawing = Drawing::new(&scene);
    let [mut steps, mut fills, mut passes] = [(); 3].map(|()| Vec::new());
    for _ in 0..STEPS {
        steps.push(milliseconds(|| host.step()));
        // Updates relations, influences and perches, as in each frame.
        host.update(&mut scene, &nodes, 0.0);
        fills.push(milliseconds(|| drawing::fill(&mut scene, &host)));
        passes.push(milliseconds(|| drawing.collect(&scene)));
    }
    let boids = nodes.iter().filter_map(|node| host.flock(*node));
    let boids: usize = boids.map(|flock| flock.len()).sum();
    let flocks = nodes.len();
    println!("{name}: {boids} moving boids in {flocks} flocks, {STEPS} steps, milliseconds:");
    let parts = [
        ("a step", &mut steps),
        ("drawing: instances and bounds", &mut fills),
        (
            "drawing: culling and draw calls of a camera and three shadow maps",
            &mut passes,
        ),
    ];
    for (what, times) in parts {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[(share * (STEPS - 1) as f64) as usize];
        println!(
            "{:8.3} at least, {:8.3} in the median, {:8.3} in 95 of 100: {what}",
            at(0.0),
            at(0.5),
            at(0.95)
        );
    }
    println!("{} draw calls", drawing.collect(&scene));
    Ok(())
}

/// The nodes with flocks.
fn flocks(scene: &Scene) -> Vec<Handle<Node>> {
    let nodes = scene.graph.pair_iter();
    let flocks = nodes.filter(|(_, node)| node.has_script::<Flock>());
    flocks.map(|(handle, _)| handle).collect()
}

fn set_count(scene: &mut Scene, count: u32) {
    let nodes = scene.graph.linear_iter_mut();
    let flocks = nodes.filter_map(|node| node.try_get_script_mut::<Flock>());
    if let Some(flock) = flocks.max_by_key(|flock| flock.spawn.count) {
        flock.spawn.count = count;
    }
}

fn milliseconds<T>(work: impl FnOnce() -> T) -> f64 {
    let begin = Instant::now();
    work();
    begin.elapsed().as_secs_f64() * 1e3
}
