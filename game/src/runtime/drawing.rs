//! Creates, updates and removes the scene node that draws a flock.

use super::{
    background_body::BackgroundBody,
    body_choice::BodyChoice,
    clips::{ClipSource, FlockClips},
    fields::FlockFields,
    last_seen::LastSeen,
    model_warnings::{long_loading, unusual_size},
    reported_errors::{log_name, ErrorKind, ReportedErrors},
};
use crate::{
    node_frame::NodeFrame,
    render::{
        BakedClips, BakedLevels, BodyError, BodyShape, ClipError, DrawnBody, FlockRenderer,
        ForwardAxis, Sun,
    },
};
use flock_sim::boids::Viewer;
use fyrox::{
    core::{algebra::Vector3, instant::Instant, log::Log, pool::Handle},
    graph::SceneGraph,
    resource::model::ModelResource,
    scene::{graph::Graph, node::Node},
};
use std::sync::Arc;

/// The [`FlockRenderer`] node of a running flock.
#[derive(Default)]
pub(super) struct Drawing {
    renderer: Handle<Node>,
    parent: Handle<Node>,
    body: LastSeen<BodyChoice>,
    background_body: BackgroundBody,
    /// When the flock began to wait for its model.
    loading: Option<Instant>,
    pub(super) clips: FlockClips,
    /// The model whose clips are played.
    animated: Option<(ModelResource, ForwardAxis)>,
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
        // The levels of the still body are not needed if it is going to play clips.
        if self.clips.baking().is_none() {
            self.take_levels(graph, owner, errors);
        }
        let body = self.renderer(graph).and_then(|renderer| renderer.body());
        let size = body.and_then(|body| unusual_size(body, fields));
        errors.update(ErrorKind::BodySize, graph, owner, size);
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

    /// Updates the drawn positions of the boids, which are in the frame in which the flock lives, with
    /// the shift of the scene that comes before it is drawn. `viewers`: the viewers of the scene, if
    /// the flock needs them.
    pub(super) fn draw(
        &self,
        simulation: &flock_sim::Flock,
        (living_in, coming_shift): (&NodeFrame, Vector3<f64>),
        graph: &mut Graph,
        viewers: &[Viewer],
    ) {
        if let Some(renderer) = self.renderer(graph) {
            renderer.set_node_frame(living_in, coming_shift);
            renderer.set_viewers(viewers.iter().map(|viewer| viewer.point));
            renderer.set_flock(simulation);
        }
    }

    /// True if the flock was paused since the last call.
    pub(super) fn take_pause(&self, graph: &mut Graph) -> bool {
        self.renderer(graph).is_some_and(FlockRenderer::take_pause)
    }

    /// Sets the LOD groups that may hide the boids.
    pub(super) fn set_lod_groups(&self, groups: &[Handle<Node>], graph: &mut Graph) {
        if let Some(renderer) = self.renderer(graph) {
            renderer.set_lod_groups(groups);
        }
    }

    /// Sets the light that shines through the bodies.
    pub(super) fn set_sun(&self, sun: Sun, graph: &mut Graph) {
        if let Some(renderer) = self.renderer(graph) {
            renderer.set_sun(sun);
        }
    }

    /// The levels of detail of the model.
    pub(super) fn levels(&self) -> Option<&BakedLevels> {
        self.background_body.levels()
    }

    /// Waits for the levels of detail that are being computed.
    pub(super) fn wait(&self) {
        self.background_body.wait();
    }

    /// Removes the node.
    pub(super) fn remove(&self, graph: &mut Graph) {
        if self.renderer(graph).is_some() {
            graph.remove_node(self.renderer);
        }
    }

    /// The node below which the renderer is.
    pub(super) fn parent(&self) -> Handle<Node> {
        self.parent
    }

    /// True if the bodies are blended, so that they are sorted for the viewers.
    pub(super) fn is_blended(&self, graph: &Graph) -> bool {
        let renderer = graph.try_get_of_type::<FlockRenderer>(self.renderer).ok();
        let body = renderer.and_then(|renderer| renderer.body());
        body.is_some_and(DrawnBody::is_blended)
    }

    fn renderer<'a>(&self, graph: &'a mut Graph) -> Option<&'a mut FlockRenderer> {
        graph.try_get_mut_of_type(self.renderer).ok()
    }

    fn add(&mut self, graph: &mut Graph, owner: Handle<Node>) {
        let mut renderer = FlockRenderer::new(DrawnBody::of_shape_now(BodyShape::Fish));
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
        let Some(body) = choice.body(&mut self.background_body) else {
            // Tries again on every update, until the model is loaded or has failed to load.
            self.body = LastSeen::default();
            let since = *self.loading.get_or_insert_with(Instant::now);
            let long = choice
                .model
                .as_ref()
                .and_then(|it| long_loading(it, since.elapsed()));
            errors.update(ErrorKind::Loading, graph, owner, long);
            return;
        };
        self.loading = None;
        errors.update(ErrorKind::Loading, graph, owner, None);
        let coarser_error = self.background_body.error();
        errors.update(ErrorKind::CoarserModels, graph, owner, coarser_error);
        let file_error = self.background_body.file_error();
        errors.update(ErrorKind::LevelsFile, graph, owner, file_error);
        let error = body.as_ref().err();
        if error.is_some() {
            self.start_clips(None);
        }
        let message = error.map(|error| format!("a built-in body is drawn instead: {error}"));
        errors.update(ErrorKind::Body, graph, owner, message);
        let left_out = body.as_ref().ok().and_then(|_| choice.left_out());
        errors.update(ErrorKind::LeftOut, graph, owner, left_out);
        let body = body.unwrap_or_else(|_| self.background_body.start_shape(choice.shape));
        if let Some(renderer) = self.renderer(graph) {
            renderer.set_body(body);
        }
    }

    /// Draws the body with all its levels of detail, once they are computed.
    fn take_levels(&mut self, graph: &mut Graph, owner: Handle<Node>, errors: &mut ReportedErrors) {
        let Some(outcome) = self.background_body.take() else {
            return;
        };
        let message = "levels of detail of the body are missing: they could not be computed, because of a defect in the \
                       plugin";
        let error = outcome.is_none().then(|| message.into());
        errors.update(ErrorKind::Levels, graph, owner, error);
        let file_error = self.background_body.file_error();
        errors.update(ErrorKind::LevelsFile, graph, owner, file_error);
        if let (Some(body), Some(renderer)) = (outcome, self.renderer(graph)) {
            renderer.set_body(body.clone());
            if !body.is_built_in() {
                report_levels(&body, graph, owner);
            }
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
            let body = self.background_body.start(source, || {
                let axis = choice.forward_axis;
                let body = DrawnBody::from_baked_model(model, axis, &clips, &choice.clips)?;
                Ok::<_, BodyError>((body, None))
            })?;
            Ok((body, clips))
        });
        match body {
            Ok((body, clips)) => {
                errors.update(ErrorKind::Clips, graph, owner, None);
                let coarser_error = choice.coarser_error_with_clips();
                errors.update(ErrorKind::CoarserModels, graph, owner, coarser_error);
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
                if let Some(Ok(body)) = choice.body(&mut self.background_body) {
                    let coarser_error = self.background_body.error();
                    errors.update(ErrorKind::CoarserModels, graph, owner, coarser_error);
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
