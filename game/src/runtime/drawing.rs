//! Creates, updates and removes the scene node that draws a flock.

use super::{
    clips::{ClipSource, FlockClips, ModelVersion},
    fields::FlockFields,
    last_seen::LastSeen,
    model_body::{BodySource, ModelBody},
    reported_errors::{log_name, ErrorKind, ReportedErrors},
};
use crate::render::{
    BakedClips, BakedClipsResource, BodyError, BodyShape, ClipChoice, ClipError, DrawnBody,
    FlockRenderer, ForwardAxis, MotionKind, Sprite, SpriteError,
};
use flock_sim::boids::Viewer;
use fyrox::{
    core::{log::Log, pool::Handle},
    graph::SceneGraph,
    resource::{model::ModelResource, texture::TextureResource},
    scene::{graph::Graph, node::Node},
};
use std::sync::Arc;

/// The [`FlockRenderer`] node of a running flock.
#[derive(Default)]
pub(super) struct Drawing {
    renderer: Handle<Node>,
    parent: Handle<Node>,
    body: LastSeen<BodyChoice>,
    model_body: ModelBody,
    pub(super) clips: FlockClips,
    /// The model whose clips are played.
    animated: Option<(ModelResource, ForwardAxis)>,
}

/// The fields of the script that determine the mesh and the materials of the body.
#[derive(Clone, PartialEq)]
struct BodyChoice {
    shape: BodyShape,
    model: Option<ModelResource>,
    /// `None` until the model is loaded. It changes when a model is exported again, or when a
    /// broken one is repaired, while the game runs.
    version: Option<ModelVersion>,
    forward_axis: ForwardAxis,
    /// The kind of the motion, for the impostor of a model.
    motion: MotionKind,
    clips: ClipChoice,
    file: Option<BakedClipsResource>,
    /// True while the file of the clips is being loaded.
    is_file_awaited: bool,
    sprite: Sprite,
    /// True once the texture of the sprite is loaded.
    is_painted: bool,
}

impl BodyChoice {
    fn of(fields: &FlockFields) -> Self {
        let (model, file, sprite) = (&fields.model, &fields.baked_clips, &fields.sprite);
        Self {
            shape: fields.shape,
            model: model.clone(),
            version: model.as_ref().and_then(ModelVersion::of),
            forward_axis: fields.forward_axis,
            motion: if model.is_some() {
                fields.body_motion.kind
            } else {
                MotionKind::OfBody
            },
            clips: fields.animation.clone(),
            file: file.clone(),
            is_file_awaited: file.as_ref().is_some_and(BakedClipsResource::is_loading),
            // The fields of a disabled sprite have no effect.
            sprite: if sprite.enabled {
                sprite.without_nan()
            } else {
                Sprite::default()
            },
            is_painted: sprite.texture.as_ref().is_some_and(TextureResource::is_ok),
        }
    }

    /// True while the clips of the animated model are being read from a file.
    fn awaits_clips_of(&self, animated: Option<&(ModelResource, ForwardAxis)>) -> bool {
        let plays = self.clips.enabled && !self.sprite.enabled && self.version.is_some();
        let own = self.model.as_ref().map(|model| (model, self.forward_axis));
        let animated = animated.map(|(model, axis)| (model, *axis));
        plays && self.is_file_awaited && animated.is_some() && own == animated
    }

    /// The inputs of baking, once all of them are loaded.
    fn clip_source(&self) -> Option<ClipSource> {
        let is_ready = self.clips.enabled && !self.sprite.enabled && !self.is_file_awaited;
        Some(ClipSource {
            model: self.model.clone().filter(|_| is_ready)?,
            version: self.version?,
            forward_axis: self.forward_axis,
            choice: self.clips.for_baking(),
            file: self.file.clone(),
        })
    }

    /// The inputs of a model's body, once the model is loaded.
    fn body_source(&self, clips: Option<Arc<BakedClips>>) -> Option<BodySource> {
        Some(BodySource {
            model: self.model.clone()?,
            version: self.version?,
            forward_axis: self.forward_axis,
            motion: self.motion,
            clips: clips.map(|clips| (clips, self.clips.clone())),
        })
    }

