//! Handles in the scene view that drag the volumes of the selected flock, and the sizes of scripts
//! that affect flocks.

mod dragged;
mod effect_handles;
mod flock_volumes;
mod handles;
mod mode;
mod view;

use crate::scene_flocks::{current_scene, selected_effect, selected_flock};
use dragged::Dragged;
use effect_handles::EffectSizes;
use flock_volumes::FlockVolumes;
use fyrox::{
    core::{pool::Handle, type_traits::prelude::*, Uuid},
    scene::node::Node,
};
use fyroxed_base::{interaction::move_mode::MoveInteractionMode, Editor};
use mode::HandleMode;
pub(crate) use view::{on_screen, Pointer};

/// Id of the interaction mode for flocks, for the message `SetInteractionMode` of the editor.
pub fn mode_id() -> Uuid {
    FlockVolumes::MODE
}

/// Id of the interaction mode for the scripts that affect flocks.
pub fn effect_mode_id() -> Uuid {
    EffectSizes::MODE
}

/// Adds or removes the modes according to the selection.
pub(crate) fn offer_modes(editor: &mut Editor) {
    let (flock, effect) = (selected_flock(editor), selected_effect(editor));
    offer::<FlockVolumes>(editor, flock);
    offer::<EffectSizes>(editor, effect);
}

fn offer<T: Dragged>(editor: &mut Editor, selected: Option<Handle<Node>>) {
    let Some(scene) = current_scene(editor).map(|it| it.scene) else {
        return;
    };
    let entry = editor.scenes.current_scene_entry_mut();
    let modes = &entry.interaction_modes;
    let offered = modes
        .get(&T::MODE)
        .and_then(|mode| mode.as_any().downcast_ref::<HandleMode<T>>());
    // Replacing the mode would cancel a drag.
    if offered.map(HandleMode::node) == selected {
        return;
    }
    let engine = &mut editor.engine;
    // Without this, no mode would be active.
    if entry.current_interaction_mode == Some(T::MODE) && selected.is_none() {
        entry.set_interaction_mode(engine, Some(MoveInteractionMode::type_uuid()));
    }
    if let Some(mut old) = entry.interaction_modes.remove_typed::<HandleMode<T>>() {
        old.cancel(&mut engine.scenes[scene]);
    }
    if let Some(node) = selected {
        let mode = HandleMode::<T>::new(node, editor.message_sender.clone());
        entry.interaction_modes.add(mode);
    }
}

/// Takes the last click in the mode that hit no handle; each click is returned once.
pub(crate) fn take_click(editor: &mut Editor) -> Option<Pointer> {
    let entry = editor.scenes.current_scene_entry_mut();
    let mode = entry
        .interaction_modes
        .of_type_mut::<HandleMode<FlockVolumes>>()?;
    mode.take_click()
}
