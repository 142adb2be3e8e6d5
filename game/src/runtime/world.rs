//! The flocks of a scene: one clock, one geometry for equal queries, and their relations.

use super::{
    flock_script::{flock_script_mut, FlockScript},
    followers::Followers,
    node_list::NodeList,
    relations::{Relations, Time},
    running_flock::RunningFlock,
    scene_effects::SceneEffects,
    shared_geometry::Geometries,
    shift::ComingShifts,
    sounds::Sounds,
    viewers::{viewers, viewers_in},
};
use crate::{
    effects::{acts_on_flocks, FlockFollower, FlockSound},
    render::{brightest, find_lod_groups, find_suns},
};
use flock_sim::boids::Viewer;
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node, Scene},
};
use std::{
    mem::{replace, take},
    slice,
};

/// Number of frames between searches for LOD groups and lights, which visit all nodes of the scene.
const SEARCH: u64 = 30;

/// The state that the flocks of a scene share.
#[derive(Default)]
pub(crate) struct SceneWorld {
    /// The nodes whose flocks have started.
    pub(super) nodes: NodeList,
    pub(super) geometries: Geometries,
    pub(super) relations: Relations,
    pub(super) effects: SceneEffects,
    pub(super) followers: Followers,
    pub(super) sounds: Sounds,
    /// An empty list, kept for the running flocks of the next frame.
    pub(super) buffer: Vec<RunningFlock>,
    /// The nodes that have a LOD group.
    lod_groups: Vec<Handle<Node>>,
    /// The directional lights.
    suns: Vec<Handle<Node>>,
    /// Number of updates so far.
    frame: u64,
    /// True if a flock has started since the flocks were last updated.
    is_placed: bool,
    /// True once the flocks were updated.
    pub(super) has_run: bool,
    /// The shifts of the scene that its global transforms do not show yet.
    pub(super) shifts: ComingShifts,
    /// The origin of the coordinates of the last flock in the world.
    pub(super) origin: Vector3<f64>,
}

impl SceneWorld {
    /// Starts a flock and draws it, without a step. Cost: linear in the nodes of the graph for the
    /// first flock of a frame, and for the others in the descendants and ancestors of their nodes.
    pub(super) fn start(&mut self, flock: &mut RunningFlock, graph: &mut Graph) {
        // The engine updates transforms after the scripts, so the transforms of a new scene may be
        // invalid.
        if replace(&mut self.is_placed, true) {
            update_place(flock.node, graph);
            update_place(flock.runtime.fields.frame, graph);
        } else {
            graph.update_hierarchical_data();
            self.frame += 1;
        }
        self.apply_shifts(&mut [], graph);
        let place = graph[flock.node].global_position();
        flock.runtime.start_origin = self.origin_near(&place);
        let frame = (self.frame, None);
        let runtime = &mut flock.runtime;
        runtime.follow_frame(graph, flock.node, None);
        runtime.apply_changes(graph, flock.node, &mut self.geometries, frame);
        let viewers = viewers_of(slice::from_ref(flock), graph);
        flock.runtime.draw(graph, &viewers);
    }

    /// Applies the changes to all flocks, advances them by `seconds`, and draws them.
    pub(super) fn run(&mut self, flocks: &mut [RunningFlock], scene: &mut Scene, seconds: f32) {
        self.frame += 1;
        let is_first = !replace(&mut self.has_run, true);
        self.is_placed = false;
        let graph = &mut scene.graph;
        if is_first || self.frame.is_multiple_of(SEARCH) {
            self.lod_groups = find_lod_groups(graph);
            find_suns(graph, &mut self.suns);
        }
        self.apply_shifts(flocks, graph);
        let sun = brightest(&self.suns, graph);
        for flock in &mut *flocks {
            let runtime = &mut flock.runtime;
            runtime.follow_frame(graph, flock.node, Some(seconds));
            if runtime.living_in.is_world() {
                self.origin = runtime.living_in.pose().origin;
            }
        }
        // Without a running flock the motions of nodes were not updated.
        if flocks.iter().all(|flock| flock.runtime.was_paused) {
            self.effects.motions.rest();
        }
        self.effects.update(flocks, graph, seconds);
        for flock in &*flocks {
            let effects = self.effects.of_frame().list;
            flock
                .runtime
                .count_obstacles(flock.node, effects, self.frame);
        }
        for flock in &mut *flocks {
            let runtime = &mut flock.runtime;
            runtime.set_lod_groups(&self.lod_groups, graph);
            runtime.set_sun(sun, graph);
            let frame = (self.frame, Some(seconds));
            runtime.apply_changes(graph, flock.node, &mut self.geometries, frame);
        }
        for flock in &mut *flocks {
            let runtime = &mut flock.runtime;
            let effects = self.effects.of_frame();
            runtime.apply_effects(graph, flock.node, effects, (self.frame, seconds));
        }
        let viewers = viewers_of(flocks, graph);
        show_viewers(flocks, &viewers);
        self.relations.update(flocks, graph);
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
    pub(super) fn take_flocks(
        &mut self,
        mut updated: Option<(Handle<Node>, &mut dyn FlockScript)>,
        graph: &mut Graph,
    ) -> Vec<RunningFlock> {
        if let Some((node, _)) = updated {
            self.nodes.add(node);
        }
        let mut flocks = take(&mut self.buffer);
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

/// The cameras of the scene, if a flock needs them.
fn viewers_of(flocks: &[RunningFlock], graph: &Graph) -> Vec<Viewer> {
    let mut flocks = flocks.iter();
    let flock = flocks.find(|flock| flock.runtime.needs_viewers(graph));
    flock.map_or_else(Vec::new, |flock| viewers(graph, flock.runtime.host()))
}

/// Passes the cameras to the flocks that steer less often at a distance.
fn show_viewers(flocks: &mut [RunningFlock], viewers: &[Viewer]) {
    let with_detail = |flock: &&mut RunningFlock| flock.runtime.fields.settings.detail.enabled;
    for flock in flocks.iter_mut().filter(with_detail) {
        let frame = flock.runtime.living_in;
        if let Some(simulation) = flock.runtime.simulation_mut() {
            // Invalid viewers are rejected, and the flock keeps its previous ones.
            let _ = simulation.set_viewers(&viewers_in(&frame, viewers));
        }
    }
}

/// Updates the transforms of a node that was added in this frame, and of its ancestors and
/// descendants: the engine does so only after the scripts.
pub(super) fn update_place(node: Handle<Node>, graph: &mut Graph) {
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
