//! The bodies of models. Their coarser levels of detail are computed in the background. Flocks with
//! the same model and the same clips share one body.

use super::{
    clips::ModelVersion,
    shared_work::{SharedWork, Works},
};
use crate::{
    geometry::Background,
    render::{BakedClips, ClipChoice, DrawnBody, ForwardAxis, MotionKind},
};
use fyrox::resource::model::ModelResource;
use std::sync::Arc;

/// The inputs of a body.
#[derive(Clone)]
pub(super) struct BodySource {
    pub model: ModelResource,
    pub version: ModelVersion,
    pub forward_axis: ForwardAxis,
    /// The motion that the impostor shows.
    pub motion: MotionKind,
    /// The models of the second and the third level of detail.
    pub coarser: [Option<(ModelResource, ModelVersion)>; 2],
    pub clips: Option<(Arc<BakedClips>, ClipChoice)>,
}

impl PartialEq for BodySource {
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

/// A body with its finest level of detail only.
struct Finest {
    source: BodySource,
    body: DrawnBody,
}

type SharedBody = SharedWork<Finest, DrawnBody>;

/// The bodies of all scenes.
static BODIES: Works<Finest, DrawnBody> = Works::new();

/// The body of a flock with a model.
#[derive(Default)]
pub(super) struct ModelBody {
    /// The body without other levels, while its textures are being loaded.
    unbegun: Option<Finest>,
    /// Also kept when the levels are taken, for other flocks with the same body.
    shared: Option<SharedBody>,
    /// True while the flock is drawn without the other levels.
    is_awaited: bool,
}

fn find(source: &BodySource) -> Option<SharedBody> {
    let mut works = BODIES.all().into_iter();
    works.find(|work| work.lock().source.source == *source)
}

fn begin(finest: Finest) -> SharedBody {
    let mut background = Background::default();
    let (body, motion) = (finest.body.clone(), finest.source.motion);
    background.begin(move || body.with_levels(motion));
    BODIES.add(finest, background)
}

impl ModelBody {
    /// The body of another flock with this source, or a new one. Its other levels of detail may
    /// follow, see [`take`](Self::take).
    pub fn start<E>(
        &mut self,
        source: BodySource,
        make: impl FnOnce() -> Result<DrawnBody, E>,
    ) -> Result<DrawnBody, E> {
        let shared = find(&source);
        let (body, unbegun) = match &shared {
            Some(shared) => (shared.lock().source.body.clone(), None),
            None => {
                let body = make()?;
                (body.clone(), Some(Finest { source, body }))
            }
        };
        *self = Self {
            unbegun,
            shared,
            is_awaited: true,
        };
        Ok(self.take().unwrap_or(body))
    }

    /// The body with all levels of detail, once they are computed; returned once after each start.
    pub fn take(&mut self) -> Option<DrawnBody> {
        if let Some(finest) = self.unbegun.take_if(|it| !it.body.awaits_textures()) {
            self.shared = find(&finest.source).or_else(|| Some(begin(finest)));
        }
        let shared = self.shared.as_ref().filter(|_| self.is_awaited)?;
        let outcome = shared.lock().outcome()?.cloned();
        self.is_awaited = false;
        outcome
    }
}
