//! The running flocks: their simulations, the geometry around them, and the nodes that draw them.
//!
//! The runtime knows the script of a flock by the trait [`FlockScript`] only. In each frame, the
//! world of the scene copies the fields that have changed and advances all flocks. The scripts stay
//! in the graph and are not used meanwhile.
//!
//! A script owns its [`Runtime`], in a box. For an update, the [`SceneWorld`](world::SceneWorld)
//! takes the boxes out of the [slots](RuntimeSlot) of the scripts and puts them back, which moves
//! one pointer for each flock. Between the frames the world does not own them, for two reasons. A
//! flock is dropped with its script. And `Flock::running` and `Flock::last_events` return plain
//! references: from a world behind a lock they would return guards, and a game that holds the guard
//! of one call could wait for ever in the next.

mod applied;
mod applied_effects;
mod clips;
mod drawing;
mod effect_name;
mod extrusion;
mod fields;
mod flock_script;
mod followers;
mod following;
mod host;
mod hunts;
mod last_seen;
mod motions;
mod node_list;
mod relations;
mod reported_errors;
mod reports;
mod restored;
mod saved_nodes;
mod scene_effect;
mod scene_effects;
mod scene_geometry;
mod scene_snapshot;
mod scene_snapshot_error;
mod shared_geometry;
mod sounds;
mod viewers;
mod world;
mod worlds;

use crate::{
    debug::{sight_lines, OverlayLines},
    relations::FlockPursuit,
    render::BakedClips,
};
pub(crate) use fields::FlockFields;
pub(crate) use flock_script::{FlockScript, RuntimeSlot};
pub use host::FlockHost;
pub(crate) use reported_errors::Reported;
pub use scene_geometry::AwaitedGeometry;
pub use scene_snapshot::{scene_state_hash, SceneSnapshot};
pub use scene_snapshot_error::SceneSnapshotError;
pub(crate) use world::{announce, start, update};

use applied_effects::AppliedEffects;
use drawing::Drawing;
use extrusion::Extrusion;
use flock_sim::{
    boids::Viewer,
    emitters::EmitterId,
    events::{EventMask, FlockEvent},
    influences::InfluenceId,
    perches::PerchId,
    saving::{Snapshot, SnapshotError},
    world::FlockId,
    BoidId, Geometry, Placement, Settings,
};
use fyrox::{
    core::pool::Handle,
    scene::{debug::SceneDrawingContext, graph::Graph, node::Node, Scene},
};
use last_seen::LastSeen;
use reported_errors::ReportedErrors;
use restored::Restored;
use scene_effect::SceneEffect;
use shared_geometry::SharedGeometry;
use sounds::Startles;
use std::{
    fmt,
    mem::take,
    sync::{Arc, Weak},
};
use worlds::{lock, SharedWorld};

/// The state of a running flock.
#[derive(Default)]
pub(crate) struct Runtime {
    /// The fields of the script at the beginning of the frame.
    fields: FlockFields,
    simulation: Option<Box<flock_sim::Flock>>,
    /// The [instance](flock_sim::Flock::instance) of the simulation at the last update.
    known: Option<u64>,
    /// The world of the scene; `None` before the script has started, and in an editor.
    world: Option<SharedWorld>,
    /// Its id in the world, if it is related to other flocks.
    id: Option<FlockId>,
    /// True if another script of the scene has updated this flock in this frame.
    is_updated: bool,
    geometry: Option<SharedGeometry>,
    /// The geometry of the simulation at the last update.
    given: Weak<Geometry>,
    extrusion: Extrusion,
    effects: AppliedEffects,
    /// The event mask of the simulation at the last update.
    asked: EventMask,
    /// The events of the last frame.
    events: Vec<FlockEvent>,
    startles: Startles,
    drawing: Drawing,
    settings: LastSeen<Settings>,
    placement: LastSeen<Placement>,
    /// The settings that the last logged advice was about.
    advised: LastSeen<Vec<String>>,
    /// True once it was logged that a step had to wait for a pipeline.
    has_waited: bool,
    errors: ReportedErrors,
    sight_lines: OverlayLines,
    /// The snapshot that the flock will start from.
    loaded: Option<Box<Snapshot>>,
    restored: Restored,
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boids = self.simulation.as_ref().map(|simulation| simulation.len());
        f.debug_struct("Runtime").field("boids", &boids).finish()
    }
}

impl Runtime {
    /// The geometry that the flock waits for before it starts.
    pub(crate) fn awaited_geometry(&self) -> Option<AwaitedGeometry> {
        self.geometry.as_ref()?.lock().awaited()
    }

    /// Waits until the geometry that is being built is complete.
    pub(crate) fn wait_for_geometry(&self) {
        if let Some(geometry) = &self.geometry {
            geometry.lock().wait();
        }
    }

    /// A flock whose renderer node will be added below `parent`: in a game the root of the scene,
    /// in an editor the root of the editor's own objects, which are not saved.
    pub(crate) fn new(parent: Handle<Node>) -> Self {
        Self {
            drawing: Drawing::new(parent),
            ..Self::default()
        }
    }

    pub(crate) fn simulation(&self) -> Option<&flock_sim::Flock> {
        self.simulation.as_deref()
    }

    pub(crate) fn simulation_mut(&mut self) -> Option<&mut flock_sim::Flock> {
        self.simulation.as_deref_mut()
    }

    fn has_started(&self) -> bool {
        self.world.is_some()
    }

    pub(crate) fn events(&self) -> &[FlockEvent] {
        &self.events
    }

