//! The panel's row of presets: those of the library and the `.flock` files of the project.

use super::{button, change_script, ids, row, script_copy, widget};
use crate::scene_flocks::selected_flock;
use fyrox::{
    core::{log::Log, pool::Handle},
    graph::SceneGraph,
    gui::{
        button::Button,
        dropdown_list::{DropdownList, DropdownListBuilder, DropdownListMessage},
        formatted_text::WrapMode,
        text::{Text, TextBuilder, TextMessage},
        text_box::{TextBox, TextBoxBuilder},
        utils::make_dropdown_list_option,
        widget::WidgetBuilder,
        BuildContext, UiNode, UserInterface,
    },
};
use fyrox_flock::{
    sim::{Preset, PresetError, Settings, SettingsError},
    FlockPreset,
};
use fyroxed_base::Editor;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Folder of the project that holds its assets.
const DATA: &str = "data";

/// Folders below [`DATA`] that are searched: a link could lead in circles.
const DEEPEST: usize = 16;

/// The row, and what its list offers.
#[derive(Debug)]
pub(super) struct Presets {
    choices: Vec<Choice>,
    list: Handle<DropdownList>,
    apply: Handle<Button>,
    name: Handle<TextBox>,
    save: Handle<Button>,
    outcome: Handle<Text>,
}

/// A preset of the list.
#[derive(Clone, Debug, PartialEq)]
enum Choice {
    Library(Preset),
    File(PathBuf),
}

impl Choice {
    fn name(&self) -> String {
        match self {
            Self::Library(preset) => preset.to_string(),
            Self::File(path) => path.display().to_string(),
        }
    }

    fn settings(&self) -> Result<Settings, PresetError> {
        match self {
            Self::Library(preset) => Ok(preset.settings()),
            Self::File(path) => Settings::load(path),
        }
    }
}

