//! The state of a running flock.

use super::{
    applied_effects::AppliedEffects, drawing::Drawing, extrusion::Extrusion, fields::FlockFields,
    gpu_start::GpuStart, last_seen::LastSeen, reported_errors::ReportedErrors, restored::Restored,
    scene_effect::SceneEffect, scene_geometry::AwaitedGeometry, shared_geometry::SharedGeometry,
    startles::Startles,
};
use crate::{
    debug::{sight_lines, OverlayLines},
    node_frame::NodeFrame,
    render::{BakedClips, BakedLevels, Sun},
};
use flock_sim::{
    boids::Viewer,
    emitters::EmitterId,
    events::{EventMask, FlockEvent},
    influences::InfluenceId,
    perches::PerchId,
    saving::{Snapshot, SnapshotError},
    world::FlockId,
    Geometry, Placement, Settings,
};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    scene::{debug::SceneDrawingContext, graph::Graph, node::Node, Scene},
};
use std::{
    any::Any,
    fmt,
    mem::take,
    sync::{Arc, Weak},
};

/// The state of a running flock.
#[derive(Default)]
pub(crate) struct Runtime {
    /// The fields of the script at the beginning of the frame.
    pub(super) fields: FlockFields,
    pub(super) simulation: Option<Box<flock_sim::Flock>>,
    /// The [instance](flock_sim::Flock::instance) of the simulation at the last update.
    known: Option<u64>,
    /// The world of the scene; `None` before the script has started, and in an editor.
    /// Its type knows the flocks, so a flock does not know the type; see
    /// [`joined_world`](super::worlds::joined_world).
    pub(super) world: Option<Arc<dyn Any + Send + Sync>>,
    /// Its id in the world, if it is related to other flocks.
    pub(super) id: Option<FlockId>,
    /// True if another script of the scene has updated this flock in this frame.
    pub(super) is_updated: bool,
    pub(super) geometry: Option<SharedGeometry>,
    /// The geometry of the simulation at the last update.
    pub(super) given: Weak<Geometry>,
    /// The GPU on which the flock is to start.
    pub(super) gpu_start: Option<GpuStart>,
    pub(super) extrusion: Extrusion,
    pub(super) effects: AppliedEffects,
    /// The event mask of the simulation at the last update.
    pub(super) asked: EventMask,
    /// The budget that the script last asked the simulation for, in milliseconds; 0 for none.
    pub(super) asked_budget: f32,
    /// The events of the last frame.
    pub(super) events: Vec<FlockEvent>,
    pub(super) startles: Startles,
    pub(super) drawing: Drawing,
    pub(super) settings: LastSeen<Settings>,
    pub(super) placement: LastSeen<Placement>,
    /// The frame in which the flock lives, as it is in this frame of the game.
    pub(super) living_in: NodeFrame,
    /// True if its node was disabled since the last frame of the game.
    pub(super) was_paused: bool,
    /// The settings that the last logged advice was about.
    pub(super) advised: LastSeen<Vec<String>>,
    /// The settings have changed since the last advice.
    pub(super) is_advice_due: bool,
    /// When the ways were last looked at, as the number of the interval between two looks.
    pub(super) ways_looked_at: LastSeen<u64>,
    /// True once it was logged that a step had to wait for a pipeline.
    pub(super) has_waited: bool,
    pub(super) errors: ReportedErrors,
    sight_lines: OverlayLines,
    /// The snapshot that the flock will start from.
    pub(super) loaded: Option<Box<Snapshot>>,
    /// Sum of the shifts of the scene since that snapshot was given.
    pub(super) loaded_shift: Vector3<f64>,
    /// The origin of the coordinates of a flock that starts in the world.
    pub(super) start_origin: Vector3<f64>,
    /// Sum of the shifts that the transforms of the scene do not show yet.
    pub(super) coming_shift: Vector3<f64>,
    pub(super) restored: Restored,
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

    /// Seconds for which the flock has been waiting for a GPU before it starts; `None` if it does
    /// not.
    pub(crate) fn awaited_gpu(&self) -> Option<f32> {
        let gpu_start = self.gpu_start.as_ref();
        gpu_start.filter(|_| self.simulation.is_none())?.seconds()
    }

    /// True while the flock waits for its geometry or for a GPU before it starts.
    pub(super) fn is_waiting(&self) -> bool {
        let geometry = self.awaited_geometry();
        geometry.is_some_and(|awaited| !awaited.has_failed()) || self.awaited_gpu().is_some()
    }

