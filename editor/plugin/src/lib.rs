//! The editor plugin of fyrox-flock, for the FyroxEd of any project.
//!
//! The project's game plugin registers the scripts, as for the game itself; see
//! [`fyrox_flock::register`]. The editor plugin is one more line in the project's editor program:
//!
//! ```no_run
//! # use fyrox_flock_editor::FlockEditor;
//! # use fyroxed_base::Editor;
//! let mut editor = Editor::new(None);
//! // editor.add_game_plugin(Game);
//! editor.add_editor_plugin(FlockEditor::default());
//! ```
//!
//! It adds
//!
//! - *Create > Flock* to the menu bar, and *Flock* to *Create Child Node* in the world viewer. Each
//!   item creates, in one command, a node with a script that affects flocks, or a flock with a
//!   preset that is fitted to the free space in front of the camera;
//! - a live preview: flocks move in the scene view while the scene is edited, within its geometry
//!   and drawn as in the game. The preview is not saved, listed or part of the undo history;
//! - outlines of the selected flock: spawn region (green) and boundary (blue) with its margin; and
//!   an interaction mode with handles that drag the sides, one command per drag;
//! - outlines of the selected script that affects flocks (arrows, volumes, paths, reach) and of the
//!   relations of the selected flock; and a mode with handles that drag sizes and the points of
//!   paths;
//! - one boid of the preview, selected by a click in that mode: the radii and fields of view of
//!   cohesion (yellow), separation (red) and alignment (violet), its look-ahead distance (cyan),
//!   what it sees of the level, and the acceleration that each rule wants, as labelled arrows. The
//!   camera can follow it;
//! - presets as assets: an icon in the asset browser, a strip at the top of the inspector to drop
//!   them on, and files that are saved from a flock;
//! - the animations of a model: their names, the progress of baking, and a button that saves them
//!   beside the model;
//! - the spots of the selected perches, and the rejected places, by reason;
//! - the ways along which scripts lead the boids: arrows on a slice through the level, and the way
//!   and its length from the selected boid to each goal;
//! - a panel (*Utils > Flock Panel*) with the preview's controls, presets, figures, events, and the
//!   advice on the settings of the selected flock, each with a button that applies it. It can
//!   outline the geometry of the flock, and export the figures as CSV.
//!
//! When the editor starts, it checks that the game plugin registered the [`Flock`] script, and logs
//! an error with the remedy if not: the editor removes unknown scripts from the scenes that it
//! saves.
//!
//! [`Flock`]: fyrox_flock::Flock

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod arrow;
mod asset_icons;
mod boid_view;
mod create;
mod effects;
mod flock_outlines;
mod geometry_view;
mod gizmo;
pub mod ids;
mod level_views;
mod number_editor;
mod panel;
mod perch_view;
mod preset_icon;
mod preview;
mod reefs;
mod registration;
mod scene_flocks;
mod scene_loading;
mod script_command;
mod throttle;
mod way_view;

pub use create::{species_ids, FlockKind, Menu};
pub use effects::EffectKind;
pub use gizmo::{effect_mode_id, mode_id};
pub use panel::Readings;
pub use preview::{Preview, Scope};

use asset_icons::AssetIcons;
use boid_view::BoidView;
use create::CreateMenu;
use effects::EffectOutlines;
use fyrox::{
    core::{log::Log, pool::Handle},
    engine::ApplicationLoopController,
    gui::message::UiMessage,
    scene::node::Node,
};
use fyrox_flock::{
    render::{BakedClips, BakedLevels},
    sim::BoidId,
};
use fyroxed_base::{
    plugin::EditorPlugin,
    plugins::inspector::editors::resource::ResourceFieldPropertyEditorDefinition, Editor, Message,
};
use level_views::LevelViews;
use panel::Panel;
use reefs::Reefs;
use scene_loading::SceneLoading;

