//! The flocks of a scene: one clock, one geometry for equal queries, and their relations.

use super::{
    followers::Followers,
    node_list::NodeList,
    relations::{Relations, Time},
    scene_effects::SceneEffects,
    shared_geometry::Geometries,
    sounds::Sounds,
    viewers::viewers,
    worlds::{lock, new_world, world_of},
    Runtime,
};
use crate::{
    effects::acts_on_flocks,
    render::find_lod_groups,
    scripts::{FlockFollower, FlockSound},
    Flock, FlockEvents,
};
use flock_sim::boids::Viewer;
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{graph::Graph, node::Node, Scene},
};
use std::mem::{replace, take};

/// Number of frames between searches for LOD groups, which visit all nodes of the scene.
const LOD_SEARCH: u64 = 30;

/// The state that the flocks of a scene share.
#[derive(Default)]
pub(crate) struct SceneWorld {
    /// The nodes whose flocks have started.
    pub(super) nodes: NodeList,
    geometries: Geometries,
    pub(super) relations: Relations,
    pub(super) effects: SceneEffects,
    followers: Followers,
    sounds: Sounds,
    /// The nodes that have a LOD group.
    lod_groups: Vec<Handle<Node>>,
    /// Number of updates so far.
    frame: u64,
    /// True if a flock has started since the flocks were last updated.
    is_placed: bool,
    /// True once the flocks were updated.
    has_run: bool,
}

/// A flock while its world updates it.
pub(crate) struct RunningFlock {
    pub(super) node: Handle<Node>,
    pub(super) script: Flock,
    pub(super) runtime: Runtime,
    /// Index of the script at its node; `None` for the script that the engine is updating.
    slot: Option<usize>,
}

impl RunningFlock {
    pub(super) fn new(node: Handle<Node>, script: Flock, runtime: Runtime) -> Self {
        Self {
            node,
            script,
            runtime,
            slot: None,
        }
    }

    /// Takes a script out of the scene, with its runtime.
    fn take(node: Handle<Node>, script: &mut Flock, slot: Option<usize>) -> Self {
        let runtime = take(&mut script.runtime);
        Self {
            node,
            script: take(script),
            runtime,
            slot,
        }
    }

    fn put_back(mut self, script: &mut Flock) {
        self.script.runtime = self.runtime;
        *script = self.script;
    }

    /// Returns the script to its node, if the node still exists.
    fn return_to(self, graph: &mut Graph) {
        let Some(slot) = self.slot else {
            return;
        };
        let node = graph.try_get_node_mut(self.node).ok();
        let script = node.and_then(|node| node.scripts_mut().nth(slot)?.cast_mut());
        if let Some(script) = script {
            self.put_back(script);
        }
    }
}

impl SceneWorld {
    /// Starts a flock and draws it, without a step. Cost: linear in the nodes of the graph for the
    /// first flock of a frame, and for the others in the descendants and ancestors of their nodes.
    pub(super) fn start(&mut self, flock: &mut RunningFlock, graph: &mut Graph) {
        // The engine updates transforms after the scripts, so the transforms of a new scene may be
        // invalid.
        if replace(&mut self.is_placed, true) {
            update_place(flock.node, graph);
        } else {
            graph.update_hierarchical_data();
            self.frame += 1;
        }
        let RunningFlock {
            node,
            script,
            runtime,
            ..
        } = flock;
        let frame = (self.frame, None);
        runtime.follow(script, graph, *node, &mut self.geometries, frame);
        let viewers = viewers_of([&*script], graph);
        runtime.draw(graph, &viewers);
    }

    /// Applies the changes to all flocks, advances them by `seconds`, and draws them.
    pub(super) fn run(&mut self, flocks: &mut [RunningFlock], scene: &mut Scene, seconds: f32) {
        self.frame += 1;
        self.has_run = true;
        self.is_placed = false;
        let graph = &mut scene.graph;
        if self.frame % LOD_SEARCH == 1 {
            self.lod_groups = find_lod_groups(graph);
        }
        self.effects.update(flocks, graph, seconds);
        for flock in &*flocks {
            let effects = self.effects.effects();
            flock
                .runtime
                .count_obstacles(flock.node, effects, self.frame);
        }
        for flock in &mut *flocks {
            let (script, runtime) = (&flock.script, &mut flock.runtime);
            runtime.set_lod_groups(&self.lod_groups, graph);
            let frame = (self.frame, Some(seconds));
            runtime.follow(script, graph, flock.node, &mut self.geometries, frame);
        }
        for flock in &mut *flocks {
            let (script, runtime) = (&flock.script, &mut flock.runtime);
            let effects = self.effects.effects();
            runtime.follow_effects(script, graph, flock.node, effects, (self.frame, seconds));
        }
        let viewers = viewers_of(flocks.iter().map(|flock| &flock.script), graph);
        show_viewers(flocks, &viewers);
        self.relations.follow(flocks, graph);
        self.relations.advance(flocks, Time::Seconds(seconds));
        for flock in flocks {
            let (script, runtime) = (&flock.script, &mut flock.runtime);
            runtime.show(script, scene, flock.node, &viewers);
        }
    }

    /// Searches for scripts that affect flocks or follow boids. Cost: linear in the nodes of the
    /// graph.
    pub(super) fn find_scripts(&mut self, graph: &Graph) {
        for (handle, node) in graph.pair_iter() {
            self.add_scripts(handle, node);
        }
    }