    /// The animations that the bodies play.
    pub(crate) fn playing(&self) -> Option<&BakedClips> {
        self.drawing.clips.playing()
    }

    /// Progress of the baking of the animations.
    pub(crate) fn baking(&self) -> Option<f32> {
        self.drawing.clips.baking()
    }

    /// The node whose script made an influence.
    pub(crate) fn node_of(&self, influence: InfluenceId) -> Option<Handle<Node>> {
        self.effects.node_of(influence)
    }

    /// The perches of the script at a node, if boids can stand there.
    pub(crate) fn perch_at(&self, node: Handle<Node>) -> Option<PerchId> {
        self.effects.perch_at(node)
    }

    /// The emitter of the script at a node.
    pub(crate) fn emitter_at(&self, node: Handle<Node>) -> Option<EmitterId> {
        self.effects.emitter_at(node)
    }

    /// Takes the events since the last frame, and draws the flock.
    fn show(&mut self, scene: &mut Scene, owner: Handle<Node>, viewers: &[Viewer]) {
        self.take_events();
        self.report_gpu(&scene.graph, owner);
        self.draw(&mut scene.graph, viewers);
        self.draw_sight(&mut scene.drawing_context);
    }

    /// Sets the LOD groups, see
    /// [`FlockRenderer::set_lod_groups`](crate::render::FlockRenderer::set_lod_groups).
    fn set_lod_groups(&self, groups: &[Handle<Node>], graph: &mut Graph) {
        self.drawing.set_lod_groups(groups, graph);
    }

    /// Drops the simulation: a new one starts at the next update, in the same geometry.
    pub(crate) fn restart(&mut self) {
        self.simulation = None;
        self.settings = LastSeen::default();
    }

    /// The hunting state of a boid.
    pub(crate) fn pursuit(&self, boid: BoidId) -> Option<FlockPursuit> {
        let world = lock(self.world.as_ref()?);
        world.relations.pursuit(self.id?, boid)
    }

    /// The hunting state of all boids.
    pub(crate) fn pursuits(&self) -> Vec<(BoidId, FlockPursuit)> {
        let (Some(world), Some(id)) = (&self.world, self.id) else {
            return Vec::new();
        };
        lock(world).relations.pursuits(id)
    }

    /// Restores a snapshot: at once, or when the simulation starts.
    pub(crate) fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        let restored = self.restored_from(snapshot)?;
        self.go_on_from(snapshot, restored);
        Ok(())
    }

    /// The flock of a snapshot in the geometry of the running flock; `None` if no flock runs.
    fn restored_from(
        &self,
        snapshot: &Snapshot,
    ) -> Result<Option<flock_sim::Flock>, SnapshotError> {
        let simulation = self.simulation.as_ref();
        let geometry = simulation.map(|simulation| simulation.geometry().clone());
        let restored = geometry.map(|geometry| flock_sim::Flock::restore(snapshot, geometry));
        restored.transpose()
    }

    /// Replaces the flock by that of a snapshot, from [`restored_from`](Self::restored_from).
    fn go_on_from(&mut self, snapshot: &Snapshot, restored: Option<flock_sim::Flock>) {
        match (&mut self.simulation, restored) {
            (Some(simulation), Some(restored)) => **simulation = restored,
            _ => self.loaded = Some(Box::new(snapshot.clone())),
        }
        self.follow_simulation();
    }

    /// Detects a simulation that is new, was restored, or was replaced by the game. The scene is
    /// applied to it in the next frame.
    fn follow_simulation(&mut self) {
        let Some(simulation) = self.simulation.as_deref() else {
            return;
        };
        if self.known.replace(simulation.instance()) == Some(simulation.instance()) {
            return;
        }
        self.given = Arc::downgrade(simulation.geometry());
        self.settings = LastSeen::of(simulation.settings().clone());
        self.placement = LastSeen::of(*simulation.placement());
        self.asked = simulation.events();
        self.effects = AppliedEffects::new(take(&mut self.restored.nodes).unmoved.clone());
    }

    /// Removes the nodes that the flock added to the scene.
    pub(crate) fn stop(mut self, scene: &mut Scene) {
        self.sight_lines.clear(&mut scene.drawing_context);
        self.drawing.remove(&mut scene.graph);
    }

    /// Sets the number of obstacles that the flock of `owner` will have in a frame, without moving
    /// colliders.
    fn count_obstacles(&self, owner: Handle<Node>, effects: &[SceneEffect], frame: u64) {
        if let (Some(simulation), Some(geometry)) = (&self.simulation, &self.geometry) {
            let applied = self.effects.obstacles();
            let others = simulation.obstacles().len().saturating_sub(applied);
            let of_scripts = effects.iter().filter(|it| it.is_obstacle_of(owner)).count();
            geometry.lock().count_obstacles(frame, others + of_scripts);
        }
    }

    fn draw(&self, graph: &mut Graph, viewers: &[Viewer]) {
        if let Some(simulation) = &self.simulation {
            self.drawing.draw(simulation, graph, viewers);
        }
    }

    fn draw_sight(&mut self, context: &mut SceneDrawingContext) {
        let debug = self.fields.debug;
        let simulation = self.simulation.as_ref().filter(|_| debug.sight);
        let sight = simulation.and_then(|simulation| {
            let mut boids = simulation.boids();
            let boid = boids.find(|boid| boid.id.slot() == debug.boid)?;
            simulation.sight(boid.id)
        });
        match sight {
            Some(sight) => self.sight_lines.show(context, sight_lines(&sight)),
            None => self.sight_lines.clear(context),
        }
    }
}