/// The editor plugin of the flock. Add it with [`Editor::add_editor_plugin`], before
/// [`Editor::run`].
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct FlockEditor {
    /// The live preview.
    pub preview: Preview,
    /// `None` before the editor has started.
    create_menu: Option<CreateMenu>,
    panel: Option<Panel>,
    effect_outlines: EffectOutlines,
    level_views: LevelViews,
    boid_view: Option<BoidView>,
    reefs: Reefs,
    scene_loading: SceneLoading,
    asset_icons: Option<AssetIcons>,
}

impl EditorPlugin for FlockEditor {
    fn on_start(&mut self, editor: &mut Editor) {
        let scripts = &editor.engine.serialization_context.script_constructors;
        if let Err(error) = registration::check(scripts) {
            Log::err(error.to_string());
        }
        preset_icon::add_to(editor);
        let sender = editor.message_sender.clone();
        let clips = ResourceFieldPropertyEditorDefinition::<BakedClips>::new(sender.clone());
        editor.property_editors.insert(clips);
        let levels = ResourceFieldPropertyEditorDefinition::<BakedLevels>::new(sender);
        editor.property_editors.insert(levels);
        number_editor::add_to(editor);
        self.create_menu = Some(CreateMenu::add_to(editor));
        self.panel = Some(Panel::add_to(editor));
        self.boid_view = Some(BoidView::add_to(editor));
        self.asset_icons = Some(AssetIcons::add_to(editor));
    }

    fn on_update(&mut self, _: &mut Editor, _: ApplicationLoopController) {
        if let Some(icons) = &mut self.asset_icons {
            icons.update();
        }
    }

    fn on_ui_message(&mut self, message: &mut UiMessage, editor: &mut Editor) {
        if let Some(menu) = &self.create_menu {
            menu.on_ui_message(message, editor);
        }
        if let (Some(panel), Some(boid_view)) = (&mut self.panel, &mut self.boid_view) {
            let (preview, level_views) = (&mut self.preview, &mut self.level_views);
            panel.on_ui_message(message, preview, level_views, boid_view, editor);
        }
    }

    fn on_message(&mut self, message: &Message, editor: &mut Editor) {
        self.scene_loading.on_message(message, editor);
        if let Message::SelectionChanged { .. } = message {
            self.update_selection(editor);
        }
    }

    /// Called after every command, which may have added the script to the selected node or removed
    /// it.
    fn on_sync_to_model(&mut self, editor: &mut Editor) {
        self.update_selection(editor);
    }

    /// True only while flocks move or start, a reef is built or icons are pending. Otherwise the
    /// editor sleeps until an event.
    fn is_in_preview_mode(&self, editor: &Editor) -> bool {
        let awaits_icons = self.asset_icons.as_ref().is_some_and(AssetIcons::is_busy);
        self.preview.is_busy(editor) || self.reefs.is_busy(editor) || awaits_icons
    }

    /// Runs after the engine and the editor, since the editor removes the lines of the scene
    /// before.
    fn on_post_update(&mut self, editor: &mut Editor, _: ApplicationLoopController) {
        self.scene_loading.update(editor);
        // Reefs come first, because they are geometry for the flocks of the preview.
        self.reefs.update(editor);
        self.preview.update(editor);
        flock_outlines::draw(editor);
        self.effect_outlines.draw(editor);
        if let Some(boid_view) = &mut self.boid_view {
            boid_view.update(&self.preview, editor);
        }
        let watched = self.watched_boid();
        self.level_views.draw(&self.preview, watched, editor);
        if let Some(panel) = &mut self.panel {
            panel.update(&self.preview, &self.level_views, editor);
        }
    }
}

impl FlockEditor {
    /// The boid whose perception is drawn, and the node of its flock. `None` if no flock of the
    /// preview is selected.
    pub fn watched_boid(&self) -> Option<(Handle<Node>, BoidId)> {
        self.boid_view.as_ref()?.watched()
    }

    fn update_selection(&mut self, editor: &mut Editor) {
        gizmo::offer_modes(editor);
        if let Some(panel) = &mut self.panel {
            panel.refresh(editor);
        }
    }
}
