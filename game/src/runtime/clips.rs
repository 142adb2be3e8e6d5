//! The animations that the bodies of a flock play: baked in the background.

use crate::{
    geometry::Background,
    render::{
        clips::bake, BakedClips, BakedClipsResource, ClipChoice, ClipError, ForwardAxis, Progress,
    },
};
use fyrox::resource::model::ModelResource;
use std::sync::Arc;

/// What clips are made from.
#[derive(Clone, PartialEq)]
pub(super) struct ClipSource {
    pub model: ModelResource,
    pub forward_axis: ForwardAxis,
    pub choice: ClipChoice,
    /// The clips in a file, loaded.
    pub file: Option<BakedClipsResource>,
}

/// The clips of a flock, or the work on them.
#[derive(Default)]
pub(super) struct FlockClips {
    work: Background<Result<Arc<BakedClips>, ClipError>>,
    progress: Arc<Progress>,
    playing: Option<Arc<BakedClips>>,
}

impl FlockClips {
    pub fn playing(&self) -> Option<&BakedClips> {
        self.playing.as_deref()
    }

    /// From 0 to 1.
    pub fn baking(&self) -> Option<f32> {
        self.work.is_busy().then(|| self.progress.share())
    }

    /// Starts to bake what is not baked yet, in the file or in the clips that are playing.
    pub fn start(&mut self, source: ClipSource) {
        self.progress.stop();
        self.progress = Arc::default();
        let (progress, before) = (self.progress.clone(), self.playing.clone());
        self.work.begin(move || {
            let ClipSource {
                model,
                forward_axis,
                choice,
                file,
            } = source;
            let file = file.and_then(|file| {
                let state = file.state();
                state.data_ref().map(|data| Arc::new((*data).clone()))
            });
            let known = [before, file];
            let known = known.iter().flatten();
            bake(&model, forward_axis, &choice, known, &progress)
        });
    }

    /// The clips, or the reason why there are none, once each time that they were started.
    pub fn take(&mut self) -> Option<Result<Arc<BakedClips>, ClipError>> {
        let outcome = self.work.take()?;
        // Its threads are not needed any more.
        self.work = Background::default();
        let outcome = outcome.unwrap_or(Err(ClipError::Panicked));
        self.playing = outcome.as_ref().ok().cloned();
        Some(outcome)
    }

    /// Plays no clips.
    pub fn stop(&mut self) {
        *self = Self::default();
    }
}

impl Drop for FlockClips {
    fn drop(&mut self) {
        self.progress.stop();
    }
}
