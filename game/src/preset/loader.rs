//! Loading of presets as assets.

use super::flock_preset::FlockPreset;
use crate::asset_file::read_asset;
use flock_sim::{files, settings::PresetError, Settings};
use fyrox::{
    asset::{
        io::ResourceIo,
        loader::{BoxedLoaderFuture, LoaderPayload, ResourceLoader},
        manager::ResourceManager,
        state::LoadError,
    },
    core::type_traits::prelude::*,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Largest size of a file, in bytes.
const LONGEST: u64 = Settings::LONGEST_TEXT as u64;

/// Why a file is not a preset.
#[derive(Debug, thiserror::Error)]
pub enum FlockPresetError {
    /// The file cannot be read.
    #[error("{} cannot be read: {reason}", path.display())]
    Unreadable {
        /// The file of the preset.
        path: PathBuf,
        /// The error of the operating system.
        reason: String,
    },
    /// The file is not valid UTF-8.
    #[error("{} is not a preset: it is not UTF-8 text; save it in UTF-8", .0.display())]
    NotText(PathBuf),
    /// The settings are invalid.
    #[error("{}: {error}", path.display())]
    Settings {
        /// The file of the preset.
        path: PathBuf,
        /// Line, field and remedy.
        error: PresetError,
    },
    /// The look is invalid.
    #[error("{}: line {line}, column {column}: look: {reason}", path.display())]
    Look {
        /// The file of the preset.
        path: PathBuf,
        /// Line of the error, from 1.
        line: usize,
        /// Column of the error, from 1.
        column: usize,
        /// Description of the error.
        reason: String,
    },
}

impl FlockPreset {
    /// Reads a preset from a file.
    ///
    /// # Errors
    /// Names the file, and the line, column and field of the first error in its text. A file of
    /// more than 1 MiB is rejected.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, FlockPresetError> {
        let path = path.as_ref();
        let bytes = files::read_at_most(path, LONGEST);
        Self::from_bytes(path, bytes.map_err(|error| unreadable(path, &error))?)
    }

    /// `path` is only used in errors.
    fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, FlockPresetError> {
        let text =
            String::from_utf8(bytes).map_err(|_| FlockPresetError::NotText(path.to_owned()))?;
        // The settings come first, since their errors are more precise.
        let settings = Settings::from_ron(&text).map_err(|error| FlockPresetError::Settings {
            path: path.to_owned(),
            error,
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let preset: Self = ron::from_str(text).map_err(|error| FlockPresetError::Look {
            path: path.to_owned(),
            line: error.span.start.line,
            column: error.span.start.col,
            reason: error.code.to_string(),
        })?;
        Ok(Self {
            look: preset.look,
            ..settings.into()
        })
    }
}

fn unreadable(path: &Path, error: &impl ToString) -> FlockPresetError {
    FlockPresetError::Unreadable {
        path: path.to_owned(),
        reason: error.to_string(),
    }
}

struct PresetLoader;

impl ResourceLoader for PresetLoader {
    fn extensions(&self) -> &[&str] {
        &[FlockPreset::EXTENSION]
    }

    fn data_type_uuid(&self) -> Uuid {
        <FlockPreset as TypeUuidProvider>::type_uuid()
    }

    fn load(&self, path: PathBuf, io: Arc<dyn ResourceIo>) -> BoxedLoaderFuture {
        Box::pin(async move {
            let preset = read(&path, io.as_ref()).await.map_err(LoadError::new)?;
            Ok(LoaderPayload::new(preset))
        })
    }
}

async fn read(path: &Path, io: &dyn ResourceIo) -> Result<FlockPreset, FlockPresetError> {
    let bytes = read_asset(path, io, LONGEST).await;
    FlockPreset::from_bytes(path, bytes.map_err(|error| unreadable(path, &error))?)
}

/// Registers presets with a project's resources. Does nothing if they are registered already.
pub(crate) fn register(manager: &ResourceManager) {
    let state = manager.state();
    let constructors = &state.constructors_container;
    let id = <FlockPreset as TypeUuidProvider>::type_uuid();
    if constructors.try_create(&id).is_none() {
        constructors.add::<FlockPreset>();
        state.add_loader(PresetLoader);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{preset::PresetLook, render::ForwardAxis};
    use flock_sim::Preset;
    use flock_testkit::fuzz::{self, Form, Outcome, Target};
    use fyrox::{asset::io::FsResourceIo, core::futures::executor::block_on};

    /// The result of the loader for a text, which must equal the result of `load`.
    fn read_text(text: &[u8]) -> Result<FlockPreset, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.flock");
        std::fs::write(&path, text).unwrap();
        let loaded = block_on(read(&path, &FsResourceIo)).map_err(|error| error.to_string());
        let read = FlockPreset::load(&path).map_err(|error| error.to_string());
        assert_eq!(loaded, read);
        loaded
    }

    #[test]
    fn presets_of_the_library_have_their_settings_and_a_look() {
        for preset in Preset::all() {
            let read = FlockPreset::of(preset);
            assert_eq!(read.settings(), preset.settings(), "{}", preset.name());
            assert_eq!(read_text(preset.text().as_bytes()), Ok(read));
        }
    }

    #[test]
    fn files_are_presets_and_errors_name_file_line_and_field() {
        let settings = Preset::Starlings.settings();
        assert_eq!(read_text(settings.to_ron().as_bytes()), Ok(settings.into()));
        let error = read_text(b"(\n  motion: (max_sped: 2),\n)").unwrap_err();
        for part in ["test.flock", "line 2", "max_sped", "max_speed"] {
            assert!(error.contains(part), "no {part} in {error}");
        }
        assert!(read_text(&[0xff, 0xfe, 0xc0])
            .unwrap_err()
            .contains("UTF-8"));
    }

    #[test]
    fn a_file_that_is_too_large_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.flock");
        // Larger than the memory, but sparse on the disk.
        let file = std::fs::File::create(&path).unwrap();
        file.set_len(1 << 40).unwrap();
        for read in [
            FlockPreset::load(&path),
            block_on(read(&path, &FsResourceIo)),
        ] {
            let error = read.unwrap_err().to_string();
            assert!(error.contains("allowed: up to 1048576"), "{error}");
        }
    }

    #[test]
    fn a_look_is_read_and_its_errors_are_told() {
        let text = "(\n look: (model: \"data/carp.glb\", forward_axis: MinusX),\n)";
        let look = PresetLook {
            enabled: true,
            model: "data/carp.glb".into(),
            forward_axis: ForwardAxis::MinusX,
            ..PresetLook::default()
        };
        let preset = read_text(text.as_bytes()).unwrap();
        assert_eq!(preset.look, look);
        assert_eq!(read_text(preset.to_ron().as_bytes()), Ok(preset));
        assert!(!read_text(b"()").unwrap().look.enabled);
        let error = read_text(b"(\n look: (modle: \"a\"),\n)").unwrap_err();
        for part in ["test.flock", "line 2", "look", "modle", "model"] {
            assert!(error.contains(part), "no {part} in {error}");
        }
    }

    /// Any bytes are refused with a reason and the name of the file, or read as a preset that is
    /// the same after it was written and read again.
    fn check(bytes: &[u8]) -> Outcome {
        let path = Path::new("test.flock");
        let preset = match FlockPreset::from_bytes(path, bytes.to_vec()) {
            Ok(preset) => preset,
            Err(error) => {
                assert!(error.to_string().starts_with("test.flock"), "{error}");
                return Outcome::refused(error);
            }
        };
        assert!(preset.settings().validate().is_ok());
        let text = preset.to_ron();
        let again = FlockPreset::from_bytes(path, text.clone().into_bytes());
        // Texts, because a look may hold NaN.
        assert_eq!(again.expect("it was written").to_ron(), text);
        Outcome::Accepted
    }

    fn corpus() -> Vec<Vec<u8>> {
        let texts = |preset: Preset| [preset.text().into(), FlockPreset::of(preset).to_ron()];
        Preset::all()
            .flat_map(texts)
            .map(String::into_bytes)
            .collect()
    }

    #[test]
    fn any_bytes_are_refused_or_a_preset() {
        fuzz::assert_holds(&Target {
            name: "flock_files",
            form: Form::Text,
            corpus,
            check,
            cases: 10_000,
        });
    }
}
