//! Presets as assets: settings in `.flock` files.

use flock_sim::{
    Avoidance, Body, Boundary, Collision, Motion, Neighbours, PresetError, Rule, Settings,
    Simulation, Spawn, Wander,
};
use fyrox::{
    asset::{
        io::ResourceIo,
        loader::{BoxedLoaderFuture, LoaderPayload, ResourceLoader},
        manager::ResourceManager,
        state::LoadError,
        ResourceData,
    },
    core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
};
use std::{
    error::Error,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Settings of a flock as an asset of a project: a file with the extension `flock`, whose text is that
/// of a preset, see [`Settings::from_ron`].
///
/// The editor shows such files in its asset browser, makes new ones, and edits them in its inspector.
///
/// ```
/// use fyrox_flock::{sim::Preset, FlockPreset};
///
/// let preset = FlockPreset::from(Preset::Gnats.settings());
/// assert_eq!(preset.settings(), Preset::Gnats.settings());
/// ```
#[derive(Clone, Debug, PartialEq, Reflect, Visit, TypeUuidProvider)]
#[type_uuid(id = "3c2b0f6e-9a27-4f5c-8c39-8d5d2d1b7a44")]
#[visit(optional)]
pub struct FlockPreset {
    /// Number of boids, and the region in which they start.
    pub spawn: Spawn,
    /// Steers a boid towards the mean position of its neighbours.
    pub cohesion: Rule,
    /// Steers a boid away from neighbours that are too close.
    pub separation: Rule,
    /// Steers a boid in the direction in which its neighbours move.
    pub alignment: Rule,
    /// Selection and weighting of the neighbours.
    pub neighbours: Neighbours,
    /// Wandering in random directions.
    pub wander: Wander,
    /// Steering and its limits.
    pub motion: Motion,
    /// The volume that the boids stay in.
    pub boundary: Boundary,
    /// Avoidance of the static geometry that boids see ahead.
    pub avoidance: Avoidance,
    /// Collision of the boids with the static geometry.
    pub collision: Collision,
    /// Size, turning and tail beat of the drawn bodies.
    pub body: Body,
    /// Time step and threads.
    pub simulation: Simulation,
}

/// Conversions, which go through all groups of settings.
macro_rules! impl_conversions {
    ($($group:ident)*) => {
        impl From<Settings> for FlockPreset {
            fn from(settings: Settings) -> Self {
                Self { $($group: settings.$group,)* }
            }
        }

        impl FlockPreset {
            /// The settings, all groups together. They may be out of range: the inspector can hold
            /// anything.
            pub fn settings(&self) -> Settings {
                Settings { $($group: self.$group,)* }
            }
        }
    };
}

impl_conversions! {
    spawn cohesion separation alignment neighbours wander motion boundary avoidance collision body
    simulation
}

impl FlockPreset {
    /// Extension of the files.
    pub const EXTENSION: &str = "flock";
}

impl Default for FlockPreset {
    fn default() -> Self {
        Settings::default().into()
    }
}

impl ResourceData for FlockPreset {
    fn type_uuid(&self) -> Uuid {
        <Self as TypeUuidProvider>::type_uuid()
    }

    fn save(&mut self, path: &Path) -> Result<(), Box<dyn Error>> {
        // A file that is refused could not be loaded again, and the last good one would be lost.
        let settings = self.settings();
        settings.validate()?;
        Ok(settings.save(path)?)
    }

    fn can_be_saved(&self) -> bool {
        true
    }

    fn try_clone_box(&self) -> Option<Box<dyn ResourceData>> {
        Some(Box::new(self.clone()))
    }
}

/// Why a file is not a preset.
#[derive(Debug, thiserror::Error)]
enum LoadProblem {
    #[error("{} cannot be read: {reason}", path.display())]
    Unreadable { path: PathBuf, reason: String },
    #[error("{} is not a preset: it is not text in UTF-8", .0.display())]
    NotText(PathBuf),
    #[error("{}: {error}", path.display())]
    Refused { path: PathBuf, error: PresetError },
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
            let preset = read(path, io.as_ref()).await.map_err(LoadError::new)?;
            Ok(LoaderPayload::new(preset))
        })
    }
}

async fn read(path: PathBuf, io: &dyn ResourceIo) -> Result<FlockPreset, LoadProblem> {
    let bytes = match io.load_file(&path).await {
        Ok(bytes) => bytes,
        Err(error) => {
            let reason = error.to_string();
            return Err(LoadProblem::Unreadable { path, reason });
        }
    };
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(LoadProblem::NotText(path));
    };
    match Settings::from_ron(&text) {
        Ok(settings) => Ok(settings.into()),
        Err(error) => Err(LoadProblem::Refused { path, error }),
    }
}

/// Makes presets known to a project's resources. Does nothing if they are known already.
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
    use flock_sim::Preset;
    use fyrox::{asset::io::FsResourceIo, core::futures::executor::block_on};

    fn read_text(text: &[u8]) -> Result<FlockPreset, String> {
        let folder = std::env::temp_dir().join(format!("flock-preset-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("test.flock");
        std::fs::write(&path, text).unwrap();
        let preset = block_on(read(path, &FsResourceIo));
        std::fs::remove_dir_all(folder).unwrap();
        preset.map_err(|problem| problem.to_string())
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
}