    /// The body without clips, or why it cannot be drawn. `None` while it is being loaded.
    fn body(&self, of_model: &mut ModelBody) -> Option<Result<DrawnBody, String>> {
        if self.sprite.enabled {
            *of_model = ModelBody::default();
            return match DrawnBody::from_sprite(&self.sprite) {
                Err(SpriteError::NotLoaded) => None,
                body => Some(body.map_err(|error| error.to_string())),
            };
        }
        let Some(model) = &self.model else {
            *of_model = ModelBody::default();
            return Some(Ok(DrawnBody::of_shape(self.shape)));
        };
        let make = || DrawnBody::from_model(model, self.forward_axis);
        let body = match self.body_source(None) {
            Some(source) => of_model.start(source, make),
            None => Err(BodyError::NotLoaded),
        };
        if body.is_err() {
            *of_model = ModelBody::default();
        }
        match body {
            Err(BodyError::NotLoaded) => None,
            body => Some(body.map_err(|error| error.to_string())),
        }
    }
}

impl Drawing {
    /// A drawing whose node will be added below `parent`.
    ///
    /// The parent is not the node with the script: an editor would save, list and outline the
    /// renderer with that node. A game passes the root of the scene, an editor the root of its own
    /// objects. If the parent does not exist, the root of the scene is used.
    pub(super) fn new(parent: Handle<Node>) -> Self {
        Self {
            parent,
            ..Self::default()
        }
    }

    /// Applies the script's body, motion and shadows. Adds the node if it does not exist: at the
    /// start, or after the game removed it.
    pub(super) fn update(
        &mut self,
        fields: &FlockFields,
        graph: &mut Graph,
        owner: Handle<Node>,
        errors: &mut ReportedErrors,
    ) {
        if self.renderer(graph).is_none() {
            self.add(graph, owner);
        }
        let choice = BodyChoice::of(fields);
        if self.body.changes_to(&choice) {
            self.set_body(&choice, graph, owner, errors);
        }
        if let Some(clips) = self.clips.take() {
            self.play(&choice, clips, graph, owner, errors);
        }
        if let Some(body) = self.model_body.take() {
            report_levels(&body, graph, owner);
            if let Some(renderer) = self.renderer(graph) {
                renderer.set_body(body);
            }
        }
        if let Some(renderer) = self.renderer(graph) {
            renderer.set_swim(fields.swim);
            renderer.set_motion(fields.body_motion);
            renderer.set_variety(fields.variety);
            renderer.set_stand(fields.settings.collision.body_radius);
            renderer.set_detail(fields.draw_detail);
            if renderer.cast_shadows() != fields.cast_shadows {
                renderer.set_cast_shadows(fields.cast_shadows);
            }
        }
    }

    /// Updates the drawn positions of the boids. `viewers`: the viewers of the scene, if the flock
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

