//! The kinds of boids among which a station can choose.

use fyrox_flock::{
    presets::PresetLook,
    render::BodyShape,
    sim::{
        settings::{Body, Wander},
        Preset, Settings,
    },
    FlockPreset,
};

/// A kind of boids: a preset, and the factor of its natural size at which it is well visible at a
/// station.
pub(super) struct Kind(Preset, f32);

/// The kinds that follow the station's own.
pub(super) const KINDS: [Kind; 8] = [
    Kind(Preset::Sardines, 3.0),
    Kind(Preset::ReefFish, 4.0),
    Kind(Preset::Starlings, 2.4),
    Kind(Preset::Crows, 1.0),
    Kind(Preset::Falcons, 0.85),
    Kind(Preset::Gulls, 0.65),
    Kind(Preset::Butterflies, 4.0),
    Kind(Preset::Gnats, 16.0),
];

/// The factor for bodies of no kind.
const USUAL: f32 = 3.0;

impl Kind {
    pub(super) fn name(&self) -> String {
        self.0.name().replace('_', " ")
    }

    pub(super) fn look(&self) -> PresetLook {
        FlockPreset::of(self.0).look
    }

    /// The settings of a station with this kind instead of its own: body and flight are those of the
    /// preset, at the station's size and speed; rules, space and influences are the station's.
    pub(super) fn settings(&self, own: &Settings, own_shape: BodyShape) -> Settings {
        let preset = self.0.settings();
        let is_own = |kind: &&Self| kind.look().shape == own_shape;
        let usual = KINDS.iter().find(is_own).map_or(USUAL, |kind| kind.1);
        let scale = self.1 * own.body.scale / usual;
        let strength = own.motion.max_acceleration / preset.motion.max_acceleration;
        let mut settings = own.clone();
        settings.body = Body {
            scale,
            length: own.body.length,
            facing: own.body.facing,
            // A larger body needs fewer beats for the same way.
            beats_per_metre: preset.body.beats_per_metre / scale.max(1.0),
            ..preset.body
        };
        settings.wander = Wander {
            weight: preset.wander.weight * strength,
            ..preset.wander
        };
        settings.motion.flattening = preset.motion.flattening;
        settings
    }
}
