//! Handles in the scene view with which the volumes of the selected flock are dragged.

mod handles;
mod mode;
mod view;

use crate::scene_flocks::{current_scene, selected_flock};
use fyrox::core::{type_traits::prelude::*, Uuid};
use fyroxed_base::{interaction::move_mode::MoveInteractionMode, Editor};
use mode::VolumeMode;
pub(crate) use view::{on_screen, Pointer};

/// Id of the interaction mode, for the message `SetInteractionMode` of the editor.
pub fn mode_id() -> Uuid {
    VolumeMode::type_uuid()
}

/// Offers the mode while a flock is selected.
pub(crate) fn follow_selection(editor: &mut Editor) {
    let selected = selected_flock(editor);
    let Some(scene) = current_scene(editor).map(|it| it.scene) else {
        return;
    };
    let entry = editor.scenes.current_scene_entry_mut();
    let modes = &entry.interaction_modes;
    let offered = modes
        .get(&mode_id())
        .and_then(|mode| mode.as_any().downcast_ref::<VolumeMode>());
    // A drag would be lost with the mode.
    if offered.map(VolumeMode::node) == selected {
        return;
    }
    let engine = &mut editor.engine;
    // Without another mode in its place, none would be active.
    if entry.current_interaction_mode == Some(mode_id()) && selected.is_none() {
        entry.set_interaction_mode(engine, Some(MoveInteractionMode::type_uuid()));
    }
    if let Some(mut old) = entry.interaction_modes.remove_typed::<VolumeMode>() {
        old.cancel(&mut engine.scenes[scene]);
    }
    if let Some(node) = selected {
        let mode = VolumeMode::new(node, editor.message_sender.clone());
        entry.interaction_modes.add(mode);
    }
}

/// The last click in the mode that took no handle, if it has not been taken before.
pub(crate) fn take_click(editor: &mut Editor) -> Option<Pointer> {
    let entry = editor.scenes.current_scene_entry_mut();
    let mode = entry.interaction_modes.of_type_mut::<VolumeMode>()?;
    mode.take_click()
}
