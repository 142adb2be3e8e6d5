//! The scene node that draws a flock.

use super::{
    last_seen::LastSeen,
    reported_errors::{ErrorKind, ReportedErrors},
};
use crate::{
    render::{BodyError, BodyShape, DrawnBody, FlockRenderer, ForwardAxis, Sprite, SpriteError},
    Flock,
};
use flock_sim::Viewer;
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    resource::{model::ModelResource, texture::TextureResource},
    scene::{graph::Graph, node::Node},
};

/// The [`FlockRenderer`] node of a running flock.
#[derive(Default)]
pub(super) struct Drawing {
    renderer: Handle<Node>,
    parent: Handle<Node>,
    body: LastSeen<BodyChoice>,
}

/// The fields of the script that decide the mesh and the materials of the body.
#[derive(Clone, PartialEq)]
struct BodyChoice {
    shape: BodyShape,
    model: Option<ModelResource>,
    /// True once the model is loaded. A model that failed to load may be repaired while the game
    /// runs.
    is_loaded: bool,
    forward_axis: ForwardAxis,
    sprite: Sprite,
    /// True once the texture of the sprite is loaded.
    is_painted: bool,
}

impl BodyChoice {
    fn of(script: &Flock) -> Self {
        let texture = script.sprite.texture.as_ref();
        Self {
            shape: *script.shape,
            model: (*script.model).clone(),
            is_loaded: script.model.as_ref().is_some_and(ModelResource::is_ok),
            forward_axis: *script.forward_axis,
            sprite: (*script.sprite).clone(),
            is_painted: texture.is_some_and(TextureResource::is_ok),
        }
    }

    /// The body, or the reason why it cannot be drawn. `None` while it is loaded.
    fn body(&self) -> Option<Result<DrawnBody, String>> {
        if self.sprite.enabled {
            return match DrawnBody::from_sprite(&self.sprite) {
                Err(SpriteError::NotLoaded) => None,
                body => Some(body.map_err(|error| error.to_string())),
            };
        }
        let Some(model) = &self.model else {
            return Some(Ok(DrawnBody::of_shape(self.shape)));
        };
        match DrawnBody::from_model(model, self.forward_axis) {
            Err(BodyError::NotLoaded) => None,
            body => Some(body.map_err(|error| error.to_string())),
        }
    }
}

impl Drawing {
    /// A drawing whose node will be added below `parent`.
    ///
    /// The parent is not the node with the script: an editor would save, list and outline the
    /// renderer with it. A game takes the root of the scene, an editor the root of its own objects.
    /// If the parent does not exist, the root of the scene is taken.
    pub(super) fn new(parent: Handle<Node>) -> Self {
        Self {
            parent,
            ..Self::default()
        }
    }

    /// Applies the script's body, swimming motion and shadows. Adds the node if it does not exist:
    /// at the start, or after the game removed it.
    pub(super) fn update(
        &mut self,
        script: &Flock,
        graph: &mut Graph,
        owner: Handle<Node>,
        errors: &mut ReportedErrors,
    ) {
        if self.renderer(graph).is_none() {
            self.add(graph, owner);
        }
        let choice = BodyChoice::of(script);
        if self.body.changes_to(&choice) {
            self.set_body(&choice, graph, owner, errors);
        }
        if let Some(renderer) = self.renderer(graph) {
            renderer.set_swim(*script.swim);
            renderer.set_motion(*script.body_motion);
            renderer.set_variety(*script.variety);
            renderer.set_stand(script.collision.body_radius);
            renderer.set_detail(*script.draw_detail);
            if renderer.cast_shadows() != *script.cast_shadows {
                renderer.set_cast_shadows(*script.cast_shadows);
            }
        }
    }

    /// Draws the boids in their present positions, for these viewers: those of the scene, if the flock
    /// needs them.
    pub(super) fn draw(
        &self,
        simulation: &flock_sim::Flock,
        graph: &mut Graph,
        viewers: &[Viewer],
    ) {
        if let Some(renderer) = self.renderer(graph) {
            renderer.set_viewers(viewers.iter().map(|viewer| viewer.point));
            renderer.set_flock(simulation);
        }
    }

    /// Removes the node.
    pub(super) fn remove(&self, graph: &mut Graph) {
        if self.renderer(graph).is_some() {
            graph.remove_node(self.renderer);
        }
    }

    fn renderer<'a>(&self, graph: &'a mut Graph) -> Option<&'a mut FlockRenderer> {
        graph.try_get_mut_of_type(self.renderer).ok()
    }

    fn add(&mut self, graph: &mut Graph, owner: Handle<Node>) {
        let mut renderer = FlockRenderer::new(DrawnBody::fish());
        renderer.set_owner(owner);
        // The graph links a new node below its root.
        self.renderer = graph.add_node(Node::new(renderer));
        if graph.is_valid_handle(self.parent) {
            graph.link_nodes(self.renderer, self.parent);
        }
        self.body = LastSeen::default();
    }

    fn set_body(
        &mut self,
        choice: &BodyChoice,
        graph: &mut Graph,
        owner: Handle<Node>,
        errors: &mut ReportedErrors,
    ) {
        let Some(body) = choice.body() else {
            // Tries again on every update, until it is loaded or has failed to load.
            self.body = LastSeen::default();
            return;
        };
        let error = body.as_ref().err();
        let message = error.map(|error| format!("a built-in body is drawn instead: {error}"));
        errors.update(ErrorKind::Body, graph, owner, message);
        if let Some(renderer) = self.renderer(graph) {
            renderer.set_body(body.unwrap_or_else(|_| DrawnBody::of_shape(choice.shape)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::scene::{base::BaseBuilder, pivot::PivotBuilder};

    #[test]
    fn renderer_is_below_the_parent_that_was_handed_over() {
        let mut graph = Graph::new();
        let [owner, parent] = [(); 2].map(|()| {
            let pivot = PivotBuilder::new(BaseBuilder::new()).build(&mut graph);
            pivot.to_base()
        });
        let (script, mut errors) = (Flock::default(), ReportedErrors::default());
        let mut drawing = Drawing::new(parent);
        drawing.update(&script, &mut graph, owner, &mut errors);
        assert_eq!(graph[drawing.renderer].parent(), parent);
        assert_eq!(graph[parent].children(), [drawing.renderer]);

        // Without the parent, below the root.
        graph.remove_node(parent);
        drawing.update(&script, &mut graph, owner, &mut errors);
        assert_eq!(graph[drawing.renderer].parent(), graph.get_root());

        drawing.remove(&mut graph);
        let is_renderer = |node: &Node| node.cast::<FlockRenderer>().is_some();
        assert!(!graph.linear_iter().any(is_renderer));
    }
}
