//! Insects: a butterfly with patterned wings, and a gnat whose wings are a blur.

use super::{
    fish::curve,
    shape::{stations, Level, Shape, Slot, LIMB, TRUNK, WING},
};
use fyrox::core::algebra::Vector3;
use std::f32::consts::TAU;

/// Half of the span of a butterfly, in metres.
pub(crate) const BUTTERFLY_HALF_SPAN: f32 = 0.048;

/// Slots of the parts in a butterfly's texture. In the slot of a wing, U runs from the root to the
/// tip, and V from the front to the rear.
pub(crate) const SKIN: Slot = Slot::new([0.0, 0.0], [1.0, 0.125]);
pub(crate) const FORE: Slot = Slot::new([0.0, 0.125], [0.5, 0.5625]);
pub(crate) const HIND: Slot = Slot::new([0.5, 0.125], [1.0, 0.5625]);
pub(crate) const FORE_BELOW: Slot = Slot::new([0.0, 0.5625], [0.5, 1.0]);
pub(crate) const HIND_BELOW: Slot = Slot::new([0.5, 0.5625], [1.0, 1.0]);

const BUTTERFLY_TRUNK: &[[f32; 5]] = &[
    [0.0, 0.0, 0.006, 0.006, 0.006],
    [0.03, 0.0, 0.04, 0.04, 0.045],
    [0.1, 0.0, 0.05, 0.05, 0.055],
    [0.15, 0.0, 0.035, 0.035, 0.035],
    [0.26, 0.005, 0.075, 0.07, 0.07],
    [0.4, 0.0, 0.06, 0.06, 0.055],
    [0.46, -0.005, 0.036, 0.036, 0.034],
    [0.62, -0.01, 0.046, 0.046, 0.042],
    [0.85, -0.02, 0.036, 0.036, 0.032],
    [1.0, -0.03, 0.004, 0.004, 0.004],
];

/// A butterfly with spread wings.
pub(crate) fn butterfly(level: Level) -> Shape {
    const LENGTH: f32 = 0.034;
    let mut shape = Shape::default();
    let trunk = stations(LENGTH, BUTTERFLY_TRUNK);
    let cells = [8, 12].map(|cells| level.cells(cells).max(3));
    shape.loft(&trunk, 0.4 * LENGTH, cells, SKIN, TRUNK);

    let mut side = Shape::default();
    let span = BUTTERFLY_HALF_SPAN;
    let wing = |front: f32, rear: f32, width: f32, height: f32| {
        move |u: f32, v: f32| {
            let arch = 0.05 * span * (u * (1.0 - u)) * 4.0;
            let z = (front + (rear - front) * v) * span;
            Vector3::new((0.03 + 0.97 * u) * width * span, height * span + arch, z)
        }
    };
    let cells = [level.cells(6), level.cells(4)];
    side.sheet(
        cells,
        wing(0.72, -0.28, 1.0, 0.03),
        [FORE, FORE_BELOW],
        WING,
    );
    side.sheet(
        cells,
        wing(0.12, -0.8, 0.82, 0.01),
        [HIND, HIND_BELOW],
        WING,
    );
    if level.0 < 2 {
        let feeler = |u: f32, v: f32| {
            let bow = 0.08 * (v * TAU * 0.5).sin();
            let width = (0.012 + 0.03 * (v - 0.75).max(0.0)) * (2.0 * u - 1.0);
            Vector3::new(
                0.03 + 0.28 * v + width + bow,
                0.03 + 0.2 * v,
                0.26 + 0.42 * v - width,
            ) * span
        };
        let dark = Slot::new([0.0, 0.02], [0.04, 0.06]);
        side.sheet([1, level.cells(4)], feeler, [dark; 2], TRUNK);
    }
    shape.append(&side);
    shape.mirror(&side);
    shape
}

/// Half of the span of a gnat, in metres.
pub(crate) const GNAT_HALF_SPAN: f32 = 0.0055;

/// Slots of the parts in a gnat's texture.
pub(crate) const GNAT_SKIN: Slot = Slot::new([0.0, 0.0], [1.0, 0.25]);
pub(crate) const BLUR: Slot = Slot::new([0.0, 0.25], [1.0, 0.75]);
pub(crate) const GNAT_LEG: Slot = Slot::new([0.0, 0.75], [1.0, 1.0]);

const GNAT_TRUNK: &[[f32; 5]] = &[
    [0.0, -0.07, 0.01, 0.01, 0.01],
    [0.03, -0.06, 0.06, 0.06, 0.07],
    [0.11, -0.05, 0.07, 0.07, 0.085],
    [0.16, -0.02, 0.04, 0.04, 0.04],
    [0.27, 0.03, 0.12, 0.11, 0.1],
    [0.4, 0.01, 0.1, 0.1, 0.085],
    [0.48, -0.03, 0.05, 0.05, 0.045],
    [0.7, -0.07, 0.055, 0.055, 0.05],
    [0.92, -0.13, 0.04, 0.04, 0.035],
    [1.0, -0.16, 0.005, 0.005, 0.005],
];

/// A gnat: each wing is the fan that it sweeps.
pub(crate) fn gnat(level: Level) -> Shape {
    const LENGTH: f32 = 0.006;
    let mut shape = Shape::default();
    let trunk = stations(LENGTH, GNAT_TRUNK);
    let cells = [8, 10].map(|cells| level.cells(cells).max(3));
    shape.loft(&trunk, 0.35 * LENGTH, cells, GNAT_SKIN, TRUNK);

    let mut side = Shape::default();
    let fan = |u: f32, v: f32| {
        let angle = -0.75 + 1.75 * u;
        let reach = (0.06 + 0.94 * v) * GNAT_HALF_SPAN;
        let (sin, cos) = angle.sin_cos();
        let sweep = -0.28 * v * v * GNAT_HALF_SPAN;
        Vector3::new(
            reach * cos,
            0.1 * LENGTH + reach * sin,
            0.08 * LENGTH + sweep,
        )
    };
    side.sheet([level.cells(8), 1], fan, [BLUR; 2], WING);
    if level.0 < 2 {
        for (number, forward) in [0.55_f32, -0.05, -0.6].into_iter().enumerate() {
            let hip = [0.04, -0.06, 0.12 - 0.06 * number as f32];
            let knee = [0.3, 0.02, 0.12 + 0.3 * forward];
            let ankle = [0.42, -0.4, 0.05 + 0.55 * forward];
            let toe = [0.5, -0.62, 0.02 + 0.75 * forward];
            let path = [hip, knee, ankle, toe];
            let leg = |u: f32, v: f32| {
                let [x, y, z] = curve(&path, v);
                let width = 0.014 * (2.0 * u - 1.0) * (1.2 - v);
                Vector3::new(x, y, z + width) * LENGTH
            };
            side.sheet([1, level.cells(6)], leg, [GNAT_LEG; 2], LIMB);
        }
        let feeler = |u: f32, v: f32| {
            let width = 0.05 * (2.0 * u - 1.0) * (1.0 - v);
            Vector3::new(
                0.03 + 0.16 * v + width,
                -0.02 + 0.06 * v + width,
                0.32 + 0.2 * v,
            ) * LENGTH
        };
        side.sheet([1, 1], feeler, [GNAT_LEG; 2], TRUNK);
    }
    shape.append(&side);
    shape.mirror(&side);
    shape
}
