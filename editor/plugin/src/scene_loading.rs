//! Keeps the editor awake until the scenes that it loads are shown.
//!
//! FyroxEd removes a scene from its list of loading scenes when the file has been read. After that
//! it loads the resources of the scene, and adds the scene when they are complete. Meanwhile the
//! list is empty, so the editor falls asleep, and the scene appears only at the next window event.
//! An entry in the list for the resources keeps the editor awake, even without the focus. After the
//! scene was added, the editor stays awake for a second, as at its start.

use fyrox::{core::SafeLock, engine::GraphicsContext};
use fyroxed_base::{Editor, Message};
use std::path::{Path, PathBuf};

/// Number of frames for which the editor stays awake after a scene was added.
const SHOWN_AFTER: u32 = 60;

/// Number of frames without a loading scene or resource after which loading has failed.
const FAILED_AFTER: u32 = 120;

/// The scenes that are being loaded.
#[derive(Debug, Default)]
pub(crate) struct SceneLoading {
    scenes: Vec<Loading>,
    /// Remaining frames for which an editor without the focus counts as focused.
    focused_for: u32,
}

#[derive(Debug)]
struct Loading {
    scene: PathBuf,
    /// Number of frames since the last progress.
    idle: u32,
}

impl Loading {
    /// Its entry in the editor's list, which is shown to the user.
    fn entry(&self) -> PathBuf {
        PathBuf::from(format!("{} (resources)", self.scene.display()))
    }
}

impl SceneLoading {
    /// Handles a message before the editor does.
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
        // The requested path may be absolute; the editor adds scenes by relative paths.
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

    /// Called once a frame.
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

    /// Removes the entries of scenes that will never be added.
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
