//! Birds: a trunk with head and beak, a tail fan, spread wings, and hanging legs. The vertex shader
//! flaps and folds the wings and draws in the legs.

use super::{
    fish::curve,
    shape::{stations, Level, Shape, Slot, LIMB, TRUNK, WING},
};
use fyrox::core::algebra::Vector3;
use std::f32::consts::TAU;

/// The outline of a bird. Lengths are fractions of the length from the beak to the tail.
pub(crate) struct BirdForm {
    /// Length from the beak to the tail, in metres.
    pub length: f32,
    /// Distance from the middle of the body to the tip of a wing, in metres.
    pub half_span: f32,
    /// Cross sections of the trunk: distance behind the beak's tip, height of the axis, back,
    /// belly, side.
    pub trunk: &'static [[f32; 5]],
    /// Leading edge of a wing: distance behind the beak's tip, height, fraction of the half span.
    pub leading: &'static [[f32; 3]],
    pub trailing: &'static [[f32; 3]],
    /// Distance behind the beak's tip, height, and half of the width of the tail at its root.
    pub tail_root: [f32; 3],
    /// The same for the tip of the tail; the middle of the tip is `tail_notch` in front of its
    /// corners.
    pub tail_tip: [f32; 3],
    pub tail_notch: f32,
    /// Distance behind the beak's tip, depth below the axis, and distance to the side of a foot.
    pub foot: [f32; 3],
    /// Thickness of a leg.
    pub leg: f32,
    /// True if skin joins the front toes.
    pub is_webbed: bool,
}

/// Fraction of the length between the beak's tip and the origin.
pub(crate) const NOSE: f32 = 0.45;

/// Slots of the parts in a bird's texture. In the slot of a wing, U runs from the leading to the
/// trailing edge, and V from the shoulder to the tip.
pub(crate) const SKIN: Slot = Slot::new([0.0, 0.0], [1.0, 0.375]);
pub(crate) const UPPER: Slot = Slot::new([0.0, 0.375], [0.4, 1.0]);
pub(crate) const LOWER: Slot = Slot::new([0.4, 0.375], [0.8, 1.0]);
pub(crate) const TAIL: Slot = Slot::new([0.8, 0.375], [1.0, 0.75]);
pub(crate) const LEG: Slot = Slot::new([0.8, 0.75], [1.0, 1.0]);

impl BirdForm {
    pub fn build(&self, level: Level) -> Shape {
        let mut shape = Shape::default();
        let trunk = stations(self.length, self.trunk);
        let cells = [12, 16].map(|cells| level.cells(cells).max(4));
        shape.loft(&trunk, NOSE * self.length, cells, SKIN, TRUNK);
        self.add_tail(&mut shape, level);

        let mut side = Shape::default();
        let cells = [level.cells(4), level.cells(10)];
        side.sheet(cells, |u, v| self.wing(u, v), [LOWER, UPPER], WING);
        if level.0 < 2 {
            self.add_leg(&mut side, level);
        }
        shape.append(&side);
        shape.mirror(&side);
        shape
    }

    fn point(&self, along: f32, height: f32, side: f32) -> Vector3<f32> {
        Vector3::new(side, height, NOSE - along) * self.length
    }

    /// A point of the left wing, from leading to trailing edge and from shoulder to tip.
    fn wing(&self, u: f32, v: f32) -> Vector3<f32> {
        let (leading, trailing) = (curve(self.leading, v), curve(self.trailing, v));
        let [along, height, share] =
            [0, 1, 2].map(|axis| leading[axis] + (trailing[axis] - leading[axis]) * u);
        let chord = (trailing[0] - leading[0]).max(0.0);
        let camber = 0.35 * chord * u * (1.0 - u) * (1.0 - 0.5 * v);
        self.point(along, height + camber, share * self.half_span / self.length)
    }

    fn add_tail(&self, shape: &mut Shape, level: Level) {
        let [root_along, root_height, root_half] = self.tail_root;
        let [tip_along, tip_height, tip_half] = self.tail_tip;
        let place = |u: f32, v: f32| {
            let across = 1.0 - 2.0 * u;
            let notch = self.tail_notch * (1.0 - across * across);
            let mix = |a: f32, b: f32| a + (b - a) * v;
            let arch = 0.35 * mix(root_half, tip_half) * (1.0 - across * across);
            self.point(
                mix(root_along, tip_along - notch),
                mix(root_height, tip_height) + arch,
                mix(root_half, tip_half) * across,
            )
        };
        shape.sheet([level.cells(6), level.cells(2)], place, [TAIL; 2], TRUNK);
    }

