//! The panel's row of presets: the built-in ones and the `.flock` files of the project.

use super::{
    preset_files::{choices, is_preset, save, Choice, SaveError, DATA},
    widgets::{button, check_box, row, widget},
};
use crate::{
    ids,
    scene_flocks::{script_copy, selected_flock},
    script_command::replace_flock,
};
use fyrox::{
    core::{log::Log, pool::Handle},
    graph::SceneGraph,
    gui::{
        border::{Border, BorderBuilder},
        button::Button,
        check_box::CheckBox,
        dropdown_list::{DropdownList, DropdownListBuilder, DropdownListMessage},
        formatted_text::WrapMode,
        text::{Text, TextBuilder, TextMessage},
        text_box::{TextBox, TextBoxBuilder},
        utils::make_dropdown_list_option,
        widget::{WidgetBuilder, WidgetMessage},
        BuildContext, UiNode, UserInterface,
    },
    scene::node::Node,
};
use fyrox_flock::{
    presets::{PresetLook, PresetLookError},
    Flock, FlockPreset,
};
use fyroxed_base::{asset::item::AssetItem, plugins::inspector::InspectorPlugin, Editor};
use std::path::Path;

/// The row, and the contents of its list.
#[derive(Debug)]
pub(super) struct Presets {
    choices: Vec<Choice>,
    list: Handle<DropdownList>,
    apply: Handle<Button>,
    name: Handle<TextBox>,
    save: Handle<Button>,
    with_look: Handle<CheckBox>,
    outcome: Handle<Text>,
    /// The strip at the top of the inspector to drop presets on.
    drop_zone: Handle<Border>,
    has_drop_zone: bool,
}

impl Presets {
    /// Also returns the rows.
    pub(super) fn new(ctx: &mut BuildContext) -> (Self, [Handle<UiNode>; 4]) {
        let tip = "Settings that come with the library, and the .flock files of the project";
        let list = DropdownListBuilder::new(widget(ids::PRESET, tip, ctx).with_width(150.0))
            .with_close_on_selection(true)
            .build(ctx);
        let tip = "Gives the selected flock all settings of the preset; can be undone";
        let apply = button("Apply preset", ids::APPLY_PRESET, tip, ctx);
        let tip = "Name of the file in the folder data";
        let name = TextBoxBuilder::new(widget(ids::PRESET_NAME, tip, ctx).with_width(150.0))
            .with_text("my flock")
            .build(ctx);
        let tip =
            "Writes the settings of the selected flock to a file, which other flocks can apply";
        let save = button("Save as preset", ids::SAVE_PRESET, tip, ctx);
        let tip =
            "Applied presets bring body or model, axis, motion and variety, if their file has a look, in \
             place of those of the flock; saved ones keep those of the flock";
        let with_look = check_box("with the look", ids::PRESET_LOOK, tip, true, ctx);
        let outcome = TextBuilder::new(WidgetBuilder::new().with_width(320.0))
            .with_wrap(WrapMode::Word)
            .build(ctx);
        let rows = [
            row(&[list.to_base(), apply.to_base()], ctx),
            row(&[name.to_base(), save.to_base()], ctx),
            with_look.to_base(),
            outcome.to_base(),
        ];
        let mut presets = Self {
            choices: Vec::new(),
            list,
            apply,
            name,
            save,
            with_look,
            outcome,
            drop_zone: drop_zone(ctx),
            has_drop_zone: false,
        };
        presets.refresh_in(ctx);
        (presets, rows)
    }

    /// Handles a click on one of the buttons.
    pub(super) fn on_click(&mut self, target: Handle<UiNode>, editor: &mut Editor) {
        if target == self.apply {
            self.apply(editor);
        } else if target == self.save {
            self.save(editor);
        }
    }

    /// Updates the list of files if the list is being opened.
    pub(super) fn on_list_message(
        &mut self,
        target: Handle<UiNode>,
        message: &DropdownListMessage,
        editor: &mut Editor,
    ) {
        if target == self.list && *message == DropdownListMessage::Open {
            self.refresh(editor);
        }
    }

    fn refresh(&mut self, editor: &mut Editor) {
        let ui = editor.engine.user_interfaces.first_mut();
        self.refresh_in(&mut ui.build_ctx());
    }

    /// The selected preset.
    fn chosen(&self, ui: &UserInterface) -> Option<&Choice> {
        let index = ui.try_get(self.list).ok().and_then(|list| *list.selection);
        index.and_then(|index| self.choices.get(index))
    }

    fn refresh_in(&mut self, ctx: &mut BuildContext) {
        let choices = choices(Path::new(DATA));
        if choices == self.choices {
            return;
        }
        // Nothing is selected at first: the list does not show which preset the flock has.
        let chosen = self.chosen(ctx.inner());
        let index = chosen.and_then(|chosen| choices.iter().position(|choice| choice == chosen));
        let options = choices
            .iter()
            .map(|it| make_dropdown_list_option(ctx, &it.name()));
        let options = options.collect();
        let ui = ctx.inner();
        ui.send(self.list, DropdownListMessage::Items(options));
        // The list keeps the index, which may belong to another preset now.
        ui.send(self.list, DropdownListMessage::Selection(None));
        ui.send(self.list, DropdownListMessage::Selection(index));
        self.choices = choices;
    }

