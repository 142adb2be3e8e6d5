//! The animations that the bodies of a flock play, baked in the background and shared by all flocks
//! that play the same ones.

use crate::{
    geometry::Background,
    render::{
        clips::bake, BakedClips, BakedClipsResource, ClipChoice, ClipError, ForwardAxis, Progress,
    },
};
use fyrox::resource::model::ModelResource;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The inputs of baking.
#[derive(Clone, PartialEq)]
pub(super) struct ClipSource {
    pub model: ModelResource,
    pub version: ModelVersion,
    pub forward_axis: ForwardAxis,
    pub choice: ClipChoice,
    /// The clips in a loaded file.
    pub file: Option<BakedClipsResource>,
}

/// A version of a model: it differs after the file has changed and was reloaded.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct ModelVersion {
    /// The address of the loaded data: a reload allocates the new data before it frees the old.
    address: usize,
}

impl ModelVersion {
    /// `None` for a model that is not loaded.
    pub fn of(model: &ModelResource) -> Option<Self> {
        let state = model.state();
        let address = std::ptr::from_ref(state.data_ref()?).addr();
        Some(Self { address })
    }
}

type Outcome = Result<Arc<BakedClips>, ClipError>;

/// The clips of one source, or the baking of them.
struct Bake {
    source: ClipSource,
    progress: Arc<Progress>,
    work: Work,
}

enum Work {
    Busy(Background<Outcome>),
    Done(Outcome),
}

impl Bake {
    fn begin(source: ClipSource, mut known: Vec<Arc<BakedClips>>) -> Self {
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
        Self {
            source,
            progress,
            work: Work::Busy(background),
        }
    }

    /// `None` while baking is in progress.
    fn outcome(&mut self) -> Option<&Outcome> {
        if let Work::Busy(background) = &mut self.work {
            let outcome = background.take()?;
            self.work = Work::Done(outcome.unwrap_or(Err(ClipError::Panicked)));
        }
        match &self.work {
            Work::Busy(_) => None,
            Work::Done(outcome) => Some(outcome),
        }
    }
}

impl Drop for Bake {
    fn drop(&mut self) {
        self.progress.stop();
    }
}

/// The bake of a source, shared by all flocks that play its clips. It is dropped with the last of
/// these flocks.
#[derive(Clone)]
struct SharedBake(Arc<Mutex<Bake>>);

/// The bakes of all scenes.
static BAKES: Mutex<Vec<Weak<Mutex<Bake>>>> = Mutex::new(Vec::new());

impl SharedBake {
    /// The bake of another flock with the same source, or a new one that reuses the clips in
    /// `before`.
    fn of(source: ClipSource, before: Option<Arc<BakedClips>>) -> Self {
        let mut bakes = lock(&BAKES);
        bakes.retain(|bake| bake.strong_count() > 0);
        let others: Vec<_> = bakes.iter().filter_map(Weak::upgrade).map(Self).collect();
        let mut known: Vec<_> = before.into_iter().collect();
        for other in &others {
            let mut bake = other.lock();
            let has_failed = matches!(bake.outcome(), Some(Err(_)));
            if bake.source == source && !has_failed {
                return other.clone();
            }
            known.extend(
                bake.outcome()
                    .and_then(|outcome| outcome.as_ref().ok())
                    .cloned(),
            );
        }
        let new = Arc::new(Mutex::new(Bake::begin(source, known)));
        bakes.push(Arc::downgrade(&new));
        Self(new)
    }

    fn lock(&self) -> MutexGuard<'_, Bake> {
        lock(&self.0)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
        self.awaited().map(|bake| bake.lock().progress.share())
    }

    fn awaited(&self) -> Option<&SharedBake> {
        self.bake.as_ref().filter(|_| !self.is_taken)
    }

    /// Starts baking, unless the file, this flock or another flock has the clips.
    pub fn start(&mut self, source: ClipSource) {
        self.bake = Some(SharedBake::of(source, self.playing.clone()));
        self.is_taken = false;
    }

    /// The clips, or why there are none; returned once after each start.
    pub fn take(&mut self) -> Option<Outcome> {
        let outcome = self.awaited()?.lock().outcome()?.clone();
        self.is_taken = true;
        self.playing = outcome.as_ref().ok().cloned();
        Some(outcome)
    }

    /// Stops playing clips.
    pub fn stop(&mut self) {
        *self = Self::default();
    }
}