    /// A leg of the left side, with three toes in front and one behind.
    fn add_leg(&self, shape: &mut Shape, level: Level) {
        let [along, depth, side] = self.foot;
        let hip = [along - 0.05, -0.35 * depth, 0.75 * side];
        let knee = [along + 0.015, -0.62 * depth, side];
        let ankle = [along, -0.97 * depth, side];
        let path = [hip, knee, ankle];
        let place = |u: f32, v: f32| {
            let [along, height, side] = curve(&path, 1.0 - v);
            let (sin, cos) = (u * TAU).sin_cos();
            let thickness = self.leg * (1.0 + 3.0 * (v * 1.4 - 0.4).max(0.0).powi(2));
            let offset = Vector3::new(thickness * sin, 0.0, thickness * cos) * self.length;
            self.point(along, height, side) + offset
        };
        let sides = if level.0 == 0 { 5 } else { 3 };
        shape.patch([sides, level.cells(3)], place, |u, v| LEG.at(u, v), LIMB);
        let toes = [[0.7, 0.09], [0.0, 0.105], [-0.7, 0.09], [3.0, 0.06]];
        for [angle, length] in toes {
            let toe = |u: f32, v: f32| {
                let (sin, cos) = f32::sin_cos(angle);
                let width = 1.3 * self.leg * (2.0 * u - 1.0) * (1.0 - 0.7 * v);
                let (out, on) = (
                    length * v * sin + width * cos,
                    length * v * cos - width * sin,
                );
                self.point(along - on, -depth + 0.012 * (1.0 - v), side + out)
            };
            shape.sheet([1, 1], toe, [LEG; 2], LIMB);
        }
        if self.is_webbed {
            let web = |u: f32, v: f32| {
                let (sin, cos) = (0.7 - 1.4 * u).sin_cos();
                let length = 0.09 * v;
                self.point(along - length * cos, -depth, side + length * sin)
            };
            shape.sheet([2, 1], web, [LEG; 2], LIMB);
        }
    }
}

/// A starling, 21 cm long.
pub(crate) const STARLING: BirdForm = BirdForm {
    length: 0.21,
    half_span: 0.19,
    trunk: &[
        [0.0, 0.008, 0.003, 0.003, 0.002],
        [0.05, 0.011, 0.01, 0.009, 0.008],
        [0.1, 0.016, 0.022, 0.02, 0.018],
        [0.13, 0.022, 0.045, 0.04, 0.041],
        [0.19, 0.024, 0.067, 0.061, 0.062],
        [0.26, 0.014, 0.073, 0.077, 0.072],
        [0.38, -0.004, 0.086, 0.108, 0.102],
        [0.5, -0.006, 0.082, 0.103, 0.098],
        [0.64, -0.002, 0.056, 0.068, 0.07],
        [0.76, 0.006, 0.026, 0.033, 0.043],
        [0.86, 0.01, 0.006, 0.009, 0.024],
    ],
    leading: &[
        [0.3, 0.04, 0.02],
        [0.235, 0.055, 0.24],
        [0.215, 0.06, 0.42],
        [0.29, 0.055, 0.68],
        [0.47, 0.045, 1.0],
    ],
    trailing: &[
        [0.62, 0.012, 0.02],
        [0.585, 0.04, 0.26],
        [0.53, 0.045, 0.46],
        [0.49, 0.045, 0.72],
        [0.5, 0.045, 1.0],
    ],
    tail_root: [0.7, 0.012, 0.045],
    tail_tip: [1.0, 0.012, 0.085],
    tail_notch: 0.02,
    foot: [0.5, 0.24, 0.045],
    leg: 0.009,
    is_webbed: false,
};

