//! Forwards requests for icons of assets, one in each frame.
//!
//! FyroxEd renders the icon of a scene or a model. A thread puts requests into a queue, and the
//! editor locks this queue while it renders up to four icons in a frame. On a slow machine that
//! takes longer than 10 s, the thread's timeout for the lock. The thread then panics, and so does
//! the editor at the next reload of an asset, which happens whenever an open scene is saved. With
//! one request in a frame the lock is held for one icon, and a request after the end of the thread
//! is dropped.

use fyrox::core::log::Log;
use fyroxed_base::{asset::preview::cache::IconRequest, Editor};
use std::{
    collections::VecDeque,
    fmt,
    sync::mpsc::{channel, Receiver, Sender},
};

/// The requests from the asset browser to the thread.
pub(crate) struct AssetIcons {
    requests: Receiver<IconRequest>,
    waiting: VecDeque<IconRequest>,
    /// `None` after the end of the thread.
    thread: Option<Sender<IconRequest>>,
}

impl AssetIcons {
    /// Replaces the sender of the asset browser.
    pub(crate) fn add_to(editor: &mut Editor) -> Self {
        let (sender, requests) = channel();
        let browser = &mut editor.asset_browser;
        Self::new(
            requests,
            std::mem::replace(&mut browser.preview_sender, sender),
        )
    }

    fn new(requests: Receiver<IconRequest>, thread: Sender<IconRequest>) -> Self {
        Self {
            requests,
            waiting: VecDeque::new(),
            thread: Some(thread),
        }
    }

    /// True while the editor must stay awake for icons.
    pub(crate) fn is_busy(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Called once a frame, before the editor renders icons.
    pub(crate) fn update(&mut self) {
        for request in self.requests.try_iter() {
            // An older request for the same item would render the same icon.
            let item = request.widget_handle;
            self.waiting.retain(|older| older.widget_handle != item);
            self.waiting.push_back(request);
        }
        let is_ready = |request: &IconRequest| !request.resource.is_loading();
        let Some(index) = self.waiting.iter().position(is_ready) else {
            return;
        };
        if let (Some(request), Some(thread)) = (self.waiting.remove(index), &self.thread) {
            if thread.send(request).is_err() {
                Log::err(
                    "Flock: the editor's thread for icons has ended; assets keep the icons that they \
                     have. Save the scene and start the editor again to see new ones.",
                );
                self.thread = None;
            }
        }
    }
}

impl fmt::Debug for AssetIcons {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let waiting = self.waiting.len();
        let mut debug = formatter.debug_struct("AssetIcons");
        debug.field("waiting", &waiting).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::{
        asset::{
            state::LoadError,
            untyped::{ResourceKind, UntypedResource},
        },
        core::{pool::Handle, Uuid},
        gui::UiNode,
    };

    fn request(item: u32, resource: UntypedResource) -> IconRequest {
        IconRequest::new(Handle::<UiNode>::new(item, 1), resource, true)
    }

    fn loaded() -> UntypedResource {
        let error = LoadError::new("not a file".to_string());
        UntypedResource::new_load_error(ResourceKind::Embedded, "x".into(), error)
    }

    fn items(received: &Receiver<IconRequest>) -> Vec<u32> {
        received
            .try_iter()
            .map(|it| it.widget_handle.index())
            .collect()
    }

    #[test]
    fn a_frame_passes_on_one_request_and_the_newest_of_an_item() {
        let (browser, requests) = channel();
        let (thread, received) = channel();
        let mut icons = AssetIcons::new(requests, thread);
        for item in [1, 2, 1] {
            browser.send(request(item, loaded())).unwrap();
        }
        icons.update();
        assert_eq!(items(&received), [2]);
        assert!(icons.is_busy());
        icons.update();
        assert_eq!(items(&received), [1]);
        assert!(!icons.is_busy());
    }

    #[test]
    fn a_request_waits_until_its_asset_is_loaded() {
        let (browser, requests) = channel();
        let (thread, received) = channel();
        let mut icons = AssetIcons::new(requests, thread);
        let loading = UntypedResource::new_pending(Uuid::new_v4(), ResourceKind::External);
        browser.send(request(1, loading)).unwrap();
        browser.send(request(2, loaded())).unwrap();
        icons.update();
        icons.update();
        assert_eq!(items(&received), [2]);
        assert!(icons.is_busy());
    }

    #[test]
    fn requests_after_the_end_of_the_thread_are_dropped() {
        let (browser, requests) = channel();
        let (thread, received) = channel();
        let mut icons = AssetIcons::new(requests, thread);
        drop(received);
        for _ in 0..3 {
            browser.send(request(1, loaded())).unwrap();
            icons.update();
            assert!(!icons.is_busy());
        }
    }
}
