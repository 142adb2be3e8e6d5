//! Presets: settings that come with the crate, and settings in files.

mod diagnose;
mod error;
mod file;
mod nearest;
mod scan;

pub use error::{PresetError, PresetProblem};
#[cfg(test)]
pub(crate) use scan::Fields;

use crate::Settings;
use std::fmt;

/// Settings that come with the crate: five published models, to compare with, and flocks for games.
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
    /// A planar school of fish in the open sea (Intel Developer Zone, 2018).
    FishSchool,
    /// Composite behaviours that decide the velocity itself (Unreal, sphere overlap).
    Composite,
    /// An aquarium that sums up separation and keeps a minimum speed (Unreal 5, 2024).
    Aquarium,
    /// A fish tank with one radius for all rules (Unity).
    FishTank,
    /// A flat flock whose crowds repel (Processing, 2012).
    Processing,
    /// A dense, fast school of small silver fish.
    Sardines,
    /// Loose groups of small colourful fish above a reef.
    ReefFish,
    /// A murmuration: each bird heeds its seven nearest and banks into its turns.
    Starlings,
    /// A loose flock of large birds that circle above a field.
    Crows,
    /// Butterflies that flutter about a meadow, each on its own way.
    Butterflies,
    /// A cloud of gnats that stays where it is.
    Gnats,
    /// A swarm in the plane of a 2D game.
    Swarm2d,
}

impl Preset {
    /// Every preset, the published models first.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        [
            Self::FishSchool,
            Self::Composite,
            Self::Aquarium,
            Self::FishTank,
            Self::Processing,
            Self::Sardines,
            Self::ReefFish,
            Self::Starlings,
            Self::Crows,
            Self::Butterflies,
            Self::Gnats,
            Self::Swarm2d,
        ]
        .into_iter()
    }

    /// The preset of this name, as [`name`](Self::name) gives it.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|preset| preset.name() == name)
    }

    /// The name, which is also that of the file: `fish_school`.
    pub fn name(self) -> &'static str {
        match self {
            Self::FishSchool => "fish_school",
            Self::Composite => "composite",
            Self::Aquarium => "aquarium",
            Self::FishTank => "fish_tank",
            Self::Processing => "processing",
            Self::Sardines => "sardines",
            Self::ReefFish => "reef_fish",
            Self::Starlings => "starlings",
            Self::Crows => "crows",
            Self::Butterflies => "butterflies",
            Self::Gnats => "gnats",
            Self::Swarm2d => "swarm_2d",
        }
    }

    /// What the preset is for, in one sentence: the first line of its file.
    pub fn description(self) -> &'static str {
        let line = self.text().lines().next().unwrap_or_default();
        line.trim_start_matches(['/', ' '])
    }

    /// The file that the preset is made from, with comments that say where its numbers come from. A good start for a preset
    /// of one's own.
    pub fn text(self) -> &'static str {
        match self {
            Self::FishSchool => include_str!("../../presets/fish_school.ron"),
            Self::Composite => include_str!("../../presets/composite.ron"),
            Self::Aquarium => include_str!("../../presets/aquarium.ron"),
            Self::FishTank => include_str!("../../presets/fish_tank.ron"),
            Self::Processing => include_str!("../../presets/processing.ron"),
            Self::Sardines => include_str!("../../presets/sardines.ron"),
            Self::ReefFish => include_str!("../../presets/reef_fish.ron"),
            Self::Starlings => include_str!("../../presets/starlings.ron"),
            Self::Crows => include_str!("../../presets/crows.ron"),
            Self::Butterflies => include_str!("../../presets/butterflies.ron"),
            Self::Gnats => include_str!("../../presets/gnats.ron"),
            Self::Swarm2d => include_str!("../../presets/swarm_2d.ron"),
        }
    }

    /// The settings. The file is read anew each time, in some microseconds.
    pub fn settings(self) -> Settings {
        let settings = Settings::from_ron(self.text());
        settings.expect("the files are part of the crate, whose tests read each of them")
    }
}

/// The name.
impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
