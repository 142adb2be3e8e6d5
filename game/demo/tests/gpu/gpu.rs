//! The flocks of the demo scenes on a GPU or a software adapter.

use crate::support::World;
use flock_demo::Table;
use fyrox::{
    core::log::{Log, MessageKind},
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    sim::{self, gpu, settings::Backend, Boid, Vec3},
    Flock,
};
use std::sync::mpsc::channel;

/// Largest number of boids of a flock: a software adapter is slow.
const MOST: u32 = 300;

const FRAMES: usize = 30;

/// Largest distance outside a soft boundary, in metres.
const OUTSIDE: f32 = 0.5;

/// Makes all flocks run on the GPU.
fn choose_gpu(scene: &mut Scene) {
    for node in scene.graph.linear_iter_mut() {
        // The table would choose other backends.
        if node.has_script::<Table>() {
            node.set_enabled(false);
        }
        if let Some(flock) = node.try_get_script_mut::<Flock>() {
            let mut settings = flock.settings();
            settings.simulation.backend = Backend::Gpu;
            settings.spawn.count = settings.spawn.count.min(MOST);
            flock.set_settings(settings);
        }
    }
}

fn flocks(scene: &Scene) -> impl Iterator<Item = (&Node, &sim::Flock)> {
    let nodes = scene.graph.linear_iter();
    nodes.filter_map(|node| {
        let flock = node.try_get_script::<Flock>()?.running()?;
        Some((node, flock))
    })
}

fn all(flock: &sim::Flock) -> impl Iterator<Item = Boid> + '_ {
    flock.boids().chain(flock.loose_boids())
}

/// Checks a flock after a run.
fn check(name: &str, flock: &sim::Flock) {
    assert_eq!(flock.gpu_error(), None, "{name}");
    assert!(flock.adapter().is_some(), "{name}: the CPU simulates it");
    assert!(flock.statistics().steps > 0, "{name}");
    let (min, max) = flock.geometry().bounds().unwrap_or_default();
    let (low, high) = flock.settings().boundary.shape.bounds();
    let own = low.abs().sup(&high.abs()) + flock.placement().origin.abs();
    let reach = own.sup(&min.abs().sup(&max.abs())) + Vec3::repeat(20.0);
    for boid in all(flock) {
        let Boid {
            position, velocity, ..
        } = boid;
        let position = flock.frame().point_to_frame(position);
        let is_finite = position
            .iter()
            .chain(velocity.iter())
            .all(|x| x.is_finite());
        assert!(is_finite, "{name}: {boid:?}");
        assert!((reach - position.abs()).min() > 0.0, "{name}: {boid:?}");
        let is_clear = flock.geometry().is_clear(position, 1e-3);
        assert!(is_clear, "{name}: {boid:?} is in a surface");
    }
    let moves = flock.boids().filter(|boid| boid.velocity.norm() > 0.0);
    assert!(flock.is_empty() || moves.count() > 0, "{name} stands still");
}

/// Runs a scene on the GPU, which refuses none of its flocks.
fn run(name: &str) -> World {
    gpu::prefer(Some(""));
    let (sender, log) = channel();
    Log::add_listener(sender);
    let mut world = World::open_changed(name, choose_gpu);
    let scripts = world.scene().graph.linear_iter();
    let count = scripts.filter(|node| node.has_script::<Flock>()).count();
    // The scripts start, and wait for the GPU.
    world.update(2);
    for node in world.scene().graph.linear_iter() {
        if let Some(flock) = node.try_get_script::<Flock>() {
            flock.wait_until_ready();
        }
    }
    world.update(1);
    assert_eq!(flocks(world.scene()).count(), count, "{name}");
    world.update(FRAMES);
    let errors = log.try_iter().filter(|it| it.kind == MessageKind::Error);
    let errors: Vec<String> = errors.map(|it| it.content).collect();
    for (node, flock) in flocks(world.scene()) {
        check(&format!("{name}: {}", node.name()), flock);
        let about = format!("Flock of node {}:", node.name());
        let error = errors.iter().find(|it| it.contains(&about));
        assert_eq!(error, None, "{name}");
    }
    println!("{name}: {count} flocks");
    world
}

#[test]
fn aquarium_runs_on_a_gpu() {
    run("aquarium");
}

#[test]
fn cave_runs_on_a_gpu() {
    run("cave");
}

#[test]
fn starlings_runs_on_a_gpu() {
    run("starlings");
}

#[test]
fn meadow_runs_on_a_gpu() {
    run("meadow");
}

#[test]
fn port_runs_on_a_gpu() {
    run("port");
}

#[test]
fn playground_runs_on_a_gpu() {
    let mut world = run("playground");
    // The volume of the mesh is computed in the background.
    world.update_until("the pen from a mesh", |world| {
        world.flock("Ring Pen").influences().len() == 1
    });
    world.update(FRAMES);
    for (node, flock) in flocks(world.scene()) {
        let name = node.name();
        check(name, flock);
        let (place, settings) = (flock.placement(), flock.settings());
        let alive = all(flock).count();
        assert!(
            alive >= settings.spawn.count.max(1) as usize,
            "{name}: {alive}"
        );
        let (low, high) = settings.boundary.shape.bounds();
        for boid in flock.boids() {
            let at = place.rotation.inverse() * (boid.position - place.origin);
            let is_inside = at
                == at
                    .sup(&low.add_scalar(-OUTSIDE))
                    .inf(&high.add_scalar(OUTSIDE));
            assert!(is_inside, "{name}: {boid:?}");
        }
    }
}

#[test]
fn swarm_runs_on_a_gpu() {
    run("swarm");
}

#[test]
fn labyrinth_runs_on_a_gpu() {
    run("labyrinth");
}

#[test]
fn table_runs_on_a_gpu() {
    run("table");
}
