//! The worlds of all scenes, and the search for the world of a scene.

use super::{
    flock_runtime::Runtime,
    flock_script::{flock_script, FlockScript},
    sounds::remove_saved,
    world::SceneWorld,
};
use crate::relations::FlockPursuit;
use flock_sim::BoidId;
use fyrox::{graph::SceneGraph, scene::graph::Graph};
use std::{
    ptr::addr_eq,
    sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak},
};

/// A world that is shared by the scripts of its flocks. It is dropped with the last of them.
pub(super) type SharedWorld = Arc<Mutex<SceneWorld>>;

impl Runtime {
    /// The hunting state of a boid.
    pub(crate) fn pursuit(&self, boid: BoidId) -> Option<FlockPursuit> {
        let world = joined_world(self)?;
        let world = lock(&world);
        world.relations.pursuit(self.id?, boid)
    }

    /// The hunting state of all boids.
    pub(crate) fn pursuits(&self) -> Vec<(BoidId, FlockPursuit)> {
        let (Some(world), Some(id)) = (joined_world(self), self.id) else {
            return Vec::new();
        };
        let world = lock(&world);
        world.relations.pursuits(id)
    }
}

/// The world of a flock; `None` before the flock has started, and in an editor.
pub(super) fn joined_world(flock: &Runtime) -> Option<SharedWorld> {
    // All worlds have this type.
    flock.world.clone()?.downcast().ok()
}

pub(super) fn lock(world: &Mutex<SceneWorld>) -> MutexGuard<'_, SceneWorld> {
    world.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The worlds of all scenes. Starting scripts search here, because a scene has no place for them.
/// The engine's only one, [`Graph::user_data`], belongs to the game and is saved with the scene. A
/// search for another started script in the scene would take quadratic time in the number of nodes.
static WORLDS: Mutex<Vec<Weak<Mutex<SceneWorld>>>> = Mutex::new(Vec::new());

/// The world of a scene, if a flock has started in it.
pub(super) fn world_of(graph: &Graph) -> Option<SharedWorld> {
    let mut worlds = WORLDS.lock().unwrap_or_else(PoisonError::into_inner);
    worlds.retain(|world| world.strong_count() > 0);
    let mut worlds = worlds.iter().filter_map(Weak::upgrade);
    worlds.find(|world| is_of(world, graph))
}

/// True if a flock of the graph has started in the world.
fn is_of(world: &SharedWorld, graph: &Graph) -> bool {
    let members = match world.try_lock() {
        Ok(members) => members,
        Err(TryLockError::Poisoned(error)) => error.into_inner(),
        // Another thread updates it, so it belongs to another scene.
        Err(TryLockError::WouldBlock) => return false,
    };
    let is_same = |script: &dyn FlockScript| {
        let runtime = script.slot().get();
        let its_world = runtime.and_then(|runtime| runtime.world.as_ref());
        its_world.is_some_and(|it| addr_eq(Arc::as_ptr(it), Arc::as_ptr(world)))
    };
    let mut nodes = members.nodes.iter();
    nodes.any(|node| {
        let node = graph.try_get_node(*node).ok();
        let mut scripts = node.into_iter().flat_map(|node| node.scripts());
        scripts.any(|script| flock_script(script).is_some_and(is_same))
    })
}

/// A new world for a scene.
pub(super) fn new_world(graph: &mut Graph) -> SharedWorld {
    remove_saved(graph);
    let mut world = SceneWorld::default();
    world.find_scripts(graph);
    let world = Arc::new(Mutex::new(world));
    let mut worlds = WORLDS.lock().unwrap_or_else(PoisonError::into_inner);
    worlds.push(Arc::downgrade(&world));
    world
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{runtime, Flock};
    use flock_sim::Settings;
    use fyrox::{
        core::pool::Handle,
        scene::{base::BaseBuilder, node::Node, pivot::PivotBuilder, Scene},
    };

    fn start_flock(scene: &mut Scene) -> (Handle<Node>, SharedWorld) {
        let pivot = PivotBuilder::new(BaseBuilder::new()).build(&mut scene.graph);
        let node = pivot.to_base();
        let mut settings = Settings::default();
        settings.spawn.count = 1;
        let mut flock = Flock::new(settings);
        runtime::start(&mut flock, node, &mut scene.graph);
        let world = joined_world(flock.slot().get().unwrap());
        scene.graph[node].add_script(flock);
        (node, world.expect("it has started"))
    }

    #[test]
    fn each_scene_has_one_world_while_it_has_a_flock() {
        let [mut a, mut b] = [Scene::new(), Scene::new()];
        assert!(world_of(&a.graph).is_none());
        let (first, world) = start_flock(&mut a);
        assert!(
            world_of(&b.graph).is_none(),
            "its nodes have the same numbers"
        );
        let (_, other) = start_flock(&mut b);
        assert!(!Arc::ptr_eq(&world, &other));
        let (second, same) = start_flock(&mut a);
        assert!(Arc::ptr_eq(&world, &same));
        // The remaining scripts find the same world.
        a.graph.remove_node(first);
        assert!(Arc::ptr_eq(&world, &world_of(&a.graph).unwrap()));
        a.graph.remove_node(second);
        assert!(world_of(&a.graph).is_none());
        assert!(Arc::ptr_eq(&other, &world_of(&b.graph).unwrap()));
    }
}
