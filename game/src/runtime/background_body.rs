//! Bodies of which a part is computed in the background: the coarser levels of detail of models, and
//! the impostors of built-in bodies. A file may hold the levels of a model, which then take no time.
//! Flocks with the same model and the same clips share one body.

use super::{
    shared_work::{SharedWork, Works},
    version::{DataVersion, Versioned},
};
use crate::{
    geometry::Background,
    render::{
        BakedClips, BakedLevels, BakedLevelsResource, BodyShape, ClipChoice, DrawnBody,
        ForwardAxis, MotionKind,
    },
};
use fyrox::{asset::state::ResourceState, resource::model::ModelResource};
use std::{convert::Infallible, sync::Arc};

/// The inputs of a body.
#[derive(Clone, PartialEq)]
pub(super) enum BodySource {
    Shape(BodyShape),
    Model(ModelSource),
}

/// The inputs of the body of a model.
#[derive(Clone)]
pub(super) struct ModelSource {
    pub model: ModelResource,
    pub version: DataVersion,
    pub forward_axis: ForwardAxis,
    /// The motion that the impostor shows.
    pub motion: MotionKind,
    /// The models of the second and the third level of detail.
    pub coarser: [Option<Versioned<ModelResource>>; 2],
    pub clips: Option<(Arc<BakedClips>, ClipChoice)>,
    /// The file of the levels.
    pub levels: Option<Versioned<BakedLevelsResource>>,
}

impl PartialEq for ModelSource {
    fn eq(&self, other: &Self) -> bool {
        let same_clips = match (&self.clips, &other.clips) {
            (Some((ours, choice)), Some((theirs, other))) => {
                Arc::ptr_eq(ours, theirs) && choice == other
            }
            (None, None) => true,
            _ => false,
        };
        same_clips
            && self.model == other.model
            && self.version == other.version
            && self.forward_axis == other.forward_axis
            && self.motion == other.motion
            && self.coarser == other.coarser
            && self.levels == other.levels
    }
}

/// The body with the levels in the file, or why they are not used.
fn with_levels_of(
    file: &BakedLevelsResource,
    body: DrawnBody,
    motion: MotionKind,
) -> Result<DrawnBody, String> {
    if let ResourceState::LoadError { error, .. } = &file.header().state {
        return Err(format!("the file of levels of detail is not used: {error}"));
    }
    let state = file.state();
    let Some(levels): Option<&BakedLevels> = state.data_ref() else {
        return Err("the file of levels of detail is not loaded; choose another one".into());
    };
    body.with_baked_levels(motion, levels).map_err(|_| {
        let path = levels.path().display();
        format!(
            "{path} has the levels of detail of another state of the model, its textures, its motion or its \
             animation, so they are computed at each start; save them again, with the button of the flock panel"
        )
    })
}

/// A body whose other levels of detail have not been computed.
#[derive(Clone)]
struct Unfinished {
    source: BodySource,
    body: DrawnBody,
    /// Why models of its coarser levels are not drawn.
    error: Option<String>,
    /// Why the file of its levels is not used.
    file_error: Option<String>,
}

impl Unfinished {
    fn file(&self) -> Option<&Versioned<BakedLevelsResource>> {
        match &self.source {
            BodySource::Model(model) => model.levels.as_ref(),
            BodySource::Shape(_) => None,
        }
    }

    /// True while something that the levels are computed or read from is being loaded.
    fn is_loading(&self) -> bool {
        self.body.awaits_textures() || self.file().is_some_and(|it| it.is_loading)
    }
}

type SharedBody = SharedWork<Unfinished, DrawnBody>;

/// The bodies of all scenes.
static BODIES: Works<Unfinished, DrawnBody> = Works::new();

/// The body of a flock whose other levels are computed.
#[derive(Default)]
pub(super) struct BackgroundBody {
    /// The body, until the computation of its levels begins.
    waiting: Option<Unfinished>,
    /// Also kept when the levels are taken, for other flocks with the same body.
    shared: Option<SharedBody>,
    /// True until the levels are taken.
    is_awaited: bool,
    error: Option<String>,
    /// The body with all its levels of detail, once they are taken.
    complete: Option<DrawnBody>,
}

