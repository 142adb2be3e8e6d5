//! The wings and skins of the insects.

use super::{
    canvas::{band, hash, noise, opaque, rgb, smooth, Canvas, Rgb},
    insect::{BLUR, FORE, FORE_BELOW, GNAT_LEG, GNAT_SKIN, HIND, HIND_BELOW, SKIN},
};
use fyrox::core::algebra::{Vector2, Vector4};
use std::f32::consts::TAU;

const SIZE: u32 = 256;

/// Outlines of the wings, as fractions of their slots: outwards, and from front to rear.
const FORE_OUTLINE: [[f32; 2]; 12] = [
    [0.0, 0.66],
    [0.12, 0.5],
    [0.34, 0.28],
    [0.62, 0.1],
    [0.86, 0.03],
    [0.97, 0.07],
    [0.96, 0.2],
    [0.88, 0.4],
    [0.83, 0.62],
    [0.74, 0.84],
    [0.45, 0.88],
    [0.1, 0.82],
];
const HIND_OUTLINE: [[f32; 2]; 12] = [
    [0.0, 0.1],
    [0.2, 0.03],
    [0.5, 0.02],
    [0.8, 0.1],
    [0.95, 0.28],
    [0.94, 0.5],
    [0.83, 0.72],
    [0.66, 0.9],
    [0.46, 0.97],
    [0.3, 0.86],
    [0.16, 0.62],
    [0.04, 0.34],
];

/// A point of a wing.
pub(super) struct WingPoint {
    /// Distance to the outline, positive inside.
    inside: f32,
    /// Distance from the root, and the direction from there: 0 to the front, 1 to the rear.
    reach: f32,
    fan: f32,
    /// Fraction of the way along the outer margin.
    margin: f32,
    is_fore: bool,
    is_below: bool,
}

pub(super) fn wing_point(u: f32, v: f32, is_fore: bool, is_below: bool) -> WingPoint {
    let outline = if is_fore { FORE_OUTLINE } else { HIND_OUTLINE };
    let p = Vector2::new(u, v);
    let root = Vector2::new(-0.02, if is_fore { 0.72 } else { 0.16 });
    let (mut nearest, mut winding, mut margin) = (f32::MAX, false, 0.0);
    for index in 0..outline.len() {
        let a = Vector2::from(outline[index]);
        let b = Vector2::from(outline[(index + 1) % outline.len()]);
        let t = ((p - a).dot(&(b - a)) / (b - a).norm_squared()).clamp(0.0, 1.0);
        let distance = (p - a - (b - a) * t).norm();
        if distance < nearest {
            (nearest, margin) = (distance, index as f32 + t);
        }
        if (a.y > v) != (b.y > v) && u < a.x + (v - a.y) / (b.y - a.y) * (b.x - a.x) {
            winding = !winding;
        }
    }
    let offset = p - root;
    let angle = offset.y.atan2(offset.x) / TAU * 4.0;
    WingPoint {
        inside: if winding { nearest } else { -nearest },
        reach: offset.norm(),
        fan: angle,
        margin,
        is_fore,
        is_below,
    }
}

impl WingPoint {
    /// 1 on the veins, which fan out from the root.
    pub fn veins(&self) -> f32 {
        let vein = (self.fan * 5.5 + 0.06 * (self.reach * 9.0).sin()).rem_euclid(1.0) - 0.5;
        smooth(0.016, 0.008, vein.abs() * self.reach / 2.2) * smooth(0.1, 0.2, self.reach)
    }

    /// Round spots in a row along the margin at a distance from it.
    fn spots(&self, depth: f32, radius: f32, per_segment: f32) -> f32 {
        let along = (self.margin * per_segment).fract() - 0.5;
        let spacing = 0.24 / per_segment;
        let is_outer = if self.is_fore {
            smooth(3.6, 4.2, self.margin) * smooth(9.4, 9.0, self.margin)
        } else {
            smooth(2.6, 3.2, self.margin) * smooth(8.6, 8.0, self.margin)
        };
        let distance = (along * spacing).hypot(self.inside - depth);
        smooth(radius, radius * 0.6, distance) * is_outer
    }
}

