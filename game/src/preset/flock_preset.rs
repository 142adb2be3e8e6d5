//! A preset: the settings of a flock and its look.

use super::look::PresetLook;
use flock_sim::{
    files,
    settings::{
        Avoidance, Body, Boundary, Collision, Detail, Fear, Hunting, Motion, Neighbours, Panic,
        Rule, Simulation, Spawn, Wander, WayFinding,
    },
    Preset, Settings,
};
use fyrox::{
    asset::ResourceData,
    core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
};
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};
use std::{error::Error, path::Path};

/// Declares the preset with the groups of settings.
macro_rules! flock_preset {
    ($($(#[$meta:meta])* $group:ident: $Group:ty = $default:expr;)*) => {
        /// Settings of a flock as an asset of a project, optionally with a look. The file has the
        /// extension `flock`; its text is that of a preset, see [`Settings::from_ron`], with one
        /// more field: `look: (model: "data/carp.glb", forward_axis: PlusX, swim: (amplitude:
        /// 0.1))`.
        ///
        /// The editor shows these files in its asset browser, creates them, and edits them in its
        /// inspector.
        ///
        /// ```
        /// use fyrox_flock::{sim::Preset, FlockPreset};
        ///
        /// let preset = FlockPreset::from(Preset::Gnats.settings());
        /// assert_eq!(preset.settings(), Preset::Gnats.settings());
        /// ```
        #[derive(Clone, Debug, PartialEq, Reflect, Visit, TypeUuidProvider, Serialize, Deserialize)]
        #[type_uuid(id = "3c2b0f6e-9a27-4f5c-8c39-8d5d2d1b7a44")]
        #[visit(optional)]
        #[serde(rename = "Settings", default, deny_unknown_fields)]
        pub struct FlockPreset {
            $($(#[$meta])* pub $group: $Group,)*
            /// The look of the boids, which the simulation ignores. Default: off.
            #[serde(skip_serializing_if = "PresetLook::is_off")]
            pub look: PresetLook,
        }

        impl From<Settings> for FlockPreset {
            fn from(settings: Settings) -> Self {
                Self {
                    $($group: settings.$group,)*
                    look: PresetLook::default(),
                }
            }
        }

        impl FlockPreset {
            /// The settings of the simulation. They may be out of range, because the inspector
            /// accepts any value.
            pub fn settings(&self) -> Settings {
                Settings { $($group: self.$group,)* }
            }
        }
    };
}

flock_sim::settings_groups! { flock_preset! {} }

impl FlockPreset {
    /// A built-in preset of the simulation, with the look that its file names.
    pub fn of(preset: Preset) -> Self {
        let read = ron::from_str::<Self>(preset.text());
        let look = read.expect("a test reads each of them").look;
        Self {
            look,
            ..preset.settings().into()
        }
    }

    /// Extension of the files.
    pub const EXTENSION: &str = "flock";

    /// The text of the file: every setting with its value, and the look if it is enabled.
    pub fn to_ron(&self) -> String {
        let config = PrettyConfig::new().new_line("\n");
        let text = ron::ser::to_string_pretty(self, config);
        text.expect("groups of numbers and names can be written into memory") + "\n"
    }
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
        // An invalid file could not be loaded again, and would replace the last valid one.
        self.settings().validate()?;
        Ok(files::write(path, self.to_ron())?)
    }

    fn can_be_saved(&self) -> bool {
        true
    }

    fn try_clone_box(&self) -> Option<Box<dyn ResourceData>> {
        Some(Box::new(self.clone()))
    }
}
