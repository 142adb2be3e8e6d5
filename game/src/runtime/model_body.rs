//! Bodies whose coarser levels of detail are computed in the background: built-in bodies and models.
//! Flocks with the same model and the same clips share one body.

use super::{
    clips::ModelVersion,
    shared_work::{SharedWork, Works},
};
use crate::{
    geometry::Background,
    render::{BakedClips, BodyShape, ClipChoice, DrawnBody, ForwardAxis, MotionKind},
};
use fyrox::resource::model::ModelResource;
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
    pub version: ModelVersion,
    pub forward_axis: ForwardAxis,
    /// The motion that the impostor shows.
    pub motion: MotionKind,
    /// The models of the second and the third level of detail.
    pub coarser: [Option<CoarserModel>; 2],
    pub clips: Option<(Arc<BakedClips>, ClipChoice)>,
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
    }
}

/// The model of a coarser level of detail.
#[derive(Clone, PartialEq)]
pub(super) struct CoarserModel {
    pub model: ModelResource,
    /// `None` until the model is loaded.
    version: Option<ModelVersion>,
    /// False once it is loaded, or could not be loaded.
    is_loading: bool,
}

impl CoarserModel {
    pub fn of(model: &ModelResource) -> Self {
        Self {
            model: model.clone(),
            version: ModelVersion::of(model),
            is_loading: model.is_loading(),
        }
    }
}

/// A body whose other levels of detail have not been computed.
#[derive(Clone)]
struct Unfinished {
    source: BodySource,
    body: DrawnBody,
    /// Why models of its coarser levels are not drawn.
    error: Option<String>,
}

type SharedBody = SharedWork<Unfinished, DrawnBody>;

/// The bodies of all scenes.
static BODIES: Works<Unfinished, DrawnBody> = Works::new();

/// The body of a flock whose other levels are computed.
#[derive(Default)]
pub(super) struct ModelBody {
    /// The body, until the computation of its levels begins.
    waiting: Option<Unfinished>,
    /// Also kept when the levels are taken, for other flocks with the same body.
    shared: Option<SharedBody>,
    /// True until the levels are taken.
    is_awaited: bool,
    error: Option<String>,
}

fn find(source: &BodySource) -> Option<SharedBody> {
    let mut works = BODIES.all().into_iter();
    works.find(|work| work.lock().source.source == *source)
}

fn begin(unfinished: Unfinished) -> SharedBody {
    let mut background = Background::default();
    let body = unfinished.body.clone();
    match &unfinished.source {
        BodySource::Shape(shape) => {
            let shape = *shape;
            background.begin(move || DrawnBody::of_shape(shape));
        }
        BodySource::Model(model) => {
            let motion = model.motion;
            background.begin(move || body.with_levels(motion));
        }
    }
    BODIES.add(unfinished, background)
}

impl ModelBody {
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
    /// see [`take`](Self::take). `make` returns the body, and why models of its coarser levels are not
    /// drawn.
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
                }
            }
        };
        let body = unfinished.body.clone();
        *self = Self {
            error: unfinished.error.clone(),
            waiting: Some(unfinished).filter(|_| shared.is_none()),
            shared,
            is_awaited: true,
        };
        Ok(body)
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

    /// The body with all levels of detail, once they are computed; returned once after each start.
    /// An inner `None` if the computation panicked.
    pub fn take(&mut self) -> Option<Option<DrawnBody>> {
        let loaded = self.waiting.take_if(|it| !it.body.awaits_textures());
        if let Some(unfinished) = loaded {
            let other = find(&unfinished.source);
            self.shared = other.or_else(|| Some(begin(unfinished)));
        }
        let shared = self.shared.as_ref().filter(|_| self.is_awaited)?;
        let outcome = shared.lock().outcome()?.cloned();
        self.is_awaited = false;
        Some(outcome)
    }
}