    /// Sets the LOD groups that may hide the boids.
    pub(super) fn set_lod_groups(&self, groups: &[Handle<Node>], graph: &mut Graph) {
        if let Some(renderer) = self.renderer(graph) {
            renderer.set_lod_groups(groups);
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
        self.animated = None;
    }

    /// Sets the body, without clips at first, since these are baked in the background. A body whose
    /// clips are replaced stays until the new clips are baked.
    fn set_body(
        &mut self,
        choice: &BodyChoice,
        graph: &mut Graph,
        owner: Handle<Node>,
        errors: &mut ReportedErrors,
    ) {
        if choice.awaits_clips_of(self.animated.as_ref()) {
            return;
        }
        let source = choice.clip_source();
        let animated = source
            .as_ref()
            .map(|it| (it.model.clone(), it.forward_axis));
        let goes_on = animated.is_some() && animated == self.animated;
        self.start_clips(source);
        if goes_on {
            return;
        }
        self.animated = None;
        errors.update(ErrorKind::Clips, graph, owner, None);
        let Some(body) = choice.body(&mut self.model_body) else {
            // Tries again on every update, until the model is loaded or has failed to load.
            self.body = LastSeen::default();
            return;
        };
        let error = body.as_ref().err();
        if error.is_some() {
            self.start_clips(None);
        }
        let message = error.map(|error| format!("a built-in body is drawn instead: {error}"));
        errors.update(ErrorKind::Body, graph, owner, message);
        if let Some(renderer) = self.renderer(graph) {
            renderer.set_body(body.unwrap_or_else(|_| DrawnBody::of_shape(choice.shape)));
        }
    }

    fn start_clips(&mut self, source: Option<ClipSource>) {
        match source {
            Some(source) => self.clips.start(source),
            None => self.clips.stop(),
        }
    }

    /// Draws the body with its clips, or reports why it has none.
    fn play(
        &mut self,
        choice: &BodyChoice,
        clips: Result<Arc<BakedClips>, ClipError>,
        graph: &mut Graph,
        owner: Handle<Node>,
        errors: &mut ReportedErrors,
    ) {
        let Some(model) = &choice.model else {
            return;
        };
        let body = clips.and_then(|clips| {
            let source = choice.body_source(Some(clips.clone()));
            let source = source.ok_or(BodyError::NotLoaded)?;
            let body = self.model_body.start(source, || {
                DrawnBody::from_baked_model(model, choice.forward_axis, &clips, &choice.clips)
            })?;
            Ok((body, clips))
        });
        match body {
            Ok((body, clips)) => {
                errors.update(ErrorKind::Clips, graph, owner, None);
                report(&clips, graph, owner);
                if let Some(renderer) = self.renderer(graph) {
                    renderer.set_body(body);
                }
                self.animated = Some((model.clone(), choice.forward_axis));
            }
            // An animation is an asset of its own, which may still be loading: tries again.
            Err(ClipError::Body(BodyError::NotLoaded)) => self.start_clips(choice.clip_source()),
            Err(error) => {
                let message = format!("the model plays no animation: {error}");
                errors.update(ErrorKind::Clips, graph, owner, Some(message));
                if let Some(Ok(body)) = choice.body(&mut self.model_body) {
                    if let Some(renderer) = self.renderer(graph) {
                        renderer.set_body(body);
                    }
                }
                self.animated = None;
            }
        }
    }
}

/// Logs the levels of detail of a model.
fn report_levels(body: &DrawnBody, graph: &Graph, owner: Handle<Node>) {
    let counts = body.triangles_of_levels().map(|count| count.to_string());
    let counts = counts.collect::<Vec<_>>().join(", ");
    let name = log_name(graph, owner);
    Log::info(format!(
        "{name}: triangles of the model at its levels of detail: {counts}"
    ));
}

/// Logs the clips that are played, and their visible defects.
fn report(clips: &BakedClips, graph: &Graph, owner: Handle<Node>) {
    for clip in clips.clips() {
        let name = log_name(graph, owner);
        Log::info(format!(
            "{name}: plays \"{}\": {} frames for {:.2} s, {:.2} mm off between frames",
            clip.name,
            clip.frames,
            clip.seconds,
            1000.0 * clip.error
        ));
        if clip.gap > 0.05 * clips.radius() {
            Log::warn(format!(
                "{name}: \"{}\" ends {:.3} m from where it begins, and jumps once a beat; choose an animation that is \
                 a loop and stays in place",
                clip.name, clip.gap
            ));
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
        let (fields, mut errors) = (FlockFields::default(), ReportedErrors::default());
        let mut drawing = Drawing::new(parent);
        drawing.update(&fields, &mut graph, owner, &mut errors);
        assert_eq!(graph[drawing.renderer].parent(), parent);
        assert_eq!(graph[parent].children(), [drawing.renderer]);

        // Without the parent, below the root.
        graph.remove_node(parent);
        drawing.update(&fields, &mut graph, owner, &mut errors);
        assert_eq!(graph[drawing.renderer].parent(), graph.get_root());

        drawing.remove(&mut graph);
        let is_renderer = |node: &Node| node.cast::<FlockRenderer>().is_some();
        assert!(!graph.linear_iter().any(is_renderer));
    }
}
