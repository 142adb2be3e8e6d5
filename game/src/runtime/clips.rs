//! The animations that the bodies of a flock play, baked in the background and shared by all flocks
//! that play the same ones.

use super::{
    shared_work::{SharedWork, Works},
    version::DataVersion,
};
use crate::{
    geometry::Background,
    render::{
        clips::bake, BakedClips, BakedClipsResource, ClipChoice, ClipError, ForwardAxis, Progress,
    },
};
use fyrox::resource::model::ModelResource;
use std::sync::Arc;

/// The inputs of baking.
#[derive(Clone, PartialEq)]
pub(super) struct ClipSource {
    pub model: ModelResource,
    pub version: DataVersion,
    pub forward_axis: ForwardAxis,
    pub choice: ClipChoice,
    /// The clips in a loaded file.
    pub file: Option<BakedClipsResource>,
}

type Outcome = Result<Arc<BakedClips>, ClipError>;

/// The inputs of a bake and its progress. The bake stops when this is dropped.
struct Bake {
    source: ClipSource,
    progress: Arc<Progress>,
}

impl Drop for Bake {
    fn drop(&mut self) {
        self.progress.stop();
    }
}

type SharedBake = SharedWork<Bake, Outcome>;

/// The bakes of all scenes.
static BAKES: Works<Bake, Outcome> = Works::new();

/// The bake of another flock with the same source, or a new one that reuses the clips in `before`.
fn find_or_begin(source: ClipSource, before: Option<Arc<BakedClips>>) -> SharedBake {
    let mut known: Vec<_> = before.into_iter().collect();
    for shared in BAKES.all() {
        let mut bake = shared.lock();
        let is_same = bake.source.source == source;
        match bake.outcome() {
            Some(Some(Ok(clips))) if !is_same => known.push(clips.clone()),
            Some(None | Some(Err(_))) => (),
            _ if is_same => {
                drop(bake);
                return shared;
            }
            _ => (),
        }
    }
    begin(source, known)
}

fn begin(source: ClipSource, mut known: Vec<Arc<BakedClips>>) -> SharedBake {
    let progress = Arc::<Progress>::default();
    let (told, from) = (progress.clone(), source.clone());
    let mut background = Background::default();
    background.begin(move || {
        known.extend(from.file.and_then(|file| {
            let state = file.state();
            state.data_ref().map(|data| Arc::new((*data).clone()))
        }));
        let known = known.iter();
        bake(&from.model, from.forward_axis, &from.choice, known, &told)
    });
    BAKES.add(Bake { source, progress }, background)
}

/// The clips of a flock, or the baking of them.
#[derive(Default)]
pub(super) struct FlockClips {
    bake: Option<SharedBake>,
    /// True once the outcome was returned by [`take`](Self::take).
    is_taken: bool,
    playing: Option<Arc<BakedClips>>,
}

impl FlockClips {
    pub fn playing(&self) -> Option<&BakedClips> {
        self.playing.as_deref()
    }

    /// Progress of the baking, from 0 to 1; `None` if none is in progress.
    pub fn baking(&self) -> Option<f32> {
        self.awaited()
            .map(|bake| bake.lock().source.progress.share())
    }

    fn awaited(&self) -> Option<&SharedBake> {
        self.bake.as_ref().filter(|_| !self.is_taken)
    }

    /// Starts baking, unless the file, this flock or another flock has the clips.
    pub fn start(&mut self, source: ClipSource) {
        self.bake = Some(find_or_begin(source, self.playing.clone()));
        self.is_taken = false;
    }

    /// The clips, or why there are none; returned once after each start.
    pub fn take(&mut self) -> Option<Outcome> {
        let outcome = self.awaited()?.lock().outcome()?.cloned();
        let outcome = outcome.unwrap_or(Err(ClipError::Panicked));
        self.is_taken = true;
        self.playing = outcome.as_ref().ok().cloned();
        Some(outcome)
    }

    /// Stops playing clips.
    pub fn stop(&mut self) {
        *self = Self::default();
    }
}
