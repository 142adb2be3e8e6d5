//! The flocks of a scene: one clock, one geometry for equal queries, and their relations.

use super::{
    flock_script::{flock_script_mut, script_mut},
    followers::Followers,
    node_list::NodeList,
    relations::{Relations, Time},
    scene_effects::SceneEffects,
    shared_geometry::Geometries,
    sounds::Sounds,
    viewers::viewers,
    worlds::{lock, new_world, world_of},
    FlockScript, Runtime,
};
use crate::{
    effects::{acts_on_flocks, FlockFollower, FlockSound},
    render::find_lod_groups,
    FlockEvents,
};
use flock_sim::boids::Viewer;
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{graph::Graph, node::Node, Scene},
};
use std::{
    mem::{replace, take},
    slice,
};

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

/// A flock while its world updates it. Its script stays in the scene, with an empty slot.
pub(crate) struct RunningFlock {
    pub(super) node: Handle<Node>,
    pub(super) runtime: Box<Runtime>,
    /// Index of the script at its node; `None` for the script that the engine is updating, and for
    /// a flock without a slot.
    index: Option<usize>,
}

impl RunningFlock {
    pub(super) fn new(node: Handle<Node>, runtime: Box<Runtime>) -> Self {
        Self {
            node,
            runtime,
            index: None,
        }
    }

    /// Takes the runtime out of the slot of a script and copies the script's fields, if the script
    /// has started.
    fn take(
        node: Handle<Node>,
        script: &mut dyn FlockScript,
        index: Option<usize>,
    ) -> Option<Self> {
        let mut runtime = script.slot_mut().take_started()?;
        script.copy_fields(&mut runtime.fields);
        Some(Self {
            node,
            runtime,
            index,
        })
    }

    /// Returns the runtime to the slot of a script in the scene.
    fn return_to(self, graph: &mut Graph) {
        let place = self.index.map(|index| (self.node, index));
        if let Some(script) = place.and_then(|place| script_mut(graph, place)) {
            script.slot_mut().put(self.runtime);
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
        let frame = (self.frame, None);
        let runtime = &mut flock.runtime;
        runtime.follow(graph, flock.node, &mut self.geometries, frame);
        let viewers = viewers_of(slice::from_ref(flock), graph);
        flock.runtime.draw(graph, &viewers);
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
            let runtime = &mut flock.runtime;
            runtime.set_lod_groups(&self.lod_groups, graph);
            let frame = (self.frame, Some(seconds));
            runtime.follow(graph, flock.node, &mut self.geometries, frame);
        }
        for flock in &mut *flocks {
            let (runtime, effects) = (&mut flock.runtime, self.effects.effects());
            runtime.follow_effects(graph, flock.node, effects, (self.frame, seconds));
        }
        let viewers = viewers_of(flocks, graph);
        show_viewers(flocks, &viewers);
        self.relations.follow(flocks, graph);
        self.relations.advance(flocks, Time::Seconds(seconds));
        for flock in flocks {
            flock.runtime.show(scene, flock.node, &viewers);
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

    /// Takes the running flocks out of the slots of their scripts, including the script that the
    /// engine has taken out of its node for its update.
    fn take_flocks(
        &mut self,
        mut updated: Option<(Handle<Node>, &mut dyn FlockScript)>,
        graph: &mut Graph,
    ) -> Vec<RunningFlock> {
        if let Some((node, _)) = updated {
            self.nodes.add(node);
        }
        let mut flocks = Vec::with_capacity(self.nodes.len());
        self.nodes.retain(|&other| {
            if let Some((node, script)) = updated.take_if(|(node, _)| *node == other) {
                flocks.extend(RunningFlock::take(node, script, None));
            }
            let Ok(other_node) = graph.try_get_node_mut(other) else {
                return false;
            };
            if other_node.is_globally_enabled() {
                for (index, script) in other_node.scripts_mut().enumerate() {
                    let script = flock_script_mut(script);
                    flocks.extend(script.and_then(|it| RunningFlock::take(other, it, Some(index))));
                }
            }
            true
        });
        flocks
    }
}

/// The cameras of the scene, if a flock has a level of detail by distance.
fn viewers_of(flocks: &[RunningFlock], graph: &Graph) -> Vec<Viewer> {
    let mut flocks = flocks.iter();
    if flocks.any(|flock| flock.runtime.fields.needs_viewers()) {
        viewers(graph)
    } else {
        Vec::new()
    }
}

/// Passes the cameras to the flocks that steer less often at a distance.
fn show_viewers(flocks: &mut [RunningFlock], viewers: &[Viewer]) {
    let with_detail = |flock: &&mut RunningFlock| flock.runtime.fields.settings.detail.enabled;
    for flock in flocks.iter_mut().filter(with_detail) {
        if let Some(simulation) = flock.runtime.simulation_mut() {
            // Invalid viewers are rejected, and the flock keeps its previous ones.
            let _ = simulation.set_viewers(viewers);
        }
    }
}

/// Starts the flock of a script, in the world of its scene.
pub(crate) fn start(script: &mut dyn FlockScript, node: Handle<Node>, graph: &mut Graph) {
    let world = world_of(graph).unwrap_or_else(|| new_world(graph));
    let before = script.slot_mut().take().unwrap_or_default();
    let mut runtime = Box::new(Runtime::new(graph.get_root()));
    runtime.loaded = before.loaded;
    runtime.restored = before.restored;
    runtime.world = Some(world.clone());
    let mut world = lock(&world);
    world.nodes.add(node);
    let motions = &runtime.restored.nodes.motions;
    world.effects.motions.restore_new(motions);
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
    script: &mut dyn FlockScript,
    node: Handle<Node>,
    scene: &mut Scene,
    seconds: f32,
) -> FlockEvents {
    let runtime = script.slot_mut().get_mut();
    let world = runtime.and_then(|runtime| {
        let is_updated = take(&mut runtime.is_updated);
        runtime.world.clone().filter(|_| !is_updated)
    });
    let Some(world) = world else {
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
        match flock.index {
            None => script.slot_mut().put(flock.runtime),
            Some(_) => {
                flock.runtime.is_updated = true;
                flock.return_to(&mut scene.graph);
            }
        }
    }
    happened
}
