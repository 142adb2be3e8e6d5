//! What the scripts of a scene call: when they start, and in each frame.

use super::{
    flock_runtime::Runtime,
    flock_script::FlockScript,
    running_flock::RunningFlock,
    world::update_place,
    worlds::{joined_world, lock, new_world, world_of},
};
use crate::FlockEvents;
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node, Scene},
};
use std::mem::take;

/// Starts the flock of a script, in the world of its scene.
pub(crate) fn start(script: &mut dyn FlockScript, node: Handle<Node>, graph: &mut Graph) {
    let world = world_of(graph).unwrap_or_else(|| new_world(graph));
    let before = script.slot_mut().take().unwrap_or_default();
    let mut runtime = Box::new(Runtime::new(graph.get_root()));
    runtime.loaded = before.loaded;
    runtime.loaded_shift = before.loaded_shift;
    runtime.restored = before.restored;
    runtime.world = Some(world.clone());
    let mut world = lock(&world);
    world.nodes.add(node);
    let motions = &runtime.restored.nodes.motions;
    let shift = runtime.loaded_shift.cast();
    world.effects.motions.restore_new(motions, &shift);
    // If the flocks were already updated in this frame, this one waits for the next.
    runtime.is_updated = world.has_run;
    script.copy_fields(&mut runtime.fields);
    let mut flock = RunningFlock::new(node, runtime);
    world.start(&mut flock, graph);
    script.slot_mut().put(flock.runtime);
}

/// Adds a script that affects flocks or follows boids to the world of the running flocks. Flocks
/// that start later find it themselves.
pub(crate) fn announce(node: Handle<Node>, graph: &mut Graph) {
    if let Some(world) = world_of(graph) {
        update_place(node, graph);
        let mut world = lock(&world);
        // During its update, the engine has taken the script out of its node.
        world.effects.add(node);
        world.followers.add(node);
        world.sounds.add(node);
    }
}

/// Updates the flocks of a scene once a frame: the first script that the engine updates does it for
/// all. Returns their events.
pub(crate) fn update(
    script: &mut dyn FlockScript,
    node: Handle<Node>,
    scene: &mut Scene,
    seconds: f32,
) -> FlockEvents {
    let runtime = script.slot_mut().get_mut();
    let world = runtime.and_then(|runtime| {
        let is_updated = take(&mut runtime.is_updated);
        joined_world(runtime).filter(|_| !is_updated)
    });
    let Some(world) = world else {
        return FlockEvents(Vec::new());
    };
    let mut world = lock(&world);
    let mut flocks = world.take_flocks(Some((node, script)), &mut scene.graph);
    world.run(&mut flocks, scene, seconds);
    let shared = &mut *world;
    let motions = &mut shared.effects.motions;
    shared.followers.update(&flocks, &mut scene.graph, motions);
    world.sounds.update(&mut flocks, &mut scene.graph, seconds);
    let happened = flocks.iter().flat_map(|flock| {
        let events = flock.runtime.events.iter();
        events.map(|event| (flock.node, *event))
    });
    let happened = FlockEvents(happened.collect());
    for mut flock in flocks.drain(..) {
        match flock.index {
            None => script.slot_mut().put(flock.runtime),
            Some(_) => {
                flock.runtime.is_updated = true;
                flock.return_to(&mut scene.graph);
            }
        }
    }
    world.buffer = flocks;
    happened
}
