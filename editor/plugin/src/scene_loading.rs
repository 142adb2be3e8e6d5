//! Keeps the editor awake until the scenes that it loads are shown.
//!
//! FyroxEd takes a scene off its list of loading scenes when the file has been read. It loads the resources of the
//! scene after that, and adds the scene when they are there. Meanwhile the list is empty, so the editor falls asleep,
//! and the scene appears with the next event of the window. An entry on the list for the resources keeps the editor
//! awake, also without the focus. After the scene was added the editor stays awake for a second, as at its start.

use fyrox::{core::SafeLock, engine::GraphicsContext};
use fyroxed_base::{Editor, Message};
use std::path::{Path, PathBuf};

/// Frames for which the editor stays awake after a scene was added.
const SHOWN_AFTER: u32 = 60;

/// Frames in which neither the scene nor a resource is being loaded, after which loading has failed.
const FAILED_AFTER: u32 = 120;

/// The scenes that are being loaded.
#[derive(Debug, Default)]
pub(crate) struct SceneLoading {
    scenes: Vec<Loading>,
    /// Frames left for which an editor without the focus counts as one that has it.
    focused_for: u32,
}

#[derive(Debug)]
struct Loading {
    scene: PathBuf,
    /// Frames since it was seen to go on.
    idle: u32,
}

impl Loading {
    /// Its entry on the editor's list, which the user reads.
    fn entry(&self) -> PathBuf {
        PathBuf::from(format!("{} (resources)", self.scene.display()))
    }
}

impl SceneLoading {
    /// Takes a message before the editor carries it out.
    pub(crate) fn on_message(&mut self, message: &Message, editor: &mut Editor) {
        match message {
            Message::LoadScene(path) => {
                let (scene, idle) = (path.clone(), 0);
                let loading = Loading { scene, idle };
                editor.loading_scenes.safe_lock().insert(loading.entry());
                self.scenes.retain(|known| known.scene != *path);
                self.scenes.push(loading);
            }
            Message::AddScene { path, .. } | Message::AddUiScene { path, .. } => {
                self.on_added(path, editor);
            }
            _ => (),
        }
    }

    fn on_added(&mut self, path: &Path, editor: &mut Editor) {
        // The editor may have been asked for an absolute path; it adds scenes by relative ones.
        let is_it = |loading: &Loading| loading.scene.ends_with(path);
        let Some(index) = self.scenes.iter().position(is_it) else {
            return;
        };
        let loading = self.scenes.remove(index);
        editor.loading_scenes.safe_lock().remove(&loading.entry());
        editor.update_loop_state = Default::default();
        if !editor.focused || self.focused_for > 0 {
            editor.focused = true;
            self.focused_for = SHOWN_AFTER;
        }
    }

    /// Once a frame.
    pub(crate) fn update(&mut self, editor: &mut Editor) {
        if self.focused_for > 0 {
            self.focused_for -= 1;
            if self.focused_for == 0 {
                editor.focused = has_focus(editor);
            }
        }
        if !self.scenes.is_empty() {
            self.end_failed(editor);
        }
    }

    /// Takes the entries of scenes off the list that will never be added.
    fn end_failed(&mut self, editor: &Editor) {
        let pending = editor
            .engine
            .resource_manager
            .state()
            .count_pending_resources();
        let mut list = editor.loading_scenes.safe_lock();
        // More than the entries of this plugin: a file is being read.
        let goes_on = pending > 0 || list.len() > self.scenes.len();
        self.scenes.retain_mut(|loading| {
            loading.idle = if goes_on { 0 } else { loading.idle + 1 };
            let has_failed = loading.idle > FAILED_AFTER;
            if has_failed {
                list.remove(&loading.entry());
            }
            !has_failed
        });
    }
}

/// True if the window has the focus; false without a window.
fn has_focus(editor: &Editor) -> bool {
    match &editor.engine.graphics_context {
        GraphicsContext::Initialized(context) => context.window.has_focus(),
        GraphicsContext::Uninitialized(_) => false,
    }
}
