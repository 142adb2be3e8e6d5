//! The running state of a [`Flock`] script: its simulation, the geometry around it, and the node
//! that draws it.

mod applied;
mod applied_effects;
mod clips;
mod drawing;
mod effect_name;
mod extrusion;
mod followers;
mod host;
mod hunts;
mod last_seen;
mod motions;
mod node_list;
mod placement;
mod relations;
mod reported_errors;
mod reports;
mod saved_nodes;
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
    debug::{sight_lines, DebugDrawing, OverlayLines},
    geometry::{collect_static_geometry, ObstacleQuery, StaticGeometry},
    relations::FlockPursuit,
    render::BakedClips,
    Flock,
};
pub use host::FlockHost;
pub(crate) use placement::placement;
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
    BoidId, Geometry, Placement, Settings, SettingsError,
};
use fyrox::{
    core::{log::Log, pool::Handle},
    scene::{debug::SceneDrawingContext, graph::Graph, node::Node, Scene},
};
use hunts::Restored;
use last_seen::LastSeen;
use reported_errors::{node_name, ErrorKind, ReportedErrors};
use scene_effects::SceneEffect;
use shared_geometry::{Geometries, SharedGeometry};
use sounds::Startles;
use std::{
    fmt,
    mem::take,
    sync::{Arc, Weak},
};
use worlds::{lock, SharedWorld};