    fn add_scripts(&mut self, handle: Handle<Node>, node: &Node) {
        if acts_on_flocks(node) {
            self.effects.add(handle);
        }
        if node.has_script::<FlockFollower>() {
            self.followers.add(handle);
        }
        if node.has_script::<FlockSound>() {
            self.sounds.add(handle);
        }
    }

    /// Makes one step of all flocks.
    pub(super) fn step(&mut self, flocks: &mut [RunningFlock]) {
        self.relations.advance(flocks, Time::Step);
    }

    /// Adds restored flocks to the world again, if they have started.
    pub(super) fn rejoin(&mut self, graph: &mut Graph) {
        let mut flocks = self.take_flocks(None, graph);
        self.relations.rejoin(&mut flocks, graph);
        for flock in flocks {
            flock.return_to(graph);
        }
    }

    /// Takes the running flocks out of the scene, together with the script that the engine has
    /// taken out of its node for its update.
    fn take_flocks(
        &mut self,
        mut updated: Option<(Handle<Node>, &mut Flock)>,
        graph: &mut Graph,
    ) -> Vec<RunningFlock> {
        if let Some((node, _)) = updated {
            self.nodes.add(node);
        }
        let mut flocks = Vec::with_capacity(self.nodes.len());
        self.nodes.retain(|&other| {
            if let Some((node, script)) = updated.take_if(|(node, _)| *node == other) {
                flocks.push(RunningFlock::take(node, script, None));
            }
            let Ok(other_node) = graph.try_get_node_mut(other) else {
                return false;
            };
            if other_node.is_globally_enabled() {
                for (slot, other_script) in other_node.scripts_mut().enumerate() {
                    let other_script = other_script.cast_mut::<Flock>();
                    if let Some(running) = other_script.filter(|it| it.runtime.has_started()) {
                        flocks.push(RunningFlock::take(other, running, Some(slot)));
                    }
                }
            }
            true
        });
        flocks
    }
}

/// The cameras of the scene, if a flock has a level of detail by distance.
fn viewers_of<'a>(scripts: impl IntoIterator<Item = &'a Flock>, graph: &Graph) -> Vec<Viewer> {
    let needs_them = |script: &Flock| script.detail.enabled || script.draw_detail.has_limit();
    if scripts.into_iter().any(needs_them) {
        viewers(graph)
    } else {
        Vec::new()
    }
}

/// Passes the cameras to the flocks that steer less often at a distance.
fn show_viewers(flocks: &mut [RunningFlock], viewers: &[Viewer]) {
    for flock in flocks.iter_mut().filter(|it| it.script.detail.enabled) {
        if let Some(simulation) = flock.runtime.simulation_mut() {
            // Invalid viewers are rejected, and the flock keeps its previous ones.
            let _ = simulation.set_viewers(viewers);
        }
    }
}

/// Starts the flock of a script, in the world of its scene.
pub(crate) fn start(script: &mut Flock, node: Handle<Node>, graph: &mut Graph) {
    let world = world_of(graph).unwrap_or_else(|| new_world(graph));
    let before = take(&mut script.runtime);
    script.runtime = Runtime::new(graph.get_root());
    script.runtime.loaded = before.loaded;
    script.runtime.restored = before.restored;
    script.runtime.world = Some(world.clone());
    let mut world = lock(&world);
    world.nodes.add(node);
    let motions = &script.runtime.restored.nodes.motions;
    world.effects.motions.restore_new(motions);
    // If the flocks were already updated in this frame, this one waits for the next.
    script.runtime.is_updated = world.has_run;
    let mut flock = RunningFlock::take(node, script, None);
    world.start(&mut flock, graph);
    flock.put_back(script);
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

/// Updates the transforms of a node that was added in this frame, and of its ancestors and
/// descendants: the engine does so only after the scripts.
fn update_place(node: Handle<Node>, graph: &mut Graph) {
    let (mut top, mut is_outdated) = (node, false);
    let root = graph.get_root();
    while let Ok(here) = graph.try_get_node(top) {
        let Ok(above) = graph.try_get_node(here.parent()) else {
            break;
        };
        let transform = above.global_transform() * here.local_transform().matrix();
        is_outdated |= transform != here.global_transform();
        if here.parent() == root {
            break;
        }
        top = here.parent();
    }
    if is_outdated {
        graph.update_hierarchical_data_for_descendants(top);
    }
}

/// Updates the flocks of a scene once a frame: the first script that the engine updates does it for
/// all. Returns their events.
pub(crate) fn update(
    script: &mut Flock,
    node: Handle<Node>,
    scene: &mut Scene,
    seconds: f32,
) -> FlockEvents {
    if take(&mut script.runtime.is_updated) {
        return FlockEvents(Vec::new());
    }
    let Some(world) = script.runtime.world.clone() else {
        return FlockEvents(Vec::new());
    };
    let mut world = lock(&world);
    let mut flocks = world.take_flocks(Some((node, script)), &mut scene.graph);
    world.run(&mut flocks, scene, seconds);
    world.followers.update(&flocks, &mut scene.graph);
    world.sounds.update(&mut flocks, &mut scene.graph, seconds);
    let happened = flocks.iter().flat_map(|flock| {
        let events = flock.runtime.events.iter();
        events.map(|event| (flock.node, *event))
    });
    let happened = FlockEvents(happened.collect());
    for mut flock in flocks {
        match flock.slot {
            None => flock.put_back(script),
            Some(_) => {
                flock.runtime.is_updated = true;
                flock.return_to(&mut scene.graph);
            }
        }
    }
    happened
}
