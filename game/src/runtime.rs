//! The running side of a [`Flock`] script: its simulation, and the node that draws it.

use crate::{
    geometry::collect_static_geometry,
    render::{Body, BodyError, FlockRenderer, ForwardAxis, Swim},
    Flock,
};
use flock_sim::{Geometry, Placement, Settings};
use fyrox::{
    core::{algebra::UnitQuaternion, log::Log, pool::Handle},
    graph::SceneGraph,
    resource::model::ModelResource,
    scene::{collider::InteractionGroups, graph::Graph, node::Node},
    script::ScriptContext,
};
use std::{collections::HashSet, fmt, sync::Arc};

/// What a [`Flock`] script holds while the game runs. A copy of a script starts a flock of its own, so a clone is empty.
#[derive(Default)]
pub(crate) struct Runtime {
    simulation: Option<flock_sim::Flock>,
    geometry: Arc<Geometry>,
    renderer: Handle<Node>,
    settings: Watched<Settings>,
    placement: Watched<Placement>,
    collision_groups: Watched<InteractionGroups>,
    look: Watched<Look>,
    reported: HashSet<String>,
}

#[derive(Clone, PartialEq)]
struct Look {
    model: Option<ModelResource>,
    forward_axis: ForwardAxis,
    swim: Swim,
}

/// A value as it last was, so that it is acted upon only when it changes.
struct Watched<T>(Option<T>);

impl<T> Default for Watched<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Clone + PartialEq> Watched<T> {
    fn changes_to(&mut self, value: &T) -> bool {
        let changes = self.0.as_ref() != Some(value);
        if changes {
            self.0 = Some(value.clone());
        }
        changes
    }
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
        self.draw(graph);
    }

    /// Removes what the flock added to the scene.
    pub(crate) fn stop(self, graph: &mut Graph) {
        if graph.try_get_node(self.renderer).is_ok() {
            graph.remove_node(self.renderer);
        }
    }

    fn follow(&mut self, script: &Flock, graph: &mut Graph, owner: Handle<Node>) {
        self.follow_look(script, graph, owner);
        self.follow_geometry(script, graph, owner);
        self.follow_placement(graph, owner);
        self.follow_settings(script, graph, owner);
    }

    fn follow_look(&mut self, script: &Flock, graph: &mut Graph, owner: Handle<Node>) {
        let look = Look {
            model: (*script.model).clone(),
            forward_axis: *script.forward_axis,
            // A NaN is unlike itself and would change on every update.
            swim: script.swim.clamped(),
        };
        if self.look.changes_to(&look) {
            let body = match &look.model {
                Some(model) => Body::from_model(model, look.forward_axis),
                None => Ok(Body::fish()),
            };
            match body {
                Ok(body) => self.wear(body, look.swim, graph),
                // Looked at again on the next update, until it is loaded or broken.
                Err(BodyError::NotLoaded) => self.look = Watched::default(),
                Err(error) => {
                    let problem = format!("the built-in fish is drawn instead: {error}");
                    self.report(graph, owner, &problem);
                    self.wear(Body::fish(), look.swim, graph);
                }
            }
        }
        if let Ok(renderer) = graph.try_get_mut_of_type::<FlockRenderer>(self.renderer) {
            if renderer.cast_shadows() != *script.cast_shadows {
                renderer.set_cast_shadows(*script.cast_shadows);
            }
        }
    }

    fn wear(&self, body: Body, swim: Swim, graph: &mut Graph) {
        if let Ok(renderer) = graph.try_get_mut_of_type::<FlockRenderer>(self.renderer) {
            renderer.set_body(body);
            renderer.set_swim(swim);
        }
    }

    fn follow_geometry(&mut self, script: &Flock, graph: &Graph, owner: Handle<Node>) {
        if !self.collision_groups.changes_to(&script.collision_groups) {
            return;
        }
        let found = collect_static_geometry(graph, *script.collision_groups);
        for skipped in &found.skipped {
            let problem = format!(
                "collider {} is no obstacle: {}",
                skipped.name, skipped.reason
            );
            self.report(graph, owner, &problem);
        }
        let (geometry, built) = Geometry::new(&found.triangles);
        if built.dropped() > 0 {
            let problem = format!(
                "of the triangles of static colliders {} without area and {} with coordinates out of range are no \
                 obstacles",
                built.degenerate, built.not_finite
            );
            self.report(graph, owner, &problem);
        }
        self.geometry = Arc::new(geometry);
        if let Some(simulation) = &mut self.simulation {
            simulation.set_geometry(self.geometry.clone());
        }
    }

    fn follow_placement(&mut self, graph: &Graph, owner: Handle<Node>) {
        let placement = placement(graph, owner);
        if !self.placement.changes_to(&placement) {
            return;
        }
        if let Some(simulation) = &mut self.simulation {
            if let Err(error) = simulation.set_placement(placement) {
                self.report(graph, owner, &error.to_string());
            }
        }
    }

    fn follow_settings(&mut self, script: &Flock, graph: &Graph, owner: Handle<Node>) {
        if !self.settings.changes_to(&script.settings) {
            return;
        }
        let settings = (*script.settings).clone();
        let result = match &mut self.simulation {
            Some(simulation) => simulation.set_settings(settings),
            None => flock_sim::Flock::new(settings, placement(graph, owner), self.geometry.clone())
                .map(|simulation| self.simulation = Some(simulation)),
        };
        if let Err(error) = result {
            let kept = self.simulation.is_some();
            let outcome = if kept {
                "the last good settings stay"
            } else {
                "there are no boids"
            };
            self.report(graph, owner, &format!("{outcome}: {error}"));
        }
        let not_placed = self
            .simulation
            .as_ref()
            .map_or(0, |simulation| simulation.not_placed());
        if not_placed > 0 {
            let problem = format!(
                "{not_placed} boids found no free place to start; enlarge spawn.region or move it clear of the \
                 geometry"
            );
            self.report(graph, owner, &problem);
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

    /// Logs a problem once, however often it occurs.
    fn report(&mut self, graph: &Graph, owner: Handle<Node>, problem: &str) {
        let name = graph.try_get_node(owner).map_or("?", |node| node.name());
        let message = format!("Flock of node {name}: {problem}");
        if !self.reported.contains(&message) {
            Log::err(&message);
            self.reported.insert(message);
        }
    }
}

/// Where a node places its flock. Rotation is taken without the scale of the node and its parents.
fn placement(graph: &Graph, owner: Handle<Node>) -> Placement {
    let (rotation, origin) = graph.global_rotation_position_no_scale(owner);
    Placement {
        origin,
        rotation: UnitQuaternion::new_unchecked(*rotation),
    }
}
