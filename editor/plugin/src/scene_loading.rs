//! Keeps the editor awake until the scenes that it loads are shown.
//!
//! FyroxEd takes a scene off its list of loading scenes when the file has been read. It loads the resources of the
//! scene after that, and adds the scene when they are there. Meanwhile the list is empty, so the editor falls asleep,
//! and the scene appears with the next event of the window. An entry on the list for the resources keeps the editor
//! awake, also without the focus.

use fyrox::core::SafeLock;
use fyroxed_base::{Editor, Message};
use std::path::{Path, PathBuf};

/// Frames for which an editor without the focus stays awake after a scene was added: enough to draw it.
const SHOWN_AFTER: u32 = 10;

/// Frames in which neither the scene nor a resource is being loaded, after which loading has failed.
const FAILED_AFTER: u32 = 120;

/// The scenes that are being loaded.
#[derive(Debug, Default)]
pub(crate) struct SceneLoading(Vec<Loading>);

#[derive(Debug)]
struct Loading {
    scene: PathBuf,
    is_added: bool,
    /// Frames since it was seen to go on.
    idle: u32,
}

impl Loading {
    fn new(scene: &Path) -> Self {
        Self {
            scene: scene.to_owned(),
            is_added: false,
            idle: 0,
        }
    }

    /// Its entry on the editor's list, which the user reads.
    fn entry(&self) -> PathBuf {
        PathBuf::from(format!("{} (resources)", self.scene.display()))
    }

    fn is_over(&self) -> bool {
        let most = match self.is_added {
            true => SHOWN_AFTER,
            false => FAILED_AFTER,
        };
        self.idle > most
    }
}

impl SceneLoading {
    /// Takes a message before the editor carries it out.
    pub(crate) fn on_message(&mut self, message: &Message, editor: &Editor) {
        match message {
            Message::LoadScene(path) => {
                let loading = Loading::new(path);
                editor.loading_scenes.safe_lock().insert(loading.entry());
                self.0.retain(|known| known.scene != *path);
                self.0.push(loading);
            }
            Message::AddScene { path, .. } | Message::AddUiScene { path, .. } => {
                self.on_added(path, editor);
            }
            _ => (),
        }
    }

    fn on_added(&mut self, path: &Path, editor: &Editor) {
        // The editor may have been asked for an absolute path; it adds scenes by relative ones.
        let is_it = |loading: &Loading| loading.scene.ends_with(path);
        let Some(index) = self.0.iter().position(is_it) else {
            return;
        };
        let loading = &mut self.0[index];
        (loading.is_added, loading.idle) = (true, 0);
        // With the focus, the scene's own messages keep the editor awake until it is drawn.
        if editor.focused {
            editor.loading_scenes.safe_lock().remove(&loading.entry());
            self.0.remove(index);
        }
    }

    /// Once a frame.
    pub(crate) fn update(&mut self, editor: &Editor) {
        if self.0.is_empty() {
            return;
        }
        let resources = editor.engine.resource_manager.state();
        let is_pending = resources.count_pending_resources() > 0;
        let mut list = editor.loading_scenes.safe_lock();
        // More than the entries of this plugin: a file is being read.
        let is_reading = list.len() > self.0.len();
        self.0.retain_mut(|loading| {
            let goes_on = !loading.is_added && (is_pending || is_reading);
            loading.idle = if goes_on { 0 } else { loading.idle + 1 };
            if loading.is_over() {
                list.remove(&loading.entry());
            }
            !loading.is_over()
        });
    }
}