/// The reason why a preset was not saved.
#[derive(Debug, thiserror::Error)]
enum SaveError {
    #[error("no flock is selected")]
    NoFlock,
    #[error("{0:?} is no name for a file: use letters, digits, spaces, - and _")]
    Name(String),
    #[error("{} exists already; choose another name, or delete the file first", .0.display())]
    Exists(PathBuf),
    #[error(transparent)]
    Folder(#[from] io::Error),
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    File(#[from] PresetError),
}

impl Presets {
    /// Returns the rows too.
    pub(super) fn new(ctx: &mut BuildContext) -> (Self, [Handle<UiNode>; 3]) {
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
        let outcome = TextBuilder::new(WidgetBuilder::new().with_width(320.0))
            .with_wrap(WrapMode::Word)
            .build(ctx);
        let rows = [
            row(&[list.to_base(), apply.to_base()], ctx),
            row(&[name.to_base(), save.to_base()], ctx),
            outcome.to_base(),
        ];
        let mut presets = Self {
            choices: Vec::new(),
            list,
            apply,
            name,
            save,
            outcome,
        };
        presets.refresh_in(ctx);
        (presets, rows)
    }

    /// Carries out a click on one of the buttons.
    pub(super) fn on_click(&mut self, target: Handle<UiNode>, editor: &mut Editor) {
        if target == self.apply {
            self.apply(editor);
        } else if target == self.save {
            self.save(editor);
        }
    }

    /// Lists the files anew if the list is being opened.
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

    /// The choice of the list.
    fn chosen(&self, ui: &UserInterface) -> Option<&Choice> {
        let index = ui.try_get(self.list).ok().and_then(|list| *list.selection);
        index.and_then(|index| self.choices.get(index))
    }

    fn refresh_in(&mut self, ctx: &mut BuildContext) {
        let choices = choices(Path::new(DATA));
        if choices == self.choices {
            return;
        }
        let chosen = self.chosen(ctx.inner()).unwrap_or(&choices[0]);
        let index = choices.iter().position(|choice| choice == chosen);
        let options = choices
            .iter()
            .map(|it| make_dropdown_list_option(ctx, &it.name()));
        let options = options.collect();
        let ui = ctx.inner();
        ui.send(self.list, DropdownListMessage::Items(options));
        // The list keeps the index, at which there may be another preset now.
        ui.send(self.list, DropdownListMessage::Selection(None));
        ui.send(self.list, DropdownListMessage::Selection(index));
        self.choices = choices;
    }

    fn apply(&self, editor: &Editor) {
        let ui = editor.engine.user_interfaces.first();
        let choice = self.chosen(ui);
        let (Some(choice), Some(node)) = (choice, selected_flock(editor)) else {
            self.tell("Select a flock and a preset first.".into(), editor);
            return;
        };
        match choice.settings() {
            Ok(settings) => {
                let name = format!("Apply preset {}", choice.name());
                change_script(editor, node, name, |script| {
                    script.set_settings(settings.clone())
                });
                self.tell(String::new(), editor);
            }
            Err(error) => {
                Log::err(format!("The preset was not applied: {error}"));
                self.tell(format!("Not applied: {error}"), editor);
            }
        }
    }

    fn save(&mut self, editor: &mut Editor) {
        let ui = editor.engine.user_interfaces.first();
        let name = ui
            .try_get(self.name)
            .map(|text| text.text())
            .unwrap_or_default();
        let settings = selected_flock(editor).and_then(|node| script_copy(editor, node));
        let settings = settings.map(|script| script.settings());
        match settings
            .ok_or(SaveError::NoFlock)
            .and_then(|it| save(&it, &name))
        {
            Ok(path) => {
                Log::info(format!("The preset was saved as {}", path.display()));
                self.tell(format!("Saved as {}", path.display()), editor);
                self.refresh(editor);
            }
            Err(error) => {
                Log::err(format!("The preset was not saved: {error}"));
                self.tell(format!("Not saved: {error}"), editor);
            }
        }
    }

    fn tell(&self, outcome: String, editor: &Editor) {
        let ui = editor.engine.user_interfaces.first();
        ui.send(self.outcome, TextMessage::Text(outcome));
    }
}

/// Writes a new file in the folder of the project's assets.
fn save(settings: &Settings, name: &str) -> Result<PathBuf, SaveError> {
    let name = name.trim();
    let is_allowed = |c: char| c.is_alphanumeric() || " -_".contains(c);
    if name.is_empty() || !name.chars().all(is_allowed) {
        return Err(SaveError::Name(name.to_owned()));
    }
    let path = Path::new(DATA)
        .join(name)
        .with_extension(FlockPreset::EXTENSION);
    if path.exists() {
        return Err(SaveError::Exists(path));
    }
    settings.validate()?;
    fs::create_dir_all(DATA)?;
    settings.save(&path)?;
    Ok(path)
}

/// The presets of the library, then the files below a folder, by name.
fn choices(folder: &Path) -> Vec<Choice> {
    let mut files = Vec::new();
    find_files(folder, DEEPEST, &mut files);
    files.sort();
    let files = files.into_iter().map(Choice::File);
    Preset::all().map(Choice::Library).chain(files).collect()
}

fn find_files(folder: &Path, deepest: usize, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() && deepest > 0 {
            find_files(&path, deepest - 1, found);
        } else if path
            .extension()
            .is_some_and(|extension| extension == FlockPreset::EXTENSION)
        {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_project_are_offered_after_the_library() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("deep")).unwrap();
        for name in ["b.flock", "deep/a.flock", "c.ron"] {
            fs::write(folder.path().join(name), "()").unwrap();
        }
        let choices = choices(folder.path());
        let library = Preset::all().len();
        assert_eq!(choices.len(), library + 2);
        assert_eq!(
            choices[library],
            Choice::File(folder.path().join("b.flock"))
        );
        assert_eq!(choices[library].settings().unwrap(), Settings::default());
    }

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for name in ["", "  ", "../x", "a/b", "c.flock"] {
            let saved = save(&Settings::default(), name);
            assert!(matches!(saved, Err(SaveError::Name(_))), "{name}");
        }
    }
}