fn find(source: &BodySource) -> Option<SharedBody> {
    let mut works = BODIES.all().into_iter();
    works.find(|work| work.lock().source.source == *source)
}

/// Takes the other levels from their file, or begins to compute them.
fn begin(mut unfinished: Unfinished) -> SharedBody {
    let mut background = Background::default();
    let body = unfinished.body.clone();
    match &unfinished.source {
        BodySource::Shape(shape) => {
            let shape = *shape;
            background.begin(move || DrawnBody::of_shape(shape));
        }
        BodySource::Model(model) => {
            let motion = model.motion;
            let of_file = model.levels.as_ref();
            match of_file.map(|file| with_levels_of(&file.resource, body.clone(), motion)) {
                Some(Ok(complete)) => {
                    unfinished.body = complete.clone();
                    return BODIES.add_done(unfinished, complete);
                }
                Some(Err(error)) => unfinished.file_error = Some(error),
                None => (),
            }
            background.begin(move || body.with_levels(motion));
        }
    }
    BODIES.add(unfinished, background)
}

impl BackgroundBody {
    /// A built-in body. If it is used for the first time, its impostor follows, see
    /// [`take`](Self::take).
    pub fn start_shape(&mut self, shape: BodyShape) -> DrawnBody {
        let body = DrawnBody::of_shape_now(shape);
        if body.is_finished() {
            *self = Self::default();
            return body;
        }
        let started: Result<_, Infallible> =
            self.start(BodySource::Shape(shape), || Ok((body, None)));
        let Ok(body) = started;
        body
    }

    /// The body of another flock with this source, or a new one. Its other levels of detail follow,
    /// see [`take`](Self::take), unless they are in a loaded file. `make` returns the body, and why
    /// models of its coarser levels are not drawn.
    pub fn start<E>(
        &mut self,
        source: BodySource,
        make: impl FnOnce() -> Result<(DrawnBody, Option<String>), E>,
    ) -> Result<DrawnBody, E> {
        let shared = find(&source);
        let unfinished = match &shared {
            Some(shared) => shared.lock().source.clone(),
            None => {
                let (body, error) = make()?;
                Unfinished {
                    source,
                    body,
                    error,
                    file_error: None,
                }
            }
        };
        let has_file = unfinished.file().is_some();
        let body = unfinished.body.clone();
        *self = Self {
            error: unfinished.error.clone(),
            waiting: Some(unfinished).filter(|_| shared.is_none()),
            shared,
            is_awaited: true,
            complete: None,
        };
        if has_file {
            self.begin_once_loaded();
        }
        let begun = self.shared.as_ref();
        Ok(begun.map_or(body, |shared| shared.lock().source.body.clone()))
    }

    fn begin_once_loaded(&mut self) {
        let loaded = self.waiting.take_if(|it| !it.is_loading());
        if let Some(unfinished) = loaded {
            let other = find(&unfinished.source);
            self.shared = other.or_else(|| Some(begin(unfinished)));
        }
    }

    /// Waits for the other levels of detail, if their computation has begun.
    pub fn wait(&self) {
        if let Some(shared) = self.shared.as_ref().filter(|_| self.is_awaited) {
            shared.lock().wait();
        }
    }

    /// Why models of the coarser levels are not drawn.
    pub fn error(&self) -> Option<String> {
        self.error.clone()
    }

    /// The levels of a model, once they are taken.
    pub fn levels(&self) -> Option<&BakedLevels> {
        self.complete.as_ref()?.baked_levels()
    }

    /// Why the file of the levels is not used.
    pub fn file_error(&self) -> Option<String> {
        self.shared.as_ref()?.lock().source.file_error.clone()
    }

    /// The body with all levels of detail, once they are computed; returned once after each start.
    /// An inner `None` if the computation panicked.
    pub fn take(&mut self) -> Option<Option<DrawnBody>> {
        self.begin_once_loaded();
        let shared = self.shared.as_ref().filter(|_| self.is_awaited)?;
        let outcome = shared.lock().outcome()?.cloned();
        self.is_awaited = false;
        self.complete.clone_from(&outcome);
        Some(outcome)
    }
}