    /// Adds the strip at the top of the inspector.
    pub(super) fn add_to(&self, editor: &mut Editor) {
        let Some(inspector) = editor.plugins.try_get::<InspectorPlugin>() else {
            return;
        };
        let head = inspector.head;
        let ui = editor.engine.user_interfaces.first_mut();
        ui.send(self.drop_zone, WidgetMessage::link_with(head));
    }

    /// Shows the strip while a flock is selected.
    pub(super) fn update_drop_zone(&mut self, editor: &Editor) {
        let has_flock = selected_flock(editor).is_some();
        if has_flock != self.has_drop_zone {
            self.has_drop_zone = has_flock;
            let ui = editor.engine.user_interfaces.first();
            ui.send(self.drop_zone, WidgetMessage::Visibility(has_flock));
        }
    }

    /// Applies the preset that was dropped on the strip.
    pub(super) fn on_drop(&self, target: Handle<UiNode>, dropped: Handle<UiNode>, editor: &Editor) {
        let ui = editor.engine.user_interfaces.first();
        let Some(item) = ui.try_get_of_type::<AssetItem>(dropped).ok() else {
            return;
        };
        if target != self.drop_zone {
            return;
        }
        match item.relative_path() {
            Ok(path) if is_preset(&path) => self.apply_choice(&Choice::File(path), editor),
            _ => {
                let error = format!("{} is not a preset (.flock)", item.path.display());
                self.tell_error("The preset was not applied", &error, editor);
            }
        }
    }

    fn apply(&self, editor: &Editor) {
        match self.chosen(editor.engine.user_interfaces.first()) {
            Some(choice) => self.apply_choice(choice, editor),
            None => self.tell("Select a preset first.".into(), editor),
        }
    }

    fn apply_choice(&self, choice: &Choice, editor: &Editor) {
        let Some(node) = selected_flock(editor) else {
            self.tell("Select a flock first.".into(), editor);
            return;
        };
        match choice.preset() {
            Ok(preset) => {
                let name = format!("Apply preset {}", choice.name());
                match self.applied(&preset, node, editor) {
                    Ok(Some(script)) => {
                        replace_flock(editor, node, name, script);
                        self.tell(String::new(), editor);
                    }
                    Ok(None) => (),
                    Err(error) => self.tell_error("The preset was not applied", &error, editor),
                }
            }
            Err(error) => self.tell_error("The preset was not applied", &error, editor),
        }
    }

    /// The script of a node with a preset applied. `None` if the node has no flock.
    fn applied(
        &self,
        preset: &FlockPreset,
        node: Handle<Node>,
        editor: &Editor,
    ) -> Result<Option<Flock>, PresetLookError> {
        let Some(mut script) = script_copy(editor, node) else {
            return Ok(None);
        };
        script.set_settings(preset.settings());
        if self.with_look(editor) {
            let resources = &editor.engine.resource_manager;
            preset.look.apply(&mut script, resources)?;
        }
        Ok(Some(script))
    }

    fn with_look(&self, editor: &Editor) -> bool {
        let ui = editor.engine.user_interfaces.first();
        ui.try_get(self.with_look)
            .is_ok_and(|check_box| *check_box.checked == Some(true))
    }

    fn save(&mut self, editor: &mut Editor) {
        let ui = editor.engine.user_interfaces.first();
        let name = ui
            .try_get(self.name)
            .map(|text| text.text())
            .unwrap_or_default();
        match self.selected(editor).and_then(|preset| save(preset, &name)) {
            Ok(path) => {
                Log::info(format!("The preset was saved as {}", path.display()));
                self.tell(format!("Saved as {}", path.display()), editor);
                self.refresh(editor);
            }
            Err(error) => self.tell_error("The preset was not saved", &error, editor),
        }
    }

    /// The selected flock as a preset.
    fn selected(&self, editor: &Editor) -> Result<FlockPreset, SaveError> {
        let script = selected_flock(editor).and_then(|node| script_copy(editor, node));
        let script = script.ok_or(SaveError::NoFlock)?;
        let mut preset = FlockPreset::from(script.settings());
        if self.with_look(editor) {
            preset.look = PresetLook::of(&script, &editor.engine.resource_manager)?;
        }
        Ok(preset)
    }

    fn tell_error(&self, what: &str, error: &dyn std::fmt::Display, editor: &Editor) {
        let text = format!("{what}: {error}");
        Log::err(&text);
        self.tell(text, editor);
    }

    fn tell(&self, outcome: String, editor: &Editor) {
        let ui = editor.engine.user_interfaces.first();
        ui.send(self.outcome, TextMessage::Text(outcome));
    }
}

fn drop_zone(ctx: &mut BuildContext) -> Handle<Border> {
    let text = TextBuilder::new(WidgetBuilder::new().with_hit_test_visibility(false))
        .with_text("Flock: drop a preset (.flock) here to apply it")
        .build(ctx);
    let tip =
        "Gives this flock the settings of the preset, and its look if the panel says so; can be \
               undone";
    let widget = widget(ids::PRESET_DROP, tip, ctx)
        .with_allow_drop(true)
        .with_visibility(false)
        .with_child(text);
    BorderBuilder::new(widget).build(ctx)
}
