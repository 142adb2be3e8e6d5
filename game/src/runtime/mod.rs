//! The running side of a [`Flock`] script: its simulation, the geometry around it, and the node
//! that draws it.

mod drawing;
mod extrusion;
mod host;
mod last_seen;
mod reported_errors;
mod scene_geometry;

use crate::{
    debug::{sight_lines, DebugDrawing, OverlayLines},
    Flock, StaticGeometry,
};
pub use host::FlockHost;
pub use scene_geometry::AwaitedGeometry;

use drawing::Drawing;
use flock_sim::{Placement, Settings, SettingsError};
use fyrox::{
    core::{log::Log, pool::Handle},
    scene::{debug::SceneDrawingContext, graph::Graph, node::Node, Scene},
};
use last_seen::LastSeen;
use reported_errors::{log_name, ErrorKind, ReportedErrors};
use scene_geometry::SceneGeometry;
use std::fmt;

/// The state of a [`Flock`] script that runs. A copied script starts a flock of its own, so a clone
/// is empty.
#[derive(Default)]
pub(crate) struct Runtime {
    simulation: Option<flock_sim::Flock>,
    scene_geometry: SceneGeometry,
    drawing: Drawing,
    settings: LastSeen<Settings>,
    placement: LastSeen<Placement>,
    /// Fields of the settings that the last advice in the log was about.
    advised: LastSeen<Vec<String>>,
    errors: ReportedErrors,
    sight_lines: OverlayLines,
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
    /// The geometry that the flock waits for, before it starts.
    pub(crate) fn awaited_geometry(&self) -> Option<AwaitedGeometry> {
        self.scene_geometry.awaited()
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
        self.simulation.as_ref()
    }

    pub(crate) fn simulation_mut(&mut self) -> Option<&mut flock_sim::Flock> {
        self.simulation.as_mut()
    }

    /// Collects the geometry around the flock, places the boids and adds the node that draws them.
    pub(crate) fn start(&mut self, script: &Flock, graph: &mut Graph, owner: Handle<Node>) {
        // The engine updates transforms after the scripts, so those of a new scene may not be valid
        // yet.
        graph.update_hierarchical_data();
        self.follow(script, graph, owner);
        self.draw(graph);
    }

    /// Applies what changed in the script, its node and the scene, then simulates `dt` seconds.
    pub(crate) fn update(
        &mut self,
        script: &Flock,
        scene: &mut Scene,
        owner: Handle<Node>,
        dt: f32,
    ) {
        let graph = &mut scene.graph;
        self.follow(script, graph, owner);
        if let Some(simulation) = &mut self.simulation {
            simulation.advance(dt);
        }
        self.report_gpu(graph, owner);
        self.draw(graph);
        self.draw_sight(*script.debug, &mut scene.drawing_context);
    }

    /// Drops the simulation: a new one starts at the next update, in the same geometry.
    pub(crate) fn restart(&mut self) {
        self.simulation = None;
        self.settings = LastSeen::default();
    }

    /// Removes from the scene what the flock added to it.
    pub(crate) fn stop(mut self, scene: &mut Scene) {
        self.sight_lines.clear(&mut scene.drawing_context);
        self.drawing.remove(&mut scene.graph);
    }

    fn follow(&mut self, script: &Flock, graph: &mut Graph, owner: Handle<Node>) {
        self.drawing.update(script, graph, owner, &mut self.errors);
        let placement = placement(graph, owner);
        self.follow_geometry(script, &placement, graph, owner);
        if self.awaited_geometry().is_some() {
            return;
        }
        self.follow_placement(placement, graph, owner);
        self.follow_settings(script, placement, graph, owner);
        self.report_not_placed(graph, owner);
    }

    fn follow_geometry(
        &mut self,
        script: &Flock,
        placement: &Placement,
        graph: &mut Graph,
        owner: Handle<Node>,
    ) {
        let (geometry, errors) = (&mut self.scene_geometry, &mut self.errors);
        let is_new = geometry.update(script, placement, graph, owner, errors);
        if let (true, Some(simulation)) = (is_new, &mut self.simulation) {
            simulation.set_geometry(geometry.geometry());
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
        let geometry = self.scene_geometry.geometry();
        self.simulation = Some(flock_sim::Flock::new(settings, placement, geometry)?);
        Ok(())
    }

    /// Logs advice on the settings in effect.
    fn advise(&mut self, graph: &Graph, owner: Handle<Node>) {
        let running = self.simulation.as_ref();
        let advice = running.map_or_else(Vec::new, |simulation| simulation.settings().advice());
        let fields = advice.iter().map(|advice| advice.field.clone()).collect();
        if self.advised.changes_to(&fields) {
            for advice in advice {
                Log::warn(format!("{}: {advice}", log_name(graph, owner)));
            }
        }
    }

    fn report_not_placed(&mut self, graph: &Graph, owner: Handle<Node>) {
        let simulation = self.simulation.as_ref();
        let waiting = simulation.filter(|simulation| simulation.not_placed() > 0);
        match waiting {
            // To find the reason takes longer than a step of a small flock, so it is found once.
            Some(_) if self.errors.is_reported(ErrorKind::Spawn) => (),
            _ => {
                let reason = waiting.and_then(|simulation| simulation.spawn_obstruction());
                let message = reason.map(|reason| reason.to_string());
                self.errors.update(ErrorKind::Spawn, graph, owner, message);
            }
        }
    }

    fn report_gpu(&mut self, graph: &Graph, owner: Handle<Node>) {
        let simulation = self.simulation.as_ref();
        let error = simulation.and_then(|simulation| simulation.gpu_error());
        let message = error.map(|error| format!("all threads simulate the boids instead: {error}"));
        self.errors.update(ErrorKind::Gpu, graph, owner, message);
    }

    fn draw(&self, graph: &mut Graph) {
        if let Some(simulation) = &self.simulation {
            self.drawing.draw(simulation, graph);
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
    scene_geometry::collect(script, &placement(graph, owner), graph)
}

/// The placement of a node's flock: position and rotation without the scale of the node and its
/// parents.
fn placement(graph: &Graph, owner: Handle<Node>) -> Placement {
    let (rotation, origin) = graph.global_rotation_position_no_scale(owner);
    Placement { origin, rotation }
}
