//! What animals do in each part of the day.

use super::clock::Period;
use fyrox::{
    core::{algebra::Vector3, log::Log, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};
use fyrox_flock::{scripts::FlockPerches, sim::perches::PerchId, Flock};

/// Share of the boids in reach of free spots that decide to land per second, at bedtime.
const LANDINGS: f32 = 0.35;

/// Time for which a sleeping boid stays if nothing wakes it, in seconds.
const SLEEP: f32 = 100_000.0;

/// Distance of a point from which boids take off, in metres.
const FAR: f32 = 1000.0;

/// How often boids land on the perches of a node, and how long they stay.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Times {
    landings: f32,
    stay: [f32; 2],
}

/// Perches that are used in a part of the day, with the times at the start of the scene.
#[derive(Clone, Debug, Default)]
struct Used(Vec<(Handle<Node>, Times)>);

/// The perches of the animals' day.
#[derive(Clone, Debug, Default)]
pub struct Habits {
    feeding: Used,
    sleeping: Used,
    period: Option<Period>,
}

impl Habits {
    /// `feeding`: nodes with perches that boids use by day only. `sleeping`: perches on which they
    /// also spend the night.
    pub fn new(graph: &Graph, feeding: &[Handle<Node>], sleeping: &[Handle<Node>]) -> Self {
        Self {
            feeding: Used::new(graph, feeding),
            sleeping: Used::new(graph, sleeping),
            period: None,
        }
    }

    /// Makes boids land and take off when a part of the day begins. The boids nearest to the sun
    /// that rises in the direction `east` take off first.
    pub fn begin(&mut self, graph: &mut Graph, period: Period, east: Vector3<f32>) {
        if self.period == Some(period) {
            return;
        }
        let feeds = period == Period::Day;
        self.feeding.set(graph, |times| match feeds {
            true => times,
            false => Times {
                landings: 0.0,
                ..times
            },
        });
        if self.period == Some(Period::Day) {
            self.feeding.wake(graph, east);
        }
        let sleeps = period == Period::Night;
        self.sleeping.set(graph, |times| match sleeps {
            true => Times {
                landings: LANDINGS.max(times.landings),
                stay: [SLEEP; 2],
            },
            false => times,
        });
        if self.period == Some(Period::Night) {
            self.sleeping.wake(graph, east);
        }
        self.period = Some(period);
    }
}

impl Used {
    fn new(graph: &Graph, nodes: &[Handle<Node>]) -> Self {
        let times = |node: &Handle<Node>| {
            let perches = graph.try_get_node(*node).ok()?;
            let perches = perches.try_get_script::<FlockPerches>()?;
            let times = Times {
                landings: *perches.landings,
                stay: [*perches.shortest_stay, *perches.longest_stay],
            };
            Some((*node, times))
        };
        Self(nodes.iter().filter_map(times).collect())
    }

    /// Sets times that are made from those at the start.
    fn set(&self, graph: &mut Graph, made: impl Fn(Times) -> Times) {
        for (node, times) in &self.0 {
            let Ok(node) = graph.try_get_node_mut(*node) else {
                continue;
            };
            if let Some(perches) = node.try_get_script_mut::<FlockPerches>() {
                let Times { landings, stay } = made(*times);
                perches.landings = landings.into();
                perches.shortest_stay = stay[0].into();
                perches.longest_stay = stay[1].into();
            }
        }
    }

    /// Makes all boids on these perches take off.
    fn wake(&self, graph: &mut Graph, east: Vector3<f32>) {
        for (perches, _) in &self.0 {
            for node in graph.linear_iter_mut() {
                let flock = node.try_get_script_mut::<Flock>();
                let Some(flock) = flock else { continue };
                if let Some(perch) = flock.perch_at(*perches) {
                    take_off(flock, perch, east * FAR);
                }
            }
        }
    }
}

fn take_off(flock: &mut Flock, perch: PerchId, from: Vector3<f32>) {
    if let Some(Err(error)) = flock.running_mut().map(|it| it.take_off(perch, from)) {
        Log::warn(format!("The boids were not woken: {error}"));
    }
}