    /// Waits for the geometry that is being built, for the GPU that is being prepared, and for the
    /// levels of detail that are being computed.
    pub(crate) fn wait_until_ready(&self) {
        self.drawing.wait();
        if let Some(geometry) = &self.geometry {
            geometry.lock().wait();
        }
        if let Some(gpu_start) = &self.gpu_start {
            gpu_start.wait();
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

    pub(super) fn has_started(&self) -> bool {
        self.world.is_some()
    }

    pub(crate) fn events(&self) -> &[FlockEvent] {
        &self.events
    }

    /// The animations that the bodies play.
    pub(crate) fn playing(&self) -> Option<&BakedClips> {
        self.drawing.clips.playing()
    }

    /// The levels of detail of the model.
    pub(crate) fn levels(&self) -> Option<&BakedLevels> {
        self.drawing.levels()
    }

    /// The messages that were logged and still hold.
    pub(crate) fn problems(&self) -> Vec<String> {
        self.errors.messages()
    }

    /// Progress of the baking of the animations.
    pub(crate) fn baking(&self) -> Option<f32> {
        self.drawing.clips.baking()
    }

    /// The node whose script made an influence.
    pub(crate) fn node_of(&self, influence: InfluenceId) -> Option<Handle<Node>> {
        self.effects.node_of(influence)
    }

    /// The perches of the script at a node.
    pub(crate) fn perches_at(&self, node: Handle<Node>) -> impl Iterator<Item = PerchId> + '_ {
        self.effects.perches_at(node)
    }

    /// The emitter of the script at a node.
    pub(crate) fn emitter_at(&self, node: Handle<Node>) -> Option<EmitterId> {
        self.effects.emitter_at(node)
    }

    /// Sets the LOD groups, see
    /// [`FlockRenderer::set_lod_groups`](crate::render::FlockRenderer::set_lod_groups).
    pub(super) fn set_lod_groups(&self, groups: &[Handle<Node>], graph: &mut Graph) {
        self.drawing.set_lod_groups(groups, graph);
    }

    /// The node below which the flock is drawn.
    pub(super) fn host(&self) -> Handle<Node> {
        self.drawing.parent()
    }

    /// True if the flock or its drawing depends on the places of the cameras.
    pub(super) fn needs_viewers(&self, graph: &Graph) -> bool {
        self.fields.needs_viewers() || self.drawing.is_blended(graph)
    }

    /// See [`FlockRenderer::set_sun`](crate::render::FlockRenderer::set_sun).
    pub(super) fn set_sun(&self, sun: Sun, graph: &mut Graph) {
        self.drawing.set_sun(sun, graph);
    }

    /// Drops the simulation: a new one starts at the next update, in the same geometry.
    pub(crate) fn restart(&mut self) {
        self.simulation = None;
        self.settings = LastSeen::default();
    }

    /// Restores a snapshot: at once, or when the simulation starts.
    pub(crate) fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        let restored = self.restored_from(snapshot)?;
        self.go_on_from(snapshot, restored);
        Ok(())
    }

    /// The flock of a snapshot in the geometry of the running flock; `None` if no flock runs.
    pub(super) fn restored_from(
        &self,
        snapshot: &Snapshot,
    ) -> Result<Option<flock_sim::Flock>, SnapshotError> {
        let simulation = self.simulation.as_ref();
        let geometry = simulation.map(|simulation| simulation.geometry().clone());
        let restored = geometry.map(|geometry| flock_sim::Flock::restore(snapshot, geometry));
        restored.transpose()
    }

    /// Replaces the flock by that of a snapshot, from [`restored_from`](Self::restored_from).
    pub(super) fn go_on_from(&mut self, snapshot: &Snapshot, restored: Option<flock_sim::Flock>) {
        match (&mut self.simulation, restored) {
            (Some(simulation), Some(mut restored)) => {
                // The level is where it is now, not where it was before shifts of the scene.
                let frame = *simulation.frame();
                if self.living_in.is_world() && *restored.frame() != frame {
                    // A frame that a flock has is accepted.
                    let _ = restored.set_frame(frame);
                }
                **simulation = restored
            }
            _ => self.loaded = Some(Box::new(snapshot.clone())),
        }
        self.loaded_shift = Vector3::zeros();
        self.detect_simulation();
    }

    /// Detects a simulation that is new, was restored, or was replaced by the game. The scene is
    /// applied to it in the next frame.
    pub(super) fn detect_simulation(&mut self) {
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
        self.asked_budget = 0.0;
        self.effects = AppliedEffects::new(take(&mut self.restored.nodes).unmoved.clone());
    }

    /// Removes the nodes that the flock added to the scene.
    pub(crate) fn stop(mut self, scene: &mut Scene) {
        self.sight_lines.clear(&mut scene.drawing_context);
        self.drawing.remove(&mut scene.graph);
    }

    /// Sets the number of obstacles that the flock of `owner` will have in a frame, without moving
    /// colliders.
    pub(super) fn count_obstacles(&self, owner: Handle<Node>, effects: &[SceneEffect], frame: u64) {
        if let (Some(simulation), Some(geometry)) = (&self.simulation, &self.geometry) {
            let applied = self.effects.obstacles();
            let others = simulation.obstacles().len().saturating_sub(applied);
            let within = self.living_in.id();
            let of_scripts = effects.iter();
            let of_scripts = of_scripts.filter(|it| it.is_obstacle_of(owner, within));
            let of_scripts = of_scripts.count();
            geometry.lock().count_obstacles(frame, others + of_scripts);
        }
    }

    pub(super) fn draw(&self, graph: &mut Graph, viewers: &[Viewer]) {
        if let Some(simulation) = &self.simulation {
            let frame = (&self.living_in, self.coming_shift);
            self.drawing.draw(simulation, frame, graph, viewers);
        }
    }

    pub(super) fn draw_sight(&mut self, context: &mut SceneDrawingContext) {
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
