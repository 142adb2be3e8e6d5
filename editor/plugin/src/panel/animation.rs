//! The panel's rows on the animations of the model: their names, the progress of baking, and the
//! button that saves them.

use super::widgets::{button, wide_text};
use crate::{
    ids,
    preview::Preview,
    scene_flocks::{script_copy, selected_flock},
    script_command::ReplaceScript,
};
use fyrox::{
    asset::ResourceData,
    core::{log::Log, pool::Handle},
    gui::{
        button::Button,
        text::{Text, TextMessage},
        BuildContext, UiNode,
    },
    scene::node::Node,
};
use fyrox_flock::{
    render::{animations_of, BakedClips},
    sim::files,
    Flock,
};
use fyroxed_base::Editor;
use std::{cell::RefCell, ffi::OsString, path::PathBuf};

/// The rows.
#[derive(Debug)]
pub(super) struct AnimationRows {
    summary: Handle<Text>,
    save: Handle<Button>,
    failure: RefCell<Option<Failure>>,
}

/// An error of saving. It is shown until the status of the flock changes.
#[derive(Debug)]
struct Failure {
    error: SaveError,
    /// The selected flock and its shown status; `None` before the status is read again.
    summary: Option<(Handle<Node>, String)>,
}

impl Failure {
    fn text(&self) -> String {
        format!("The animations were not saved: {}", self.error)
    }
}

/// Why clips are not saved.
#[derive(Debug, thiserror::Error)]
enum SaveError {
    #[error("no flock is selected")]
    NoFlock,
    #[error("the flock plays no animation: switch animation.enabled and the live preview on, and wait until it is baked")]
    NotBaked,
    #[error("the model of the flock is not a file of the project; choose one that is")]
    NoFile,
    #[error("{} exists already; click again to replace it", .0.display())]
    Exists(PathBuf),
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, Box<dyn std::error::Error>),
}

impl AnimationRows {
    /// Also returns the rows.
    pub(super) fn new(ctx: &mut BuildContext) -> (Self, [Handle<UiNode>; 2]) {
        let tip = "What the model of the selected flock plays, in the live preview";
        let summary = wide_text(ids::ANIMATION, tip, ctx);
        let tip = "Writes the baked animations into a file beside the model, so that the game starts with them at once; \
                   asks before it replaces one; can be undone, except for the file";
        let save = button("Save baked animation", ids::SAVE_CLIPS, tip, ctx);
        let rows = [summary.to_base(), save.to_base()];
        let rows_of_panel = Self {
            summary,
            save,
            failure: RefCell::default(),
        };
        (rows_of_panel, rows)
    }

    /// Handles a click on the button.
    pub(super) fn on_click(&self, target: Handle<UiNode>, preview: &Preview, editor: &Editor) {
        if target != self.save {
            return;
        }
        // A click only answers a question that is still shown.
        let failure = self.failure.take().map(|failure| failure.error);
        let asked = match failure {
            Some(SaveError::Exists(path)) => Some(path),
            _ => None,
        };
        let failure = match save(preview, editor, asked) {
            Ok(path) => {
                Log::info(format!("The animations were saved as {}", path.display()));
                None
            }
            Err(error) => {
                let summary = None;
                let failure = Failure { error, summary };
                Log::err(failure.text());
                Some(failure)
            }
        };
        self.failure.replace(failure);
    }

    /// Shows the animations of the selected flock.
    pub(super) fn update(
        &self,
        selected: Option<Handle<Node>>,
        preview: &Preview,
        editor: &Editor,
    ) {
        let node = selected.unwrap_or_default();
        let text = script_copy(editor, node).map(|script| summary(&script, node, preview, editor));
        let text = text.unwrap_or_else(|| "No flock is selected.".into());
        let mut failure = self.failure.borrow_mut();
        if let Some(failure) = &mut *failure {
            let now = (node, text.clone());
            if *failure.summary.get_or_insert_with(|| now.clone()) == now {
                return self.tell(failure.text(), editor);
            }
        }
        *failure = None;
        self.tell(text, editor);
    }

    fn tell(&self, text: String, editor: &Editor) {
        let ui = editor.engine.user_interfaces.first();
        ui.send(self.summary, TextMessage::Text(text));
    }
}

fn summary(script: &Flock, node: Handle<Node>, preview: &Preview, editor: &Editor) -> String {
    let Some(model) = &*script.model else {
        return "The flock has no model: built-in bodies move by body_motion.".into();
    };
    let names = animations_of(model);
    if names.is_empty() {
        return "The model has no animation.".into();
    }
    let has = format!("The model has {}", names.join(", "));
    if !script.animation.enabled {
        return format!("{has}; animation.enabled plays them.");
    }
    if let Some(share) = preview.baking(editor, node) {
        return format!("{has}. Baking: {:.0}%", 100.0 * share);
    }
    match preview.playing(editor, node) {
        Some(playing) => format!("{has}. {}", played(playing)),
        None if !preview.is_on => format!("{has}. The live preview is off."),
        None => format!("{has}. None is played: see the advice."),
    }
}

fn played(playing: &BakedClips) -> String {
    let clips = playing.clips().iter().map(|clip| {
        let (name, frames, seconds) = (&clip.name, clip.frames, clip.seconds);
        format!("{name}, {frames} frames for {seconds:.2} s")
    });
    format!("Baked: {}.", clips.collect::<Vec<_>>().join("; "))
}

/// Writes the clips of the selected flock beside its model, and sets them as the flock's baked
/// clips. An existing file is only replaced if it is `asked`, the file that the user was asked
/// about.
fn save(preview: &Preview, editor: &Editor, asked: Option<PathBuf>) -> Result<PathBuf, SaveError> {
    let node = selected_flock(editor).ok_or(SaveError::NoFlock)?;
    let mut script = script_copy(editor, node).ok_or(SaveError::NoFlock)?;
    let playing = preview.playing(editor, node);
    // While other clips are baked, the playing clips are not the selected ones.
    let playing = playing.filter(|_| preview.baking(editor, node).is_none());
    let playing = playing.ok_or(SaveError::NotBaked)?;
    let resources = &editor.engine.resource_manager;
    let model = script.model.as_ref();
    let model = model.and_then(|model| resources.resource_path(model));
    let path = clips_path(
        model
            .filter(|path| path.is_file())
            .ok_or(SaveError::NoFile)?,
    );
    if !files::is_free(&path) && asked.as_ref() != Some(&path) {
        return Err(SaveError::Exists(path));
    }
    let saved = playing.clone().save(&path);
    saved.map_err(|error| SaveError::File(path.clone(), error))?;
    let file = resources.request::<BakedClips>(&path);
    // An older version may be loaded.
    resources
        .state()
        .reload_resource(file.clone().into_untyped());
    script.baked_clips.set_value_and_mark_modified(Some(file));
    let command = ReplaceScript::new("Save Baked Animation".into(), node, script);
    editor.message_sender.do_command(command);
    Ok(path)
}

/// The file of a model's clips: `bird.glb.clips` beside `bird.glb`.
fn clips_path(model: PathBuf) -> PathBuf {
    let mut path: OsString = model.into();
    path.push(".");
    path.push(BakedClips::EXTENSION);
    path.into()
}
