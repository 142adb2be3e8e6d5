//! The panel's rows on the model: its animations, the progress of baking, and the button that saves
//! what is computed from it.

use super::widgets::{button, wide_text};
use crate::{
    ids,
    preview::Preview,
    scene_flocks::{script_copy, selected_flock},
    script_command::ReplaceScript,
};
use fyrox::{
    asset::{manager::ResourceManager, Resource, TypedResourceData},
    core::{log::Log, pool::Handle},
    gui::{
        button::Button,
        text::{Text, TextMessage},
        BuildContext, UiNode,
    },
    scene::node::Node,
};
use fyrox_flock::{
    render::{animations_of, BakedClips, BakedLevels},
    sim::files,
    Flock,
};
use fyroxed_base::Editor;
use std::{
    cell::RefCell,
    ffi::OsString,
    path::{Path, PathBuf},
};

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
        format!("The baked model was not saved: {}", self.error)
    }
}

/// Why nothing is saved.
#[derive(Debug, thiserror::Error)]
enum SaveError {
    #[error("no flock is selected")]
    NoFlock,
    #[error("the flock has no model")]
    NoModel,
    #[error("the animation is not baked: switch the live preview on, and wait until it is")]
    NotBaked,
    #[error(
        "the levels of detail are not computed: switch the live preview on, and wait a moment"
    )]
    NoLevels,
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
        let tip = "Writes the levels of detail and the baked animations into files beside the model, so that the game \
                   starts with them at once; asks before it replaces one; can be undone, except for the files";
        let save = button("Save baked model", ids::SAVE_BAKED, tip, ctx);
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
            Ok(paths) => {
                for path in paths {
                    Log::info(format!("Saved as {}", path.display()));
                }
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

/// Writes what is computed from the model of the selected flock beside it, and sets it as the flock's
/// baked levels and clips. Existing files are only replaced if one of them is `asked`, the file that
/// the user was asked about. Returns the files.
fn save(
    preview: &Preview,
    editor: &Editor,
    asked: Option<PathBuf>,
) -> Result<Vec<PathBuf>, SaveError> {
    let node = selected_flock(editor).ok_or(SaveError::NoFlock)?;
    let mut script = script_copy(editor, node).ok_or(SaveError::NoFlock)?;
    let resources = &editor.engine.resource_manager;
    let model = script.model.as_ref().ok_or(SaveError::NoModel)?;
    let model = resources.resource_path(model);
    let model = model.filter(|path| path.is_file());
    let model = model.ok_or(SaveError::NoFile)?;
    // While other clips are baked, the playing clips are not the selected ones.
    let playing = preview.playing(editor, node);
    let playing = playing.filter(|_| preview.baking(editor, node).is_none());
    if script.animation.enabled && playing.is_none() {
        return Err(SaveError::NotBaked);
    }
    let levels = preview.levels(editor, node).ok_or(SaveError::NoLevels)?;
    let levels_path = beside(&model, BakedLevels::EXTENSION);
    let clips = playing.map(|clips| (clips, beside(&model, BakedClips::EXTENSION)));
    let mut paths = vec![levels_path.clone()];
    paths.extend(clips.iter().map(|(_, path)| path.clone()));
    let is_asked = asked.is_some_and(|asked| paths.contains(&asked));
    let taken = paths.iter().find(|path| !files::is_free(path));
    if let Some(taken) = taken.filter(|_| !is_asked) {
        return Err(SaveError::Exists(taken.clone()));
    }
    let file = write(levels, &levels_path, resources)?;
    script.baked_levels.set_value_and_mark_modified(Some(file));
    if let Some((clips, path)) = clips {
        let file = write(clips, &path, resources)?;
        script.baked_clips.set_value_and_mark_modified(Some(file));
    }
    let command = ReplaceScript::new("Save Baked Model".into(), node, script);
    editor.message_sender.do_command(command);
    Ok(paths)
}

/// Writes a file and requests it as an asset.
fn write<T: TypedResourceData + Clone>(
    data: &T,
    path: &Path,
    resources: &ResourceManager,
) -> Result<Resource<T>, SaveError> {
    let saved = data.clone().save(path);
    saved.map_err(|error| SaveError::File(path.to_owned(), error))?;
    let file = resources.request::<T>(path);
    // An older version may be loaded.
    let mut state = resources.state();
    state.reload_resource(file.clone().into_untyped());
    Ok(file)
}

/// The file beside a model: `bird.glb.clips` beside `bird.glb`.
fn beside(model: &Path, extension: &str) -> PathBuf {
    let mut path: OsString = model.into();
    path.push(".");
    path.push(extension);
    path.into()
}
