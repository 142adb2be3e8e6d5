//! The cost of the flocks of a scene.

use crate::{
    drawing::{self, Drawing},
    scenes,
};
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use fyrox_flock::{Flock, FlockHost};
use std::{error::Error, fmt, time::Instant};

/// Number of steps before the measured ones.
const WARM_UP: usize = 300;

/// Number of measured steps: enough for some attacks of the falcon on the starlings.
pub const STEPS: usize = 900;

/// The cost of the flocks of a scene.
pub struct Cost {
    scene: String,
    flocks: usize,
    /// Boids that move, in all flocks.
    pub boids: usize,
    /// A step of all flocks.
    pub step: Times,
    /// Writing instances and bounds.
    pub filling: Times,
    /// Culling, and the draw calls of a camera and three shadow maps.
    pub collecting: Times,
    pub draw_calls: usize,
}

/// Times in milliseconds.
pub struct Times {
    least: f64,
    pub median: f64,
    /// 95 of 100 are at most as long.
    most: f64,
}

impl Times {
    fn new(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[(share * (times.len() - 1) as f64) as usize];
        Self {
            least: at(0.0),
            median: at(0.5),
            most: at(0.95),
        }
    }
}

impl Cost {
    /// Measures the flocks of a scene, the largest with so many boids.
    pub fn measure(name: &str, count: Option<u32>) -> Result<Self, Box<dyn Error>> {
        let mut scene = scenes::open(name)?;
        let nodes = flocks(&scene);
        if let Some(count) = count {
            set_count(&mut scene, count);
        }
        let mut host = started(&mut scene, &nodes);
        let drawing = Drawing::new(&mut scene)?;
        let [mut steps, mut filling, mut collecting] = [(); 3].map(|()| Vec::new());
        for _ in 0..STEPS {
            steps.push(milliseconds(|| host.step()));
            // Updates relations, influences and perches, as in each frame.
            host.update(&mut scene, &nodes, 0.0);
            filling.push(milliseconds(|| drawing::fill(&mut scene, &host)));
            collecting.push(milliseconds(|| drawing.collect(&scene)));
        }
        let boids = nodes.iter().filter_map(|node| host.flock(*node));
        let draw_calls = drawing.collect(&scene);
        if draw_calls == 0 {
            return Err(format!("the camera of {name} sees no flock").into());
        }
        Ok(Self {
            scene: name.into(),
            flocks: nodes.len(),
            boids: boids.map(|flock| flock.len()).sum(),
            step: Times::new(steps),
            filling: Times::new(filling),
            collecting: Times::new(collecting),
            draw_calls,
        })
    }
}

/// The flocks after some steps.
fn started(scene: &mut Scene, nodes: &[Handle<Node>]) -> FlockHost {
    let mut host = FlockHost::new(scene.graph.get_root());
    host.update(scene, nodes, 0.0);
    while host.is_waiting() {
        host.update(scene, nodes, 0.0);
    }
    for _ in 0..WARM_UP {
        host.update(scene, nodes, 1.0 / 60.0);
    }
    host
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

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(
            f,
            "{}: {} moving boids in {} flocks, {STEPS} steps, milliseconds:",
            self.scene, self.boids, self.flocks
        )?;
        let parts = [
            ("a step", &self.step),
            ("drawing: instances and bounds", &self.filling),
            (
                "drawing: culling and draw calls of a camera and three shadow maps",
                &self.collecting,
            ),
        ];
        for (what, times) in parts {
            writeln!(
                f,
                "{:8.3} at least, {:8.3} in the median, {:8.3} in 95 of 100: {what}",
                times.least, times.median, times.most
            )?;
        }
        write!(f, "{} draw calls", self.draw_calls)
    }
}
