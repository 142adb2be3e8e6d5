//! The running side of a [`Flock`] script: its simulation, and the node that draws it.

mod level;
mod troubles;
mod walls;
mod watched;

use crate::{
    debug::{lines_of, DebugDrawing, Lines},
    render::{Body, BodyError, FlockRenderer, ForwardAxis},
    Flock,
};
use flock_sim::{Placement, Settings, SettingsError};
use fyrox::{
    core::{log::Log, pool::Handle},
    graph::SceneGraph,
    resource::model::ModelResource,
    scene::{
        debug::SceneDrawingContext,
        graph::Graph,
        mesh::{BatchingMode, Mesh},
        node::Node,
        Scene,
    },
    script::ScriptContext,
};
use level::Level;
use std::fmt;
use troubles::{Trouble, Troubles};
use watched::Watched;

/// What a [`Flock`] script holds while the game runs. A copy of a script starts a flock of its own, so a clone is empty.
#[derive(Default)]
pub(crate) struct Runtime {
    simulation: Option<flock_sim::Flock>,
    level: Level,
    renderer: Handle<Node>,
    settings: Watched<Settings>,
    placement: Watched<Placement>,
    look: Watched<Look>,
    /// The settings about which advice was given.
    advised: Watched<Vec<&'static str>>,
    troubles: Troubles,
    lines: Lines,
}

/// What decides the mesh and the materials of the body.
#[derive(Clone, PartialEq)]
struct Look {
    model: Option<ModelResource>,
    /// A model that could not be loaded may be mended while the game runs.
    loaded: bool,
    forward_axis: ForwardAxis,
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
    pub(crate) fn simulation(&self) -> Option<&flock_sim::Flock> {
        self.simulation.as_ref()
    }

    pub(crate) fn simulation_mut(&mut self) -> Option<&mut flock_sim::Flock> {
        self.simulation.as_mut()
    }

    /// Starts the flock: finds the level's geometry, places the boids, and adds the node that draws them.
    pub(crate) fn start(&mut self, script: &Flock, context: &mut ScriptContext) {
        let (graph, owner) = (&mut context.scene.graph, context.handle);
        // The engine brings the transforms up to date after the scripts, so those of a new level may be stale here.
        graph.update_hierarchical_data();
        self.renderer = graph.add_node(Node::new(FlockRenderer::new(Body::fish())));
        graph.link_nodes(self.renderer, owner);
        if is_batched(graph, owner) {
            let message =
                "a Mesh with static batching hides its children and with them the flock; \
                           put the script on another node";
            self.troubles.report(Trouble::Owner, graph, owner, message);
        }
        self.follow(script, graph, owner);
        self.draw(graph);
    }

    /// Takes over what changed in the script and its node, then lets `context.dt` seconds pass.
    pub(crate) fn update(&mut self, script: &Flock, context: &mut ScriptContext) {
        let (graph, owner) = (&mut context.scene.graph, context.handle);
        self.follow(script, graph, owner);
        if let Some(simulation) = &mut self.simulation {
            simulation.advance(context.dt);
        }
        self.report_driver(graph, owner);
        self.draw(graph);
        self.draw_sight(*script.debug, &mut context.scene.drawing_context);
    }

    /// Removes what the flock added to the scene.
    pub(crate) fn stop(mut self, scene: &mut Scene) {
        self.lines.clear(&mut scene.drawing_context);
        if scene.graph.try_get_node(self.renderer).is_ok() {
            scene.graph.remove_node(self.renderer);
        }
    }

    fn follow(&mut self, script: &Flock, graph: &mut Graph, owner: Handle<Node>) {
        self.follow_look(script, graph, owner);
        self.follow_geometry(script, graph, owner);
        self.follow_placement(graph, owner);
        self.follow_settings(script, graph, owner);
        self.report_room(graph, owner);
    }

    fn follow_look(&mut self, script: &Flock, graph: &mut Graph, owner: Handle<Node>) {
        let look = Look {
            model: (*script.model).clone(),
            loaded: script.model.as_ref().is_some_and(ModelResource::is_ok),
            forward_axis: *script.forward_axis,
        };
        if self.look.changes_to(&look) {
            self.dress(&look, graph, owner);
        }
        if let Ok(renderer) = graph.try_get_mut_of_type::<FlockRenderer>(self.renderer) {
            renderer.set_swim(*script.swim);
            if renderer.cast_shadows() != *script.cast_shadows {
                renderer.set_cast_shadows(*script.cast_shadows);
            }
        }
    }

    fn dress(&mut self, look: &Look, graph: &mut Graph, owner: Handle<Node>) {
        let body = match &look.model {
            Some(model) => Body::from_model(model, look.forward_axis),
            None => Ok(Body::fish()),
        };
        let body = match body {
            Ok(body) => {
                self.troubles.over(Trouble::Look);
                body
            }
            // Looked at again on every update, until it is loaded or broken.
            Err(BodyError::NotLoaded) => {
                self.look = Watched::default();
                return;
            }
            Err(error) => {
                let message = format!("the built-in fish is drawn instead: {error}");
                self.troubles.report(Trouble::Look, graph, owner, &message);
                Body::fish()
            }
        };
        if let Ok(renderer) = graph.try_get_mut_of_type::<FlockRenderer>(self.renderer) {
            renderer.set_body(body);
        }
    }