/// A crow, 47 cm long.
pub(crate) const CROW: BirdForm = BirdForm {
    length: 0.47,
    half_span: 0.46,
    trunk: &[
        [0.0, -0.006, 0.004, 0.003, 0.003],
        [0.035, 0.004, 0.016, 0.012, 0.01],
        [0.09, 0.012, 0.03, 0.026, 0.02],
        [0.125, 0.02, 0.045, 0.042, 0.041],
        [0.18, 0.022, 0.063, 0.055, 0.056],
        [0.25, 0.014, 0.067, 0.068, 0.066],
        [0.36, 0.0, 0.078, 0.097, 0.096],
        [0.48, -0.004, 0.078, 0.095, 0.096],
        [0.62, 0.0, 0.054, 0.064, 0.067],
        [0.72, 0.006, 0.028, 0.033, 0.043],
        [0.82, 0.01, 0.006, 0.009, 0.024],
    ],
    leading: &[
        [0.28, 0.04, 0.02],
        [0.2, 0.055, 0.22],
        [0.16, 0.06, 0.42],
        [0.19, 0.058, 0.7],
        [0.33, 0.055, 1.0],
    ],
    trailing: &[
        [0.62, 0.012, 0.02],
        [0.62, 0.04, 0.26],
        [0.58, 0.045, 0.48],
        [0.53, 0.05, 0.74],
        [0.5, 0.055, 0.97],
    ],
    tail_root: [0.66, 0.012, 0.045],
    tail_tip: [0.965, 0.012, 0.13],
    tail_notch: -0.035,
    foot: [0.48, 0.25, 0.045],
    leg: 0.009,
    is_webbed: false,
};

/// A peregrine falcon, 45 cm long.
pub(crate) const FALCON: BirdForm = BirdForm {
    length: 0.45,
    half_span: 0.52,
    trunk: &[
        [0.0, -0.012, 0.004, 0.003, 0.003],
        [0.012, 0.002, 0.018, 0.014, 0.01],
        [0.035, 0.014, 0.026, 0.026, 0.022],
        [0.07, 0.024, 0.044, 0.042, 0.04],
        [0.13, 0.026, 0.065, 0.062, 0.065],
        [0.2, 0.014, 0.069, 0.075, 0.077],
        [0.32, -0.002, 0.082, 0.103, 0.11],
        [0.45, -0.006, 0.078, 0.097, 0.103],
        [0.6, -0.002, 0.052, 0.062, 0.07],
        [0.72, 0.006, 0.026, 0.031, 0.043],
        [0.82, 0.01, 0.006, 0.009, 0.026],
    ],
    leading: &[
        [0.25, 0.036, 0.02],
        [0.17, 0.05, 0.2],
        [0.13, 0.055, 0.37],
        [0.24, 0.05, 0.66],
        [0.5, 0.045, 1.0],
    ],
    trailing: &[
        [0.58, 0.01, 0.02],
        [0.53, 0.038, 0.24],
        [0.47, 0.042, 0.4],
        [0.47, 0.042, 0.7],
        [0.53, 0.045, 1.0],
    ],
    tail_root: [0.66, 0.012, 0.05],
    tail_tip: [1.0, 0.012, 0.085],
    tail_notch: -0.015,
    foot: [0.46, 0.2, 0.05],
    leg: 0.013,
    is_webbed: false,
};

/// A herring gull, 58 cm long.
pub(crate) const GULL: BirdForm = BirdForm {
    length: 0.58,
    half_span: 0.7,
    trunk: &[
        [0.0, -0.013, 0.004, 0.003, 0.003],
        [0.015, -0.003, 0.01, 0.013, 0.007],
        [0.035, 0.003, 0.0125, 0.0165, 0.009],
        [0.08, 0.009, 0.021, 0.019, 0.016],
        [0.115, 0.016, 0.04, 0.037, 0.036],
        [0.16, 0.019, 0.055, 0.05, 0.05],
        [0.225, 0.014, 0.058, 0.058, 0.057],
        [0.34, 0.0, 0.074, 0.09, 0.087],
        [0.46, -0.004, 0.077, 0.098, 0.095],
        [0.61, 0.0, 0.057, 0.07, 0.072],
        [0.74, 0.006, 0.031, 0.036, 0.046],
        [0.84, 0.01, 0.006, 0.009, 0.026],
    ],
    leading: &[
        [0.28, 0.04, 0.02],
        [0.205, 0.056, 0.2],
        [0.15, 0.062, 0.42],
        [0.215, 0.06, 0.66],
        [0.37, 0.055, 0.87],
        [0.52, 0.05, 1.0],
    ],
    trailing: &[
        [0.55, 0.012, 0.02],
        [0.49, 0.04, 0.22],
        [0.435, 0.048, 0.44],
        [0.435, 0.05, 0.67],
        [0.49, 0.05, 0.87],
        [0.545, 0.05, 1.0],
    ],
    tail_root: [0.68, 0.012, 0.05],
    tail_tip: [0.975, 0.012, 0.12],
    tail_notch: -0.02,
    foot: [0.5, 0.25, 0.048],
    leg: 0.0095,
    is_webbed: true,
};