/// The state of a running [`Flock`] script. A clone is empty, because a copied script starts its
/// own flock.
#[derive(Default)]
pub(crate) struct Runtime {
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

impl Clone for Runtime {
    fn clone(&self) -> Self {
        Self::default()
    }
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
    fn show(&mut self, script: &Flock, scene: &mut Scene, owner: Handle<Node>, viewers: &[Viewer]) {
        self.take_events(script.events.mask());
        self.report_gpu(&scene.graph, owner);
        self.draw(&mut scene.graph, viewers);
        self.draw_sight(*script.debug, &mut scene.drawing_context);
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

    /// Applies changes of the script, of its node and of the level. `seconds`: the duration of the
    /// frame, if it is known.
    fn follow(
        &mut self,
        script: &Flock,
        graph: &mut Graph,
        owner: Handle<Node>,
        geometries: &mut Geometries,
        frame: (u64, Option<f32>),
    ) {
        self.follow_simulation();
        self.drawing.update(script, graph, owner, &mut self.errors);
        let placement = placement(graph, owner);
        let query = query(script, self.extrusion.update(script, &placement));
        geometries.follow(&mut self.geometry, &query);
        let Some(geometry) = &self.geometry else {
            return;
        };
        geometry.lock().update(frame, graph, owner);
        if self.simulation.is_none() && self.awaited_geometry().is_some() {
            return;
        }
        self.follow_geometry();
        self.follow_placement(placement, graph, owner);
        self.follow_settings(script, placement, graph, owner);
        self.follow_events(script);
        self.report_not_placed(graph, owner);
    }

    /// Applies the effects on the flock of `owner`. `seconds`: the duration of the frame.
    fn follow_effects(
        &mut self,
        script: &Flock,
        graph: &Graph,
        owner: Handle<Node>,
        effects: &[SceneEffect],
        (frame, seconds): (u64, f32),
    ) {
        let (Some(simulation), Some(geometry)) = (&mut self.simulation, &self.geometry) else {
            return;
        };
        let mut geometry = geometry.lock();
        let bodies = if script.obstacles.moving_bodies {
            geometry.moving_bodies(frame, graph)
        } else {
            None
        };
        let bodies = bodies.into_iter();
        let refusals = self
            .effects
            .follow(simulation, owner, effects, bodies, (graph, seconds));
        let error = refusals
            .error
            .map(|error| format!("something does not act on it: {error}"));
        self.errors.update(ErrorKind::Effects, graph, owner, error);
        let winds =
            "there is more than one Flock Wind for it: that of the first node counts; name \
                     other flocks in the others";
        let winds = refusals.has_winds.then(|| winds.into());
        self.errors.update(ErrorKind::Winds, graph, owner, winds);
        let bare = refusals.bare_perches.map(|node| {
            format!(
                "its boids cannot stand anywhere in the Flock Perches of node {}: move it to surfaces \
                 that face up, or raise `half_extents` or `steepest`, or lower `head_room` or \
                 `wing_room`",
                node_name(graph, node)
            )
        });
        self.errors.update(ErrorKind::Perches, graph, owner, bare);
    }

    /// Applies the selection of events. If it is empty, the game's own selection stays.
    fn follow_events(&mut self, script: &Flock) {
        let Some(simulation) = &mut self.simulation else {
            return;
        };
        let mask = script.events.mask() | self.startles.mask();
        if self.asked != mask {
            simulation.set_events(mask);
            self.asked = mask;
        }
    }

    fn take_events(&mut self, wanted: EventMask) {
        self.events.clear();
        let has_asked = self.asked != EventMask::NONE;
        if let (true, Some(simulation)) = (has_asked, &mut self.simulation) {
            self.events.extend(simulation.drain_events());
        }
        self.startles.take(&self.events);
        if self.startles.is_heard {
            self.events
                .retain(|event| wanted.contains(event.kind.mask()));
        }
    }

    fn follow_geometry(&mut self) {
        let (Some(shared), Some(simulation)) = (&self.geometry, &mut self.simulation) else {
            return;
        };
        let shared = shared.lock();
        let geometry = shared.geometry();
        let is_given = self.given.as_ptr() == Arc::as_ptr(&geometry);
        if !is_given && shared.awaited().is_none() {
            self.given = Arc::downgrade(&geometry);
            simulation.set_geometry(geometry);
            self.effects.look_for_perches();
        }
    }

    fn follow_placement(&mut self, placement: Placement, graph: &Graph, owner: Handle<Node>) {
        if !self.placement.changes_to(&placement) {
            return;
        }
        let Some(simulation) = &mut self.simulation else {
            // The placement may be the reason why the flock has not started: tries again.
            self.settings = LastSeen::default();
            return;
        };
        let error = simulation.set_placement(placement).err();
        let message = error.map(|error| format!("the flock stays where it was: {error}"));
        self.errors
            .update(ErrorKind::Placement, graph, owner, message);
    }

    fn follow_settings(
        &mut self,
        script: &Flock,
        placement: Placement,
        graph: &Graph,
        owner: Handle<Node>,
    ) {
        let settings = script.settings();
        if !self.settings.changes_to(&settings) {
            return;
        }
        let (result, outcome) = match &mut self.simulation {
            Some(simulation) => (
                simulation.set_settings(settings),
                "the last good settings stay",
            ),
            None => (
                self.start_simulation(settings, placement),
                "there are no boids",
            ),
        };
        if result.is_ok() {
            self.advise(graph, owner);
        }
        let message = result.err().map(|error| format!("{outcome}: {error}"));
        self.errors
            .update(ErrorKind::Settings, graph, owner, message);
    }

    fn start_simulation(
        &mut self,
        settings: Settings,
        placement: Placement,
    ) -> Result<(), SettingsError> {
        // Checked before the snapshot is taken, so that it is kept until the settings are valid.
        settings.validate()?;
        placement.validate()?;
        let shared = self.geometry.as_ref();
        let geometry = shared.map_or_else(Arc::default, |shared| shared.lock().geometry());
        let restored = self.loaded.take().and_then(|snapshot| {
            let restored = flock_sim::Flock::restore(&snapshot, geometry.clone());
            let log = |error| Log::err(format!("a flock starts anew: {error}"));
            restored.map_err(log).ok()
        });
        let simulation = match restored {
            Some(mut restored) => {
                if *restored.settings() != settings {
                    restored.set_settings(settings)?;
                }
                if *restored.placement() != placement {
                    restored.set_placement(placement)?;
                }
                restored
            }
            None => flock_sim::Flock::new(settings, placement, geometry)?,
        };
        self.simulation = Some(Box::new(simulation));
        self.follow_simulation();
        Ok(())
    }

    fn draw(&self, graph: &mut Graph, viewers: &[Viewer]) {
        if let Some(simulation) = &self.simulation {
            self.drawing.draw(simulation, graph, viewers);
        }
    }

    fn draw_sight(&mut self, debug: DebugDrawing, context: &mut SceneDrawingContext) {
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

/// Collects the obstacles of the flock of a node.
pub(crate) fn obstacles(script: &Flock, graph: &Graph, owner: Handle<Node>) -> StaticGeometry {
    let extrusion = Extrusion::default().update(script, &placement(graph, owner));
    collect_static_geometry(graph, &query(script, extrusion))
}

fn query(script: &Flock, extrusion: Option<[f32; 2]>) -> ObstacleQuery<'_> {
    ObstacleQuery {
        source: script.obstacles.source,
        mesh_nodes: &script.obstacles.mesh_nodes,
        groups: *script.collision_groups,
        extrusion,
        moving_bodies: script.obstacles.moving_bodies,
    }
}
