//! Presets: settings that come with the crate, and settings in files.

mod diagnose;
mod error;
mod file;
mod place;
mod text;

pub(super) use place::replace_value;

pub use error::{PresetError, PresetProblem};

use crate::settings::Settings;
use std::fmt;

macro_rules! presets {
    ($($(#[$meta:meta])* $Preset:ident: $name:literal,)*) => {
        /// Settings that come with the crate: five published models for comparison, and flocks for
        /// games.
        ///
        /// ```
        /// use flock_sim::{Flock, Geometry, Placement, Preset};
        ///
        /// let mut settings = Preset::Sardines.settings();
        /// settings.spawn.count = 100;
        /// let mut flock = Flock::new(settings, Placement::default(), Default::default())?;
        /// flock.step();
        /// # Ok::<(), flock_sim::SettingsError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Preset {
            $($(#[$meta])* $Preset,)*
        }

        impl Preset {
            /// Every preset, the published models first.
            pub fn all() -> impl ExactSizeIterator<Item = Self> {
                [$(Self::$Preset),*].into_iter()
            }

            /// Name of the preset and of its file, without the extension: `fish_school`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$Preset => $name,)*
                }
            }

            /// Text of the preset's file, with comments that give the sources of its numbers. It is
            /// a good start for a preset of your own.
            pub fn text(self) -> &'static str {
                match self {
                    $(Self::$Preset => {
                        include_str!(concat!("../../../presets/", $name, ".ron"))
                    })*
                }
            }
        }
    };
}

presets! {
    /// A planar school of fish in the open sea (Intel Developer Zone, 2018).
    FishSchool: "fish_school",
    /// Composite behaviours that decide the velocity itself (Unreal, sphere overlap).
    Composite: "composite",
    /// An aquarium that sums up separation and keeps a minimum speed (Unreal 5, 2024).
    Aquarium: "aquarium",
    /// A fish tank with one radius for all rules (Unity).
    FishTank: "fish_tank",
    /// A flat flock whose crowds repel (Processing, 2012).
    Processing: "processing",
    /// A dense, fast school of small silver fish.
    Sardines: "sardines",
    /// Loose groups of small colourful fish above a reef.
    ReefFish: "reef_fish",
    /// A murmuration: each bird heeds its seven nearest and banks into its turns.
    Starlings: "starlings",
    /// A loose flock of large birds that circle above a field.
    Crows: "crows",
    /// Butterflies that flutter about a meadow, independently of each other.
    Butterflies: "butterflies",
    /// A cloud of gnats that stays where it is.
    Gnats: "gnats",
    /// A few large fish that patrol alone.
    Sharks: "sharks",
    /// A pair of fast hunters of the sky.
    Falcons: "falcons",
    /// Small fast birds that sweep low over a meadow.
    Swallows: "swallows",
    /// A loose flock of large birds that soar above a coast.
    Gulls: "gulls",
    /// A swarm in the plane of a 2D game.
    Swarm2d: "swarm_2d",
}

impl Preset {
    /// The preset with this name, as [`name`](Self::name) gives it; `None` if there is no such
    /// preset.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|preset| preset.name() == name)
    }

    /// Purpose of the preset in one sentence. It is the first line of the preset's file.
    pub fn description(self) -> &'static str {
        let line = self.text().lines().next().unwrap_or_default();
        line.trim_start_matches(['/', ' '])
    }

    /// Settings of the preset. Each call parses the preset's text, which takes some microseconds.
    pub fn settings(self) -> Settings {
        let settings = Settings::from_ron(self.text());
        settings.expect("the files are part of the crate, whose tests read each of them")
    }
}

/// Writes the name of the preset.
impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
