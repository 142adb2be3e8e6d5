//! The flocks of a scene, run by something other than their scripts.

use super::{
    flock_runtime::Runtime,
    flock_script::{flock_at, has_flock, FlockScript},
    running_flock::RunningFlock,
    scene_geometry::AwaitedGeometry,
    world::SceneWorld,
};
use crate::render::{BakedClips, BakedLevels};
use flock_sim::{
    events::{EventMask, FlockEvent},
    influences::InfluenceId,
    perches::PerchId,
};
use fyrox::{
    core::pool::Handle,
    scene::{node::Node, Scene},
};
use std::fmt;

/// Runs the flocks of one scene without their scripts: for an editor, in which scripts do not run.
///
/// The flocks simulate and draw as in a game, against the geometry of the scene. Changes of the
/// scripts, of their nodes, of the solids and of the scripts that affect flocks are applied in each
/// update. The scripts and the scene's own nodes are not changed: the host keeps the state of the
/// flocks, and adds their renderer nodes below the given parent.
///
/// ```
/// use fyrox::scene::{base::BaseBuilder, pivot::PivotBuilder, Scene};
/// use fyrox_flock::{sim::Settings, Flock, FlockHost};
///
/// let mut scene = Scene::new();
/// let base = BaseBuilder::new().with_script(Flock::new(Settings::default()));
/// let node = PivotBuilder::new(base).build(&mut scene.graph).to_base();
///
/// let mut host = FlockHost::new(scene.graph.get_root());
/// host.update(&mut scene, &[node], 0.1);
/// assert_eq!(host.flock(node).unwrap().statistics().steps, 4);
/// host.stop(&mut scene);
/// assert!(host.flock(node).is_none());
/// ```
pub struct FlockHost {
    /// Checks all movements for crossings of the geometry, whatever the settings are: see
    /// `collision.check_crossings`. Default: false.
    pub check_crossings: bool,
    /// The node of a flock that reports all its events, whatever its script selects. Default: none.
    pub recorded: Handle<Node>,
    parent: Handle<Node>,
    world: SceneWorld,
    flocks: Vec<RunningFlock>,
    /// The flocks whose nodes are disabled.
    waiting: Vec<RunningFlock>,
}

impl fmt::Debug for FlockHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.all().map(|flock| flock.node);
        f.debug_list().entries(nodes).finish()
    }
}

