//! Ids of the panel's widgets, for tests and other plugins.

use fyrox::core::{uuid, Uuid};

/// The menu item *Utils > Flock Panel*.
pub const OPEN: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a01");
/// The window of the panel.
pub const WINDOW: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a02");
/// The button that switches the live preview on or off.
pub const PREVIEW: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a03");
/// The button over the scene view that switches the live preview on or off.
pub const VIEWPORT_PREVIEW: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a04");
/// The button that pauses or resumes the preview.
pub const PAUSE: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a05");
/// The button that makes one step.
pub const STEP: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a06");
/// The button that restarts all flocks.
pub const RESTART: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a07");
/// The field with the time scale of the preview.
pub const TIME_SCALE: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a08");
/// The check box that limits the preview to the selected flock.
pub const ONLY_SELECTED: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a09");
/// The list of presets.
pub const PRESET: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a0a");
/// The button that applies the preset to the selected flock.
pub const APPLY_PRESET: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a0b");
/// The field with the file name of a preset.
pub const PRESET_NAME: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a0f");
/// The button that saves the settings of the selected flock as a preset.
pub const SAVE_PRESET: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a10");
/// The text with the names of the figures, or with the reason why there are none.
pub const READINGS: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a0c");
/// The text with the values of the figures, one on each line.
pub const VALUES: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a11");
/// The button that exports the figures of the last seconds to a file.
pub const EXPORT: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a12");
/// The text with the names of the events of the selected flock.
pub const EVENTS: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a19");
/// The text with the numbers of the events, one on each line.
pub const EVENT_COUNTS: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a1a");
/// The text on the spots of the selected perches and the rejected places.
pub const PERCH_SUMMARY: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a1b");
/// The check box that outlines the static geometry of the selected flock.
pub const GEOMETRY: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a13");
/// The text with the numbers of nodes and triangles, and with the skipped nodes.
pub const GEOMETRY_SUMMARY: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a14");
/// The advice on the selected flock, one row for each.
pub const ADVICE: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a0d");
/// The button of the first row, which sets the suggested value.
pub const FIRST_REMEDY: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a0e");
/// The check box that makes the camera of the scene view follow the watched boid.
pub const FOLLOW_BOID: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a15");
/// The check box for crossing checks of all movements in the preview.
pub const CHECK_CROSSINGS: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a16");
/// The labels of the watched boid's arrows.
pub const WISHES: [Uuid; 6] = [
    uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a20"),
    uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a21"),
    uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a22"),
    uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a23"),
    uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a24"),
    uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a25"),
];
/// The check box that applies and saves presets with their look.
pub const PRESET_LOOK: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a17");
/// The strip at the top of the inspector to drop presets on.
pub const PRESET_DROP: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a18");
/// The text on the animations of the selected flock's model.
pub const ANIMATION: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a1c");
/// The button that writes the levels of detail and the baked animations beside the model.
pub const SAVE_BAKED: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a1d");
/// The text with what is wrong with the selected flock.
pub const PROBLEMS: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a1e");
/// The check box that shows the ways along which boids are led.
pub const WAYS: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a26");
/// The text on the cells of the ways, and on the way of the watched boid to each goal.
pub const WAY_SUMMARY: Uuid = uuid!("9c5b5c0e-5d1f-4b7e-8a54-6f0f6f0b6a27");