/// Paints the wings of four species into one texture, each below the last.
pub(crate) fn butterfly() -> Canvas {
    let wings: [fn(&WingPoint) -> Rgb; 4] = [monarch, blue, swallowtail, peacock];
    let bodies = [rgb(0x1c1714), rgb(0x2c2a30), rgb(0x2b2416), rgb(0x3a221a)];
    Canvas::paint(SIZE, SIZE * 4, |u, v| {
        let row = ((v * 4.0) as usize).min(3);
        let v = v * 4.0 - row as f32;
        if let Some((along, around)) = SKIN.find(u, v) {
            let rings = 0.85 + 0.25 * (along * 90.0).sin() * smooth(0.45, 0.5, along);
            let fur = 0.8 + 0.4 * noise(along * 60.0, around * 20.0, 3);
            return opaque(
                bodies[row].lerp(&rgb(0x8a7a62), 0.35 * smooth(0.4, 0.2, along)) * rings * fur,
            );
        }
        let slots = [
            (FORE, true, false),
            (HIND, false, false),
            (FORE_BELOW, true, true),
            (HIND_BELOW, false, true),
        ];
        for (slot, is_fore, is_below) in slots {
            if let Some((x, y)) = slot.find(u, v) {
                let point = wing_point(x, y, is_fore, is_below);
                let grain = 0.95 + 0.1 * hash((x * 110.0) as i32, (y * 110.0) as i32, 9);
                let alpha = if point.inside > 0.0 { 1.0 } else { 0.0 };
                return (wings[row](&point) * grain).push(alpha);
            }
        }
        Vector4::zeros()
    })
}

/// Orange with black veins and a black margin with two rows of white dots.
fn monarch(at: &WingPoint) -> Rgb {
    let base = if at.is_below {
        rgb(0xe8a04c)
    } else {
        rgb(0xe8720c)
    };
    let mut color = base.lerp(&rgb(0xf7a531), smooth(0.2, 0.9, at.reach));
    let apex = if at.is_fore {
        smooth(0.78, 0.9, at.reach) * smooth(0.05, -0.25, at.fan + 0.2)
    } else {
        0.0
    };
    let black = rgb(0x15100d);
    color = color.lerp(&black, at.veins().max(apex));
    color = color.lerp(&black, smooth(0.125, 0.1, at.inside));
    let dots = at.spots(0.035, 0.019, 2.0).max(at.spots(0.078, 0.016, 2.0));
    color.lerp(&rgb(0xfff8ea), dots)
}

/// Metallic blue with a dark margin; brown with eyes below.
fn blue(at: &WingPoint) -> Rgb {
    if at.is_below {
        let mut color = rgb(0x7b6450).lerp(&rgb(0xa58a6b), smooth(0.2, 0.9, at.reach));
        color = color.lerp(&rgb(0x4b382b), 0.7 * at.veins());
        let ring = at.spots(0.17, 0.075, 0.5);
        color = color.lerp(&rgb(0xd9b45c), ring);
        return color.lerp(&rgb(0x17110f), at.spots(0.17, 0.045, 0.5));
    }
    let mut color = rgb(0x0f3fb8).lerp(&rgb(0x2ea0ff), smooth(0.15, 0.7, at.reach));
    color = color.lerp(&rgb(0x8fe0ff), 0.5 * noise(at.fan * 5.0, at.reach * 9.0, 3));
    color = color.lerp(&rgb(0x0a1a4c), 0.55 * at.veins());
    color = color.lerp(&rgb(0x0b0c14), smooth(0.1, 0.05, at.inside));
    color.lerp(&rgb(0xe6f5ff), 0.9 * at.spots(0.04, 0.016, 1.0))
}