impl FlockHost {
    /// A host whose flocks are drawn by nodes below `parent`, or below the scene's root if `parent`
    /// does not exist. An editor passes the root of its own objects, which it does not save.
    pub fn new(parent: Handle<Node>) -> Self {
        Self {
            check_crossings: false,
            recorded: Handle::NONE,
            parent,
            world: SceneWorld::default(),
            flocks: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Runs the flocks of these nodes for `seconds`, and stops all others. A new flock starts
    /// first. A flock whose node is disabled is paused; a flock whose node or script was removed
    /// stops. If `seconds` is 0, changes are applied and the flocks are drawn, but make no step.
    pub fn update(&mut self, scene: &mut Scene, nodes: &[Handle<Node>], seconds: f32) {
        self.stop_others(scene, nodes);
        let mut known: Vec<_> = self
            .flocks
            .drain(..)
            .chain(self.waiting.drain(..))
            .collect();
        for &node in nodes {
            let Some(script) = flock_at(&scene.graph, node) else {
                continue;
            };
            let index = known.iter().position(|flock| flock.node == node);
            let mut flock = match index {
                Some(index) => known.swap_remove(index),
                None => RunningFlock::new(node, Box::new(Runtime::new(self.parent))),
            };
            self.copy_fields(script, &mut flock);
            if index.is_none() {
                self.world.start(&mut flock, &mut scene.graph);
            }
            if scene.graph[node].is_globally_enabled() {
                self.flocks.push(flock)
            } else {
                self.waiting.push(flock)
            }
        }
        self.world.find_scripts(&scene.graph);
        self.world.run(&mut self.flocks, scene, seconds);
    }

    fn copy_fields(&self, script: &dyn FlockScript, flock: &mut RunningFlock) {
        let fields = &mut flock.runtime.fields;
        script.copy_fields(fields);
        fields.settings.collision.check_crossings |= self.check_crossings;
        if self.recorded == flock.node {
            fields.events = EventMask::ALL;
        }
    }

    fn all(&self) -> impl Iterator<Item = &RunningFlock> {
        self.flocks.iter().chain(&self.waiting)
    }

    fn runtime(&self, node: Handle<Node>) -> Option<&Runtime> {
        let flock = self.all().find(|flock| flock.node == node);
        flock.map(|flock| &*flock.runtime)
    }

    /// Restarts all flocks at the next update, in the current geometry.
    pub fn restart(&mut self) {
        let all = self.flocks.iter_mut().chain(&mut self.waiting);
        all.for_each(|flock| flock.runtime.restart());
    }

    /// True while a flock waits for the geometry of a large level or for a GPU.
    pub fn is_waiting(&self) -> bool {
        self.all().any(|flock| flock.runtime.is_waiting())
    }

    /// Makes one step of each running flock. The result is drawn at the next update.
    pub fn step(&mut self) {
        self.world.step(&mut self.flocks);
    }

    /// The simulation of a node's flock. `None` if the host does not run the flock, if its initial
    /// settings are out of range, and while it waits for the geometry of a large level or for a
    /// GPU.
    pub fn flock(&self, node: Handle<Node>) -> Option<&flock_sim::Flock> {
        self.runtime(node)?.simulation()
    }

    /// The geometry of a large level that a node's flock waits for before it starts.
    pub fn awaited_geometry(&self, node: Handle<Node>) -> Option<AwaitedGeometry> {
        self.runtime(node)?.awaited_geometry()
    }

    /// Seconds for which a node's flock has been waiting for a GPU, see
    /// [`Flock::awaited_gpu`](crate::Flock::awaited_gpu).
    pub fn awaited_gpu(&self, node: Handle<Node>) -> Option<f32> {
        self.runtime(node)?.awaited_gpu()
    }

    /// The animations that the bodies of a node's flock play, see
    /// [`Flock::playing`](crate::Flock::playing).
    pub fn playing(&self, node: Handle<Node>) -> Option<&BakedClips> {
        self.runtime(node)?.playing()
    }

    /// Progress of the baking of a flock's animations, see [`Flock::baking`](crate::Flock::baking).
    pub fn baking(&self, node: Handle<Node>) -> Option<f32> {
        self.runtime(node)?.baking()
    }

    /// The levels of detail of the model of a node's flock, see
    /// [`Flock::levels`](crate::Flock::levels).
    pub fn levels(&self, node: Handle<Node>) -> Option<&BakedLevels> {
        self.runtime(node)?.levels()
    }

    /// What is wrong with a node's flock now, see [`Flock::problems`](crate::Flock::problems).
    pub fn problems(&self, node: Handle<Node>) -> Vec<String> {
        let runtime = self.runtime(node);
        runtime.map_or_else(Vec::new, Runtime::problems)
    }

    /// The events of a node's flock in the last update: the events that its script selects, or all
    /// events if it is the [recorded](Self::recorded) flock. Empty while its node is disabled.
    pub fn events(&self, node: Handle<Node>) -> &[FlockEvent] {
        let flock = self.flocks.iter().find(|flock| flock.node == node);
        flock.map_or(&[], |flock| flock.runtime.events())
    }

    /// The node whose script made an influence of a node's flock, see
    /// [`Flock::node_of`](crate::Flock::node_of).
    pub fn node_of(&self, node: Handle<Node>, influence: InfluenceId) -> Option<Handle<Node>> {
        self.runtime(node)?.node_of(influence)
    }

    /// The perches of a node's flock on the spots of the
    /// [`FlockPerches`](crate::scripts::FlockPerches) at the node `perches`: one on the level, or one
    /// on each obstacle of a body that moves. Empty if the boids cannot stand there.
    pub fn perches(
        &self,
        node: Handle<Node>,
        perches: Handle<Node>,
    ) -> impl Iterator<Item = PerchId> + '_ {
        let runtime = self.runtime(node).into_iter();
        runtime.flat_map(move |it| it.perches_at(perches))
    }

    /// The simulation of a node's flock, for changes that the settings do not offer.
    pub fn flock_mut(&mut self, node: Handle<Node>) -> Option<&mut flock_sim::Flock> {
        let mut all = self.flocks.iter_mut().chain(&mut self.waiting);
        all.find(|flock| flock.node == node)?
            .runtime
            .simulation_mut()
    }

    /// Stops all flocks and removes their nodes from the scene.
    pub fn stop(&mut self, scene: &mut Scene) {
        self.stop_others(scene, &[]);
    }

    fn stop_others(&mut self, scene: &mut Scene, nodes: &[Handle<Node>]) {
        let stays = |flock: &RunningFlock| {
            nodes.contains(&flock.node) && has_flock(&scene.graph, flock.node)
        };
        let mut stopped = Vec::new();
        for flocks in [&mut self.flocks, &mut self.waiting] {
            stopped.extend(flocks.extract_if(.., |flock| !stays(flock)));
        }
        for flock in stopped {
            flock.runtime.stop(scene);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{render::FlockRenderer, Flock};
    use flock_sim::Settings;
    use fyrox::{
        graph::SceneGraph,
        scene::{base::BaseBuilder, pivot::PivotBuilder},
    };

    fn add_flock(scene: &mut Scene, count: u32) -> Handle<Node> {
        let mut settings = Settings::default();
        settings.spawn.count = count;
        let base = BaseBuilder::new().with_script(Flock::new(settings));
        PivotBuilder::new(base).build(&mut scene.graph).to_base()
    }

    fn renderers(scene: &Scene) -> Vec<Handle<Node>> {
        let pairs = scene.graph.pair_iter();
        pairs
            .filter(|(_, node)| node.cast::<FlockRenderer>().is_some())
            .map(|(handle, _)| handle)
            .collect()
    }

    #[test]
    fn flocks_run_follow_their_scripts_and_leave_nothing_behind() {
        let mut scene = Scene::new();
        let base = BaseBuilder::new();
        let parent = PivotBuilder::new(base).build(&mut scene.graph).to_base();
        let nodes = [
            add_flock(&mut scene, 100),
            add_flock(&mut scene, 50),
            parent,
        ];
        let mut host = FlockHost::new(parent);
        host.update(&mut scene, &nodes, 0.02);
        assert_eq!(host.flock(nodes[0]).unwrap().len(), 100);
        assert_eq!(host.flock(nodes[1]).unwrap().len(), 50);
        assert!(host.flock(parent).is_none());
        assert_eq!(renderers(&scene).len(), 2);
        let below = |node: &Handle<Node>| scene.graph[*node].parent() == parent;
        assert!(renderers(&scene).iter().all(below));

        let script = scene.graph[nodes[1]].try_get_script_mut::<Flock>();
        script.unwrap().spawn.count = 70;
        host.update(&mut scene, &nodes, 0.0);
        let flock = host.flock(nodes[1]).unwrap();
        assert_eq!((flock.len(), flock.statistics().steps), (70, 1));
        assert!(!flock.settings().collision.check_crossings);
        host.check_crossings = true;
        host.update(&mut scene, &nodes, 0.0);
        let flock = host.flock(nodes[1]).unwrap();
        assert!(flock.settings().collision.check_crossings);
        host.step();
        assert_eq!(host.flock(nodes[1]).unwrap().statistics().steps, 2);

        host.restart();
        host.update(&mut scene, &nodes, 0.0);
        assert_eq!(host.flock(nodes[1]).unwrap().statistics().steps, 0);
        assert!(!host.is_waiting());

        // Only one flock, then none after their nodes were removed.
        host.update(&mut scene, &nodes[1..], 0.0);
        assert_eq!(renderers(&scene).len(), 1);
        host.update(&mut scene, &nodes, 0.0);
        scene.graph.remove_node(nodes[0]);
        scene.graph.remove_node(nodes[1]);
        host.update(&mut scene, &nodes, 0.0);
        assert_eq!(renderers(&scene).len(), 0);
        host.stop(&mut scene);
        assert_eq!(host.all().count(), 0);
    }

    #[test]
    fn a_disabled_flock_waits() {
        let mut scene = Scene::new();
        let node = add_flock(&mut scene, 10);
        let mut host = FlockHost::new(Handle::NONE);
        host.update(&mut scene, &[node], 0.02);
        scene.graph[node].set_enabled(false);
        scene.graph.update_hierarchical_data();
        host.update(&mut scene, &[node], 1.0);
        assert_eq!(host.flock(node).unwrap().statistics().steps, 1);
    }

    #[test]
    fn all_events_of_the_recorded_flock_are_told_once() {
        let mut scene = Scene::new();
        let node = add_flock(&mut scene, 10);
        let mut host = FlockHost::new(Handle::NONE);
        let remove_one = |host: &mut FlockHost| {
            let flock = host.flock_mut(node).unwrap();
            let boid = flock.boids().next().unwrap().id;
            assert!(flock.remove(boid));
        };
        host.update(&mut scene, &[node], 0.02);
        remove_one(&mut host);
        host.update(&mut scene, &[node], 0.02);
        assert!(host.events(node).is_empty(), "its script asks for none");
        host.recorded = node;
        host.update(&mut scene, &[node], 0.02);
        remove_one(&mut host);
        host.update(&mut scene, &[node], 0.02);
        assert_eq!(host.events(node).len(), 1);
        scene.graph[node].set_enabled(false);
        scene.graph.update_hierarchical_data();
        host.update(&mut scene, &[node], 0.02);
        assert!(host.events(node).is_empty(), "it waits");
    }
}