    fn follow_geometry(&mut self, script: &Flock, graph: &mut Graph, owner: Handle<Node>) {
        let placement = placement(graph, owner);
        let is_new = self.level.follow(script, &placement, graph, owner);
        if let (true, Some(simulation)) = (is_new, &mut self.simulation) {
            simulation.set_geometry(self.level.geometry());
        }
    }

    fn follow_placement(&mut self, graph: &Graph, owner: Handle<Node>) {
        let placement = placement(graph, owner);
        if !self.placement.changes_to(&placement) {
            return;
        }
        match &mut self.simulation {
            Some(simulation) => match simulation.set_placement(placement) {
                Ok(()) => self.troubles.over(Trouble::Placement),
                Err(error) => {
                    let message = format!("the flock stays where it was: {error}");
                    self.troubles
                        .report(Trouble::Placement, graph, owner, &message);
                }
            },
            // What kept the flock from starting may have been the placement.
            None => self.settings = Watched::default(),
        }
    }

    fn follow_settings(&mut self, script: &Flock, graph: &Graph, owner: Handle<Node>) {
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
                self.start_simulation(settings, graph, owner),
                "there are no boids",
            ),
        };
        match result {
            Ok(()) => {
                self.troubles.over(Trouble::Settings);
                self.advise(graph, owner);
            }
            Err(error) => {
                let message = format!("{outcome}: {error}");
                self.troubles
                    .report(Trouble::Settings, graph, owner, &message);
            }
        }
    }

    /// Tells what could be better about the settings in effect.
    fn advise(&mut self, graph: &Graph, owner: Handle<Node>) {
        let running = self.simulation.as_ref();
        let advice = running.map_or_else(Vec::new, |simulation| simulation.settings().advice());
        let fields = advice.iter().map(|advice| advice.field).collect();
        if self.advised.changes_to(&fields) {
            for advice in advice {
                Log::warn(format!("{}: {advice}", troubles::name(graph, owner)));
            }
        }
    }

    fn start_simulation(
        &mut self,
        settings: Settings,
        graph: &Graph,
        owner: Handle<Node>,
    ) -> Result<(), SettingsError> {
        let placement = placement(graph, owner);
        let geometry = self.level.geometry();
        self.simulation = Some(flock_sim::Flock::new(settings, placement, geometry)?);
        Ok(())
    }

    fn report_room(&mut self, graph: &Graph, owner: Handle<Node>) {
        let not_placed = self
            .simulation
            .as_ref()
            .map_or(0, |simulation| simulation.not_placed());
        if not_placed == 0 {
            self.troubles.over(Trouble::Room);
            return;
        }
        let message = format!(
            "{not_placed} boids found no free place to start; enlarge the spawn region or move it clear of the geometry"
        );
        self.troubles.report(Trouble::Room, graph, owner, &message);
    }

    fn report_driver(&mut self, graph: &Graph, owner: Handle<Node>) {
        let simulation = self.simulation.as_ref();
        let Some(error) = simulation.and_then(|simulation| simulation.gpu_error()) else {
            self.troubles.over(Trouble::Driver);
            return;
        };
        let message = format!("all threads simulate the boids instead: {error}");
        self.troubles
            .report(Trouble::Driver, graph, owner, &message);
    }

    fn draw_sight(&mut self, debug: DebugDrawing, context: &mut SceneDrawingContext) {
        let simulation = self.simulation.as_ref().filter(|_| debug.sight);
        let sight = simulation.and_then(|simulation| {
            let mut boids = simulation.boids();
            let boid = boids.find(|boid| boid.id.slot() == debug.boid)?;
            simulation.sight(boid.id)
        });
        match sight {
            Some(sight) => self.lines.show(context, lines_of(&sight)),
            None => self.lines.clear(context),
        }
    }

    fn draw(&mut self, graph: &mut Graph) {
        let Some(simulation) = &self.simulation else {
            return;
        };
        if let Ok(renderer) = graph.try_get_mut_of_type::<FlockRenderer>(self.renderer) {
            renderer.set_instances(simulation.len(), |texels| {
                simulation.write_instances(texels)
            });
        }
    }
}

/// The children of such a node are not drawn.
fn is_batched(graph: &Graph, owner: Handle<Node>) -> bool {
    graph
        .try_get_of_type::<Mesh>(owner)
        .is_ok_and(|mesh| mesh.batching_mode() == BatchingMode::Static)
}

/// Where a node places its flock. Rotation is taken without the scale of the node and its parents.
fn placement(graph: &Graph, owner: Handle<Node>) -> Placement {
    let (rotation, origin) = graph.global_rotation_position_no_scale(owner);
    Placement { origin, rotation }
}