/// Yellow with black stripes, and a blue and red rear margin.
fn swallowtail(at: &WingPoint) -> Rgb {
    let fade = if at.is_below { 0.35 } else { 0.0 };
    let mut color = rgb(0xffd21f).lerp(&rgb(0xfff0a6), fade);
    let black = rgb(0x17130d);
    if at.is_fore {
        let stripe = (at.reach * 5.2 + 0.5 * at.fan).rem_euclid(1.0);
        let is_front = smooth(-0.05, -0.25, at.fan);
        color = color.lerp(
            &black,
            band(0.5, 0.15, 0.08, stripe) * is_front * smooth(0.2, 0.3, at.reach),
        );
    }
    color = color.lerp(&black, at.veins());
    color = color.lerp(
        &black,
        smooth(0.135, 0.11, at.inside) * smooth(0.2, 0.4, at.reach),
    );
    color = color.lerp(&rgb(0xffe36a), at.spots(0.05, 0.024, 1.0));
    if !at.is_fore {
        color = color.lerp(&rgb(0x3f78e0), at.spots(0.095, 0.026, 1.0));
        let eye = smooth(
            0.07,
            0.05,
            (at.margin - 8.6).abs() * 0.2 + (at.inside - 0.1).abs(),
        );
        color = color.lerp(&rgb(0xe0401c), eye);
    }
    color
}

/// Rusty red with an eye on each wing; nearly black below.
fn peacock(at: &WingPoint) -> Rgb {
    if at.is_below {
        let lines =
            0.5 + 0.5 * (at.reach * 70.0 + 3.0 * noise(at.fan * 9.0, at.reach * 6.0, 2)).sin();
        return rgb(0x1d1815).lerp(&rgb(0x3a2f28), lines);
    }
    let mut color = rgb(0x9c2f1a).lerp(&rgb(0xc4451f), smooth(0.2, 0.8, at.reach));
    color = color.lerp(&rgb(0x5a1b12), 0.6 * at.veins());
    color = color.lerp(&rgb(0x4b3a2c), smooth(0.09, 0.05, at.inside));
    let center = if at.is_fore {
        (0.93, -0.42)
    } else {
        (0.72, 0.3)
    };
    let distance = (at.reach - center.0).hypot((at.fan - center.1) * 0.95);
    for (radius, ring) in [
        (0.2, 0xe8c46a),
        (0.155, 0x191317),
        (0.115, 0x5a6fd8),
        (0.06, 0xa9c4ff),
    ] {
        color = color.lerp(&rgb(ring), smooth(radius, radius - 0.025, distance));
    }
    color
}

/// Dusky brown, with the fans that the wings sweep as a thin haze.
pub(crate) fn gnat() -> Canvas {
    const WIDTH: u32 = 128;
    let canvas = Canvas::paint(WIDTH, WIDTH, |u, v| {
        if let Some((along, around)) = GNAT_SKIN.find(u, v) {
            let rings = 0.75 + 0.35 * smooth(0.2, 0.8, (along * 14.0).fract());
            let tail = if along > 0.48 { rings } else { 1.0 };
            let color = rgb(0x3b3026).lerp(&rgb(0x7a6a4c), smooth(0.4, 1.0, around)) * tail;
            return opaque(color.lerp(&rgb(0x1d0f10), smooth(0.14, 0.11, along)));
        }
        if let Some((stroke, span)) = BLUR.find(u, v) {
            // A wing is longest at the ends of its stroke.
            let ends = (2.0 * stroke - 1.0).powi(4);
            let outline = smooth(0.0, 0.25, span) * smooth(1.0, 0.9, span);
            let density = outline * (0.2 + 0.5 * ends) * (0.7 + 0.5 * smooth(0.3, 0.9, span));
            let color = rgb(0xcfd2cf).lerp(&rgb(0x9aa0a0), span);
            return color.push(density);
        }
        let is_leg = GNAT_LEG.find(u, v).is_some();
        opaque(rgb(0x2c241d)) * f32::from(u8::from(is_leg))
    });
    Canvas {
        is_haze: true,
        ..canvas
    }
}
